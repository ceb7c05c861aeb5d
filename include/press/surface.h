/* Many sensors, one surface: pads and grids that feed one engine, each with its own contact ids and its position.
 *
 *   press_surface surface;
 *   press_surface_init(&surface);
 *   for each plate:
 *     press_place_init(&place);      where it lies: offset, scale
 *     press_pad_config_init(&config);
 *     press_surface_add_pad(&surface, &place, &config, &why);
 *     press_pad_init(..., &config, ...);
 *
 * A surface assigns contact ids and positions in the configs of pads and grids; it costs nothing while they feed. Any number of them can
 * feed one engine, one after the other with times that do not go back. At most max_contacts fingers of the engine can be down at once.
 * Events of a sensor carry the contact id of its pad.
 */
#ifndef PRESS_SURFACE_H
#define PRESS_SURFACE_H

#include "grid.h"
#include "pad.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The surface of an engine, and the contact ids that are still free. Start from press_surface_init. */
typedef struct press_surface {
  uint32_t  size;          /**< sizeof(press_surface) */
  uint32_t  next;          /**< the first contact id of the next pad or grid: 0, then one higher for each pad, max_contacts higher for each grid.
                              You may write another one before you add anything */
  press_q16 x, y;          /**< points: its corner; 0, 0 */
  press_q16 width, height; /**< points, not negative: what is added lies within; 0: any place; 0, 0 */
} press_surface;

/** The position of a pad or a grid: its reading x, y is fed as place.x + scale_x * x, place.y + scale_y * y, rounded to nearest. */
typedef struct press_place {
  uint32_t  size;             /**< sizeof(press_place) */
  uint32_t  reserved;         /**< 0 */
  press_q16 x, y;             /**< points: the position of its own 0, 0; 0, 0 */
  press_q16 scale_x, scale_y; /**< -1024..1024, not 0; negative: mirrored; 1, 1 */
  press_q16 width, height;    /**< own points, not negative: of a pad, how far it reaches from its 0, 0; of a grid 0: it knows; 0, 0 */
} press_place;

/** Writes the defaults. NULL is ignored. */
PRESS_API void press_surface_init(press_surface *surface);

/** Writes the defaults. NULL is ignored. */
PRESS_API void press_place_init(press_place *place);

/** Gives the pad of this config a contact id of its own and its position: writes `contact`, and adds the position to `correction`, after the
 * correction that is there.
 * @param[in,out] config  from press_pad_config_init
 * @param[out] why  where it is refused: the field and its rule; may be NULL
 * @return 0; PRESS_ERR_INVAL: NULL, out of range, a position that is not within the surface, or a correction that gets out of range;
 *         PRESS_ERR_NOSPC: no contact id is free. */
PRESS_API PRESS_NODISCARD int press_surface_add_pad(press_surface *surface, const press_place *place, press_pad_config *config, const char **why);

/** The same for a grid: writes `contact`, `x`, `y`, `pitch_x`, `pitch_y`. It takes max_contacts ids.
 * @param[in,out] config  from press_grid_config_init
 * @return as press_surface_add_pad. */
PRESS_API PRESS_NODISCARD int press_surface_add_grid(press_surface *surface, const press_place *place, press_grid_config *config, const char **why);

#ifdef __cplusplus
}
#endif
#endif
