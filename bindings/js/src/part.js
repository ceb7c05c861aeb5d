import { members } from "./errors.js";

/**
 * A part of an engine that has options.
 * @template {object} Options
 */
export class Part {
  #core;
  #part;
  #options;

  /**
   * @param {import("./core.js").Core} core
   * @param {string} part  what the library calls it
   * @param {Options} options
   */
  constructor(core, part, options) {
    this.#core = core;
    this.#part = part;
    this.#options = { ...options };
    if (new.target === Part) Object.freeze(this);
  }

  /**
   * Changes options; those that are not given stay.
   * @param {Options} options
   */
  set(options) {
    const all = { ...this.#options, ...members(options, this.#part) };
    this.#core.set(this.#part, all);
    this.#options = all;
  }
}
