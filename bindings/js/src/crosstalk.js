import { id, toQ16 } from "./numbers.js";
import { library } from "./default.js";
import { Part } from "./part.js";

/** @typedef {import("./generated/contract.js").CrosstalkOptions} CrosstalkOptions */

/**
 * What pads of an engine feel of each other's hits. It has no events: what a pad reads of a harder hit beside it is no contact.
 * @extends {Part<CrosstalkOptions>}
 */
export class Crosstalks extends Part {
  #core;

  /**
   * @param {import("./core.js").Core} core
   * @param {CrosstalkOptions} options
   */
  constructor(core, options) {
    super(core, "crosstalk", options);
    this.#core = core;
    Object.freeze(this);
  }

  /**
   * Says how much of the force of the pad `from` the pad `to` reads at most; `set` gives every pair its `share` again.
   * @param {number} from  a contact, 0..15
   * @param {number} to
   * @param {number} share  0..0.99; kept rounded up to a whole 1/256
   */
  setShare(from, to, share) {
    const pair = [id(from, "from"), id(to, "to")];
    const kept = toQ16(share, "share");
    this.#core.call(() => `setting the share of pad ${from} on pad ${to} to ${share}`, "press_crosstalk_set_share", ...pair, kept);
  }

  /**
   * The share that counts for a pair, as it is kept.
   * @param {number} from
   * @param {number} to
   * @returns {number}
   */
  share(from, to) {
    const pair = [id(from, "from"), id(to, "to")];
    return library.output((out) => {
      this.#core.call(() => `asking for the share of pad ${from} on pad ${to}`, "press_crosstalk_get_share", ...pair, out);
      return library.view.getInt32(out, true) / 65536;
    });
  }
}
