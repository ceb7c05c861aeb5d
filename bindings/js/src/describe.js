// Events as lines of text, as pressd prints them.
import { EventType, Reason, WHOLE } from "./generated/contract.js";
import { library } from "./default.js";
import { PRESS_EVENT_LINE } from "./generated/raw.js";
import { EVENT_FLAGS, numberOf } from "./types.js";

/** @typedef {import("./types.js").PressEvent} PressEvent */

/**
 * The line that pressd prints of an event: one JSON object, with the names of the C library.
 * @param {PressEvent} event
 * @returns {string}
 */
export function describe(event) {
  return line(event, library.raw.press_event_describe);
}

/**
 * A line for people: `1.250000 s contact 0 preview_updated progress 0.50`.
 * @param {PressEvent} event
 * @returns {string}
 */
export function describeText(event) {
  return line(event, library.raw.press_event_text);
}

/**
 * @param {PressEvent} event
 * @param {(event: number, buffer: number, bytes: number) => number} write
 */
function line({ ended, returns, fades, part, kept, unknown, ...event }, write) {
  const flags = { ended, returns, fades, part, kept, unknown };
  const type = numberOf(EventType, event.type, "type");
  const value = (/** @type {number} */ one) => (WHOLE.has(type) ? (one | 0) / 65536 : one);
  return library.scratch((make) => {
    const address = make("press_event");
    library.write("press_event", address, {
      ...event,
      type,
      reason: numberOf(Reason, event.reason, "reason"),
      flags: EVENT_FLAGS.reduce((bits, [name, flag]) => (flags[name] ? bits | flag : bits), 0),
      value: value(event.value),
      value2: value(event.value2),
    });
    return library.textOf(PRESS_EVENT_LINE, (buffer) => write(address, buffer, PRESS_EVENT_LINE));
  });
}
