// Options of a program into the structs of the library. Members that are not given have the library's default.
import { invalid, items, only, pair, shown } from "./errors.js";
import { truth } from "./numbers.js";
import { bitsOf } from "./types.js";
import { PRESS_CURVE_POINTS, PRESS_CURVE_POWER, PRESS_CURVE_TABLE, options, structs } from "./generated/raw.js";

/** @typedef {import("./library.js").Library} Library */
/** @typedef {import("./generated/raw.js").Address} Address */
/** @typedef {import("./types.js").Curve} Curve */
/** @typedef {import("./types.js").CurvePoint} CurvePoint */

/**
 * Fills a struct, which holds its defaults.
 * @param {Library} library
 * @param {import("./generated/raw.js").StructName} struct
 * @param {Address} address
 * @param {object} given
 * @param {string} what
 */
export function fill(library, struct, address, given, what) {
  const table = options[struct];
  only(given, Object.keys(table), what);
  for (const [name, value] of Object.entries(given)) {
    const [offset, kind, more] = table[name];
    const at = address + offset;
    const named = `${what}: ${name}`;
    if (value === undefined) continue;
    if (kind === "flag") {
      const bits = library.view.getUint32(at, true);
      const bit = /** @type {number} */ (more);
      library.put("u32", at, (truth(value, named) ? bits | bit : bits & ~bit) >>> 0, named);
    } else if (kind === "set") library.put("u32", at, bitsOf(/** @type {any} */ (more), value, named), named);
    else if (kind === "press_timing_curve") writeTimingCurve(library, at, value, named);
    else if (kind === "press_curve") writeCurve(library, at, value, named);
    else if (kind in options) fill(library, /** @type {any} */ (kind), at, value, named);
    else library.put(kind, at, value, named);
  }
}

/**
 * The options that a struct holds, as `fill` takes them.
 * @param {Library} library
 * @param {import("./generated/raw.js").StructName} struct
 * @param {Address} address
 * @returns {{ [name: string]: any }}
 */
export function optionsIn(library, struct, address) {
  /** @param {[string, import("./generated/raw.js").Place]} option */
  const value = ([, [offset, kind, more]]) => {
    const at = address + offset;
    if (kind === "flag") return (library.view.getUint32(at, true) & /** @type {number} */ (more)) !== 0;
    if (kind === "set") return Object.entries(/** @type {object} */ (more)).filter(([, bit]) => library.view.getUint32(at, true) & bit).map(([word]) => word);
    if (kind === "press_timing_curve") return [0, 4, 8, 12].map((part) => library.number("q16", at + part));
    if (kind === "press_curve") return readCurve(library, at);
    return kind in options ? optionsIn(library, /** @type {any} */ (kind), at) : library.number(kind, at);
  };
  return Object.fromEntries(Object.entries(options[struct]).map((option) => [option[0], value(option)]));
}

/**
 * @param {Library} library
 * @param {Address} address
 * @param {unknown} curve
 * @param {string} what
 */
export function writeTimingCurve(library, address, curve, what) {
  if (!Array.isArray(curve) || curve.length !== 4) throw invalid(`${what}: [x1, y1, x2, y2] is required, not ${shown(curve)}`);
  items(curve, what).forEach((value, at) => library.put("q16", address + 4 * at, value, what));
}

/**
 * @param {Library} library
 * @param {Address} address
 * @returns {Curve}
 */
export function readCurve(library, address) {
  const { kind, count, referenceConductance, referenceForce, exponent, points } = library.read("press_curve", address);
  if (kind === PRESS_CURVE_POWER) return Object.freeze({ kind: "power", referenceConductance, referenceForce, exponent });
  const kept = points.slice(0, count).map((/** @type {any} */ point) => Object.freeze([point.conductance, point.force]));
  return Object.freeze({ kind: "table", points: Object.freeze(kept) });
}

/**
 * @param {Library} library
 * @param {Address} address
 * @param {unknown} curve
 * @param {string} what
 */
export function writeCurve(library, address, curve, what) {
  const given = /** @type {any} */ (curve);
  const { size, members } = structs.press_curve;
  for (let at = 0; at < size; at += 4) library.put("u32", address + at, 0, what);
  if (given?.kind === "power") {
    only(given, ["kind", "referenceConductance", "referenceForce", "exponent"], what);
    const { referenceConductance, referenceForce, exponent } = given;
    library.write("press_curve", address, { kind: PRESS_CURVE_POWER, referenceConductance, referenceForce, exponent });
  } else if (given?.kind === "table") {
    only(given, ["kind", "points"], what);
    const points = items(given.points, `${what}: points`, PRESS_CURVE_POINTS);
    library.write("press_curve", address, { kind: PRESS_CURVE_TABLE, count: points.length });
    writePoints(library, address + members.points[0], points, what);
  } else throw invalid(`${what}: powerCurve, tableCurve, fitCurve or scaleCurve make one, not ${shown(curve)}`);
}

/**
 * @param {Library} library
 * @param {Address} address
 * @param {readonly CurvePoint[]} points
 * @param {string} what
 */
export function writePoints(library, address, points, what) {
  points.forEach((point, at) => {
    const [conductance, force] = pair(point, `${what}: point ${at}: [microsiemens, newtons]`);
    library.put("q16", address + 8 * at, conductance, `${what}: conductance ${at}`);
    library.put("q16", address + 8 * at + 4, force, `${what}: force ${at}`);
  });
}
