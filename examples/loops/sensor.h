/* A force sensor for a program that has a loop: converter, pad and engine, and what of them is due when. sensor.c is the same for all loops. */
#ifndef SENSOR_H
#define SENSOR_H

#include <press.h>

struct sensor {
  int             fd; /* of the bus */
  press_bus       bus;
  press_converter converter;
  press_pad      *pad;
  press_engine   *engine;
  uint64_t        pad_storage[PRESS_PAD_STORAGE_1 / 8], engine_storage[PRESS_ENGINE_STORAGE / 8];
  int             error;   /* the last one of a call below; 0: none */
  uint32_t        refused; /* how many calls had one */
};

/* Microseconds of CLOCK_MONOTONIC. */
uint64_t now_us(void);

/* Opens the bus and makes the parts. @return 0; else it has written why to stderr. */
int sensor_open(struct sensor *sensor, const char *node);

/* Does what is due now. @return the time at which it must be called next: then, and neither before nor much later. Call it also, and take the new
 * time, after each call that may start something (press_target_activate, press_transition_start ...). */
uint64_t sensor_work(struct sensor *sensor);

/* Ends what began, and closes the bus. */
void sensor_close(struct sensor *sensor);

/* A file descriptor that is readable from a time on, for loops that wait for files: Linux counts it in nanoseconds, where timers of loops count in
 * milliseconds. @return it, or -1. */
int deadline_open(void);

/* Readable from due_us on, and not readable before, without a read: setting the time takes back what it said. PRESS_NEVER: never. */
void deadline_set(int fd, uint64_t due_us);

#endif
