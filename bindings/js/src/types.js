// What goes in and what comes out. Forces are newtons, lengths points, conductances microsiemens, pressures and progress
// 0..1, times whole microseconds that the program gives.
import { id, time, toQ16, truth } from "./numbers.js";
import { invalid, items, members, only, shown } from "./errors.js";
import {
  PRESS_EVENT_FLAG_ENDED,
  PRESS_EVENT_FLAG_FADES,
  PRESS_EVENT_FLAG_PART,
  PRESS_EVENT_FLAG_KEPT,
  PRESS_EVENT_FLAG_RESTING,
  PRESS_EVENT_FLAG_UNKNOWN,
  PRESS_EVENT_FLAG_RETURNS,
  PRESS_SAMPLE_DOWN,
  PRESS_SAMPLE_HAS_FORCE,
  PRESS_SAMPLE_LOST,
  PRESS_SAMPLE_PALM,
  PRESS_SAMPLE_SETTLING,
  structs,
} from "./generated/raw.js";

/**
 * One measurement of one contact.
 * @typedef {object} Sample
 * @property {number} tUs  monotonic microseconds, from any origin
 * @property {number} [force]  newtons; below 0 counts as 0
 * @property {number} [x]  points
 * @property {number} [y]  points
 * @property {number} [contact]  which finger: any 32-bit number
 * @property {boolean} [down]  the contact is down: read only by an engine with `contactFromFlag`
 * @property {boolean} [lost]  the sensor cannot say: the contact is cancelled, not released
 * @property {boolean} [palm]  this is no finger: its contact is cancelled, or does not begin
 * @property {boolean} [settling]  x and y are still being found: the way to here counts for no distance
 * @property {boolean} [hasForce]  its device feels force, as a pen does: forceFromHoldUs does not raise this contact
 */

/**
 * One thing that happened. Members that a type does not use are 0.
 * @typedef {object} PressEvent
 * @property {number} tUs  when it was delivered: the time of the sample, or of the deadline that fired
 * @property {import("./generated/contract.js").EventType} type
 * @property {number} contact  `NO_CONTACT`: no finger caused it
 * @property {number} target  0: the surface itself
 * @property {boolean} ended  the last update of its phase
 * @property {boolean} returns  what was dragged flies back to its source
 * @property {boolean} fades  it fades away: its source is not there any more
 * @property {boolean} part  a part of the item is taken
 * @property {boolean} kept  the actions stay on show
 * @property {boolean} unknown  of a strike or a lift: its speed was at least so much, and its velocity is a fixed one
 * @property {boolean} resting  of contactBegan: it lay there before anybody pressed, and nothing becomes of it
 * @property {import("./generated/contract.js").Reason} reason
 * @property {number} x  points
 * @property {number} y  points
 * @property {number} force  newtons
 * @property {number} pressure  0..1 between zeroForce and fullForce
 * @property {number} progress  0..1; of a transition with `overshoot` also beyond
 * @property {number} subject  the number of the sensor, peek, transition or drag session; of a pinch its other contact
 * @property {number} value  by type, as press/event.h has it; ids, counts, operations and hints are whole numbers
 * @property {number} value2
 * @property {number} lateUs  how much earlier than tUs it happened, where only later input could decide, or its sample came late
 */

/**
 * Where and how hard a contact touches.
 * @typedef {object} Touch
 * @property {number} tUs
 * @property {number} contact
 * @property {number} target  the target of the interaction; 0: the surface
 * @property {number} x
 * @property {number} y
 * @property {number} force
 * @property {number} pressure
 */

/**
 * A rectangle of the surface, from x up to, not including, x + width. The last added is on top.
 * @typedef {object} Target
 * @property {number} id  not 0, unique
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {readonly import("./generated/contract.js").Trait[]} [traits]  what it takes part in; ["preview"]
 * @property {number} [container]  the enclosing target; 0: none
 * @property {number} [domain]  which application it belongs to
 */

/**
 * A cubic Bezier from (0, 0) to (1, 1) with two control points. With `spring: true` it is [damping, response in seconds, 0, 0]:
 * `spring(damping, response)` makes both.
 * @typedef {readonly [x1: number, y1: number, x2: number, y2: number]} TimingCurve
 */

/**
 * From conductance (microsiemens) to force (newtons): a power law, or straight lines between points.
 * @typedef {{ readonly kind: "power", readonly referenceConductance: number, readonly referenceForce: number, readonly exponent: number }
 *   | { readonly kind: "table", readonly points: readonly CurvePoint[] }} Curve
 */

/** @typedef {readonly [conductance: number, force: number]} CurvePoint */

const FLAGS = /** @type {const} */ ([
  ["down", PRESS_SAMPLE_DOWN],
  ["lost", PRESS_SAMPLE_LOST],
  ["palm", PRESS_SAMPLE_PALM],
  ["settling", PRESS_SAMPLE_SETTLING],
  ["hasForce", PRESS_SAMPLE_HAS_FORCE],
]);
const SAMPLE = ["tUs", "force", "x", "y", "contact", "down", "lost", "palm", "settling", "hasForce"];
const HAS_SAMPLE = new Set(SAMPLE);
const { t_us: [T_US], contact: [CONTACT], flags: [SAMPLE_FLAGS], force: [FORCE], x: [X], y: [Y], reserved: [RESERVED] } = structs.press_sample.members;

/**
 * Writes a press_sample, all of it.
 * @param {import("./library.js").Library} library
 * @param {import("./generated/raw.js").Address} address
 * @param {Sample} sample
 * @param {string} what
 */
export function writeSample(library, address, sample, what) {
  let known = 0;
  // Inherited members are no wrong names; a class may have more than its own.
  for (const name in sample)
    if (HAS_SAMPLE.has(name)) known++;
    else if (Object.hasOwn(sample, name)) only(sample, SAMPLE, what); // throws
  if (known === 0 || typeof sample !== "object") members(sample, what);
  const { tUs, contact = 0, force = 0, x = 0, y = 0, down, lost, palm, settling, hasForce } = sample;
  const at = time(tUs);
  const finger = contact === 0 ? 0 : id(contact, "contact");
  const hasFlag = down !== undefined || lost !== undefined || palm !== undefined || settling !== undefined || hasForce !== undefined;
  const flags = hasFlag ? flagsOf(sample, FLAGS, what) : 0;
  const fixed = toQ16(force, "force");
  const fixedX = x === 0 ? 0 : toQ16(x, "x");
  const fixedY = y === 0 ? 0 : toQ16(y, "y");
  const { view } = library;
  view.setUint32(address + T_US, at >>> 0, true);
  view.setUint32(address + T_US + 4, at / 4294967296, true);
  view.setUint32(address + CONTACT, finger, true);
  view.setUint32(address + SAMPLE_FLAGS, flags, true);
  view.setInt32(address + FORCE, fixed, true);
  view.setInt32(address + X, fixedX, true);
  view.setInt32(address + Y, fixedY, true);
  view.setUint32(address + RESERVED, 0, true);
}

/**
 * The bits of the members that are true.
 * @template {string} Name
 * @param {{ readonly [name in Name]?: unknown }} given
 * @param {readonly (readonly [Name, number])[]} flags
 * @param {string} what
 */
export function flagsOf(given, flags, what) {
  let bits = 0;
  for (const [name, flag] of flags) {
    const value = given[name];
    if (value !== undefined && truth(value, `${what}: ${name}`)) bits |= flag;
  }
  return bits;
}

/**
 * The word for a number of an enum.
 * @param {{ readonly [word: string]: number }} table
 * @returns {(number: number) => any}
 */
function words(table) {
  const known = new Map(Object.entries(table).map(([word, number]) => [number, word]));
  return (number) => known.get(number) ?? `unknown ${number}`;
}

/** @type {Map<object, (number: number) => any>} */
const readers = new Map();

/**
 * @param {{ readonly [word: string]: number }} table
 * @param {number} number
 * @returns {any}
 */
export function wordOf(table, number) {
  let reader = readers.get(table);
  if (!reader) readers.set(table, (reader = words(table)));
  return reader(number);
}

/**
 * The number for a word of an enum.
 * @param {{ readonly [word: string]: number }} table
 * @param {unknown} word
 * @param {string} what
 * @returns {number}
 */
export function numberOf(table, word, what) {
  if (typeof word === "string" && Object.hasOwn(table, word)) return table[word];
  throw invalid(`${what}: there is no ${shown(word)}; there are ${Object.keys(table).join(", ")}`);
}

/**
 * The bits for a list of words.
 * @param {{ readonly [word: string]: number }} table
 * @param {unknown} given
 * @param {string} what
 * @returns {number}
 */
export function bitsOf(table, given, what) {
  if (!Array.isArray(given)) throw invalid(`${what}: an array of words is required, not ${shown(given)}`);
  return items(given, what).reduce((bits, word) => bits | numberOf(table, word, what), 0);
}

/**
 * The words for bits.
 * @param {{ readonly [word: string]: number }} table
 * @param {number} bits
 * @returns {any[]}
 */
export function wordsOf(table, bits) {
  return Object.keys(table).filter((word) => bits & table[word]);
}

/** The flags of an event by their names. */
export const EVENT_FLAGS = /** @type {const} */ ([
  ["ended", PRESS_EVENT_FLAG_ENDED],
  ["returns", PRESS_EVENT_FLAG_RETURNS],
  ["fades", PRESS_EVENT_FLAG_FADES],
  ["part", PRESS_EVENT_FLAG_PART],
  ["kept", PRESS_EVENT_FLAG_KEPT],
  ["unknown", PRESS_EVENT_FLAG_UNKNOWN],
  ["resting", PRESS_EVENT_FLAG_RESTING],
]);
