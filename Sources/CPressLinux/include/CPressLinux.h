/* What needs C on Linux: ioctl, the clock, signals, files. Every function that can fail answers a negative errno. */
#ifndef CPRESS_LINUX_H
#define CPRESS_LINUX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int  linux_open_read(const char *path);
int  linux_create(const char *path);
long linux_read(int fd, void *bytes, size_t count);
/* Writes all of it. */
int  linux_write(int fd, const void *bytes, size_t count);
int  linux_close(int fd);

/* Opens an I2C adapter's device node; -ENOTTY: it is something else. */
int linux_i2c_open(const char *path);
/* One I2C_RDWR ioctl: write, then, after a repeated start, read; either may be empty. Answers PRESS_ERR_ values. */
int linux_i2c_transfer(int fd, uint8_t address, const uint8_t *out, size_t out_count, uint8_t *in, size_t in_count);

/* CLOCK_MONOTONIC, microseconds. */
uint64_t linux_now_us(void);
/* Sleeps until then, or until a signal. */
void     linux_sleep_until_us(uint64_t until_us);

/* From now on SIGINT and SIGTERM only set the flag, and writing to a closed pipe is an error instead of an end. */
void linux_catch_signals(void);
/* The signal that came, or 0. */
int  linux_signal(void);

bool        linux_is_terminal(int fd);
/* Columns; 0: unknown. */
int         linux_terminal_width(int fd);
const char *linux_environment(const char *name);
/* Static text for a negative errno. */
const char *linux_strerror(int status);

/* Zeroed memory that the program keeps to its end: a static array, so that there is no heap. NULL: not that much. */
void *linux_static_memory(size_t bytes);

#endif
