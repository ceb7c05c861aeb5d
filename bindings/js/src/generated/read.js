// Written by `make contract` from the headers (include/press/*.h), which say what each means.

import { EventType, Reason, WHOLE } from "./contract.js";

/** @param {{ readonly [word: string]: number }} table */
const words = (table) => new Map(Object.entries(table).map(([word, number]) => [number, word]));
const typeWords = words(EventType);
const reasonWords = words(Reason);

/**
 * A press_event; times are exact up to 2^53.
 * @param {DataView} view  of the memory
 * @param {number} at
 * @returns {import("../types.js").PressEvent}
 */
export function readEvent(view, at) {
  const type = view.getUint32(at + 8, true);
  const flags = view.getUint32(at + 20, true);
  const reason = view.getInt32(at + 24, true);
  const isWhole = WHOLE.has(type);
  return {
    tUs: view.getUint32(at, true) + 4294967296 * view.getUint32(at + 4, true),
    type: /** @type {any} */ (typeWords.get(type) ?? `unknown ${type}`),
    contact: view.getUint32(at + 12, true),
    target: view.getUint32(at + 16, true),
    ended: (flags & 1) !== 0,
    returns: (flags & 2) !== 0,
    fades: (flags & 4) !== 0,
    part: (flags & 8) !== 0,
    kept: (flags & 16) !== 0,
    unknown: (flags & 32) !== 0,
    resting: (flags & 64) !== 0,
    reason: /** @type {any} */ (reasonWords.get(reason) ?? `unknown ${reason}`),
    x: view.getInt32(at + 28, true) / 65536,
    y: view.getInt32(at + 32, true) / 65536,
    force: view.getInt32(at + 36, true) / 65536,
    pressure: view.getInt32(at + 40, true) / 65536,
    progress: view.getInt32(at + 44, true) / 65536,
    subject: view.getUint32(at + 48, true),
    value: isWhole ? view.getUint32(at + 52, true) : view.getInt32(at + 52, true) / 65536,
    value2: isWhole ? view.getUint32(at + 56, true) : view.getInt32(at + 56, true) / 65536,
    lateUs: view.getUint32(at + 60, true),
  };
}

/**
 * A press_touch; times are exact up to 2^53.
 * @param {DataView} view  of the memory
 * @param {number} at
 * @returns {import("../types.js").Touch}
 */
export function readTouch(view, at) {
  return {
    tUs: view.getUint32(at, true) + 4294967296 * view.getUint32(at + 4, true),
    contact: view.getUint32(at + 8, true),
    target: view.getUint32(at + 12, true),
    x: view.getInt32(at + 16, true) / 65536,
    y: view.getInt32(at + 20, true) / 65536,
    force: view.getInt32(at + 24, true) / 65536,
    pressure: view.getInt32(at + 28, true) / 65536,
  };
}
