/* Texas Instruments DRV2605L: plays effects on a small motor (ERM: one with an eccentric mass; LRA: a linear resonant one).
 * Its predecessor DRV2605 is taken as well.
 *
 * Nothing here blocks or loops: press_drv2605l_step does at most one thing on the bus and says when to be called again, so it takes a
 * shared bus for one short transfer at a time. The newest request waits in the driver until the next step. docs/feedback.md has the wiring,
 * and says how it was tried.
 */
#ifndef PRESS_DRV2605L_H
#define PRESS_DRV2605L_H

#include "bus.h"
#include "feedback.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The address of every DRV2605L. */
#define PRESS_DRV2605L_ADDRESS 0x5A
/** The greatest length of a sequence. */
#define PRESS_DRV2605L_SEQUENCE 8

/** press_drv2605l_config.motor: the kind of the motor. */
enum PRESS_AS(press_motor_kind, uint8_t) {
  PRESS_MOTOR_ERM = 0, /**< an eccentric mass on a motor */
  PRESS_MOTOR_LRA = 1  /**< a linear resonant actuator */
};
PRESS_TYPE(press_motor_kind, uint8_t);

/** press_drv2605l_config.flags */
enum PRESS_AS(press_drv2605l_flags, uint8_t) {
  PRESS_DRV2605L_FLAG_CALIBRATE   = 1, /**< calibrate the motor when it is set up, which moves it for about a second */
  PRESS_DRV2605L_FLAG_CALIBRATED  = 2, /**< `compensation`, `back_emf` and `gain` are results of a calibration of this motor; no
                                           effect with CALIBRATE */
  PRESS_DRV2605L_FLAG_CLOSED_LOOP = 4  /**< drive an ERM by its back EMF, with a library of that kind; an LRA always is */
};
PRESS_FLAGS(press_drv2605l_flags, uint8_t);

/** Start from press_drv2605l_config_init. */
typedef struct press_drv2605l_config {
  uint32_t             size;         /**< sizeof(press_drv2605l_config) */
  press_motor_kind     motor;        /**< one of PRESS_MOTOR_ERM PRESS_MOTOR_LRA; PRESS_MOTOR_ERM */
  press_drv2605l_flags flags;        /**< PRESS_DRV2605L_FLAG_...; 0 */
  uint8_t              library;      /**< 0..7: of effects, 1 to 5 and 7 for an ERM, 6 for an LRA; 0: 1, of an LRA 6 */
  uint8_t              gain;         /**< 0..3: with CALIBRATED; 2 */
  uint8_t              compensation; /**< with CALIBRATED; 0x0C */
  uint8_t              back_emf;     /**< with CALIBRATED; 0x6C */
  uint16_t             rated_mv; /**< mV, 100..5000: what the motor is rated for, of an LRA its root mean square; counts with a closed loop; 1300 */
  uint16_t             clamp_mv; /**< mV, 100..5000: the most that it is given, when it starts and brakes; 3000 */
  uint16_t             frequency_hz; /**< Hz, 50..300: the resonance of an LRA; 175 */
  uint16_t             retries;      /**< of one transfer that failed; 1. A time-out is not retried */
  uint16_t             reserved;     /**< 0 */
  uint32_t             stale_us;     /**< an effect that could not be played for so long is dropped, as a late answer is worse than none; 100000 */
  uint32_t             level_us; /**< a level that is not set again for so long ends, so that it stops if the program forgets it; 0: never; 2000000 */
  uint32_t             standby_us; /**< without work for so long it goes to standby; 100000 */
} press_drv2605l_config;

/** Writes every default. NULL is ignored. */
PRESS_API void press_drv2605l_config_init(press_drv2605l_config *config);

/** @return 0; PRESS_ERR_INVAL: NULL or out of range, `why` says which field (may be NULL). */
PRESS_API PRESS_NODISCARD int press_drv2605l_config_check(const press_drv2605l_config *config, const char **why);

/** A driver. Given by the caller; its content is private. */
typedef struct press_drv2605l {
  uint64_t opaque[32];
} press_drv2605l;

/** Sets a driver up; the bus is copied, nothing is sent yet. `wait` of the bus is not used.
 * @return 0; PRESS_ERR_INVAL: NULL, wrong size, a bus without transfer, or a config out of range. */
PRESS_API PRESS_NODISCARD int press_drv2605l_init(press_drv2605l *motor, const press_drv2605l_config *config, const press_bus *bus);

/** Does what is due at now_us: at most one bus transfer, of up to 11 bytes with the address, and its retries.
 * From idle an effect takes two steps, a level takes one; armed, each takes one.
 * @param now_us  monotonic
 * @return 1: its state changed, or it found a fault: see press_drv2605l_get; 0; PRESS_ERR_INVAL: NULL or not set up. */
PRESS_API int press_drv2605l_step(press_drv2605l *motor, uint64_t now_us);

/** When press_drv2605l_step is next due; 0: at once; PRESS_NEVER: when there is something to play, and for NULL. */
PRESS_API uint64_t press_drv2605l_next_deadline(const press_drv2605l *motor);

/** Plays an effect of a table: the effect of the library, or the level, that is nearest in kind and strength (docs/feedback.md has the
 * table). It replaces the effect that plays and the one that waits. Strength 0 plays nothing, but ends a level.
 * @param now_us  the start of stale_us and level_us
 * @return 0; PRESS_ERR_INVAL: NULL, not set up, not a kind, or a strength out of 0..1. */
PRESS_API int press_drv2605l_play(press_drv2605l *motor, uint64_t now_us, const press_effect *effect);

/** Plays effects of the library by their numbers, one after the other, in the same way.
 * @param sequence  1..123: an effect; 128 + n, n 1..127: a pause of 10 ms x n
 * @param count     1..PRESS_DRV2605L_SEQUENCE
 * @return 0; PRESS_ERR_INVAL: NULL, not set up, a count or a number out of range. */
PRESS_API int press_drv2605l_play_sequence(press_drv2605l *motor, uint64_t now_us, const uint8_t *sequence, size_t count);

/** Prepares the chip for an effect that may come soon, for example when a preview begins. It leaves standby and selects its library, so that
 * the effect takes only one step. It stays armed for for_us, also after effects, and then goes to standby. A call while it is armed starts
 * for_us again and sends nothing. Effects that play or wait go on. press_feedback_expects says when to call it.
 * @param for_us  0: not any more
 * @return 0; PRESS_ERR_INVAL: NULL or not set up. */
PRESS_API int press_drv2605l_arm(press_drv2605l *motor, uint64_t now_us, uint32_t for_us);

/** press_drv2605l_status.state: the state of the driver. */
enum PRESS_AS(press_drv2605l_state, uint32_t) {
  PRESS_DRV2605L_SETTING_UP  = 0, /**< or set up again after a failure; last_error says which */
  PRESS_DRV2605L_CALIBRATING = 1, /**< it calibrates itself to the motor */
  PRESS_DRV2605L_READY       = 2, /**< idle, or in standby */
  PRESS_DRV2605L_PLAYING     = 3, /**< an effect plays */
  PRESS_DRV2605L_AT_LEVEL    = 4, /**< the motor runs at a level */
  PRESS_DRV2605L_ARMED       = 5  /**< idle, out of standby, with its library: press_drv2605l_arm */
};
PRESS_TYPE(press_drv2605l_state, uint32_t);

/** press_drv2605l_status.faults: the faults since press_drv2605l_init. */
enum PRESS_AS(press_drv2605l_faults, uint32_t) {
  PRESS_DRV2605L_FAULT_CURRENT     = 1, /**< over-current: is the output shorted, or the motor below 8 ohm? */
  PRESS_DRV2605L_FAULT_TEMPERATURE = 2, /**< over-temperature */
  PRESS_DRV2605L_FAULT_CALIBRATION = 4, /**< the calibration failed or never ended; it goes on without one */
  PRESS_DRV2605L_FAULT_ENDLESS     = 8  /**< an effect never ended, and was stopped */
};
PRESS_FLAGS(press_drv2605l_faults, uint32_t);

/** The driver as it is now. */
typedef struct press_drv2605l_status {
  uint32_t              size;   /**< sizeof(press_drv2605l_status) */
  press_drv2605l_state  state;  /**< PRESS_DRV2605L_SETTING_UP ... */
  press_drv2605l_faults faults; /**< PRESS_DRV2605L_FAULT_... */
  int32_t  last_error;          /**< 0: none; the error of the bus; PRESS_ERR_STATE: another chip answers, or it does not keep the written values */
  uint32_t played;              /**< effects that were started, and levels that began; counters wrap */
  uint32_t dropped;             /**< that were too late, or made way for a newer one before they were sent */
  uint32_t is_calibrated;       /**< 1: the next members are results of a calibration: store them, and give them to the next config with CALIBRATED */
  uint8_t  compensation, back_emf, gain;
  uint8_t  reserved; /**< 0 */
} press_drv2605l_status;

/** Writes the size, and 0 in the rest. NULL is ignored. */
PRESS_API void press_drv2605l_status_init(press_drv2605l_status *status);

/** @param[in,out] status  from press_drv2605l_status_init
 * @return 0; PRESS_ERR_INVAL: NULL, wrong size, or not set up. */
PRESS_API int press_drv2605l_get(const press_drv2605l *motor, press_drv2605l_status *status);

/** Stops the effect and puts the chip to standby, with two transfers; the next step sets it up again.
 * @return 0 or the bus's error; PRESS_ERR_INVAL: NULL or not set up. */
PRESS_API int press_drv2605l_stop(press_drv2605l *motor);

#ifdef __cplusplus
}
#endif
#endif
