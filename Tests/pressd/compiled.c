/* compiled MODE CONFIG [OPTION...]: what an engine delivers that was made from a config, for the same codes: `reader` with press_setup_start,
 * `board` with the board_init that pressd --compile made of it. FEEDBACK, MOTOR: what that file has. */
#include <press.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int      board_init(const press_bus *bus, press_engine **engine, press_pad **pad);
int      board_step(uint64_t now_us, press_frame *frame);
uint64_t board_next_deadline(void);
int      board_transition(uint32_t id, press_transition_options *options);
#ifdef FEEDBACK
extern press_feedback board_feedback;
#endif
#ifdef MOTOR
extern press_drv2605l board_motor;
#endif

static uint64_t        setup_storage[PRESS_SETUP_STORAGE / 8], engine_storage[(384 << 10) / 8], pad_storage[PRESS_PAD_STORAGE_8 / 8];
static press_setup    *setup;
static bool            is_board;
static press_feedback *feedback;

static void must(int status, const char *what) {
  if (status == 0) return;
  press_setup_fault fault;
  press_setup_fault_init(&fault);
  press_setup_get_fault(setup, &fault);
  printf("%s: %s %s\n", what, press_strerror(status), fault.words ? fault.words : "");
  exit(1);
}

static void on_event(press_engine *engine, const press_event *event, void *user) {
  char         line[512];
  press_effect effect;
  (void)engine, (void)user;
  if (press_event_text(event, line, sizeof line) > 0) puts(line);
  if (feedback && press_feedback_event(feedback, event, &effect) == 1)
    printf("effect %s %d of row %u\n", press_effect_name(effect.kind), (int)effect.strength, (unsigned)effect.row);
}

static void will_start(press_engine *engine, uint32_t id, press_transition_options *options, void *user) {
  (void)engine, (void)user;
  if (is_board)
    board_transition(id, options);
  else
    press_setup_get_transition(setup, id, options);
}

static int64_t number(const char *section, unsigned index, const char *key) {
  char              name[64];
  press_setup_value value;
  press_setup_value_init(&value);
  snprintf(name, sizeof name, "%s%u.%s", section, index + 1, key);
  if (index == 0) snprintf(name, sizeof name, "%s.%s", section, key);
  must(press_setup_get(setup, name, &value), name);
  return value.number;
}

static press_feedback *of_the_reader(void) {
  static press_feedback own;
  press_feedback_row    rows[16];
  unsigned              count = press_setup_count(setup, "effect");
  if (!press_setup_count(setup, "feedback")) return NULL;
  memset(rows, 0, sizeof rows);
  for (unsigned i = 0; i < count; i++) {
    rows[i].event = (uint32_t)number("effect", i, "event");
    rows[i].flags =
      (uint8_t)((number("effect", i, "ended") ? PRESS_FEEDBACK_ENDED : 0) | (number("effect", i, "not_zero") ? PRESS_FEEDBACK_NOT_ZERO : 0)
                | (number("effect", i, "rising") ? PRESS_FEEDBACK_RISING : 0) | (number("effect", i, "falling") ? PRESS_FEEDBACK_FALLING : 0)
                | (number("effect", i, "unless_button") ? PRESS_FEEDBACK_UNLESS_BUTTON : 0));
    rows[i].most = (press_q16)((number("effect", i, "strength") * 65536 + 50) / 100);
    rows[i].least = (press_q16)((number("effect", i, "least") * 65536 + 50) / 100);
    rows[i].effect = (uint8_t)number("effect", i, "effect");
    rows[i].source = (uint8_t)number("effect", i, "follows");
    rows[i].detents = (uint8_t)number("effect", i, "detents");
  }
  must(press_feedback_init(&own, press_setup_section(setup, "feedback"), count ? rows : NULL, count), "press_feedback_init");
  return &own;
}

/* ---- The codes: fingers that press here and there, as long and as hard as a generator says ---- */

static uint32_t seed = 1;

static uint32_t any(uint32_t limit) {
  seed = seed * 1664525 + 1013904223;
  return (seed >> 8) % limit;
}

static void play(press_engine *engine, press_pad *pad, unsigned sensors) {
  uint32_t down = 0, up = 120, at = 0, to = 0, force = 0; /* frames; the sensor where the finger begins and ends; thousandths of the full scale */
  uint32_t length = 1;
  for (uint32_t i = 1; i <= 4800; i++) {
    press_frame frame = {.t_us = 5000 * (uint64_t)i, .present = (UINT32_C(1) << sensors) - 1};
    if (up > 0 && --up == 0) down = length = 2 + any(any(4) ? 40 : 300), force = 100 + any(700), at = any(sensors), to = any(2) ? at : any(sensors);
    if (down > 0 && --down == 0) up = 10 + any(any(3) ? 30 : 200);
    const uint32_t now = force * (1 + 2 * (down < length - down ? down : length - down)) / (1 + length);
    for (unsigned one = 0; one < sensors; one++) {
      const press_sensor *own =
        press_setup_section(setup, (const char *[]){"sensor1", "sensor2", "sensor3", "sensor4", "sensor5", "sensor6", "sensor7", "sensor8"}[one]);
      const int32_t scale = own->circuit.full_scale;
      uint32_t      part = 3;
      if (down > 0 && one == at) part += now * down / length;
      if (down > 0 && one == to) part += now * (length - down) / length;
      int32_t code = (int32_t)((uint64_t)(uint32_t)scale * part / 1000);
      if (own->circuit.flags & PRESS_CIRCUIT_PULL_UP) code = scale - code;
      frame.code[one] = code + (int32_t)any(2);
    }
    int status = press_pad_feed(pad, &frame, engine);
    if (status < 0) printf("%u: %s\n", (unsigned)i, press_strerror(status));
  }
}

/* ---- A bus that answers by its inputs, and records the requests ---- */

static uint32_t sum, transfers;

static void add(const uint8_t *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) sum = (sum ^ bytes[i]) * 16777619u;
}

static int transfer(uint8_t address, const uint8_t *out, size_t out_count, uint8_t *in, size_t in_count, void *user) {
  static uint8_t pointer, config[2];
  (void)user;
  add(&address, 1), add(out, out_count), transfers++;
  if (out_count > 0) pointer = out[0];
  if (out_count == 3 && out[0] == 1) memcpy(config, out + 1, 2);
  for (size_t i = 0; i < in_count; i++) in[i] = (uint8_t)(sum >> 8 * (i & 1) & 0x7F);
  if (address >= 0x48 && address < 0x4C && pointer == 1 && in_count == 2) in[0] = config[0] | 0x80, in[1] = config[1];
  return 0;
}

static void read_frames(void) {
  uint64_t now = 1000000;
  for (int i = 0; i < 400; i++) {
    press_frame frame;
    memset(&frame, 0, sizeof frame);
    int status = is_board ? board_step(now, &frame) : press_setup_step(setup, now, &frame);
    if (status == 1) {
      printf("frame %llu %x %x", (unsigned long long)frame.t_us, (unsigned)frame.present, (unsigned)frame.failed);
      for (int one = 0; one < 8; one++) printf(" %d-%u", (int)frame.code[one], (unsigned)frame.before_us[one]);
      puts("");
    } else if (status < 0) {
      printf("step: %s\n", press_strerror(status));
    }
    uint64_t next = is_board ? board_next_deadline() : press_setup_next_deadline(setup);
    now = next > now && next != PRESS_NEVER ? next : now + 100;
  }
  printf("%u transfers, %x\n", (unsigned)transfers, (unsigned)sum);
}

int main(int count, char **words) {
  static char text[65536];
  FILE       *file = fopen(words[2], "rb");
  size_t      length = file ? fread(text, 1, sizeof text, file) : 0;
  is_board = strcmp(words[1], "board") == 0;
  must(press_setup_init(setup_storage, sizeof setup_storage, &setup), "press_setup_init");
  must(press_setup_text(setup, PRESS_SETUP_ORIGIN_CONFIG, text, length), "press_setup_text");
  for (int i = 3; i < count; i++) must(press_setup_option(setup, words[i]), words[i]);
  const bool has_converters = press_setup_section_line(setup, "converter") != 0;
  must(press_setup_check(setup, has_converters ? PRESS_SETUP_SOURCE_CONVERTERS : PRESS_SETUP_SOURCE_CODES), "press_setup_check");

  const press_bus bus = {.size = sizeof bus, .transfer = transfer};
  press_engine   *engine = NULL;
  press_pad      *pad = NULL;
  if (is_board) {
    must(board_init(&bus, &engine, &pad), "board_init");
#ifdef FEEDBACK
    feedback = &board_feedback;
#endif
#ifdef MOTOR
    uint64_t now = 0;
    press_drv2605l_step(&board_motor, now);
#endif
    sum = transfers = 0;
  } else {
    press_setup_parts parts;
    press_setup_parts_init(&parts);
    parts.engine_storage = engine_storage;
    parts.engine_bytes = sizeof engine_storage;
    parts.pad_storage = pad_storage;
    parts.pad_bytes = sizeof pad_storage;
    if (has_converters) parts.bus = &bus;
    must(press_setup_start(setup, &parts), "press_setup_start");
    engine = parts.engine, pad = parts.pad;
    feedback = of_the_reader();
  }
  const press_delegate delegate = {.size = sizeof delegate, .on_event = on_event, .transition_will_start = will_start};
  must(press_set_delegate(engine, &delegate), "press_set_delegate");
  press_config made;
  press_config_init(&made);
  must(press_engine_get_config(engine, &made), "press_engine_get_config");
  printf("%u %u %u\n", made.max_contacts, made.max_targets, made.max_events);
  play(engine, pad, press_setup_count(setup, "sensor"));
  press_tick(engine, 60000000);
  read_frames();
  return 0;
}
