import { Status } from "./generated/contract.js";

/** @typedef {import("./generated/contract.js").Status} StatusName */

/** A call failed, or an argument is not what it must be. */
export class PressError extends Error {
  /**
   * @param {StatusName} code
   * @param {string} message
   * @param {number} [taken]
   */
  constructor(code, message, taken = 0) {
    super(message);
    this.name = "PressError";
    /** The name of the status in C: "PRESS_ERR_INVAL" and so on. */
    this.code = code;
    /** The status: a negative errno. */
    this.status = Status[code];
    /** How many samples were taken before the one that failed. */
    this.taken = taken;
  }
}

const CODES = new Map(Object.entries(Status).map(([name, status]) => [status, /** @type {StatusName} */ (name)]));

/**
 * The name of a status.
 * @param {number} status
 * @returns {StatusName}
 */
export function codeOf(status) {
  return CODES.get(status) ?? "PRESS_ERR_STATE";
}

/**
 * The error for an argument that is not what it must be.
 * @param {string} message
 */
export function invalid(message) {
  return new PressError("PRESS_ERR_INVAL", message);
}

/**
 * Refuses members that an object must not have: a wrong name is an error, never passed over.
 * @param {object} given
 * @param {readonly string[]} known
 * @param {string} what
 */
export function only(given, known, what) {
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw invalid(`${what}: an object is required, not ${shown(given)}`);
  for (const name of Object.keys(given))
    if (!known.includes(name)) throw invalid(`${what}: there is no "${name}"; there are ${known.join(", ")}`);
}

/**
 * A value in a message.
 * @param {unknown} value
 */
export function shown(value) {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "an array" : "an object";
  return typeof value === "function" ? "a function" : String(value);
}
