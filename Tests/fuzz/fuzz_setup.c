/* press_setup_...: for any text, a refusal has a sentence without control characters for a terminal, a config that is
 * accepted starts, and every value can be shown and is then accepted again. No byte beside the text is read. The first byte says
 * what the config is for, and whether the text is a profile. */
#include <press.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MUST(what) \
  do { \
    if (!(what)) abort(); \
  } while (0)

static void refused(const press_setup *setup) {
  press_setup_fault fault;
  press_setup_fault_init(&fault);
  MUST(press_setup_get_fault(setup, &fault) == PRESS_OK);
  MUST(fault.length > 0 && fault.length < 1024 && strlen(fault.words) == fault.length);
  MUST(fault.origin >= PRESS_SETUP_ORIGIN_CONFIG && fault.origin <= PRESS_SETUP_ORIGIN_OPTION);
  for (uint32_t i = 0; i < fault.length; i++) MUST((unsigned char)fault.words[i] >= 32 && fault.words[i] != 127);
}

/* Shows the value of every key that was given, and feeds it back. */
static void show(press_setup *setup) {
  press_setup_key   key;
  press_setup_value value;
  press_setup_key_init(&key);
  press_setup_value_init(&value);
  for (uint32_t i = 0; press_setup_key_get(i, &key) == PRESS_OK; i++) {
    char name[64], shown[768], option[900];
    snprintf(name, sizeof name, "%s.%s", key.section, key.name);
    MUST(press_setup_get(setup, name, &value) == PRESS_OK);
    int length = press_setup_get_text(setup, name, shown, sizeof shown);
    MUST(length >= 0 && (size_t)length == strlen(shown));
    if (value.origin == 0 || length == 0) continue;
    snprintf(option, sizeof option, "%s=%s", name, shown);
    if (press_setup_option(setup, option) != PRESS_OK) {
      fprintf(stderr, "%s\n", option);
      abort();
    }
  }
}

static void start(press_setup *setup) {
  static uint64_t   engine[(384 << 10) / 8], pad[PRESS_PAD_STORAGE_8 / 8];
  press_setup_parts parts;
  press_setup_parts_init(&parts);
  parts.engine_storage = engine;
  parts.engine_bytes = sizeof engine;
  parts.pad_storage = pad;
  parts.pad_bytes = sizeof pad;
  MUST(press_setup_start(setup, &parts) == PRESS_OK);
  MUST(parts.engine && parts.pad);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) return 0;
  const uint32_t source = PRESS_SETUP_SOURCE_CONVERTERS + (data[0] & 3),
                 origin = data[0] & 16 ? PRESS_SETUP_ORIGIN_PROFILE : PRESS_SETUP_ORIGIN_CONFIG;
  press_setup *setup = NULL;
  void        *storage = malloc(press_setup_size()); /* exactly as large as it says */
  char        *text = malloc(size);                  /* one byte is too many, so that an empty one is there, too */
  MUST(storage && text);
  memcpy(text, data + 1, size - 1);
  char *exact = realloc(text, size - 1 ? size - 1 : 1);
  MUST(press_setup_init(storage, press_setup_size(), &setup) == PRESS_OK);
  if (press_setup_text(setup, origin, exact, size - 1) != PRESS_OK) {
    refused(setup);
  } else if (press_setup_check(setup, source) != PRESS_OK) {
    refused(setup);
  } else {
    if (source != PRESS_SETUP_SOURCE_IIO) start(setup);
    show(setup);
  }
  free(exact);
  free(storage);
  return 0;
}
