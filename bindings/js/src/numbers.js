// Numbers of JavaScript into those of the library: what does not fit is an error that names it, never a silent wrap.
import { answered, invalid, shown } from "./errors.js";

/** 2^53 - 1 microseconds are 285 years: times are exact. */
export const LATEST_US = Number.MAX_SAFE_INTEGER;

/**
 * @param {unknown} value
 * @param {number} least
 * @param {number} most
 * @param {string} what
 * @returns {number}
 */
export function whole(value, least, most, what) {
  if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= most) return value;
  throw invalid(`${what}: a whole number from ${least} to ${most} is required, not ${shown(value)}`);
}

/**
 * Q16.16, rounded to nearest, a half away from 0.
 * @param {unknown} value
 * @param {string} what
 * @returns {number}
 */
export function toQ16(value, what) {
  if (typeof value === "number") {
    const scaled = value * 65536;
    const fixed = scaled < 0 ? -Math.floor(0.5 - scaled) : Math.floor(scaled + 0.5);
    if (fixed >= -0x80000000 && fixed <= 0x7fffffff) return fixed;
  }
  throw invalid(`${what}: a number from -32768 to 32767.99998 is required, not ${shown(value)}`);
}

/**
 * A number that a member of a struct takes, by the kind of the member.
 * @param {string} kind
 * @param {unknown} value
 * @param {string} what
 * @returns {number}
 */
export function fitting(kind, value, what) {
  if (kind === "q16") return toQ16(value, what);
  if (kind === "u64") return whole(value, 0, LATEST_US, what);
  if (kind === "i32") return whole(value, -0x80000000, 0x7fffffff, what);
  return whole(value, 0, kind === "u32" ? 0xffffffff : kind === "u16" ? 0xffff : 0xff, what);
}

/**
 * @param {unknown} value
 * @param {string} what
 * @returns {number}
 */
export const time = (value, what = "tUs") => whole(value, 0, LATEST_US, what);

/**
 * An id: 32 bits.
 * @param {unknown} value
 * @param {string} what
 * @returns {number}
 */
export const id = (value, what) => whole(value, 0, 0xffffffff, what);

/**
 * @param {unknown} value
 * @param {string} what
 * @returns {boolean}
 */
export function truth(value, what) {
  if (typeof value !== "boolean") throw invalid(`${what}: true or false is required, not ${shown(value)}`);
  return value;
}

/**
 * What was answered to a question, as the library takes it.
 * @param {unknown} value
 * @param {string} what
 * @returns {number}
 */
export const yes = (value, what) => Number(truth(answered(value, what), `${what}: the answer`));

/**
 * @param {unknown} value
 * @param {number} least
 * @param {number} most
 * @param {string} what
 * @returns {number}
 */
export function between(value, least, most, what) {
  if (typeof value === "number" && value >= least && value <= most) return value;
  throw invalid(`${what}: a number from ${least} to ${most} is required, not ${shown(value)}`);
}
