import { GestureState } from "./generated/contract.js";
import { id } from "./numbers.js";
import { wordOf } from "./types.js";

/** The gestures of a contact that is not a preview: a tap, a double tap, a hold, a scroll. */
export class Gestures {
  #core;

  /** @param {import("./core.js").Core} core */
  constructor(core) {
    this.#core = core;
    Object.freeze(this);
  }

  /**
   * The gesture that a contact has become.
   * @param {number} [contact]
   * @returns {import("./generated/contract.js").GestureState}
   */
  state(contact = 0) {
    return wordOf(
      GestureState,
      this.#core.call(() => `asking for the gesture of contact ${contact}`, "press_gestures_state", id(contact, "contact")),
    );
  }

  /**
   * Cancels the hold or scroll of a contact; nothing more becomes of it until it lifts.
   * @param {number} [contact]
   */
  cancel(contact = 0) {
    this.#core.call(() => `cancelling the gesture of contact ${contact}`, "press_gestures_cancel", id(contact, "contact"));
  }

  /**
   * Does what a tap on a target does: for keys, switches, assistive technology. It has the engine's time: of an engine that was given
   * nothing for a while call `tick` first.
   * @param {number} target
   */
  activate(target) {
    this.#core.call(() => `activating target ${target}`, "press_target_activate", id(target, "target"));
  }
}
