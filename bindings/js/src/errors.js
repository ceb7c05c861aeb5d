import { Status } from "./generated/contract.js";

/** @typedef {import("./generated/contract.js").Status} StatusName */

/** Characters of a text. */
const MOST_SHOWN = 60;

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
  members(given, what);
  for (const name of Object.keys(given))
    if (!known.includes(name)) throw invalid(`${what}: there is no "${name}"; there are ${known.join(", ")}`);
}

/**
 * The members that an object has: those that are undefined are not given. An object without members of its own, such as a Map or a Config, is refused.
 * @template {object} Given
 * @param {Given} given
 * @param {string} what
 * @returns {Given}
 */
export function members(given, what) {
  const isObject = typeof given === "object" && given !== null && !Array.isArray(given);
  const own = isObject ? Object.entries(given) : [];
  const isPlain = isObject && [null, "Object"].includes(Object.getPrototypeOf(given)?.constructor?.name ?? null);
  if (!isPlain && own.length === 0) throw invalid(`${what}: an object is required, not ${shown(given)}`);
  return /** @type {Given} */ (Object.fromEntries(own.filter(([, value]) => value !== undefined)));
}

/**
 * What an iterable has, at most so many; what a hole of an array has is undefined.
 * @template Item
 * @param {Iterable<Item>} given
 * @param {string} what
 * @param {number} [most]
 * @returns {Item[]}
 */
export function items(given, what, most = 65536) {
  if (typeof given !== "object" || typeof given?.[Symbol.iterator] !== "function")
    throw invalid(`${what}: an array is required, not ${shown(given)}`);
  const all = [];
  for (const one of given) if (all.push(one) > most) throw invalid(`${what}: at most ${most} are taken`);
  return all;
}

/**
 * The two of a pair.
 * @template One, Other
 * @param {readonly [One, Other]} given
 * @param {string} what
 * @returns {readonly [One, Other]}
 */
export function pair(given, what) {
  if (!Array.isArray(given) || given.length !== 2) throw invalid(`${what}: an array of two is required, not ${shown(given)}`);
  return given;
}

/**
 * What a function of the program answers: the library goes on with it at once.
 * @template Answer
 * @param {Answer} given
 * @param {string} what
 * @returns {Answer}
 */
export function answered(given, what) {
  if (typeof (/** @type {any} */ (given)?.then) === "function")
    throw invalid(`${what}: the answer is required at once, not as a promise, which an async function returns`);
  return given;
}

/**
 * A value in a message.
 * @param {unknown} value
 */
export function shown(value) {
  if (typeof value === "string") return JSON.stringify(value.length > MOST_SHOWN ? `${value.slice(0, MOST_SHOWN)}...` : value);
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "an array" : "an object";
  if (typeof value === "bigint") return `${value}n`;
  return typeof value === "function" ? "a function" : String(value);
}
