/* The preview interaction: a preview that follows the finger, and commits.
 *
 *            pressure reaches preview_pressure          commit_pressure                complete_pressure
 *   waiting ──── preview_should_begin? ──► previewing ──── ended ────► committing ──── ended ────► completed
 *      │ no                                    │ lift, cancel, lost, target removed, reset │
 *      ▼                                       ▼                                           ▼
 *   over (until the contact lifts) ◄────── preview_did_cancel, once ◄──────────────────────┘
 */
#ifndef PRESS_PREVIEW_H
#define PRESS_PREVIEW_H

#include "engine.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The state of the preview of a contact. */
enum PRESS_AS(press_preview_stage, int32_t) {
  PRESS_PREVIEW_NONE       = 0, /**< no target with the preview trait was touched */
  PRESS_PREVIEW_WAITING    = 1, /**< pressure has not reached preview_pressure yet */
  PRESS_PREVIEW_ASKING     = 2, /**< preview_should_begin is running */
  PRESS_PREVIEW_PREVIEWING = 3, /**< preview_did_update runs */
  PRESS_PREVIEW_COMMITTING = 4, /**< the preview phase has ended, commit_did_update runs */
  PRESS_PREVIEW_COMPLETED  = 5, /**< the commit phase has ended, too */
  PRESS_PREVIEW_OVER       = 6, /**< refused or cancelled: nothing more until the contact lifts */
  PRESS_PREVIEW_HELD       = 7  /**< quick actions are on show: it cannot commit, and is cancelled unless they are hidden again */
};
PRESS_TYPE(press_preview_stage, int32_t);

/** Cancels the preview of a contact: preview_did_cancel is called, and no other preview begins until the contact lifts.
 * @return 0; PRESS_ERR_NOENT: the contact is not down; PRESS_ERR_STATE: no preview runs (not begun, completed, over);
 *         PRESS_ERR_INVAL: NULL. */
PRESS_API int press_preview_cancel(press_engine *engine, uint32_t contact);

/** The state of the preview of a contact.
 * @return PRESS_PREVIEW_...; PRESS_ERR_NOENT: the contact is not down; PRESS_ERR_INVAL: NULL. */
PRESS_API int press_preview_state(const press_engine *engine, uint32_t contact);

#ifdef __cplusplus
}
#endif
#endif
