/* Feeds samples or frames that were all made before, so that two runs differ by what the library does and nothing else;
 * or prints what things take.
 *   steady sizes | steady parts | steady idle|active|reading|frame COUNT; a frame has four channels, a reading one */
#include <press.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 400, WARM = 300 };

static press_sample samples[MOST];
static press_frame  frames[WARM + MOST];
static uint64_t     storage[PRESS_ENGINE_STORAGE / 8], pad_storage[PRESS_PAD_STORAGE_8 / 8];

static void updated(press_engine *engine, const press_touch *touch, press_q16 progress, bool ended, void *user) {
  (void)engine, (void)touch, (void)progress, (void)ended, (void)user;
}

static int print_sizes(void) {
  press_config config;
  press_config_init(&config);
  printf("engine, default config %u\n", (unsigned)press_engine_size(&config));
  config.max_contacts = 1;
  config.max_targets = config.max_events = 0;
  printf("engine, one contact, preview only %u\n", (unsigned)press_engine_size(&config));
  printf("pad, one sensor %u\npad, eight sensors %u\n", (unsigned)press_pad_size(1), (unsigned)press_pad_size(8));
  return 0;
}

/* Bytes of storage of each part, of an engine for one contact. */
static int print_parts(void) {
  press_config c;
  press_config_init(&c);
  c.max_contacts = 1;
  c.max_targets = c.max_events = 0;
  printf("preview %u\ngestures %u\npeek %u\n", (unsigned)press_engine_size(&c), (unsigned)press_gestures_size(&c, NULL),
    (unsigned)press_peek_size(&c, NULL));
  printf("transition %u\ndrag %u\n", (unsigned)press_transition_size(&c, NULL), (unsigned)press_drag_size(&c, NULL));
  printf("button %u\nstrike %u\n", (unsigned)press_button_size(&c, NULL), (unsigned)press_strike_size(&c, NULL));
  printf("scroll %u\npinch %u\n", (unsigned)press_scroll_size(&c, NULL), (unsigned)press_pinch_size(&c, NULL));
  printf("levels %u\ncrosstalk %u\n", (unsigned)press_levels_size(&c, NULL), (unsigned)press_crosstalk_size(&c, NULL));
  press_grid_config grid;
  press_grid_config_init(&grid);
  printf("sensing %u\ngrid %u\n", (unsigned)press_pad_size(1), (unsigned)press_grid_size(&grid));
  printf("feedback %u\n", (unsigned)sizeof(press_feedback));
  printf("converter %u\ndrv2605l %u\n", (unsigned)sizeof(press_converter), (unsigned)sizeof(press_drv2605l));
  printf("power %u\nprofile %u\n", (unsigned)(sizeof(press_supply) + sizeof(press_idle)), (unsigned)sizeof(press_profile));
  printf("check %u\nsetup %u\n", (unsigned)press_check_size(1), (unsigned)press_setup_size());
  size_t least = press_engine_size(&c);
  c.max_contacts = 2;
  size_t contact = press_engine_size(&c) - least;
  c.max_targets = 2;
  printf(
    "contact %u\ntarget %u\nevent %u\n", (unsigned)contact, (unsigned)(press_engine_size(&c) - contact - least) / 2, (unsigned)sizeof(press_event));
  return 0;
}

int main(int argc, char **argv) {
  press_delegate delegate = {.size = sizeof delegate, .preview_did_update = updated};
  press_sensor   sensors[4];
  press_engine  *engine;
  press_pad     *pad;
  if (argc == 2 && !strcmp(argv[1], "sizes")) return print_sizes();
  if (argc == 2 && !strcmp(argv[1], "parts")) return print_parts();
  if (argc != 3 || press_engine_init(storage, sizeof storage, NULL, &engine) || press_set_delegate(engine, &delegate)) return 2;
  for (int i = 0; i < 4; i++) {
    press_sensor_init(&sensors[i]);
    sensors[i].x = PRESS_ONE * (i & 1);
    sensors[i].y = PRESS_ONE * (i >> 1);
  }
  int  count = atoi(argv[2]), touched = !strcmp(argv[1], "active"), channels = !strcmp(argv[1], "reading") ? 1 : 4;
  bool by_frame = channels == 1 || !strcmp(argv[1], "frame");
  if (press_pad_init(pad_storage, sizeof pad_storage, NULL, sensors, (size_t)channels, &pad)) return 2;
  for (int i = 0; i < MOST; i++) {
    samples[i].t_us = 1000u * (uint64_t)(i + 1);
    samples[i].force = (touched ? PRESS_Q16(2) : 0) + i % 100;
  }
  for (int i = 0; i < WARM + MOST; i++) {
    frames[i].t_us = 1000u * (uint64_t)(i + 1);
    frames[i].present = (1u << channels) - 1;
    for (int n = 0; n < channels; n++) frames[i].code[n] = i < WARM ? 5 : 12000 + i % 50;
  }
  if (!by_frame) return press_feed(engine, samples, (size_t)count) != count;
  for (int i = 0; i < WARM + count; i++)
    if (press_pad_feed(pad, &frames[i], engine)) return 1;
  return 0;
}
