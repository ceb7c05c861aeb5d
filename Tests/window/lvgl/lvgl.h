/* Declarations of LVGL 9.5 for the test of examples/lvgl, as in the public headers of LVGL: the test has only the library. */
#ifndef LVGL_H
#define LVGL_H

#include <stdbool.h>
#include <stdint.h>

typedef struct lv_obj     lv_obj_t;
typedef struct lv_timer   lv_timer_t;
typedef struct lv_display lv_display_t;
typedef struct {
  uint8_t blue, green, red;
} lv_color_t;
typedef struct {
  int32_t x1, y1, x2, y2;
} lv_area_t;
enum { LV_OPA_COVER = 255, LV_DISPLAY_RENDER_MODE_PARTIAL = 0 };

void          lv_init(void);
void          lv_tick_set_cb(uint32_t (*now_ms)(void));
uint32_t      lv_timer_handler(void);
lv_timer_t   *lv_timer_create(void (*call)(lv_timer_t *), uint32_t period_ms, void *user);
lv_display_t *lv_display_create(int32_t width, int32_t height);
void          lv_display_set_buffers(lv_display_t *display, void *one, void *two, uint32_t bytes, uint32_t mode);
void          lv_display_set_flush_cb(lv_display_t *display, void (*flush)(lv_display_t *, const lv_area_t *, uint8_t *));
void          lv_display_set_color_format(lv_display_t *display, uint32_t format);
void          lv_display_flush_ready(lv_display_t *display);
lv_obj_t     *lv_screen_active(void);
lv_obj_t     *lv_obj_create(lv_obj_t *parent);
void          lv_obj_remove_style_all(lv_obj_t *object);
void          lv_obj_set_pos(lv_obj_t *object, int32_t x, int32_t y);
void          lv_obj_set_size(lv_obj_t *object, int32_t width, int32_t height);
void          lv_obj_set_style_bg_color(lv_obj_t *object, lv_color_t color, uint32_t selector);
void          lv_obj_set_style_bg_opa(lv_obj_t *object, uint8_t opacity, uint32_t selector);
lv_color_t    lv_color_hex(uint32_t rgb);

#endif
