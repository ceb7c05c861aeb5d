import { Trait } from "./generated/contract.js";
import { structs } from "./generated/raw.js";
import { library } from "./default.js";
import { invalid, members, only } from "./errors.js";
import { id, toQ16 } from "./numbers.js";
import { bitsOf, wordsOf } from "./types.js";

/** @typedef {import("./types.js").Target} Target */

const MEMBERS = ["id", "x", "y", "width", "height", "traits", "container", "domain"];

/**
 * @param {Target} target
 * @returns {Target}  with all that has no default
 */
function whole(target) {
  only(target, MEMBERS, "a target");
  for (const name of /** @type {const} */ (["id", "x", "y", "width", "height"]))
    if (target[name] === undefined) throw invalid(`a target: ${name}: a number is required, not undefined`);
  return target;
}

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
    this.#write("press_target_add", "adding", whole(target));
  }

  /**
   * Changes what is given; the place in the stack stays. A preview on it goes on, unless the trait goes away.
   * @param {Partial<Target> & { id: number }} target
   */
  update(target) {
    const given = members(target, "a target");
    const changed = /** @type {Target} */ ({ ...this.get(given.id), ...given });
    only(changed, MEMBERS, "a target");
    this.#write("press_target_update", "changing", changed);
  }

  /**
   * Many in one call, as when a list scrolls: adds those that are not there, on top and in this order, and changes the others. Nothing is
   * delivered before all are changed; those before the one that is refused are taken.
   * @param {readonly Target[]} targets
   */
  put(targets) {
    if (!Array.isArray(targets)) throw invalid("targets: an array is required");
    library.scratch((make) => {
      const many = make("press_target", targets.length);
      const at = (/** @type {number} */ index) => many + index * structs.press_target.size;
      for (let index = 0; index < targets.length; index++) this.#fill(whole(targets[index]), at(index)); // holes, too
      library.output((done) => {
        const refused = () => library.view.getUint32(done, true);
        this.#core.run(
          () => library.raw.press_targets_put(this.#core.handle, many, targets.length, done),
          () => `putting target ${targets[refused()].id}`,
          () => library.why("press_target", at(refused())),
        );
      });
    });
  }

  /**
   * Removes one or several, and all that lies in them: all of them, or none where one is not there.
   * @param {...number} targets
   */
  remove(...targets) {
    const ids = library.allocate(4 * targets.length + 4);
    try {
      targets.forEach((target, at) => library.view.setUint32(ids + 4 * at, id(target, "target"), true));
      this.#core.call(() => `removing target ${targets.join(", ")}`, "press_targets_remove", ids, targets.length);
    } finally {
      library.free(ids, 4 * targets.length + 4);
    }
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
    library.scratch((make) => {
      const own = make("press_target");
      this.#fill(target, own);
      this.#core.run(
        () => library.raw[name](this.#core.handle, own),
        () => `${doing} target ${target.id}`,
        () => library.why("press_target", own),
      );
    });
  }

  /**
   * @param {Target} target  with known members only
   * @param {number} own  where it is to be written
   */
  #fill(target, own) {
    const { traits, ...rest } = members(target, "a target");
    library.raw.press_target_init(own);
    library.write("press_target", own, traits === undefined ? rest : { ...rest, traits: bitsOf(Trait, traits, "traits") });
  }
}
