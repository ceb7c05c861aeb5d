/* The profile of a person: a text with their levels, times and habits. pressd and the Python package read the same text. */
#ifndef PRESS_PROFILE_H
#define PRESS_PROFILE_H

#include "engine.h"
#include "interactions.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Bytes of a name, with the 0 at its end. */
#define PRESS_PROFILE_NAME 64

/** The configs that the lines of a profile change. When all lines are read, the program gives them to press_engine_set, press_peek_set and
 * so on, or attaches with them. Use copies of the configs without a profile: a profile replaces the one before it, and when a line is
 * refused, the lines before it have already changed the configs. Start from press_profile_init. */
typedef struct press_profile {
  uint32_t               size;                     /**< sizeof(press_profile) */
  uint32_t               unused;                   /**< bit n, from 0 on: the section of the nth config below has a line, and that config is NULL: it
                                           has no effect; 0 */
  uint64_t               given;                    /**< of the library: which keys came; 0 */
  press_config          *engine;                   /**< what [engine] changes; NULL: the program does not have it; NULL */
  press_gestures_config *gestures;                 /**< of [gestures]; NULL */
  press_peek_config     *peek;                     /**< of [peeks]; NULL */
  press_button_config   *button;                   /**< of [button]; NULL */
  press_drag_config     *drag;                     /**< of [drag]; NULL */
  const void            *reserved;                 /**< NULL */
  uint32_t               section;                  /**< of the library: where the next line is; 0 */
  uint32_t               right_to_left;            /**< 1: the program lays things out from right to left; 0 */
  char                   name[PRESS_PROFILE_NAME]; /**< of the person or the setting, UTF-8, with a 0 at its end; "" */
} press_profile;

/** Writes every default. NULL is ignored. */
PRESS_API void press_profile_init(press_profile *profile);

/** Reads the next line: "[section]", "key = value", blanks, or a comment after # or ; at the start or after a blank. Sections, keys and
 * values are in pressd(1), "Profile of a person". A refused line changes nothing. This checks each value alone: press_..._config_check and
 * the functions that take the config check whether its values go together.
 * @param[in,out] profile  from press_profile_init, then filled with the configs of the program
 * @param line  UTF-8, without a 0 at its end; one line; a carriage return or a line feed at its end is no part of it
 * @param length  bytes
 * @param[out] why  the error in the line, static text; may be NULL
 * @return 0; PRESS_ERR_NOENT: no such section or key; PRESS_ERR_STATE: a key before the first section, or one that came before;
 *         PRESS_ERR_INVAL: NULL, wrong size, no line of a profile, or a value out of range. */
PRESS_API PRESS_NODISCARD int press_profile_line(press_profile *profile, const char *line, size_t length, const char **why);

#ifdef __cplusplus
}
#endif
#endif
