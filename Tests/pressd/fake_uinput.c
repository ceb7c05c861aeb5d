/* LD_PRELOAD: /dev/uinput. What is written to it goes to the file FAKE_UINPUT_EVENTS, what is asked of it, a line each,
 * to FAKE_UINPUT_SETUP. FAKE_UINPUT_ERRNO: it cannot be opened. */
#define NODE "/dev/uinput"
#define PREFIX "FAKE_UINPUT"
#include "fake_device.h"

#include <linux/uinput.h>

static void note(const char *format, ...) {
  FILE   *file = fopen(getenv("FAKE_UINPUT_SETUP"), "a");
  va_list rest;
  va_start(rest, format);
  vfprintf(file, format, rest);
  va_end(rest);
  fclose(file);
}

static int answer(unsigned long request, void *argument) {
  const struct uinput_abs_setup *axis = argument;
  const struct uinput_setup     *setup = argument;
  switch (request) {
    case UI_GET_VERSION: *(unsigned *)argument = 5; break;
    case UI_SET_EVBIT: note("type %d\n", (int)(size_t)argument); break;
    case UI_SET_KEYBIT: note("key %d\n", (int)(size_t)argument); break;
    case UI_SET_ABSBIT: break;
    case UI_SET_PROPBIT: note("property %d\n", (int)(size_t)argument); break;
    case UI_ABS_SETUP:
      note("axis %d from %d to %d per %d\n", axis->code, axis->absinfo.minimum, axis->absinfo.maximum, axis->absinfo.resolution);
      break;
    case UI_DEV_SETUP: note("name %s bus %d\n", setup->name, setup->id.bustype); break;
    case UI_DEV_CREATE: note("create\n"); break;
    case UI_DEV_DESTROY: note("destroy\n"); break;
    default: errno = EINVAL; return -1;
  }
  return 0;
}
