import { library } from "./default.js";
import { id } from "./numbers.js";
import { Part } from "./part.js";
import { PRESS_ERR_NOENT } from "./generated/raw.js";

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
 * How fast contacts were struck, and how fast they let go (`on("lifted", ...)`). Options that are `set` count from the next contact on that begins while no strike is measured; `sources`
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
    return library.scratch((make) => {
      const strike = make("press_strike");
      const status = library.raw.press_strike_of(this.#core.handle, id(contact, "contact"), strike);
      if (status === PRESS_ERR_NOENT) return null;
      library.check(status, `asking for the strike of contact ${contact}`);
      const { beganUs, speed, velocity, delayUs, known } = library.read("press_strike", strike);
      return Object.freeze({ beganUs: Number(beganUs), speed, velocity, delayUs, known: known === 1, unknown: known === 2 });
    });
  }
}
