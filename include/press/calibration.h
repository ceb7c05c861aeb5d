/* The calibration of one sensor, stored as bytes that are the same on every processor. */
#ifndef PRESS_CALIBRATION_H
#define PRESS_CALIBRATION_H

#include "sensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The version of the bytes that press_calibration_store writes. */
#define PRESS_CALIBRATION_VERSION 1
/** The number of these bytes. */
#define PRESS_CALIBRATION_BYTES 200

/** Start from press_calibration_init. */
typedef struct press_calibration {
  uint32_t      size;          /**< sizeof(press_calibration) */
  uint32_t      version;       /**< PRESS_CALIBRATION_VERSION */
  press_circuit circuit;       /**< the circuit in which it was measured */
  press_q16     zero;          /**< microsiemens at rest; 0: that of preload_force on the curve; 0 */
  press_q16     preload_force; /**< N, not negative; 0 */
  press_q16     span;          /**< microsiemens, zero not taken off: the most that was measured; not negative, 0: not known; 0 */
  press_q16     x, y;          /**< where the sensor sits, points; 0, 0 */
  press_curve   curve;         /**< of the conductance above the zero */
} press_calibration;

/** Writes every default: circuit and curve are those of press_sensor_init. NULL is ignored. */
PRESS_API void press_calibration_init(press_calibration *calibration);

/** @return as press_sensor_check. */
PRESS_API PRESS_NODISCARD int press_calibration_check(const press_calibration *calibration, const char **why);

/** Copies the values of a calibration from a sensor.
 * @param[in,out] calibration  from press_calibration_init
 * @return 0; PRESS_ERR_INVAL: NULL, wrong size, or a sensor out of range. */
PRESS_API int press_calibration_take(const press_sensor *sensor, press_calibration *calibration);

/** Copies the values of a calibration into a sensor; flags, lag_us, creep and zero_limit of the sensor stay.
 * @param[in,out] sensor  from press_sensor_init
 * @return 0; PRESS_ERR_INVAL: NULL, a calibration out of range, or a sensor of another size. */
PRESS_API int press_calibration_apply(const press_calibration *calibration, press_sensor *sensor);

/** Writes it as PRESS_CALIBRATION_BYTES bytes, all numbers little-endian. They are "PRCL", then every member from `version` on in the order
 * of the struct (unused points of the curve as 0), then the CRC-32 (of Ethernet and zip) of all bytes before.
 * @param[out] bytes     for `capacity` bytes
 * @return how many bytes were written; PRESS_ERR_INVAL: NULL or a calibration out of range; PRESS_ERR_NOSPC: `capacity` is
 *         less. */
PRESS_API int press_calibration_store(const press_calibration *calibration, uint8_t *bytes, size_t capacity);

/** Reads the bytes that press_calibration_store wrote.
 * @param[in,out] calibration  from press_calibration_init
 * @return 0; PRESS_ERR_NOENT: nothing is stored there, which means four bytes or more, of which the first PRESS_CALIBRATION_BYTES are all
 *         0xff or all 0, like erased flash; PRESS_ERR_INVAL: NULL, wrong size, other bytes that are no calibration (they do not begin with
 *         "PRCL"), or values out of range; PRESS_ERR_DAMAGED: a bit is wrong, bytes are missing or there are more; PRESS_ERR_VERSION:
 *         whole, but of a version that this library does not know. */
PRESS_API PRESS_NODISCARD int press_calibration_load(const uint8_t *bytes, size_t count, press_calibration *calibration);

/** Compares with a known mass that lies on the sensor now, so that a program can find out whether the sensor has wandered.
 * @param conductance  microsiemens, zero not taken off
 * @param force  N above the preload, above 0
 * @param[out] error  (force by the calibration - force) / force: PRESS_ONE is 100 % too much, -PRESS_ONE no force at all;
 *                    saturates
 * @return 0; PRESS_ERR_INVAL: NULL, a calibration out of range, or a force that is not above 0. */
PRESS_API int press_calibration_error(const press_calibration *calibration, press_q16 conductance, press_q16 force, press_q16 *error);

#ifdef __cplusplus
}
#endif
#endif
