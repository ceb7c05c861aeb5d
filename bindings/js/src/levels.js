import { id } from "./numbers.js";
import { Part } from "./part.js";

/** @typedef {import("./generated/contract.js").LevelsOptions} LevelsOptions */

/**
 * Where a contact is among the levels.
 * @typedef {object} LevelsState
 * @property {number} level  0: at none
 * @property {number} highest  that it came to since `levelsBegan`; 0: it is at none
 * @property {number} repeats  so often it was repeated since then
 * @property {number} intervalUs  from one repeat to the next at its pressure; 0: it does not repeat
 */

/**
 * How hard contacts press, in steps, and the accelerator. Options that are `set` count from the next contact on that begins while no other
 * is down.
 * @extends {Part<LevelsOptions>}
 */
export class Levels extends Part {
  #core;

  /**
   * @param {import("./core.js").Core} core
   * @param {LevelsOptions} options
   */
  constructor(core, options) {
    super(core, "levels", options);
    this.#core = core;
    Object.freeze(this);
  }

  /**
   * Where a contact is; null: it is not down.
   * @param {number} [contact]
   * @returns {LevelsState | null}
   */
  state(contact = 0) {
    const found = this.#core.find("press_levels_status", "press_levels_get", id(contact, "contact"), `asking for the level of contact ${contact}`);
    if (!found) return null;
    const { level, highest, repeats, intervalUs } = found;
    return Object.freeze({ level, highest, repeats, intervalUs });
  }

  /**
   * A contact is at no level until it lifts.
   * @param {number} [contact]
   */
  cancel(contact = 0) {
    this.#core.call(() => `cancelling the levels of contact ${contact}`, "press_levels_cancel", id(contact, "contact"));
  }
}
