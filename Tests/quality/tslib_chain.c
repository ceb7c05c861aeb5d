/* Codes of 32 bits from a file through the filters of tslib; what comes out, to standard output, as pairs of 32 bits:
 * the number of the reading, and its pressure (0: the pen is up). */
#include <tslib.h>

#include <stdint.h>
#include <stdio.h>

int main(int count, char **arguments) {
  struct tsdev *device = count == 2 ? ts_open(arguments[1], 0) : NULL;
  if (device == NULL || ts_config(device) != 0) {
    fputs("tslib_chain: tslib could not be set up\n", stderr);
    return 1;
  }
  struct ts_sample sample;
  int              got;
  while ((got = ts_read(device, &sample, 1)) >= 0) {
    if (got == 0) continue;
    if (sample.tv.tv_sec < 0) break;
    uint32_t pair[2] = {(uint32_t)sample.tv.tv_sec, sample.pressure};
    fwrite(pair, sizeof pair, 1, stdout);
  }
  return ts_close(device) != 0;
}
