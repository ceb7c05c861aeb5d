import { id } from "./numbers.js";
import { Part } from "./part.js";

/** @typedef {import("./generated/contract.js").PinchOptions} PinchOptions */

/**
 * Two contacts as they are now.
 * @typedef {object} PinchState
 * @property {number} contact  the one that came first
 * @property {number} other
 * @property {number} target
 * @property {number} scale  how many times further apart than where it began to count; 1 until the distance has changed by `slop`
 * @property {number} angle  degrees, clockwise, y down; 0 until they have turned by `turnSlop`
 * @property {number} x  points: the centre
 * @property {number} y
 * @property {number} distance  points
 * @property {number} scaleVelocity  how fast the scale grows, a second; below 0: they come together
 * @property {number} angleVelocity  degrees per second, clockwise
 */

/**
 * Two contacts that scale, turn and move a target. Options that are `set` count from the next two contacts on that come together.
 * @extends {Part<PinchOptions>}
 */
export class Pinches extends Part {
  #core;

  /**
   * @param {import("./core.js").Core} core
   * @param {PinchOptions} options
   */
  constructor(core, options) {
    super(core, "pinch", options);
    this.#core = core;
    Object.freeze(this);
  }

  /**
   * The pinch of a contact that is one of two, also while its end is delivered: then how fast it was as its force fell. null: it does not pinch.
   * @param {number} [contact]
   * @returns {PinchState | null}
   */
  state(contact = 0) {
    const found = this.#core.find("press_pinch", "press_pinch_get", id(contact, "contact"), `asking for the pinch of contact ${contact}`);
    if (!found) return null;
    const { contact: first, other, target, scale, angle, x, y, distance, scaleVelocity, angleVelocity } = found;
    return Object.freeze({ contact: first, other, target, scale, angle, x, y, distance, scaleVelocity, angleVelocity });
  }
}
