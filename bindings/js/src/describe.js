// Events as lines of text, as pressd prints them.
import { EventType, Reason, WHOLE } from "./generated/contract.js";
import { library } from "./default.js";
import { only } from "./errors.js";
import { id } from "./numbers.js";
import { PRESS_EVENT_LINE } from "./generated/raw.js";
import { EVENT_FLAGS, flagsOf, numberOf } from "./types.js";

/** @typedef {import("./types.js").PressEvent} PressEvent */

const NUMBERS = /** @type {const} */ ([
  "tUs", "contact", "target", "x", "y", "force", "pressure", "progress", "subject", "lateUs",
]);
const MEMBERS = ["type", "reason", "value", "value2", ...NUMBERS, ...EVENT_FLAGS.map(([name]) => name)];

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
function line(event, write) {
  only(event, MEMBERS, "an event");
  const type = numberOf(EventType, event.type, "an event: type");
  const value = (/** @type {"value" | "value2"} */ name) => (WHOLE.has(type) ? (id(event[name], name) | 0) / 65536 : event[name]);
  return library.scratch((make) => {
    const address = make("press_event");
    library.write("press_event", address, {
      ...Object.fromEntries(NUMBERS.map((name) => [name, event[name]])),
      type,
      reason: numberOf(Reason, event.reason, "an event: reason"),
      flags: flagsOf(event, EVENT_FLAGS, "an event"),
      value: value("value"),
      value2: value("value2"),
    });
    return library.textOf(PRESS_EVENT_LINE, (buffer) => write(address, buffer, PRESS_EVENT_LINE));
  });
}
