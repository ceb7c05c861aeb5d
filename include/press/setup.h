/* A config read from text: sensors and converters, the pad, the engine, its interactions and its targets.
 *
 * The text is a config of pressd (pressd(1), "Config"). pressd and the Python package use this reader, so they accept the same configs and
 * refuse the others with the same message. Nothing here opens a file: the text may come from flash, from a file or over a wire. Sections
 * that only pressd uses ([iio], [uinput], [listen]) are read and verified like the others.
 *
 * A setup is filled (press_setup_init, press_setup_text, press_setup_option), then verified once (press_setup_check), then started
 * (press_setup_start), or read piece by piece (press_setup_section, press_setup_get). A program that calls none of these functions does not
 * link them. */
#ifndef PRESS_SETUP_H
#define PRESS_SETUP_H

#include "bus.h"
#include "interactions.h"
#include "pad.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A config that was read, and the drivers of its converters. It lives in the caller's storage and must not move: engine, pad and drivers
 * that it starts keep pointers into it. */
typedef struct press_setup press_setup;

/** Storage that suffices on every processor. */
#define PRESS_SETUP_STORAGE 32768

/** Bytes that press_setup_init requires. */
PRESS_API size_t press_setup_size(void);

/** Begins with the defaults and nothing attached: one sensor on one converter.
 * @param storage  aligned to 8 bytes
 * @return 0; PRESS_ERR_NOSPC: less than press_setup_size; PRESS_ERR_INVAL: NULL or not aligned. */
PRESS_API PRESS_NODISCARD int press_setup_init(void *storage, size_t bytes, press_setup **setup);

/** Reads the files that a config names (sensor.calibration). Start from press_setup_files_init. */
typedef struct press_setup_files {
  uint32_t size; /**< sizeof(press_setup_files) */
  void    *user; /**< handed to the function */

  /** Reads the first `capacity` bytes of a file, or the whole file if it is shorter. A failure may set `why`: static text, or text that
   * stays valid until the next call. @return the number of bytes, or a negative number. */
  int (*read)(const char *path, uint8_t *bytes, size_t capacity, const char **why, void *user);
} press_setup_files;

/** Writes the size, and NULL in the rest. NULL is ignored. */
PRESS_API void press_setup_files_init(press_setup_files *files);

/** Without it a key that names a file is refused.
 * @param files  copied
 * @return 0; PRESS_ERR_INVAL: NULL or the wrong size. */
PRESS_API int press_setup_set_files(press_setup *setup, const press_setup_files *files);

/* ---- Reading ---- */

/** The origin of a value. */
enum PRESS_AS(press_setup_origin, uint32_t) {
  PRESS_SETUP_ORIGIN_CONFIG  = 1, /**< a config */
  PRESS_SETUP_ORIGIN_PROFILE = 2, /**< the profile of a person (profile.h): overrides the config, has fewer keys and attaches nothing */
  PRESS_SETUP_ORIGIN_OPTION  = 3  /**< press_setup_option: overrides both */
};
PRESS_TYPE(press_setup_origin, uint32_t);

/** Reads all lines of a text, up to the first wrong one; the lines before it have taken effect.
 * @param origin  PRESS_SETUP_ORIGIN_CONFIG or PRESS_SETUP_ORIGIN_PROFILE
 * @param text    UTF-8, without a 0 at its end; a byte order mark at its beginning is skipped
 * @return 0; PRESS_ERR_INVAL: a line is wrong (press_setup_get_fault says which, and why), NULL, or another origin. */
PRESS_API PRESS_NODISCARD int press_setup_text(press_setup *setup, press_setup_origin origin, const char *text, size_t length);

/** Begins a text that comes line by line. An unfinished text is forgotten.
 * @return 0; PRESS_ERR_INVAL: NULL, or an origin that no text has. */
PRESS_API int press_setup_begin(press_setup *setup, press_setup_origin origin);

/** Reads the next line of the text that press_setup_begin began. To find every wrong line, go on after an error: keys of a refused section
 * are skipped.
 * @param line    without its end
 * @return 0; PRESS_ERR_INVAL: it is wrong, and has no effect (press_setup_get_fault says why), or NULL; PRESS_ERR_STATE: no text was begun.
 *         */
PRESS_API int press_setup_line(press_setup *setup, const char *line, size_t length);

/** Sets one value: "SECTION.KEY=VALUE", as in "engine.touch_force=0.5".
 * @return as press_setup_line. */
PRESS_API PRESS_NODISCARD int press_setup_option(press_setup *setup, const char *setting);

/** The source of the codes, which decides which rules apply. */
enum PRESS_AS(press_setup_source, uint32_t) {
  PRESS_SETUP_SOURCE_CONVERTERS = 1, /**< from the converters that the config names */
  PRESS_SETUP_SOURCE_CODES      = 2, /**< from another source, for example a recording or the converter of a microcontroller */
  PRESS_SETUP_SOURCE_IIO        = 3, /**< from an IIO device of Linux */
  PRESS_SETUP_SOURCE_CALIBRATE  = 4  /**< from converters, to make a calibration: a load cell requires none yet */
};
PRESS_TYPE(press_setup_source, uint32_t);

/** Sets values that no key gave, for example the address of a converter, and verifies that all values go together. Call it when everything
 * was read.
 * @param source  PRESS_SETUP_SOURCE_CONVERTERS and on
 * @return 0; PRESS_ERR_INVAL: it does not (press_setup_get_fault says why), NULL, or no such source. */
PRESS_API PRESS_NODISCARD int press_setup_check(press_setup *setup, press_setup_source source);

/** The last refusal. Start from press_setup_fault_init. */
typedef struct press_setup_fault {
  uint32_t           size;   /**< sizeof(press_setup_fault) */
  press_setup_origin origin; /**< PRESS_SETUP_ORIGIN_CONFIG and on; 0: nothing was refused */
  uint32_t           line;   /**< from 1; 0: the error is in no line, for example a missing key */
  uint32_t           length; /**< of `words`, bytes */
  const char        *words;  /**< key and rule, with a 0 at the end: "engine.touch_force: it must be ..."; kept until the next call that reads */
} press_setup_fault;

/** Writes the size, and nothing refused. NULL is ignored. */
PRESS_API void press_setup_fault_init(press_setup_fault *fault);

/** @return 0; PRESS_ERR_NOENT: nothing was refused, and `fault` says so; PRESS_ERR_INVAL: NULL or the wrong size. */
PRESS_API int press_setup_get_fault(const press_setup *setup, press_setup_fault *fault);

/* ---- Values ---- */

/** The kind of value of a key. */
enum PRESS_AS(press_setup_kind, uint32_t) {
  PRESS_SETUP_KIND_WHOLE   = 1, /**< a whole number, or one of `words` */
  PRESS_SETUP_KIND_DECIMAL = 2, /**< press_q16 */
  PRESS_SETUP_KIND_TIME    = 3, /**< microseconds */
  PRESS_SETUP_KIND_WORD    = 4, /**< one of `words`: `least` for the first, 1 more for each */
  PRESS_SETUP_KIND_FLAGS   = 5, /**< any of `words`: bit 0 for the first and on */
  PRESS_SETUP_KIND_YES_NO  = 6, /**< 1 or 0 */
  PRESS_SETUP_KIND_STRING  = 7, /**< text, a path */
  PRESS_SETUP_KIND_FORM    = 8  /**< of its own */
};
PRESS_TYPE(press_setup_kind, uint32_t);

/** press_setup_key.flags */
enum PRESS_AS(press_setup_flags, uint32_t) {
  PRESS_SETUP_FLAG_OF_PROFILE = 1, /**< the profile of a person may have it */
  PRESS_SETUP_FLAG_CHANGES    = 2, /**< pressd can change it while it runs */
  PRESS_SETUP_FLAG_OR_ZERO    = 4  /**< it may be 0, too, which is below `least` */
};
PRESS_FLAGS(press_setup_flags, uint32_t);

/** A key that a config may have; press_setup_get_text of a new setup writes its default. Start from press_setup_key_init. */
typedef struct press_setup_key {
  uint32_t          size;        /**< sizeof(press_setup_key) */
  press_setup_kind  kind;        /**< PRESS_SETUP_KIND_WHOLE and on */
  press_setup_flags flags;       /**< PRESS_SETUP_FLAG_OF_PROFILE and on */
  uint32_t          sections;    /**< the greatest number of its sections: "sensor", "sensor2" and on */
  int64_t           least, most; /**< the range of a number that has one, as widely as other keys allow it; of PRESS_SETUP_KIND_WORD the
                                    numbers of the first and the last word */
  const char       *section;     /**< "sensor" */
  const char       *name;        /**< "full_scale" */
  const char       *accepted;    /**< its accepted values, as messages say it: "a decimal from 0 to 1" */
  const char       *words;       /**< "screen,touchpad"; NULL: it has none */
} press_setup_key;

/** Writes the size, and 0 in the rest. NULL is ignored. */
PRESS_API void press_setup_key_init(press_setup_key *key);

/** Lists the keys: 0, 1 and on until PRESS_ERR_NOENT, section by section.
 * @return 0; PRESS_ERR_NOENT: there are less; PRESS_ERR_INVAL: NULL or the wrong size. */
PRESS_API int press_setup_key_get(uint32_t index, press_setup_key *key);

/** Texts about a key for people, by the same index. Only a program that calls this links them.
 * @param unit   of its number: "N", "us", "points"; "": it has none
 * @param about  "where it sits"
 * @return 0; PRESS_ERR_NOENT: there are less; PRESS_ERR_INVAL: NULL. */
PRESS_API int press_setup_key_get_texts(uint32_t index, const char **unit, const char **about);

/** A value. Start from press_setup_value_init. */
typedef struct press_setup_value {
  uint32_t    size;     /**< sizeof(press_setup_value) */
  uint32_t    origin;   /**< PRESS_SETUP_ORIGIN_CONFIG and on; 0: it was not given: a default, or set by press_setup_check */
  uint32_t    line;     /**< in which it was given */
  uint32_t    length;   /**< of `text`, bytes */
  int64_t     number;   /**< by its kind. Of a channel the input, plus 65536 times the number of the named converter, from 1, plus 16777216
                           times the second input of a pair, from 1. Of a reference the input, -1: none; of a mode of a file its bits; of a
                           ready pin its line */
  const char *text;     /**< of PRESS_SETUP_KIND_STRING, and of a ready pin its chip, with a 0 at the end; NULL */
  const void *reserved; /**< NULL: so that compilers for 32 bits give the same length */
} press_setup_value;

/** Writes the size, and 0 in the rest. NULL is ignored. */
PRESS_API void press_setup_value_init(press_setup_value *value);

/** @param key    "engine.touch_force", "sensor2.x"
 * @param value  a number or a text; read others (curves, corrections) with press_setup_section
 * @return 0; PRESS_ERR_NOENT: no such key; PRESS_ERR_INVAL: NULL or the wrong size. */
PRESS_API int press_setup_get(const press_setup *setup, const char *key, press_setup_value *value);

/** Writes a value as text of a config, which the reader accepts again with the same meaning. A decimal is the shortest such text; a time is
 * in microseconds.
 * @return the number of bytes, without the 0 at the end, 0: the key has no value yet; PRESS_ERR_NOENT: no such key; PRESS_ERR_NOSPC: it
 *         takes more than `bytes`; PRESS_ERR_INVAL: NULL. */
PRESS_API int press_setup_get_text(const press_setup *setup, const char *key, char *buffer, size_t bytes);

/** Writes a decimal as press_setup_get_text does: the shortest that a config reads as this number, "0.4" for 26214. At most 12 bytes.
 * @return how many bytes, without the 0 at the end; PRESS_ERR_NOSPC: it takes more than `bytes`; PRESS_ERR_INVAL: NULL. */
PRESS_API int press_setup_decimal(press_q16 number, char *buffer, size_t bytes);

/** The number of sections with a name: "sensor", "target". For a section that can be switched off ([gestures]) it is 0 or 1.
 * @return 0: none, or no such section. */
PRESS_API uint32_t press_setup_count(const press_setup *setup, const char *section);

/** The line of the config in which a section begins. @return 0: none. */
PRESS_API uint32_t press_setup_section_line(const press_setup *setup, const char *section);

/** The struct of a section. "sensor2" gives a press_sensor, "pad" a press_pad_config, "engine" a press_config, "target" a press_target,
 * "peek" a press_peek without actions, "transition" a press_transition_options. "idle" gives a press_idle_config, "feedback" a
 * press_feedback_config, an interaction ("gestures", "peeks") its config, and "converter" a press_converter_config, whose part, address,
 * channels, rate_sps, range_mv and flags press_setup_check writes. A program may cast the const away and write there before
 * press_setup_check, for example undo_depth of "drag", which has no key.
 * @return a pointer into the setup; NULL: no such section, a section without a struct, or NULL. */
PRESS_API const void *press_setup_section(const press_setup *setup, const char *section);

/** The converter and the input of a sensor, from 0.
 * @return 0; PRESS_ERR_NOENT: no such sensor; PRESS_ERR_INVAL: NULL. */
PRESS_API int press_setup_get_wire(const press_setup *setup, uint32_t sensor, uint32_t *converter, uint32_t *input);

/* ---- Starting ---- */

/** The storage in which press_setup_start makes the parts of a config. Start from press_setup_parts_init. */
typedef struct press_setup_parts {
  uint32_t         size;           /**< sizeof(press_setup_parts) */
  uint32_t         reserved;       /**< 0 */
  void            *engine_storage; /**< aligned to 8 bytes, PRESS_ENGINE_STORAGE_ALL for everything; NULL: no engine is made */
  size_t           engine_bytes;
  void            *pad_storage; /**< PRESS_PAD_STORAGE_1 and on; NULL: no pad is made */
  size_t           pad_bytes;
  const press_bus *bus;    /**< of the converters; copied. NULL: no converter is started */
  press_engine    *engine; /**< written when all was made */
  press_pad       *pad;    /**< the same */
} press_setup_parts;

/** Writes the size, and NULL in the rest. NULL is ignored. */
PRESS_API void press_setup_parts_init(press_setup_parts *parts);

/** Makes the engine with its interactions and targets, the pad, and the drivers of the converters. Nothing is sent yet. The program sets the
 * delegate; its transition_will_start gets the options of the config from press_setup_get_transition.
 * @param[in,out] parts  from press_setup_parts_init, then filled
 * @return 0; PRESS_ERR_STATE: press_setup_check has not accepted it; PRESS_ERR_NOSPC: too little storage; PRESS_ERR_INVAL: NULL, the
 *         wrong size, a bus without transfer, or no full_scale, which a program that reads an IIO device writes into the section of each
 *         sensor first. press_setup_get_fault says why. */
PRESS_API PRESS_NODISCARD int press_setup_start(press_setup *setup, press_setup_parts *parts);

/** The options of [transition] for a transition that starts.
 * @return 0; PRESS_ERR_NOENT: the config has none for it; PRESS_ERR_INVAL: NULL, the wrong size. */
PRESS_API int press_setup_get_transition(const press_setup *setup, uint32_t transition, press_transition_options *options);

/** Does the due work at now_us on the converters, each at most one transfer and its retries.
 * @param[out] frame  codes in the order of the sensors, for press_pad_feed, once every converter has its own
 * @return 1: `frame` was written; 0: not yet; PRESS_ERR_STATE: no converter was started; PRESS_ERR_INVAL: NULL. */
PRESS_API int press_setup_step(press_setup *setup, uint64_t now_us, press_frame *frame);

/** The least time from one frame to the next with the converters of the config, with the time on the bus: 1,000,000 by it is the highest rate.
 * pressd and Python plan with it. Call press_setup_check first, which chooses the rates that no key gave.
 * @return microseconds; 0: NULL, or no sensor is on a converter. */
PRESS_API uint64_t press_setup_frame_us(const press_setup *setup);

/** When press_setup_step is next due; PRESS_NEVER: never. */
PRESS_API uint64_t press_setup_next_deadline(const press_setup *setup);

/** The last error of a converter, for messages. press_setup_get_wire says which one a sensor that failed is on.
 * @param converter  from 0
 * @return 0: none; the error of the bus; PRESS_ERR_TIMEDOUT, PRESS_ERR_STATE: as press_converter_last_error;
 *         PRESS_ERR_NOENT: no such converter was started; PRESS_ERR_INVAL: NULL. */
PRESS_API int press_setup_last_error(const press_setup *setup, uint32_t converter);

/** How often a converter was set up in another way, by another program or a reset, and was set up again. Wraps.
 * @param converter  from 0
 * @return 0 for NULL and where no such converter was started. */
PRESS_API uint32_t press_setup_conflicts(const press_setup *setup, uint32_t converter);

/** Puts all converters to sleep; one that fails keeps no other from it. The next press_setup_step begins a new frame.
 * @return 0; the first error of the bus; PRESS_ERR_STATE: no converter was started; PRESS_ERR_INVAL: NULL. */
PRESS_API int press_setup_stop(press_setup *setup);

#ifdef __cplusplus
}
#endif
#endif
