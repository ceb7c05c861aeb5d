// Circuits and curves of force-sensing resistors.
import { library } from "./default.js";
import { items, only } from "./errors.js";
import { toQ16, truth, whole } from "./numbers.js";
import { fill, readCurve, writeCurve, writePoints } from "./options.js";
import { PRESS_CURVE_FIT_POINTS, PRESS_CURVE_POINTS, structs } from "./generated/raw.js";

/** @typedef {import("./types.js").Curve} Curve */
/** @typedef {import("./types.js").CurvePoint} CurvePoint */
/** @typedef {import("./generated/raw.js").Address} Address */

/**
 * Conductance of the sensor from a code of the converter, which is clamped to 0..fullScale * 63/64.
 * @param {number} code
 * @param {import("./generated/contract.js").CircuitOptions} [circuit]
 * @returns {number} microsiemens
 */
export function conductance(code, circuit = {}) {
  return library.scratch((make) => {
    const sensor = make("press_sensor"); // whose circuit has the defaults
    const address = sensor + structs.press_sensor.members.circuit[0];
    fill(library, "press_circuit", address, circuit, "a circuit");
    return output("computing a conductance", library.why("press_circuit", address), (out) =>
      library.raw.press_circuit_conductance(address, whole(code, -0x80000000, 0x7fffffff, "code"), out),
    );
  });
}

/**
 * Force from conductance; 0 or below gives 0.
 * @param {Curve} curve
 * @param {number} microsiemens
 * @returns {number} newtons
 */
export function curveForce(curve, microsiemens) {
  return library.scratch((make) => {
    const address = make("press_curve");
    writeCurve(library, address, curve, "a curve");
    return output("computing a force", library.why("press_curve", address), (out) =>
      library.raw.press_curve_force(address, toQ16(microsiemens, "microsiemens"), out),
    );
  });
}

/**
 * force = referenceForce * (conductance / referenceConductance) ** exponent
 * @param {number} referenceConductance
 * @param {number} referenceForce
 * @param {number} exponent
 * @returns {Curve}
 */
export function powerCurve(referenceConductance, referenceForce, exponent) {
  return checked({ kind: "power", referenceConductance, referenceForce, exponent });
}

/**
 * Straight lines between 1..16 points in rising order; (0, 0) is implied.
 * @param {Iterable<CurvePoint>} points
 * @returns {Curve}
 */
export function tableCurve(points) {
  return checked({ kind: "table", points: items(points, "a curve: points", PRESS_CURVE_POINTS) });
}

/**
 * A rising table of 1..64 measured pairs, in any order. Pairs with force 0 are the sensor at rest.
 * @param {Iterable<CurvePoint>} points
 * @param {{ best?: boolean }} options  `best`: a power law from three masses on, where masses that are left out say that it is better
 * @returns {{ curve: Curve, worst: number, rms: number, zero: number, span: number }}  the largest and the mean residual as
 *   parts of the force, and the zero and the largest conductance in microsiemens
 */
export function fitCurve(points, options = {}) {
  only(options, ["best"], "fitting a curve");
  const { best = false } = options;
  truth(best, "best");
  const pairs = items(points, "fitting a curve: pairs", PRESS_CURVE_FIT_POINTS);
  return library.scratch((make) => {
    const array = make("press_curve_point", Math.max(pairs.length, 1));
    writePoints(library, array, pairs, "fitting a curve");
    const curve = make("press_curve");
    const report = make("press_curve_report");
    const status = best
      ? library.raw.press_curve_fit_best(array, pairs.length, curve, report, 0)
      : library.raw.press_curve_fit(array, pairs.length, curve, report);
    const { pair, rule, worst, rms, zero, span } = library.read("press_curve_report", report);
    if (status < 0) {
      const why = {
        1: "no pair has a force above 0",
        3: "a force is below 0",
        4: "it conducts no more than the sensor at rest",
        5: "it conducts less than a lighter one",
      }[/** @type {number} */ (rule)];
      throw library.error(status, `fitting ${pairs.length} pairs`, `${pair >= 0 ? `pair ${pair}: ` : ""}${why}`);
    }
    return { curve: readCurve(library, curve), worst, rms, zero, span };
  });
}

/**
 * A known curve, scaled so that one measured conductance gives one measured force.
 * @param {Curve} curve
 * @param {number} microsiemens
 * @param {number} newtons
 * @returns {Curve}
 */
export function scaleCurve(curve, microsiemens, newtons) {
  return library.scratch((make) => {
    const address = make("press_curve");
    writeCurve(library, address, curve, "a curve");
    library.check(
      library.raw.press_curve_scale(address, toQ16(microsiemens, "microsiemens"), toQ16(newtons, "newtons"), address),
      "scaling a curve",
      library.why("press_curve", address) || "both numbers are above 0, and the conductances must stay below 32768",
    );
    return readCurve(library, address);
  });
}

/**
 * @param {string} doing
 * @param {string} hint
 * @param {(out: Address) => number} work
 */
function output(doing, hint, work) {
  return library.output((out) => {
    library.check(work(out), doing, hint);
    return library.view.getInt32(out, true) / 65536;
  });
}

/** @param {Curve} curve */
function checked(curve) {
  return library.scratch((make) => {
    const address = make("press_curve");
    writeCurve(library, address, curve, "a curve");
    library.check(library.raw.press_curve_check(address, 0), "making a curve", library.why("press_curve", address));
    return readCurve(library, address);
  });
}
