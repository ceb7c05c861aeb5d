/* A check finds faults of sensors, from the bus to the release of a press.
 *
 * The program feeds the check with results of the bus (press_check_bus), with frames (press_check_feed) and with time (press_check_tick).
 * The check answers with findings: number, result, values, a sentence and an advice. It opens nothing, sends nothing and does not wait: the
 * program reads the converter and asks the person to do what press_check_get says. `pressd --check` and `libpress check` are such programs;
 * docs/tools/findings.md has the table of findings.
 *
 *   step                  asks the person                    ends
 *   PRESS_CHECK_STEP_REST      to keep off the sensors            after 2 s; when a hand was on them it begins again, twice at most.
 *                                                            Findings: rate, open or shorted, zero, noise
 *   PRESS_CHECK_STEP_PRESS     to press `sensor` hard, and hold   1.5 s after the touch; 15 s without one; when the codes go the wrong
 *                                                            way. Findings: wiring, supply, resistor
 *   PRESS_CHECK_STEP_LET_GO    to let go                          0.8 s after the force was gone; 5 s when it stays. Finding: release
 *   PRESS_CHECK_STEP_REPLAY    nobody: a recording                with press_check_end. Findings: as PRESS, for each sensor
 *   PRESS_CHECK_STEP_DONE                                         nothing is fed any more
 *
 * The time of a step counts from its first frame or tick, so a program may wait for a key between two steps. After a sensor was pressed the
 * person lets go; if it was not pressed, the next sensor follows. */
#ifndef PRESS_CHECK_H
#define PRESS_CHECK_H

#include "pad.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A check. It lives in the caller's storage. */
typedef struct press_check press_check;

/** Storage that suffices on every processor, for one sensor and for eight. */
#define PRESS_CHECK_STORAGE_1 6144
#define PRESS_CHECK_STORAGE_8 24576

/** press_check_sensor.flags */
enum PRESS_AS(press_check_sensor_flags, uint32_t) {
  PRESS_CHECK_SENSOR_FLAG_NO_RESISTOR   = 1, /**< it has none, as a load cell: range and supply are not looked at. So it is too where max_code is
                                                at most full_scale / 16 */
  PRESS_CHECK_SENSOR_FLAG_REFERENCE_PIN = 2  /**< its converter measures by what its pin REF is wired to: PRESS_FINDING_REFERENCE_LOW */
};
PRESS_FLAGS(press_check_sensor_flags, uint32_t);

/** press_check_options.flags */
enum PRESS_AS(press_check_flags, uint32_t) {
  PRESS_CHECK_FLAG_RECORDED = 1, /**< frames of a recording: rest ends 0.2 s before the first touch, then PRESS_CHECK_STEP_REPLAY */
  PRESS_CHECK_FLAG_INPUTS   = 2  /**< the program can read all inputs of the converter: press_check_inputs. For one sensor */
};
PRESS_FLAGS(press_check_flags, uint32_t);

/** A sensor that is checked. The pointers must stay valid as long as the check. */
typedef struct press_check_sensor {
  const press_sensor      *sensor;
  const char              *input;   /**< the words after AIN in sentences: "1 of converter2"; NULL: its number here */
  uint32_t                 channel; /**< its place in press_check_inputs */
  press_check_sensor_flags flags;   /**< PRESS_CHECK_SENSOR_FLAG_NO_RESISTOR, PRESS_CHECK_SENSOR_FLAG_REFERENCE_PIN; 0 */
} press_check_sensor;

/** The options of a check. Start from press_check_options_init. */
typedef struct press_check_options {
  uint32_t           size;          /**< sizeof(press_check_options) */
  uint32_t           sensors;       /**< 1..PRESS_PAD_SENSORS; 1 */
  press_check_flags  flags;         /**< PRESS_CHECK_FLAG_RECORDED, PRESS_CHECK_FLAG_INPUTS; 0 */
  press_q16          touch_force;   /**< N, above 0: of the engine */
  press_q16          release_force; /**< N, above 0: of the engine */
  uint32_t           reserved;      /**< 0 */
  const char        *node;          /**< the source of the frames, as sentences call it; must stay valid as long as the check; "the converter" */
  press_check_sensor sensor[PRESS_PAD_SENSORS];
} press_check_options;

/** Writes the size and the defaults; sensors are to be filled in. NULL is ignored. */
PRESS_API void press_check_options_init(press_check_options *options);

/** Bytes that press_check_init requires. @return 0: no such number of sensors. */
PRESS_API size_t press_check_size(size_t sensors);

/** Begins with PRESS_CHECK_STEP_REST.
 * @param storage  aligned to 8 bytes
 * @param options  copied
 * @return 0; PRESS_ERR_NOSPC: less than press_check_size; PRESS_ERR_INVAL: NULL, the wrong size, not aligned, a sensor or a force out
 *         of range, flags that do not exist. */
PRESS_API PRESS_NODISCARD int press_check_init(void *storage, size_t bytes, const press_check_options *options, press_check **check);

/* ---- Feeding ---- */

/** press_check_result.what: what the program tried. A status that is not 0 is a negative errno of Linux, or PRESS_ERR_... */
enum PRESS_AS(press_check_stage, uint32_t) {
  PRESS_CHECK_STAGE_OPENED  = 1, /**< the bus */
  PRESS_CHECK_STAGE_CLAIMED = 2, /**< the converter, against other programs; 0 finds nothing */
  PRESS_CHECK_STAGE_ASKED   = 3, /**< a transfer at its address */
  PRESS_CHECK_STAGE_PART    = 4, /**< which model it is; PRESS_ERR_STATE: it does not keep what is written to it */
  PRESS_CHECK_STAGE_READ    = 5, /**< a frame: why readings fail. It makes no finding by itself; it is the reason when nothing was read at rest */
  PRESS_CHECK_STAGE_BOARD   = 6  /**< `model` answers at its address, and the config names no board: the boards of docs/hardware/boards.md that it
                              can be. It makes no finding if none is known */
};
PRESS_TYPE(press_check_stage, uint32_t);

/** A result of the bus. Start from press_check_result_init. The pointers must stay valid as long as the check. */
typedef struct press_check_result {
  uint32_t          size;     /**< sizeof(press_check_result) */
  press_check_stage what;     /**< PRESS_CHECK_STAGE_OPENED and on */
  int32_t           status;   /**< 0: it went well */
  uint16_t          address;  /**< of the converter */
  uint16_t          other;    /**< if nothing answers: an address at which a chip does; 0: none is known */
  const char       *node;     /**< of the bus, as sentences call it; NULL: that of the options */
  const char       *bus;      /**< what i2cdetect calls it: "1"; NULL: "N" */
  const char       *who;      /**< the program that has claimed the converter; NULL: "another program" */
  const char       *model;    /**< PRESS_CHECK_STAGE_PART, PRESS_CHECK_STAGE_BOARD: which it is, "ads1115" */
  const char       *declared; /**< what the config says; NULL: an ADS1115 */
} press_check_result;

/** Writes the size, and 0 in the rest. NULL is ignored. */
PRESS_API void press_check_result_init(press_check_result *result);

/** Makes the findings of a result of the bus. A program that cannot go on after it ends its check there.
 * @return 0; PRESS_ERR_NOSPC: there were more than 20 such findings; PRESS_ERR_INVAL: NULL, the wrong size, or nothing that can be tried. */
PRESS_API int press_check_bus(press_check *check, const press_check_result *result);

/** Takes a frame, with codes in the order of the sensors, or with bits in `failed` for failed readings.
 * @return 0; PRESS_ERR_STATE: the check is done; PRESS_ERR_TIME: earlier than the frame before in the same step; PRESS_ERR_INVAL: NULL,
 *         bits of sensors that are not there, or one in both masks. */
PRESS_API int press_check_feed(press_check *check, const press_frame *frame);

/** Lets time pass without a frame: a step also ends if no frame comes.
 * @return as press_check_feed. */
PRESS_API int press_check_tick(press_check *check, uint64_t now_us);

/** The codes of all inputs of the converter, when press_check_get asks for them: untouched, and again 4 s after a press was asked for and
 * not felt. So the check finds a sensor that is wired to another input. A program may leave this out.
 * @param codes  PRESS_CHECK_INPUT_COUNT codes
 * @return 0; PRESS_ERR_STATE: not asked for now; PRESS_ERR_INVAL: NULL. */
PRESS_API int press_check_inputs(press_check *check, const int32_t *codes);
#define PRESS_CHECK_INPUT_COUNT 4

/** No more frames come. A recording was fed to its end; after PRESS_CHECK_STEP_REST feed it again from its beginning. With converters, the check
 * makes the findings that it can, and is done.
 * @return 0; PRESS_ERR_STATE: it is done already; PRESS_ERR_INVAL: NULL. */
PRESS_API int press_check_end(press_check *check);

/* ---- Answers ---- */

/** press_check_status.step */
enum PRESS_AS(press_check_step, uint32_t) {
  PRESS_CHECK_STEP_REST   = 1, /**< keep the hand off */
  PRESS_CHECK_STEP_PRESS  = 2, /**< press the sensor */
  PRESS_CHECK_STEP_LET_GO = 3, /**< let go */
  PRESS_CHECK_STEP_REPLAY = 4, /**< nothing: a recording is replayed */
  PRESS_CHECK_STEP_DONE   = 5  /**< nothing more: the check has ended */
};
PRESS_TYPE(press_check_step, uint32_t);

/** The state of a check. Start from press_check_status_init. */
typedef struct press_check_status {
  uint32_t         size;        /**< sizeof(press_check_status) */
  press_check_step step;        /**< PRESS_CHECK_STEP_REST and on */
  uint32_t         sensor;      /**< that is pressed or let go, from 0 */
  uint32_t         asks_inputs; /**< 1: for press_check_inputs, now */
  press_q16        force;       /**< N: of all sensors, in the last frame; while it rests 0 */
  uint32_t         findings;    /**< how many there are */
  uint32_t         exit_code;   /**< of the first that failed; 0: none did */
  uint32_t         reserved;    /**< 0 */
} press_check_status;

/** Writes the size, and 0 in the rest. NULL is ignored. */
PRESS_API void press_check_status_init(press_check_status *status);

/** @return 0; PRESS_ERR_INVAL: NULL or the wrong size. */
PRESS_API int press_check_get(const press_check *check, press_check_status *status);

/** press_finding.kind: the rows of the table in docs/tools/findings.md. */
enum PRESS_AS(press_finding_kind, uint32_t) {
  PRESS_FINDING_BUS_OPENS         = 1,  /**< the bus opens */
  PRESS_FINDING_BUS_ABSENT        = 2,  /**< there is no such bus */
  PRESS_FINDING_BUS_OTHER         = 3,  /**< it is not a bus that can do plain transfers */
  PRESS_FINDING_BUS_FORBIDDEN     = 4,  /**< this user may not open the bus */
  PRESS_FINDING_CONVERTER_IN_USE  = 5,  /**< another program reads the converter */
  PRESS_FINDING_BUS_HANGS         = 6,  /**< the bus hangs, or the conversion never ends */
  PRESS_FINDING_TRANSFERS_FAIL    = 7,  /**< transfers fail */
  PRESS_FINDING_ADDRESS_ANSWERS   = 8,  /**< a chip answers at the address */
  PRESS_FINDING_ADDRESS_ELSEWHERE = 9,  /**< a chip answers at another address only */
  PRESS_FINDING_ADDRESS_SILENT    = 10, /**< nothing answers */
  PRESS_FINDING_PART_FITS         = 11, /**< it is the model of the config */
  PRESS_FINDING_PART_MODEL        = 12, /**< it is another model than that of the config */
  PRESS_FINDING_PART_OTHER        = 13, /**< it does not keep what is written: another chip, or power fails */
  PRESS_FINDING_RATE_REACHED      = 14, /**< there are enough readings a second */
  PRESS_FINDING_RATE_LOW          = 15, /**< presses will feel late */
  PRESS_FINDING_RATE_POOR         = 16, /**< too few readings to see short presses */
  PRESS_FINDING_READINGS_LOST     = 17, /**< some readings failed */
  PRESS_FINDING_INPUT_SOUND       = 18, /**< the input is neither open nor shorted */
  PRESS_FINDING_INPUT_OPEN        = 19, /**< the wire of the sensor is open */
  PRESS_FINDING_INPUT_SHORTED     = 20, /**< untouched it reads as if shorted */
  PRESS_FINDING_INPUT_NEGATIVE    = 21, /**< untouched the codes are below 0 */
  PRESS_FINDING_ZERO_FITS         = 22, /**< untouched the force is near 0 */
  PRESS_FINDING_ZERO_LOADED       = 23, /**< something lies on the sensor */
  PRESS_FINDING_NOISE_LOW         = 24, /**< the noise does not matter */
  PRESS_FINDING_NOISE_HIGH        = 25, /**< the noise is near touch_force */
  PRESS_FINDING_NOISE_POOR        = 26, /**< the noise exceeds touch_force */
  PRESS_FINDING_PRESS_FELT        = 27, /**< the press was felt on this input */
  PRESS_FINDING_PRESS_NONE        = 28, /**< no press was felt */
  PRESS_FINDING_PRESS_ELSEWHERE   = 29, /**< the press was felt on another input */
  PRESS_FINDING_PRESS_BACKWARDS   = 30, /**< the codes fall when it is pressed */
  PRESS_FINDING_RANGE_FITS        = 31, /**< a hard press uses enough of the codes */
  PRESS_FINDING_RANGE_LITTLE      = 32, /**< a hard press uses few of the codes */
  PRESS_FINDING_RANGE_CROWDED     = 33, /**< hard presses read nearly alike */
  PRESS_FINDING_RANGE_ENDS        = 34, /**< a hard press reaches the end of the codes */
  PRESS_FINDING_RELEASE_CLEAN     = 35, /**< after the release the force was 0 */
  PRESS_FINDING_RELEASE_REST      = 36, /**< after the release some force stays */
  PRESS_FINDING_RELEASE_HELD      = 37, /**< after the release the force stays */
  PRESS_FINDING_SUPPLY_CLIPPED    = 38, /**< a press reads full scale */
  PRESS_FINDING_RELEASE_UNSEEN    = 39, /**< a recording has no release */
  PRESS_FINDING_REFERENCE_LOW     = 40, /**< the pin of the reference has less than the supply */
  PRESS_FINDING_ADDRESS_BOARD     = 41, /**< a chip answers at the address of another board */
  PRESS_FINDING_PART_BOARD        = 42, /**< it is another chip; the address is that of a known board */
  PRESS_FINDING_PART_BOARDS       = 43, /**< it can be one of these boards */
  PRESS_FINDING_PRESS_LIGHT       = 44, /**< the press was light, or the resistor is another */
  PRESS_FINDING_PRESS_WEAK        = 45, /**< the press moved the code too little */
  PRESS_FINDING_RANGE_UNUSED      = 46, /**< the codes are of a smaller scale than full_scale */
  PRESS_FINDING_RANGE_EXCEEDED    = 47, /**< the codes are of a larger scale than full_scale */
  PRESS_FINDING_RESISTOR_OTHER    = 48, /**< more force than a finger has: the resistor is another */
  PRESS_FINDING_INPUTS_TOGETHER   = 49, /**< two inputs move as one */
  PRESS_FINDING_PRESS_RELIEVED    = 50, /**< other sensors lose force while this one is pressed */
  PRESS_FINDING_PRESS_HEAVY       = 51  /**< the press was hard, or the resistor is another */
};
PRESS_TYPE(press_finding_kind, uint32_t);

/** press_finding.result */
enum PRESS_AS(press_finding_result, uint32_t) {
  PRESS_FINDING_RESULT_OK   = 0, /**< all is well */
  PRESS_FINDING_RESULT_WARN = 1, /**< to look at */
  PRESS_FINDING_RESULT_FAIL = 2  /**< it does not work */
};
PRESS_TYPE(press_finding_result, uint32_t);

/** One finding. Start from press_finding_init. */
typedef struct press_finding {
  uint32_t             size;      /**< sizeof(press_finding) */
  press_finding_kind   kind;      /**< PRESS_FINDING_BUS_OPENS and on */
  press_finding_result result;    /**< PRESS_FINDING_RESULT_OK and on */
  int32_t              sensor;    /**< from 0; -1: it is not of one sensor */
  uint32_t             exit_code; /**< with which pressd ends for it; 0: it did not fail */
  press_q16            limit;     /**< the limit of the measured value; 0: none */
  const char          *name;      /**< "noise_high" */
  const char          *check;     /**< "noise" */
} press_finding;

/** Writes the size, sensor -1, and 0 in the rest. NULL is ignored. */
PRESS_API void press_finding_init(press_finding *finding);

/** Findings in the order in which they were found: 0, 1 and on.
 * @return 0; PRESS_ERR_NOENT: there are less; PRESS_ERR_INVAL: NULL or the wrong size. */
PRESS_API int press_check_get_finding(const press_check *check, uint32_t index, press_finding *finding);

/** A row of the table: the name of a kind of finding, without a check. Kinds begin with PRESS_FINDING_BUS_OPENS and have no gap.
 * @return as press_check_get_finding. */
PRESS_API int press_finding_get(uint32_t kind, press_finding *finding);

/** press_check_get_text */
enum PRESS_AS(press_check_text, uint32_t) {
  PRESS_CHECK_TEXT_FOUND  = 1, /**< the finding: "200 readings a second" */
  PRESS_CHECK_TEXT_ADVICE = 2  /**< what to do; empty if all is well */
};
PRESS_TYPE(press_check_text, uint32_t);

/** Writes a sentence of a finding, with its values; PRESS_CHECK_TEXT_FOUND has no full stop at its end. 512 bytes are enough for each.
 * @return the number of bytes, without the 0 at the end; PRESS_ERR_NOENT: no such finding; PRESS_ERR_NOSPC: it takes more than `bytes`;
 *         PRESS_ERR_INVAL: NULL, or no such sentence. */
PRESS_API int press_check_get_text(const press_check *check, uint32_t index, press_check_text words, char *buffer, size_t bytes);

/** A number in a sentence, by its word in braces in the table: "force".
 * @param[out] value  1/65536 of its unit
 * @return 0; PRESS_ERR_NOENT: no such finding, or no such number in it; PRESS_ERR_INVAL: NULL. */
PRESS_API int press_check_get_value(const press_check *check, uint32_t index, const char *name, int64_t *value);

#ifdef __cplusplus
}
#endif
#endif
