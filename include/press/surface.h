/* Many sensors, one surface: pads and grids that feed one engine, each with contact ids of its own and at its place.
 *
 *   press_surface surface;
 *   press_surface_init(&surface);
 *   for each plate:
 *     press_place_init(&place);      where it lies: offset, scale
 *     press_pad_config_init(&config);
 *     press_surface_add_pad(&surface, &place, &config, &why);
 *     press_pad_init(..., &config, ...);
 *
 * A surface hands out contact ids and moves places, in the configs from which pads and grids are made; it costs nothing while they
 * feed. Any number of them can feed one engine, one after the other with times that do not go back; as many fingers as its
 * max_contacts can be down at once. What is delivered of a sensor carries the contact id of its pad.
 */
#ifndef PRESS_SURFACE_H
#define PRESS_SURFACE_H

#include "grid.h"
#include "pad.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The surface of an engine, and the contact ids that are still free. Start from press_surface_init. */
typedef struct press_surface {
  uint32_t  size;          /* sizeof(press_surface) */
  uint32_t  next;          /* the first contact id of what is added next: 0, then one higher for each pad, max_contacts higher for
                              each grid. Another one may be written before anything is added */
  press_q16 x, y;          /* points: its corner; 0, 0 */
  press_q16 width, height; /* points, not negative: what is added lies within; 0: any place; 0, 0 */
} press_surface;

/* Where a pad or a grid lies: what it reads as x, y is fed as place.x + scale_x * x, place.y + scale_y * y, rounded to nearest. */
typedef struct press_place {
  uint32_t  size;             /* sizeof(press_place) */
  uint32_t  reserved;         /* 0 */
  press_q16 x, y;             /* points: where its own 0, 0 lies; 0, 0 */
  press_q16 scale_x, scale_y; /* -1024..1024, not 0; negative: mirrored; 1, 1 */
  press_q16 width, height;    /* own points, not negative: of a pad, how far it reaches from its 0, 0; of a grid 0: it knows; 0, 0 */
} press_place;

/* Writes the defaults. NULL is ignored. */
PRESS_API void press_surface_init(press_surface *surface);
PRESS_API void press_place_init(press_place *place);

/* Gives the pad that is made from this config a contact id of its own and its place: writes `contact`, and the place into
 * `correction`, behind the correction that is there.
 * @param[in,out] config  from press_pad_config_init
 * @param[out] why  where it is refused: the field and its rule; may be NULL
 * @return 0; PRESS_ERR_INVAL: NULL, out of range, a place that is not within the surface, or one with which the correction is out
 *         of range; PRESS_ERR_NOSPC: no contact id is free. */
PRESS_API int press_surface_add_pad(press_surface *surface, const press_place *place, press_pad_config *config, const char **why);

/* The same for a grid: writes `contact`, `x`, `y`, `pitch_x`, `pitch_y`. It takes max_contacts ids.
 * @param[in,out] config  from press_grid_config_init
 * @return as press_surface_add_pad. */
PRESS_API int press_surface_add_grid(press_surface *surface, const press_place *place, press_grid_config *config, const char **why);

#ifdef __cplusplus
}
#endif
#endif
