/* rumble [-n] [-a PLAYS]: an input device "rumble" that rumbles (FF_RUMBLE, FF_GAIN) and has an LED, made by uinput. Prints whatever it
 * receives, until SIGTERM. -n: it has no gain. PLAYS: it goes away after so many. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <linux/uinput.h>

static volatile sig_atomic_t stopped;
static void                  on_signal(int number) { stopped = number; }

static int make(int has_gain) {
  struct uinput_setup setup = {.id = {.bustype = BUS_VIRTUAL}, .name = "rumble", .ff_effects_max = 16};
  int                 fd = open("/dev/uinput", O_RDWR | O_CLOEXEC);
  if (fd < 0 || ioctl(fd, UI_SET_EVBIT, EV_FF) < 0 || ioctl(fd, UI_SET_FFBIT, FF_RUMBLE) < 0 || ioctl(fd, UI_SET_EVBIT, EV_LED) < 0
      || ioctl(fd, UI_SET_LEDBIT, LED_CAPSL) < 0 || (has_gain && ioctl(fd, UI_SET_FFBIT, FF_GAIN) < 0) || ioctl(fd, UI_DEV_SETUP, &setup) < 0
      || ioctl(fd, UI_DEV_CREATE) < 0)
    return -1;
  return fd;
}

static int upload(int fd, int request) {
  struct uinput_ff_upload upload = {.request_id = (__u32)request};
  if (ioctl(fd, UI_BEGIN_FF_UPLOAD, &upload) < 0) return -1;
  printf("upload %d type %#x length %d delay %d magnitudes %d %d\n", upload.effect.id, upload.effect.type, upload.effect.replay.length,
    upload.effect.replay.delay, upload.effect.u.rumble.strong_magnitude, upload.effect.u.rumble.weak_magnitude);
  upload.retval = 0;
  return ioctl(fd, UI_END_FF_UPLOAD, &upload);
}

static int erase(int fd, int request) {
  struct uinput_ff_erase erase = {.request_id = (__u32)request};
  if (ioctl(fd, UI_BEGIN_FF_ERASE, &erase) < 0) return -1;
  printf("erase %d\n", erase.effect_id);
  erase.retval = 0;
  return ioctl(fd, UI_END_FF_ERASE, &erase);
}

int main(int count, char **words) {
  int option, has_gain = 1, most = 0, plays = 0, status = 0;
  while ((option = getopt(count, words, "na:")) > 0) {
    if (option == 'n')
      has_gain = 0;
    else if (option == 'a')
      most = atoi(optarg);
    else
      return 64;
  }
  struct sigaction action = {.sa_handler = on_signal};
  sigaction(SIGTERM, &action, NULL);
  setvbuf(stdout, NULL, _IOLBF, 0);
  int fd = make(has_gain);
  if (fd < 0) return perror("rumble"), 1;
  struct input_event event;
  while (!stopped && status >= 0 && read(fd, &event, sizeof event) == sizeof event) {
    if (event.type == EV_UINPUT && event.code == UI_FF_UPLOAD)
      status = upload(fd, event.value);
    else if (event.type == EV_UINPUT && event.code == UI_FF_ERASE)
      status = erase(fd, event.value);
    else if (event.type == EV_LED)
      printf("led %d\n", event.value);
    else if (event.type == EV_FF && event.code == FF_GAIN)
      printf("gain %d\n", event.value);
    else if (event.type == EV_FF) {
      printf("play %d %d\n", event.code, event.value);
      if (++plays == most) break;
    }
  }
  if (status < 0) perror("rumble");
  ioctl(fd, UI_DEV_DESTROY);
  printf("gone\n");
  return status < 0;
}
