/* A raw module for tslib: codes of 32 bits from the device become samples whose pressure is the code.
 *
 * Debian ships the header for programs that read, not that for modules; what a module needs of it is declared here. The
 * number of a reading travels in the time stamp. Some filters make a failed read an empty one, so that the end is a reading
 * of its own: number -1, again and again. */
#include <tslib.h>

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

struct module;
struct operations {
  int (*read)(struct module *, struct ts_sample *, int);
  int (*read_mt)(struct module *, struct ts_sample_mt **, int, int);
  int (*finish)(struct module *);
};
struct module {
  struct tsdev            *device;
  struct module           *next;
  void                    *handle;
  const struct operations *operations;
};

static uint32_t buffer[4096];
static size_t   held, used, number;

static int read_codes(struct module *module, struct ts_sample *samples, int count) {
  int done = 0;
  for (; done < count; done++) {
    if (used == held) {
      size_t bytes = 0;
      do {
        ssize_t got = read(ts_fd(module->device), (char *)buffer + bytes, sizeof buffer - bytes);
        if (got <= 0) break;
        bytes += (size_t)got;
      } while (bytes % sizeof *buffer);
      held = bytes / sizeof *buffer;
      used = 0;
      if (held == 0) {
        samples[done] = (struct ts_sample){.pressure = INT_MAX, .tv.tv_sec = -1};
        continue;
      }
    }
    samples[done].x = samples[done].y = 0;
    samples[done].pressure = buffer[used++];
    samples[done].tv.tv_sec = (time_t)number++;
    samples[done].tv.tv_usec = 0;
  }
  return done;
}

static int finish(struct module *module) {
  free(module);
  return 0;
}

static const struct operations operations = {.read = read_codes, .finish = finish};

static struct module *make(struct tsdev *device, const char *parameters) {
  (void)parameters;
  struct module *module = calloc(1, sizeof *module);
  if (module != NULL) {
    module->device = device;
    module->operations = &operations;
  }
  return module;
}

/* The symbol that tslib looks up in a module. */
struct module *(*mod_init)(struct tsdev *, const char *) = make;
