import { library } from "./default.js";
import { Part } from "./part.js";
import { PRESS_BUTTON_DOWN } from "./generated/raw.js";

/** @typedef {import("./generated/contract.js").ButtonOptions} ButtonOptions */

/**
 * The force button: a click of the whole surface, whatever else its contacts become. `set` never presses and never releases: while the
 * button is down, options count once it is released, and for a finger that rests above the new press level once its force has fallen below
 * the new releaseForce.
 * @extends {Part<ButtonOptions>}
 */
export class Button extends Part {
  #core;

  /**
   * @param {import("./core.js").Core} core
   * @param {ButtonOptions} options
   */
  constructor(core, options) {
    super(core, "button", options);
    this.#core = core;
    Object.freeze(this);
  }

  /**
   * Whether it is down, and the levels as they are now, newtons.
   * @returns {{ readonly down: boolean } & import("./generated/contract.js").ButtonLevels}
   */
  get status() {
    return library.scratch((make) => {
      const status = make("press_button_status");
      library.check(library.raw.press_button_get(this.#core.handle, status), "asking for the button");
      const { state, pressForce, releaseForce } = library.read("press_button_status", status);
      return { down: state === PRESS_BUTTON_DOWN, pressForce, releaseForce };
    });
  }
}
