/* A board for examples/lvgl/bar.c: a display in memory, a clock that goes on by itself, and a finger that presses twice. Prints how many
 * pixels of the bar are shown pressed, each time that the display shows another number. */
#include "lvgl.h"
#include <stdio.h>
#include <string.h>

enum { WIDTH = 320, HEIGHT = 60, ARGB8888 = 0x10 };
static uint32_t screen[WIDTH * HEIGHT];
static uint32_t buffer[WIDTH * HEIGHT];
static uint32_t ms;

int      bar_start(lv_obj_t *on);
int32_t  board_read_code(void) { return ms % 1000 >= 400 && ms % 1000 < 700 ? 3000 : 0; }
uint64_t board_us(void) { return (uint64_t)ms * 1000; }

static uint32_t now_ms(void) { return ms; }

static void flush(lv_display_t *display, const lv_area_t *area, uint8_t *pixels) {
  const uint32_t *from = (const uint32_t *)(void *)pixels;
  for (int32_t y = area->y1; y <= area->y2; y++)
    for (int32_t x = area->x1; x <= area->x2; x++) screen[y * WIDTH + x] = *from++ & 0xffffff;
  lv_display_flush_ready(display);
}

int main(void) {
  uint32_t last = 0;
  lv_init();
  lv_tick_set_cb(now_ms);
  lv_display_t *display = lv_display_create(WIDTH, HEIGHT);
  lv_display_set_color_format(display, ARGB8888);
  lv_display_set_buffers(display, buffer, NULL, sizeof buffer, LV_DISPLAY_RENDER_MODE_PARTIAL);
  lv_display_set_flush_cb(display, flush);
  if (bar_start(lv_screen_active()) != 0) return 1;
  for (; ms < 2000; ms++) {
    lv_timer_handler();
    uint32_t        shown = 0;
    const uint32_t *row = &screen[30 * WIDTH + 10];
    while (shown < WIDTH - 10 && row[shown] == 0xd81b60) shown++;
    if (shown != last) printf("%u ms %u\n", (unsigned)ms, (unsigned)shown);
    last = shown;
  }
  return 0;
}
