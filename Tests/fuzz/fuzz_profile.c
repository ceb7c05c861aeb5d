/* press_profile_line, line by line: what is refused changes nothing, says why, and no byte beside the line is read.
 * The first byte says which configs the program has. */
#include <press.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MUST(what) \
  do { \
    if (!(what)) abort(); \
  } while (0)

struct person {
  press_profile         profile;
  press_config          engine;
  press_gestures_config gestures;
  press_peek_config     peek;
  press_button_config   button;
  press_drag_config     drag;
};

/* Feeds a copy of exactly the length of the line: the address sanitizer finds any read behind it. */
static void feed(struct person *is, const uint8_t *text, size_t length) {
  char *line = malloc(length ? length : 1);
  MUST(line);
  memcpy(line, text, length);
  const struct person was = *is;
  const char         *why = NULL;
  const int           status = press_profile_line(&is->profile, line, length, &why);
  MUST(status == PRESS_OK || status == PRESS_ERR_NOENT || status == PRESS_ERR_STATE || status == PRESS_ERR_INVAL);
  if (status != PRESS_OK) {
    MUST(why && *why);
    MUST(memcmp(&was, is, sizeof was) == 0);
  }
  MUST(memchr(is->profile.name, 0, sizeof is->profile.name));
  free(line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) return 0;
  static struct person is;
  memset(&is, 0, sizeof is);
  press_profile_init(&is.profile);
  press_config_init(&is.engine);
  press_gestures_config_init(&is.gestures);
  press_peek_config_init(&is.peek);
  press_button_config_init(&is.button);
  press_drag_config_init(&is.drag);
  if (data[0] & 1) is.profile.engine = &is.engine;
  if (data[0] & 2) is.profile.gestures = &is.gestures;
  if (data[0] & 4) is.profile.peek = &is.peek;
  if (data[0] & 8) is.profile.button = &is.button;
  if (data[0] & 16) is.profile.drag = &is.drag;
  for (size_t from = 1; from < size;) {
    const uint8_t *end = memchr(data + from, '\n', size - from);
    const size_t   length = end ? (size_t)(end - data) - from : size - from;
    feed(&is, data + from, length);
    from += length + 1;
  }
  /* Whatever came, the library says of each config whether it goes together. */
  const char *why = NULL;
  (void)press_config_check(&is.engine, &why);
  (void)press_gestures_config_check(&is.gestures, &why);
  (void)press_peek_config_check(&is.peek, &why);
  (void)press_button_config_check(&is.button, &why);
  (void)press_drag_config_check(&is.drag, &why);
  return 0;
}
