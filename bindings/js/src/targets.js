import { Trait } from "./generated/contract.js";
import { library } from "./default.js";
import { invalid, members, only } from "./errors.js";
import { id, toQ16 } from "./numbers.js";
import { bitsOf, wordsOf } from "./types.js";

/** @typedef {import("./types.js").Target} Target */

const MEMBERS = ["id", "x", "y", "width", "height", "traits", "container", "domain"];

/** The regions of the surface that interactions belong to. */
export class Targets {
  #core;

  /** @param {import("./core.js").Core} core */
  constructor(core) {
    this.#core = core;
    Object.freeze(this);
  }

  /**
   * Adds one on top of all others.
   * @param {Target} target
   */
  add(target) {
    only(target, MEMBERS, "a target");
    for (const name of /** @type {const} */ (["id", "x", "y", "width", "height"])) // without a default
      if (target[name] === undefined) throw invalid(`a target: ${name}: a number is required, not undefined`);
    this.#write("press_target_add", "adding", target);
  }

  /**
   * Changes what is given; the place in the stack stays. A preview on it goes on, unless the trait goes away.
   * @param {Partial<Target> & { id: number }} target
   */
  update(target) {
    const given = members(target, "a target");
    this.#write("press_target_update", "changing", /** @type {Target} */ ({ ...this.get(given.id), ...given }));
  }

  /**
   * Removes one and all that lies in it.
   * @param {number} target
   */
  remove(target) {
    this.#core.call(() => `removing target ${target}`, "press_target_remove", id(target, "target"));
  }

  /**
   * @param {number} target
   * @returns {Required<Target> | undefined}  undefined: there is none
   */
  get(target) {
    return library.scratch((make) => {
      const found = make("press_target");
      if (library.raw.press_target_get(this.#core.handle, id(target, "target"), found) < 0) return undefined;
      const { size: _, traits, ...rest } = library.read("press_target", found);
      return /** @type {any} */ ({ ...rest, traits: wordsOf(Trait, traits) });
    });
  }

  /**
   * The topmost target at a point; 0: none.
   * @param {number} x
   * @param {number} y
   */
  at(x, y) {
    return library.output((found) => {
      library.check(
        library.raw.press_target_find(this.#core.handle, toQ16(x, "x"), toQ16(y, "y"), found),
        `asking for the target at ${x}, ${y}`,
      );
      return library.view.getUint32(found, true);
    });
  }

  /**
   * The targets with any of these traits, topmost first; all of them where none is given.
   * @param {readonly import("./generated/contract.js").Trait[]} [traits]
   * @returns {number[]}
   */
  list(traits) {
    const asked = traits === undefined ? ~0 : bitsOf(Trait, traits, "traits");
    const all = bitsOf(Trait, Object.keys(Trait), "traits");
    const { raw } = library;
    const count = library.check(raw.press_target_list(this.#core.handle, asked & all, 0, 0), "listing targets");
    const ids = library.allocate(4 * count + 4);
    raw.press_target_list(this.#core.handle, asked & all, ids, count);
    const found = Array.from({ length: count }, (_, at) => library.view.getUint32(ids + 4 * at, true));
    library.free(ids, 4 * count + 4);
    return found;
  }

  /**
   * @param {"press_target_add" | "press_target_update"} name
   * @param {string} doing
   * @param {Target} target
   */
  #write(name, doing, target) {
    only(target, MEMBERS, "a target");
    const { traits, ...rest } = members(target, "a target");
    library.scratch((make) => {
      const own = make("press_target");
      library.write("press_target", own, traits === undefined ? rest : { ...rest, traits: bitsOf(Trait, traits, "traits") });
      this.#core.run(
        () => library.raw[name](this.#core.handle, own),
        () => `${doing} target ${target.id}`,
        () => library.why("press_target", own),
      );
    });
  }
}
