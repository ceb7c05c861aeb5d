// Pointers of a browser as samples.
import { invalid, only, shown } from "./errors.js";
import { LATEST_US, between, time, whole } from "./numbers.js";

/** @typedef {import("./types.js").Sample} Sample */

/**
 * @typedef {object} ForceOptions
 * @property {number} [touchForce]  newtons of a pointer that just touches; 0.5
 * @property {number} [fullForce]  newtons of the hardest press that the device can measure; 5
 */

/**
 * @typedef {object} TimeOptions
 * @property {number} [tUs]  the time of the sample; that of the event. A page that ticks by another clock gives its own
 */
/** @typedef {ForceOptions & TimeOptions} PointerOptions */

/**
 * What browsers report: pointer and mouse events, and the touches of touch events.
 * @typedef {object} PointerLike
 * @property {string} [type]
 * @property {string} [pointerType]
 * @property {number} [pointerId]
 * @property {number} [identifier]
 * @property {number} [pressure]
 * @property {number} [force]
 * @property {number} [webkitForce]
 * @property {number} [buttons]
 * @property {number} [timeStamp]
 * @property {number} [clientX]
 * @property {number} [clientY]
 */

/** What a trackpad of Safari reports as the button clicks, and at its hardest. */
const CLICK = 1;
const HARDEST = 3;
/** Points and newtons, as the library has them. */
const [MOST, MOST_FORCE] = [32767, 32767];
/** What browsers report where a touch screen feels no force. */
const FORCELESS = [0, 0.5, 1];

/**
 * How hard a pointer presses: 0..1, or null where the device does not say.
 * @param {PointerLike} event
 * @returns {number | null}
 */
function level(event) {
  if (typeof event !== "object" || event === null || Array.isArray(event)) throw invalid(`a pointer: an event is required, not ${shown(event)}`);
  const { webkitForce, pointerType, pressure, force } = event;
  for (const [name, value] of Object.entries({ webkitForce, pressure, force }))
    if (value !== undefined) between(value, 0, MOST_FORCE, `a pointer: ${name}`);
  if (webkitForce) return clamped((webkitForce - CLICK) / (HARDEST - CLICK));
  if (pointerType === "pen") return clamped(pressure ?? 0);
  const felt = pointerType === "touch" ? pressure : force;
  return felt === undefined || FORCELESS.includes(felt) ? null : clamped(felt);
}

/** @param {number} value */
const clamped = (value) => Math.min(Math.max(value, 0), 1);

/**
 * Newtons of a pointer that is down: from the pressure of a pen, the force of a touch, or the force of a trackpad where the
 * browser reports it. Where it does not, `touchForce`: an engine with `gestures: { forceFromHoldUs: 800_000 }` then lets the
 * pressure of that pointer rise while it holds still.
 * @param {PointerLike} event  a PointerEvent, a MouseEvent, or a Touch
 * @param {ForceOptions} [options]
 * @returns {number}
 */
export function pointerForce(event, options = {}) {
  only(options, ["touchForce", "fullForce"], "options of pointers");
  const { touchForce = 0.5, fullForce = 5 } = options;
  between(touchForce, 0, MOST_FORCE, "touchForce");
  between(fullForce, touchForce, MOST_FORCE, "fullForce");
  return touchForce + (level(event) ?? 0) * (fullForce - touchForce);
}

/**
 * The sample of a pointer event or a mouse event: coordinates are those of the window. A pointer that was taken away
 * ("pointercancel") is lost; one that is up has no force.
 * @param {PointerLike} event
 * @param {PointerOptions} [options]
 * @returns {Sample}
 */
export function pointerSample(event, options = {}) {
  const hasForce = level(event) !== null;
  const { type = "", timeStamp, clientX, clientY, pointerId = 0, buttons = 0 } = event;
  only(options, ["tUs", "touchForce", "fullForce"], "options of pointers");
  const { tUs = Math.round(1000 * between(timeStamp, 0, LATEST_US / 1000, "a pointer: timeStamp")), ...force } = options;
  between(clientX, -MOST, MOST, "a pointer: clientX");
  between(clientY, -MOST, MOST, "a pointer: clientY");
  whole(pointerId, -0x80000000, 0xffffffff, "a pointer: pointerId");
  whole(buttons, 0, 0xffffffff, "a pointer: buttons");
  const lost = type === "pointercancel";
  const down = !lost && buttons !== 0;
  return {
    tUs: time(tUs),
    contact: pointerId >>> 0,
    force: down ? pointerForce(event, force) : 0,
    x: clientX,
    y: clientY,
    down,
    lost,
    hasForce,
  };
}
