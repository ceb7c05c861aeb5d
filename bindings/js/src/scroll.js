import { library } from "./default.js";
import { members, only } from "./errors.js";
import { PRESS_ERR_NOENT } from "./generated/raw.js";
import { id, toQ16 } from "./numbers.js";
import { Part } from "./part.js";

/** @typedef {import("./generated/contract.js").ScrollOptions} ScrollOptions */

/**
 * Where the content of a target is, points, and where it rests: between min and max, at max less a multiple of snap, or at min.
 * @typedef {object} ScrollContent
 * @property {number} [x]
 * @property {number} [y]
 * @property {number} [minX]
 * @property {number} [maxX]
 * @property {number} [minY]
 * @property {number} [maxY]
 * @property {number} [snapX]
 * @property {number} [snapY]
 */

/**
 * The content of a target: how far it was moved, points, as the finger moves it.
 * @typedef {object} ScrollState
 * @property {number} x
 * @property {number} y
 * @property {number} vx  points per second
 * @property {number} vy
 * @property {number} endX  where it will rest
 * @property {number} endY
 * @property {number} endsUs  when; 0: it is not thrown and does not coast
 * @property {boolean} isThrown  false while it coasts: then the lift is not certain yet
 */

/**
 * Throws of what scrolls, and swipes: `on("throwBegan", ...)`, `on("swiped", ...)`. A throw keeps the options that it began with.
 * @extends {Part<ScrollOptions>}
 */
export class Scrolls extends Part {
  #core;

  /**
   * @param {import("./core.js").Core} core
   * @param {ScrollOptions} options
   */
  constructor(core, options) {
    super(core, "scroll", options);
    this.#core = core;
    Object.freeze(this);
  }

  /**
   * Where the content of a target is and may rest; a throw of it goes on from there. 0: the surface.
   * @param {number} target
   * @param {ScrollContent} content
   */
  declare(target, content) {
    library.scratch((make) => {
      const own = make("press_scroll_content");
      only(content, ["x", "y", "minX", "maxX", "minY", "maxY", "snapX", "snapY"], "content");
      library.write("press_scroll_content", own, { ...members(content, "content"), target: id(target, "target") });
      this.#core.call(() => `declaring the content of target ${target}`, "press_scroll_declare", own);
    });
  }

  /**
   * Throws a target from code, points per second: a wheel, keys. Its time counts from the engine's: of an engine that was given nothing for
   * a while call `tick` first.
   * @param {number} target
   * @param {number} vx
   * @param {number} vy
   */
  throw(target, vx, vy) {
    this.#core.call(() => `throwing target ${target}`, "press_scroll_throw", id(target, "target"), toQ16(vx, "vx"), toQ16(vy, "vy"));
  }

  /**
   * Changes where a throw ends, points: while it begins, for places of the program's own.
   * @param {number} target
   * @param {number} x
   * @param {number} y
   */
  aim(target, x, y) {
    this.#core.call(() => `aiming the throw of target ${target}`, "press_scroll_aim", id(target, "target"), toQ16(x, "x"), toQ16(y, "y"));
  }

  /**
   * Ends a throw where it is.
   * @param {number} target
   */
  stop(target) {
    this.#core.call(() => `stopping the throw of target ${target}`, "press_scroll_stop", id(target, "target"));
  }

  /**
   * How fast a contact moves that scrolls, may swipe or drags, points per second; while the end of its scroll or its drop is delivered, as its
   * force fell.
   * @param {number} [contact]
   * @returns {{ vx: number, vy: number } | null}  null: there is no such contact
   */
  velocity(contact = 0) {
    return library.output((now) => {
      const status = library.raw.press_scroll_get_velocity(this.#core.handle, id(contact, "contact"), now, now + 4);
      if (status === PRESS_ERR_NOENT) return null;
      library.check(status, `asking how fast contact ${contact} is`);
      return Object.freeze({ vx: library.view.getInt32(now, true) / 65536, vy: library.view.getInt32(now + 4, true) / 65536 });
    });
  }

  /**
   * The content of a target that is declared or thrown; null: neither.
   * @param {number} [target]
   * @returns {ScrollState | null}
   */
  state(target = 0) {
    const found = this.#core.find("press_scroll_status", "press_scroll_get", id(target, "target"), `asking for the content of target ${target}`);
    if (!found) return null;
    const { x, y, vx, vy, endX, endY, endsUs, isThrown } = found;
    return Object.freeze({ x, y, vx, vy, endX, endY, endsUs: Number(endsUs), isThrown: isThrown !== 0 });
  }
}
