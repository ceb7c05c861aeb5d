import { id } from "./numbers.js";
import { Part } from "./part.js";

/** @typedef {import("./generated/contract.js").StrikeOptions} StrikeOptions */

/**
 * How a contact was struck.
 * @typedef {object} Strike
 * @property {number} beganUs  when its contact began
 * @property {number} speed  newtons a second
 * @property {number} velocity  0..127
 * @property {number} delayUs  how long after that it was known
 * @property {boolean} known  false: it is still measured, or `unknown`: this is how fast it was so far
 * @property {boolean} unknown  it is not measured any more, and its speed is not known: too few readings saw it. Its velocity is `unknownVelocity`
 */

/**
 * How fast contacts were struck, and how fast they let go (`on("letGo", ...)`). Options that are `set` count from the next contact on that begins while no strike is measured; `sources`
 * cannot change.
 * @extends {Part<StrikeOptions>}
 */
export class Strikes extends Part {
  #core;

  /**
   * @param {import("./core.js").Core} core
   * @param {StrikeOptions} options
   */
  constructor(core, options) {
    super(core, "strike", options);
    this.#core = core;
    Object.freeze(this);
  }

  /**
   * The strike of a contact that is down, or of the latest with that id; null: it was not struck, or that is forgotten.
   * @param {number} [contact]
   * @returns {Strike | null}
   */
  of(contact = 0) {
    const found = this.#core.find("press_strike", "press_strike_get", id(contact, "contact"), `asking for the strike of contact ${contact}`);
    if (!found) return null;
    const { beganUs, speed, velocity, delayUs, known } = found;
    return Object.freeze({ beganUs: Number(beganUs), speed, velocity, delayUs, known: known === 1, unknown: known === 2 });
  }
}
