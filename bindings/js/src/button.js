import { library } from "./default.js";
import { PRESS_BUTTON_DOWN } from "./raw.js";

/** @typedef {import("./contract.js").ButtonOptions} ButtonOptions */

/** The force button: a click of the whole surface, whatever else its contacts become. */
export class Button {
  #core;
  #options;

  /**
   * @param {import("./core.js").Core} core
   * @param {ButtonOptions} options
   */
  constructor(core, options) {
    this.#core = core;
    this.#options = options;
    Object.freeze(this);
  }

  /** Whether it is down, and the levels as they are now, newtons. */
  get status() {
    return library.scratch((make) => {
      const status = make("press_button_status");
      library.check(library.raw.press_button_get(this.#core.handle, status), "asking for the button");
      const { state, pressForce, releaseForce } = library.read("press_button_status", status);
      return {
        down: state === PRESS_BUTTON_DOWN,
        pressForce: /** @type {number} */ (pressForce),
        releaseForce: /** @type {number} */ (releaseForce),
      };
    });
  }

  /**
   * Changes options; those that are not given stay. It never presses and never releases: while the button is down they count
   * once it is released, and for a finger that rests above the new press level once its force has fallen below the new
   * releaseForce.
   * @param {ButtonOptions} options
   */
  set(options) {
    const merged = { ...this.#options, ...options };
    this.#core.set("press_button", merged, "the button");
    this.#options = merged;
  }
}
