/* What needs C on Linux: ioctl, the clock, signals, files. Every function that can fail answers a negative errno. */
#ifndef CPRESS_LINUX_H
#define CPRESS_LINUX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A regular file. -EISDIR: it is a folder; -EINVAL: a pipe, a device or a socket, which could keep who reads it waiting for ever. */
int linux_open_file(const char *path);
/* The same, but -ELOOP where it is a symbolic link, which somebody else may have put there. */
int linux_open_own(const char *path);
/* Any file: the reader waits for a pipe that has no writer yet. */
int linux_open_stream(const char *path);
/* Whether linux_open_file or linux_open_stream opened it before: a regular file, by whatever name. */
bool linux_was_read(const char *path);
void linux_forget_read(void);
/* To be written from its beginning. A symbolic link is followed only where root or the user of this program made it, -ELOOP; a pipe
 * must have a reader, -ENXIO. waits: linux_write waits for a pipe whose reader is slow, linux_write_now answers -EAGAIN else. */
int linux_create(const char *path, bool waits);
/* Whether both are one regular file, or would be if they were made. */
bool linux_is_same_file(const char *path, const char *other);
/* Where stdin, stdout or stderr is closed, the next file that is opened would take its place. */
void linux_keep_standard_files(void);
long linux_read(int fd, void *bytes, size_t count);
/* Writes all of it, however slow the reader is; after a signal it waits for a reader no longer than a second, and answers -EPIPE. */
int linux_write(int fd, const void *bytes, size_t count);
/* The same, but -EAGAIN where that would have to wait and the file was opened so. */
int linux_write_now(int fd, const void *bytes, size_t count);
int linux_close(int fd);
/* The last part of what a symbolic link names, without a 0 at its end. @return its length, or a negative error. */
int linux_link_name(const char *path, uint8_t *name, size_t room);
/* From its beginning, wherever it was read before: an attribute in sysfs. */
long linux_read_again(int fd, void *bytes, size_t count);

/* Opens an I2C adapter's device node, and lets it give up on a transfer after timeout_ms; -ENOTTY: something else. */
int linux_i2c_open(const char *path, unsigned timeout_ms);
/* One I2C_RDWR ioctl: write, then, after a repeated start, read; either may be empty. Answers PRESS_ERR_ values, and
 * -ENODEV where the adapter is gone. */
int linux_i2c_transfer(int fd, uint8_t address, const uint8_t *out, size_t out_count, uint8_t *in, size_t in_count);

/* Keeps other processes from the converter at an address, until it is released or the bus is closed. -EBUSY: one reads it, or a driver of the
 * kernel does. */
int  linux_i2c_claim(int fd, uint8_t address);
void linux_i2c_release(int fd, uint8_t address);
/* Which one it was: "another process", with its number and its command where this user may see them, or "the kernel's driver NAME". */
const char *linux_i2c_holder(void);
/* What to do about it, a sentence. */
const char *linux_i2c_holder_advice(void);

/* Asks for the falling edges of a line of a GPIO character device (uAPI v2), pulled up. Answers its descriptor. */
int linux_gpio_open(const char *path, unsigned line);
/* Sleeps until an edge of one of the lines, or until then, or until a signal. @return whether an edge came. */
bool linux_gpio_wait_us(const int *lines, size_t count, uint64_t until_us);
/* Forgets the edges that have come. */
void linux_gpio_forget(const int *lines, size_t count);

/* An input device of our own: open, allow, create, write, destroy. Codes are those of linux/input-event-codes.h. */
typedef enum LINUX_EV { LINUX_EV_SYN = 0, LINUX_EV_KEY = 1, LINUX_EV_ABS = 3 } LINUX_EV;
typedef enum LINUX_ABS { LINUX_ABS_X = 0x00, LINUX_ABS_Y = 0x01, LINUX_ABS_PRESSURE = 0x18 } LINUX_ABS;
typedef enum LINUX_BTN { LINUX_BTN_TOUCH = 0x14a, LINUX_BTN_TOOL_FINGER = 0x145 } LINUX_BTN;
typedef struct linux_input {
  uint16_t type, code;
  int32_t  value;
} linux_input;
int linux_uinput_open(const char *path);
int linux_uinput_allow_key(int fd, uint16_t code);
/* units_per: resolution, of ABS_X and ABS_Y per millimetre; 0: not known. */
int linux_uinput_allow_axis(int fd, uint16_t code, int32_t least, int32_t most, int32_t units_per);
/* On a screen what is touched is what is meant. NONE: the device says nothing of this. */
typedef enum LINUX_SHAPE { LINUX_SHAPE_SCREEN, LINUX_SHAPE_PAD, LINUX_SHAPE_NONE } LINUX_SHAPE;
int linux_uinput_create(int fd, const char *name, LINUX_SHAPE shape);
/* All of them in one write. */
int linux_uinput_write(int fd, const linux_input *inputs, size_t count);
/* The kernel lets go of what is still pressed. */
int linux_uinput_destroy(int fd);

/* An input device with force feedback: its event node; -EOPNOTSUPP: it cannot rumble. */
int  linux_ff_open(const char *path);
bool linux_ff_has_gain(int fd);
/* A rumble at full strength; length 0: until it is stopped; delay before it, also when it is repeated. Answers its id. The device
 * may take its time: for the start. */
int linux_ff_upload(int fd, uint16_t length_ms, uint16_t delay_ms);
/* Plays it so often; 0: stops it. Does not wait. */
int linux_ff_play(int fd, int id, int count);
int linux_ff_gain(int fd, uint16_t gain);
/* An attribute in sysfs that numbers are written to. */
int linux_open_write(const char *path);

/* CLOCK_MONOTONIC, microseconds. */
uint64_t linux_now_us(void);
/* How long the board has slept since it was switched on: what CLOCK_BOOTTIME is ahead of CLOCK_MONOTONIC, microseconds. */
uint64_t linux_slept_us(void);
/* Sleeps until then, or until a signal. */
void linux_sleep_until_us(uint64_t until_us);
/* The processor's time that this process used, microseconds. */
uint64_t linux_processor_us(void);
/* SCHED_FIFO. */
int linux_set_priority(int priority);
/* Keeps every page in memory, now and later. */
int linux_lock_memory(void);

/* Signals wait from the beginning of the program until one of the two: they do as without this library, or they are caught. */
void linux_let_signals_end(void);
/* From now on SIGINT, SIGTERM and SIGHUP (unless it was ignored) only set the flag, SIGUSR1 sets another, and writing to a
 * closed pipe or beyond the limit of a file is an error instead of an end. Timers are as exact as the kernel can. Where it reloads and no
 * terminal can hang up, SIGHUP asks for that. */
void linux_catch_signals(bool reloads);
/* The signal that came, or 0. */
int linux_signal(void);
/* Whether SIGUSR1 came since the last call. */
bool linux_is_asked(void);

/* ---- Reload: a child tries what was written, then the program starts again in its place ---- */

/* Whether SIGHUP asked for it since the last call. */
bool linux_is_reload_asked(void);
/* A child with a copy of everything, which ends with its parent, and by the usual signals. @return 0: this is the child; 1: the parent. */
int linux_fork(void);
/* The child ends here; no buffer is written. */
void linux_exit(int code);
/* @return the exit code of the child, once; -EAGAIN: it runs on; -ECHILD: there is none. */
int linux_child_code(void);
/* linux_signal is SIGHUP from now on: everything ends as after a signal. */
void linux_end_for_reload(void);
/* Whether that is why it ends, and no other signal came since. */
bool linux_reloads(void);
/* Starts the program again with these words, as the same process. Signals wait until it catches them. @return only when it cannot, or when a
 * signal came that ends it: 0. */
int linux_start_again(char *const *words);

/* Notifies the service manager that started the program (NOTIFY_SOCKET) that it is ready. 0 too where none did. */
int  linux_notify_ready(void);
void linux_notify_stopping(void);
/* That it reloads; it is ready again when it says so. */
void linux_notify_reloading(void);
/* Notifies it twice in the time that it waits (WATCHDOG_USEC), however often this is called, that the program runs. */
void linux_notify_alive(void);

/* ---- Sockets, none of which ever waits ---- */

typedef struct linux_socket {
  int      fd;
  unsigned group;        /* of its file */
  uint64_t device, node; /* of its file */
} linux_socket;
/* Who is at the other end. */
typedef struct linux_peer {
  bool is_own;    /* root, or the user that this program runs as */
  bool is_member; /* of the group of the socket's file */
} linux_peer;
/* A socket of ours, with this mode. A file to which nobody listens is replaced. -EADDRINUSE: somebody does; -EEXIST: it is no socket. */
int linux_listen(const char *path, unsigned mode, linux_socket *made);
/* Closes it, and removes its file, unless that is another one by now. */
void linux_unlisten(const char *path, const linux_socket *made);
/* How many sockets the service manager passed on (LISTEN_FDS). */
size_t linux_activated(void);
/* One of them. only_reads: it is called "read". -EPROTONOSUPPORT: it is no listening stream socket of this machine. */
int linux_take_activated(size_t index, bool *only_reads);
/* It stays open when the program starts again. */
void linux_keep_activated(int fd);
/* -EAGAIN: nobody waits. */
int linux_accept(int fd, unsigned group, linux_peer *peer);
/* How many bytes went, or came. 0 came: that was all. -EAGAIN: none now; -EPIPE, -ECONNRESET: there is nobody any more. */
long linux_send(int fd, const void *bytes, size_t count);
long linux_receive(int fd, void *bytes, size_t count);

enum { LINUX_READABLE = 1, LINUX_WRITABLE = 4, LINUX_GONE = 0x38 };
typedef struct linux_watch {
  int   fd;
  short asks, has; /* LINUX_... */
} linux_watch;
/* Waits until one of them has what it asks, or until then, or until a signal. @return how many have something. */
int linux_watch_until_us(linux_watch *watches, size_t count, uint64_t until_us);

/* Writes a file beside it, with a name that cannot be known before, and renames that: it is the one before or the new one, whatever
 * happens, to the board too. Owner, group and mode stay; where they cannot, nothing changes. Errors of linux_open_own. */
int linux_replace(const char *path, const void *bytes, size_t count);
/* The same in a child process, as a disk takes its time. -EBUSY: one is being written. */
int linux_replace_begin(const char *path, const void *bytes, size_t count);
/* What came of it, once. -EAGAIN: it goes on; -ECHILD: there is none. */
int linux_replace_end(void);
/* Since 1970, microseconds. */
uint64_t linux_wall_us(void);

/* Whether it leads to the journal (JOURNAL_STREAM). */
bool linux_is_journal(int fd);
bool linux_is_terminal(int fd);
/* Columns; 0: unknown. */
int         linux_terminal_width(int fd);
const char *linux_environment(const char *name);
/* Static text for a negative errno. */
const char *linux_strerror(int status);

/* Calls it on a stack of its own, whatever the limit of the program's is. Once. */
void linux_with_stack(size_t bytes, void (*body)(void *user), void *user);

/* Zeroed memory that the program keeps to its end: a part of a static array, so that there is no heap. NULL: it is not that much. */
void *linux_static_memory(size_t bytes);

#endif
