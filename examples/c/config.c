/* A whole config in flash: what stands in the text is read, verified, made, and pressed.
 *
 *   cc -std=c11 config.c $(pkg-config --cflags --libs libpress) -o config && ./config
 */
#include <press.h>
#include <stdio.h>

static const char config[] = "# 12 bits, whose reference is the supply of the divider.\n"
                             "[sensor]\n"
                             "full_scale = 4095\n"
                             "resistor_ohm = 4700\n"
                             "x = 20\n"
                             "y = 20\n"
                             "\n"
                             "[engine]\n"
                             "touch_force = 0.4\n"
                             "release_force = 0.25\n"
                             "\n"
                             "[gestures]\n"
                             "hold_us = 300ms\n"
                             "\n"
                             "[target]\n"
                             "id = 7\n"
                             "width = 100\n"
                             "height = 100\n"
                             "traits = tap hold preview\n";

static uint64_t setup_storage[PRESS_SETUP_STORAGE / 8], engine_storage[PRESS_ENGINE_STORAGE_ALL / 8], pad_storage[PRESS_PAD_STORAGE_1 / 8];

static void on_event(press_engine *engine, const press_event *event, void *user) {
  char line[256];
  (void)engine, (void)user;
  const bool is_progress = event->type == PRESS_EVENT_PREVIEW_UPDATED || event->type == PRESS_EVENT_COMMIT_UPDATED;
  if (!is_progress && press_event_text(event, line, sizeof line) > 0) puts(line);
}

static int refused(const press_setup *setup) {
  press_setup_fault fault;
  press_setup_fault_init(&fault);
  press_setup_get_fault(setup, &fault);
  return printf("line %u: %s\n", (unsigned)fault.line, fault.words), 1;
}

int main(void) {
  press_setup      *setup;
  press_setup_parts parts;
  if (press_setup_init(setup_storage, sizeof setup_storage, &setup) != 0) return 1;
  /* What is wrong is said as pressd says it. */
  static const char wrong[] = "[engine]\ntouch_force = soft\n";
  if (press_setup_text(setup, PRESS_SETUP_ORIGIN_CONFIG, wrong, sizeof wrong - 1) != 0) refused(setup);

  if (press_setup_init(setup_storage, sizeof setup_storage, &setup) != 0) return 1;
  if (press_setup_text(setup, PRESS_SETUP_ORIGIN_CONFIG, config, sizeof config - 1) != 0) return refused(setup);
  if (press_setup_check(setup, PRESS_SETUP_SOURCE_CODES) != 0) return refused(setup);
  press_setup_parts_init(&parts);
  parts.engine_storage = engine_storage;
  parts.engine_bytes = sizeof engine_storage;
  parts.pad_storage = pad_storage;
  parts.pad_bytes = sizeof pad_storage;
  const press_delegate delegate = {.size = sizeof delegate, .on_event = on_event};
  int                  status = press_setup_start(setup, &parts);
  if (status == 0) status = press_set_delegate(parts.engine, &delegate);

  /* Nothing for 600 ms, then a finger for half a second. In a program the codes are those of its converter. */
  for (unsigned ms = 0; status >= 0 && ms < 1500; ms += 5) {
    const press_frame frame = {.t_us = 1000 * (uint64_t)(ms + 5), .present = 1, .code = {ms >= 600 && ms < 1100 ? 1400 : 20}};
    status = press_pad_feed(parts.pad, &frame, parts.engine);
  }
  if (status < 0) puts(press_strerror(status));
  return status < 0;
}
