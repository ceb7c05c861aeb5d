import { id } from "./numbers.js";
import { Part } from "./part.js";

/** @typedef {import("./generated/contract.js").StrikeOptions} StrikeOptions */

/** Readings a second that show how fast a contact is struck. */
const SHOWS_STRIKES = 180;
/** Intervals after which the rate is known. */
const ENOUGH = 32;

/** How fast a pad or a grid is read. Warns once, on the console, where strikes are attached and it is too slow for them. */
export class Pace {
  #core;
  #last = -1;
  /** @type {number[]} */
  #intervals = [];

  /** @param {import("./core.js").Core | null} core */
  constructor(core) {
    this.#core = core?.hasStrikes ? core : null;
  }

  /** @param {number} tUs */
  read(tUs) {
    if (!this.#core) return;
    if (this.#last >= 0) this.#intervals.push(tUs - this.#last);
    this.#last = tUs;
    if (this.#intervals.length < ENOUGH) return;
    this.#core = null;
    // A pause among them is no rate.
    const rate = Math.round(1e6 / this.#intervals.sort((a, b) => a - b)[ENOUGH / 2]);
    if (rate < SHOWS_STRIKES)
      console.warn(
        `libpress: strike with ${rate} readings a second: fewer than ${SHOWS_STRIKES} do not show a strike, so its speed is an estimate (event.unknown); more readings, or fewer sensors on one converter, show it`,
      );
  }
}

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
