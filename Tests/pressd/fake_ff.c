/* LD_PRELOAD: /dev/input/event9, which rumbles. What is written to it goes to the file FAKE_FF_EVENTS, what is uploaded, a line
 * each, to FAKE_FF_UPLOADS. FAKE_FF_ERRNO: it cannot be opened. FAKE_FF_NO_GAIN, FAKE_FF_NO_RUMBLE: what it cannot do. */
#define NODE "/dev/input/event9"
#define PREFIX "FAKE_FF"
#include "fake_device.h"

#include <linux/input.h>

static int ids;

static int answer(unsigned long request, void *argument) {
  if (request == EVIOCSFF) {
    struct ff_effect *effect = argument;
    FILE             *file = fopen(getenv("FAKE_FF_UPLOADS"), "a");
    if (effect->id == -1) effect->id = (short)ids++;
    fprintf(file, "%d: type %d, %d ms after %d, magnitudes %d %d\n", effect->id, effect->type, effect->replay.length, effect->replay.delay,
      effect->u.rumble.strong_magnitude, effect->u.rumble.weak_magnitude);
    fclose(file);
    return 0;
  }
  if (_IOC_TYPE(request) == 'E' && _IOC_NR(request) == 0x20 + EV_FF) {
    unsigned char *bits = argument;
    if (!getenv("FAKE_FF_NO_RUMBLE")) bits[FF_RUMBLE / 8] |= 1 << FF_RUMBLE % 8;
    if (!getenv("FAKE_FF_NO_GAIN")) bits[FF_GAIN / 8] |= 1 << FF_GAIN % 8;
    return FF_CNT / 8;
  }
  errno = EINVAL;
  return -1;
}
