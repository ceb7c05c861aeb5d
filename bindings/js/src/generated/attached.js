// Written by `make contract` from the headers (include/press/*.h), which say what each means.

import { Button } from "../button.js";
import { Crosstalks } from "../crosstalk.js";
import { Drag } from "../drag.js";
import { Gestures } from "../gestures.js";
import { Levels } from "../levels.js";
import { Peeks } from "../peek.js";
import { Pinches } from "../pinch.js";
import { Scrolls } from "../scroll.js";
import { Strikes } from "../strike.js";
import { Transitions } from "../transitions.js";

/**
 * What is attached: true, or how.
 * @typedef {object} Attached
 * @property {boolean | import("./contract.js").DragOptions} [drag]  Drag and drop.
 * @property {boolean | import("./contract.js").GesturesOptions} [gestures]  Gestures.
 * @property {boolean | import("./contract.js").PeekOptions} [peek]  Peek and pop with quick actions.
 * @property {boolean | import("./contract.js").TransitionsOptions} [transitions]  Transitions.
 * @property {boolean | import("./contract.js").ButtonOptions} [button]  The force button.
 * @property {boolean | import("./contract.js").StrikeOptions} [strike]  Strikes and lifts.
 * @property {boolean | import("./contract.js").PinchOptions} [pinch]  Pinches.
 * @property {boolean | import("./contract.js").ScrollOptions} [scroll]  Throws and swipes.
 * @property {boolean | import("./contract.js").LevelsOptions} [levels]  Levels.
 * @property {boolean | import("./contract.js").CrosstalkOptions} [crosstalk]  Crosstalk.
 */

/** By option, what the library calls it. */
export const PARTS = /** @type {const} */ ({ drag: "drag", gestures: "gestures", peek: "peek", transitions: "transition", button: "button", strike: "strike", pinch: "pinch", scroll: "scroll", levels: "levels", crosstalk: "crosstalk" });

/** By option, the section of a config. */
export const SECTIONS = /** @type {const} */ ({ drag: "drag", gestures: "gestures", peek: "peeks", transitions: "transitions", button: "button", strike: "strike", pinch: "pinch", scroll: "scroll", levels: "levels", crosstalk: "crosstalk" });

/** The interactions of an engine. */
export class Parts {
  /**
   * @param {import("../core.js").Core} core
   * @param {Attached} given
   */
  constructor(core, given) {
    /** @param {any} how */
    const of = (how) => (typeof how === "object" ? how : {});
    /**
     * Drag and drop.
     * @readonly
     */
    this.drag = new Drag(core);
    /**
     * Gestures.
     * @readonly
     */
    this.gestures = new Gestures(core);
    /**
     * Peek and pop with quick actions.
     * @readonly
     */
    this.peek = new Peeks(core);
    /**
     * Transitions.
     * @readonly
     */
    this.transitions = new Transitions(core, of(given.transitions));
    /**
     * The force button.
     * @readonly
     */
    this.button = new Button(core, of(given.button));
    /**
     * Strikes and lifts.
     * @readonly
     */
    this.strike = new Strikes(core, of(given.strike));
    /**
     * Pinches.
     * @readonly
     */
    this.pinch = new Pinches(core, of(given.pinch));
    /**
     * Throws and swipes.
     * @readonly
     */
    this.scroll = new Scrolls(core, of(given.scroll));
    /**
     * Levels.
     * @readonly
     */
    this.levels = new Levels(core, of(given.levels));
    /**
     * Crosstalk.
     * @readonly
     */
    this.crosstalk = new Crosstalks(core, of(given.crosstalk));
  }
}
