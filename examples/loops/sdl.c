/* SDL 2. Its loop waits in milliseconds, and for the display while it draws: a reading in it comes when a frame is done. So the sensor has a thread,
 * as in task.c: the thread feeds and ticks, SDL_PushEvent is its queue to the loop, and a pipe the one back. The space bar is the button's key.
 *
 *   cc -std=gnu11 sdl.c sensor.c $(pkg-config --cflags --libs libpress sdl2) -o sdl && ./sdl /dev/i2c-1
 */
#define _GNU_SOURCE /* ppoll */
#include "sensor.h"

#include <SDL.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

enum { END = 0, BUTTON = 1 };

static struct sensor sensor; /* after main has started the thread, of the thread alone */
static int           commands[2];
static Uint32        PRESSED; /* the type of our events */

/* In the thread. SDL copies the event, so what it needs is in it; its queue takes 65535. */
static void on_event(press_engine *engine, const press_event *event, void *user) {
  SDL_Event posted = {.type = PRESSED};
  (void)engine, (void)user;
  posted.user.code = event->type;
  posted.user.data1 = (void *)(uintptr_t)event->target;
  if (SDL_PushEvent(&posted) < 0) fprintf(stderr, "sdl: %s\n", SDL_GetError());
}

static int run_sensor(void *unused) {
  struct pollfd asked = {.fd = commands[0], .events = POLLIN};
  uint32_t      target = BUTTON;
  (void)unused;
  while (target != END) {
    const uint64_t  due = sensor_work(&sensor), now = now_us(), left = due > now ? due - now : 0;
    struct timespec pause = {.tv_sec = (time_t)(left / 1000000u), .tv_nsec = (long)(left % 1000000u) * 1000};
    if (ppoll(&asked, 1, due == PRESS_NEVER ? NULL : &pause, NULL) != 1 || read(commands[0], &target, sizeof target) != sizeof target) continue;
    int status = target == END ? 0 : press_target_activate(sensor.engine, target);
    if (status < 0) fprintf(stderr, "sdl: %s\n", press_strerror(status));
  }
  sensor_close(&sensor);
  return 0;
}

static void ask(uint32_t command) {
  if (write(commands[1], &command, sizeof command) != sizeof command) perror("sdl");
}

int main(int count, char **arguments) {
  const press_delegate delegate = {.size = sizeof delegate, .on_event = on_event};
  SDL_Event            event;
  if (pipe2(commands, O_CLOEXEC) < 0 || SDL_Init(SDL_INIT_VIDEO) < 0) return fprintf(stderr, "sdl: %s\n", SDL_GetError()), 1;
  SDL_Window *window = SDL_CreateWindow("press", SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED, 320, 240, 0);
  PRESSED = SDL_RegisterEvents(1);
  if (!window || sensor_open(&sensor, count > 1 ? arguments[1] : "/dev/i2c-1") < 0) return 1;
  if (press_set_delegate(sensor.engine, &delegate) < 0) return 1;
  SDL_Thread *thread = SDL_CreateThread(run_sensor, "sensor", NULL);
  if (!thread) return fprintf(stderr, "sdl: %s\n", SDL_GetError()), 1;
  while (SDL_WaitEvent(&event) && event.type != SDL_QUIT) {
    if (event.type == PRESSED) printf("%s target %u\n", press_event_name((uint32_t)event.user.code), (unsigned)(uintptr_t)event.user.data1);
    if (event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_SPACE) ask(BUTTON);
  }
  ask(END);
  SDL_WaitThread(thread, NULL);
  while (SDL_PollEvent(&event)) /* the ends that it delivered last */
    if (event.type == PRESSED) printf("%s target %u\n", press_event_name((uint32_t)event.user.code), (unsigned)(uintptr_t)event.user.data1);
  SDL_DestroyWindow(window);
  return SDL_Quit(), 0;
}
