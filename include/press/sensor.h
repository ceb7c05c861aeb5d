/* One force-sensing resistor: the circuit around it and the curve from conductance to force. */
#ifndef PRESS_SENSOR_H
#define PRESS_SENSOR_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** press_circuit.flags */
enum PRESS_AS(press_circuit_flags, uint32_t) {
  PRESS_CIRCUIT_PULL_UP = 1 /**< resistor to the supply and FSR to ground: codes fall with force. With max_code at most full_scale / 16 there is
                               no divider, but a load cell whose A+ and A- are exchanged, or an amplifier that inverts: the code is
                               max_code minus what is read */
};
PRESS_FLAGS(press_circuit_flags, uint32_t);

/** A voltage divider, FSR to the supply and resistor to ground, read by a converter. Only the ratio of the code to `full_scale` is used, so
 * the supply voltage cancels out if it is the converter's reference too. Some codes show a broken bus or other settings, because the
 * converter cannot give them: below -full_scale / 4, above full_scale * 5/4, or above max_code * 65/64 if max_code is given (with PULL_UP
 * this is for full_scale minus the code). */
typedef struct press_circuit {
  int32_t             full_scale;   /**< 1..16777215: the code at the supply voltage; 26400: ADS1115, +-4.096 V range, 3.3 V. Of a converter whose
                            reference is that supply its largest code: 4095 of 12 bits */
  uint32_t            resistor_ohm; /**< ohm, 1..16777215: of the divider; 4700 */
  uint32_t            parallel_ohm; /**< ohm, 0..16777215: across the FSR, so that an open wire shows; 0: none */
  press_circuit_flags flags;        /**< PRESS_CIRCUIT_...; 0 */
  int32_t             max_code;     /**< not negative, at most full_scale: the highest code that the converter gives (with PULL_UP:
                            full_scale minus the lowest), where it clips below the supply; 0: full_scale */
  uint32_t            short_ohm;    /**< ohm, 1..16777215: a resistance that no finger makes: at or below, the FSR is shorted; 20. Codes can
                            show that if the highest code is at least 4 above the code of this resistance */
} press_circuit;

/** Writes every default. NULL is ignored. */
PRESS_API void press_circuit_init(press_circuit *circuit);

/** Conductance of the FSR from a code: code / (full_scale - code) / resistor - 1 / parallel. Codes are clamped to
 * 0..full_scale * 63/64. Rounded to nearest (with a parallel resistor
 * within 1/65536); saturates at 32767.99.
 * @param[out] conductance  microsiemens
 * @return 0; PRESS_ERR_INVAL: NULL or a circuit out of range. */
PRESS_API int press_circuit_conductance(const press_circuit *circuit, int32_t code, press_q16 *conductance);

#define PRESS_CURVE_POINTS 16
#define PRESS_CURVE_FIT_POINTS 64

/** press_curve.kind */
enum PRESS_AS(press_curve_kind, uint16_t) {
  PRESS_CURVE_POWER = 1, /**< force = reference_force * (conductance / reference_conductance) ^ exponent */
  PRESS_CURVE_TABLE = 2  /**< straight lines between points */
};
PRESS_TYPE(press_curve_kind, uint16_t);

/** A point of a curve. */
typedef struct press_curve_point {
  press_q16 conductance; /**< microsiemens */
  press_q16 force;       /**< N */
} press_curve_point;

/** From conductance to force. Rising everywhere: more conductance never gives less force. Below its first point a table goes straight to (0,
 * 0); above its last point it continues the line through the last two. */
typedef struct press_curve {
  press_curve_kind  kind;                       /**< PRESS_CURVE_... */
  uint16_t          count;                      /**< of points: 1..16; 0 for a power law */
  press_q16         reference_conductance;      /**< above 0 */
  press_q16         reference_force;            /**< above 0 */
  press_q16         exponent;                   /**< 0.25..4 */
  press_curve_point points[PRESS_CURVE_POINTS]; /**< conductance and force rising strictly from above 0 */
} press_curve;

/** Writes the curve of a typical Interlink FSR 402. NULL is ignored. */
PRESS_API void press_curve_init(press_curve *curve);

/** Makes a power law. Error of the fixed-point law: below 0.02 % of the force plus 2/65536 N, for exponents up to 1.5.
 * @return 0; PRESS_ERR_INVAL: NULL or out of range. */
PRESS_API int press_curve_power(press_q16 reference_conductance, press_q16 reference_force, press_q16 exponent, press_curve *curve);

/** Makes a table from 1..16 points, given in rising order. The point (0, 0) is implied.
 * @return 0; PRESS_ERR_INVAL: NULL, no or too many points, or not rising. */
PRESS_API int press_curve_table(const press_curve_point *points, size_t count, press_curve *curve);

/** press_curve_report.rule */
enum PRESS_AS(press_curve_rule, uint32_t) {
  PRESS_CURVE_RULE_FITS           = 0, /**< the points fit */
  PRESS_CURVE_RULE_TOO_FEW        = 1, /**< no pair has a force above 0 */
  PRESS_CURVE_RULE_TOO_MANY       = 2, /**< more than PRESS_CURVE_FIT_POINTS pairs */
  PRESS_CURVE_RULE_NEGATIVE       = 3, /**< the force of `pair` is below 0 */
  PRESS_CURVE_RULE_NOT_ABOVE_ZERO = 4, /**< the lightest masses conduct no more than the sensor at rest, `pair` the least of them */
  PRESS_CURVE_RULE_NOT_RISING     = 5  /**< over all pairs more force does not give more conductance, and the forces are more than a
                                     quarter apart; `pair` falls furthest below a lighter one */
};
PRESS_TYPE(press_curve_rule, uint32_t);

/** The result of press_curve_fit. A residual is |force of the curve - force of the pair| / force of the pair; PRESS_ONE is 100 %; it
 * saturates at 8191.99. Start from press_curve_report_init. */
typedef struct press_curve_report {
  uint32_t         size; /**< sizeof(press_curve_report) */
  press_curve_rule rule; /**< PRESS_CURVE_RULE_...: why it was refused; 0: it was not */
  int32_t   pair;  /**< an index of the given pairs: if it fitted, the pair with the worst residual; if it was refused, the wrong pair; -1: none,
                      also if all fit exactly */
  press_q16 worst; /**< the largest residual of the pairs with a force above 0, also of pairs that were left out or pooled */
  press_q16 rms;   /**< the root of the mean square of these residuals */
  press_q16 zero;  /**< microsiemens: the mean conductance of the pairs with force 0; 0 when there is none */
  press_q16 span;  /**< microsiemens, zero not taken off: the largest conductance of the pairs */
} press_curve_report;

/** Writes the size, rule 0, pair -1, and 0 in the rest. NULL is ignored. */
PRESS_API void press_curve_report_init(press_curve_report *report);

/** Makes a rising table of 1..64 measured pairs, in any order.
 * - Pairs with force 0 are the sensor at rest. The curve is for the conductance above their mean, because a pad subtracts the zero before
 *   it uses the curve. The difference saturates.
 * - Pairs with the same force become one point, at their mean conductance.
 * - If more force does not give more conductance, neighbours are pooled to one point at their mean conductance and mean force, until all
 *   rise (isotonic regression).
 * - At most 16 points are kept: points are left out one by one, each time the point whose removal causes the smallest of the largest
 *   relative errors. A single mass gives a straight line from (0, 0), two give two lines.
 * @param points  may be those of `curve`
 * @param[in,out] report  may be NULL; also written when the pairs are refused, with zero, span, worst and rms 0
 * @return 0; PRESS_ERR_INVAL: NULL, a report of another size (the report is not written then), or pairs that no curve fits:
 *         see the report. */
PRESS_API int press_curve_fit(const press_curve_point *points, size_t count, press_curve *curve, press_curve_report *report);

/** As press_curve_fit; but from three points on it takes a power law through all points if that is better. To compare, it leaves out each
 * point but the lightest and the heaviest in turn. The law is better if its error at these points (root of the mean square) is below three
 * quarters of the error of straight lines, and its exponent is 0.25..4. docs/calibration.md has figures.
 * @param[out] others  may be NULL: the error of the chosen curve at the points that are left out; 0 with fewer than three points */
PRESS_API int press_curve_fit_best(const press_curve_point *points, size_t count, press_curve *curve, press_curve_report *report, press_q16 *others);

/** Scales a known curve with one measured pair: the conductances of `known` are multiplied so that `conductance` gives `force`. This keeps
 * the shape of the curve, so it is only as good as that shape fits the sensor: docs/calibration.md has figures. With two masses or more
 * press_curve_fit is better.
 * @param known  may be `curve`
 * @param conductance  microsiemens above the zero, above 0
 * @param force  N, above 0
 * @return 0; PRESS_ERR_INVAL: NULL, `known` is no curve, a number that is not above 0, or conductances that do not fit in
 *         a press_q16 or do not rise any more. */
PRESS_API int press_curve_scale(const press_curve *known, press_q16 conductance, press_q16 force, press_curve *curve);

/** Force from conductance. 0 or below gives 0. Saturates at 32767.99 N.
 * @param[out] force  N
 * @return 0; PRESS_ERR_INVAL: NULL or a curve out of range. */
PRESS_API int press_curve_force(const press_curve *curve, press_q16 conductance, press_q16 *force);

/** One sensor of a pad. */
typedef struct press_sensor {
  uint32_t      size;          /**< sizeof(press_sensor) */
  uint32_t      flags;         /**< 0 */
  press_q16     x, y;          /**< points: where it sits; 0, 0 */
  uint32_t      lag_us;        /**< how long before the time of its frame it is read, where frames do not say (before_us): converters
                            read one sensor after the other; 0 */
  press_q16     creep;         /**< 0..1: conductance that a constant load adds in each tenfold of time, as a part of that at its
                            onset: G / (1 + creep * log10(1 + t / 0.1 s)) counts; 0: off. docs/hardware/creep.md has figures */
  press_q16     preload_force; /**< N, not negative: within reach of the curve: what always lies on it, as a spring or a plate;
                                  force counts from there, along the curve, on a plate also downwards; 0 */
  press_q16     zero;          /**< microsiemens: the stored zero of a calibration; 0: that of preload_force on the curve; 0 */
  press_q16     zero_limit;    /**< N, not negative: a zero further from the stored one delivers PRESS_EVENT_RECALIBRATE; 0: off */
  press_q16     span;          /**< microsiemens, not negative: the most that its calibration covers; a reading of more than 1.5
                            times that delivers PRESS_EVENT_RECALIBRATE; 0: off */
  press_circuit circuit;
  press_curve   curve; /**< a typical Interlink FSR 402 */
} press_sensor;

/** Writes every default: 4.7 kOhm divider, ADS1115 at 3.3 V, the curve of a typical FSR 402. NULL is ignored. */
PRESS_API void press_sensor_init(press_sensor *sensor);

/** Checks a sensor with its circuit and its curve.
 * @param[out] why  where it is refused: the field and its rule; may be NULL
 * @return 0; PRESS_ERR_INVAL: NULL or out of range. */
PRESS_API PRESS_NODISCARD int press_sensor_check(const press_sensor *sensor, const char **why);

/** Checks a circuit alone.
 * @return as press_sensor_check. */
PRESS_API PRESS_NODISCARD int press_circuit_check(const press_circuit *circuit, const char **why);

/** Checks a curve alone.
 * @return as press_sensor_check. */
PRESS_API PRESS_NODISCARD int press_curve_check(const press_curve *curve, const char **why);

#ifdef __cplusplus
}
#endif
#endif
