/* One force-sensing resistor: the circuit around it and the curve from conductance to force. */
#ifndef PRESS_SENSOR_H
#define PRESS_SENSOR_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* press_circuit.flags */
enum {
  PRESS_CIRCUIT_PULL_UP = 1 /* resistor to the supply and FSR to ground: codes fall with force */
};

/* A voltage divider, FSR to the supply and resistor to ground, read by a converter. What counts is the ratio of the
 * code to `full_scale`, so that the supply voltage drops out where it is the converter's reference too. */
typedef struct press_circuit {
  int32_t  full_scale;   /* the code at the supply voltage, 1..16777215; 26400 (ADS1115, +-4.096 V range, 3.3 V) */
  uint32_t resistor_ohm; /* of the divider, 1..16777215; 4700 */
  uint32_t parallel_ohm; /* across the FSR, so that an open wire shows; 0: none, at most 16777215; 0 */
  uint32_t flags;        /* PRESS_CIRCUIT_...; 0 */
  int32_t  max_code;     /* the highest code that the converter gives (with PULL_UP: full_scale minus the lowest), where it
                            clips below the supply; 1..full_scale; 0: full_scale; 0 */
  uint32_t short_ohm;    /* a resistance that no finger makes: at or below, the FSR is shorted, 1..16777215; 20. Codes can
                            tell that if the highest code is at least 4 above the code of this resistance */
} press_circuit;

/* Conductance of the FSR from a code: code / (full_scale - code) / resistor - 1 / parallel. Codes are clamped to
 * 0..full_scale * 63/64. Rounded to nearest (with a parallel resistor
 * within 1/65536); saturates at 32767.99.
 * @param[out] conductance  microsiemens
 * @return 0; PRESS_ERR_INVAL: NULL or a circuit out of range. */
PRESS_API int press_circuit_conductance(const press_circuit *circuit, int32_t code, press_q16 *conductance);

#define PRESS_CURVE_POINTS 16
#define PRESS_CURVE_FIT_POINTS 64

/* press_curve.kind */
enum {
  PRESS_CURVE_POWER = 1, /* force = reference_force * (conductance / reference_conductance) ^ exponent */
  PRESS_CURVE_TABLE = 2  /* straight lines between points */
};

typedef struct press_curve_point {
  press_q16 conductance; /* microsiemens */
  press_q16 force;       /* N */
} press_curve_point;

/* From conductance to force. Rising everywhere: more conductance never gives less force. Below its first point a table
 * goes straight to (0, 0), above its last it goes on as its last two points do. */
typedef struct press_curve {
  uint16_t  kind;                                  /* PRESS_CURVE_... */
  uint16_t  count;                                 /* of points: 1..16; 0 for a power law */
  press_q16 reference_conductance;                 /* above 0 */
  press_q16 reference_force;                       /* above 0 */
  press_q16 exponent;                              /* 0.25..4 */
  press_curve_point points[PRESS_CURVE_POINTS];    /* conductance and force rising strictly from above 0 */
} press_curve;

/* Makes a power law. Error of the fixed-point law: below 0.02 % of the force plus 2/65536 N, for exponents up to 1.5.
 * @return 0; PRESS_ERR_INVAL: NULL or out of range. */
PRESS_API int press_curve_power(press_curve *curve, press_q16 reference_conductance, press_q16 reference_force, press_q16 exponent);

/* Makes a table from 1..16 points, given in rising order. The point (0, 0) is implied.
 * @return 0; PRESS_ERR_INVAL: NULL, no or too many points, or not rising. */
PRESS_API int press_curve_table(press_curve *curve, const press_curve_point *points, size_t count);

/* Makes a table from up to 64 measured points in rising order, keeping the 16 that describe them best: points are left
 * out one by one, each time the one whose going makes the largest relative error least.
 * @param[out] worst  the largest relative error of force at a point left out (PRESS_ONE: 100 %); may be NULL
 * @return 0; PRESS_ERR_INVAL: NULL, no or too many points, or not rising. */
PRESS_API int press_curve_fit(press_curve *curve, const press_curve_point *points, size_t count, press_q16 *worst);

/* Force from conductance. 0 or below gives 0. Saturates at 32767.99 N.
 * @param[out] force  N
 * @return 0; PRESS_ERR_INVAL: NULL or a curve out of range. */
PRESS_API int press_curve_force(const press_curve *curve, press_q16 conductance, press_q16 *force);

/* One sensor of a pad. */
typedef struct press_sensor {
  uint32_t      size;    /* sizeof(press_sensor) */
  uint32_t      flags;   /* 0 */
  press_q16     x, y;    /* where it sits, points; 0, 0 */
  uint32_t      lag_us;  /* how long before the time of its frame it is read, where frames do not say (before_us): converters
                            read one sensor after the other; 0 */
  press_q16     creep;   /* 0..1: conductance that a constant load adds in each tenfold of time, as a part of that at its
                            onset: G / (1 + creep * log10(1 + t / 0.1 s)) counts; 0: off; docs/hardware.md has figures */
  press_q16     preload_force; /* N, not negative, and reached by the curve: what always lies on it, as a spring or a plate;
                                  force counts from there, along the curve; 0 */
  press_q16     zero;    /* microsiemens: the stored zero of a calibration; 0: that of preload_force on the curve; 0 */
  press_q16     zero_limit; /* N: a zero further from the stored one is told, PRESS_EVENT_RECALIBRATE; 0: off; 0 */
  press_q16     span;    /* microsiemens: the most that its calibration covers; a reading of more than 1.5 times that is told,
                            PRESS_EVENT_RECALIBRATE; 0: off; 0 */
  press_circuit circuit;
  press_curve   curve;   /* a typical Interlink FSR 402 */
} press_sensor;

/* Writes every default: 4.7 kOhm divider, ADS1115 at 3.3 V, the curve of a typical FSR 402. NULL is ignored. */
PRESS_API void press_sensor_init(press_sensor *sensor);

#ifdef __cplusplus
}
#endif
#endif
