import { PARTS, Parts } from "./generated/attached.js";
import { PreviewState } from "./generated/contract.js";
import { Core } from "./core.js";
import { library } from "./default.js";
import { invalid, items, members, shown } from "./errors.js";
import { id, time, yes } from "./numbers.js";
import { fill, optionsIn } from "./options.js";
import { PRESS_ERR_AGAIN, PRESS_ERR_NOSPC, PRESS_NEVER, structs } from "./generated/raw.js";
import { Targets } from "./targets.js";
import { readEvent, readTouch } from "./generated/read.js";
import { wordOf, writeSample } from "./types.js";

/** @typedef {import("./types.js").Sample} Sample */
/** @typedef {import("./types.js").Touch} Touch */
/** @typedef {import("./types.js").PressEvent} PressEvent */
/** @typedef {import("./generated/contract.js").EventType} EventType */
/** @typedef {(touch: Touch) => boolean} ShouldBegin */
/** @typedef {(touch: Touch, progress: number, ended: boolean) => void} DidUpdate */
/** @typedef {(touch: Touch) => void} DidCancel */

/** @typedef {import("./generated/attached.js").Attached} Attached */
/** @typedef {import("./generated/contract.js").EngineLevels & Attached} EngineOptions */

const FEEDING_ONE = () => "feeding sample 0 of 1";
/** @param {number} status */
const feedingHint = (status) =>
  status === PRESS_ERR_NOSPC ? "maxContacts are down" : status === PRESS_ERR_AGAIN ? "poll() must make room first" : "";

/**
 * Samples of force in, events out. Callbacks may call everything except `feed` and `tick`. An exception in one does
 * not stop the library: the call that led to it throws the exception when its work is done, or an AggregateError for several.
 * A question whose function throws counts as no.
 */
export class Engine extends Parts {
  #core;
  #events;
  #feedOne;

  /** @param {EngineOptions} [options] */
  constructor(options = {}) {
    /** @type {Record<string, any>} */
    const levels = { ...members(options, "an engine") };
    /** @type {Record<string, any>} */
    const given = {};
    for (const name of Object.keys(PARTS)) {
      given[name] = levels[name] === undefined ? false : levels[name];
      delete levels[name];
    }
    const core = library.scratch((make) => {
      const config = make("press_config");
      fill(library, "press_config", config, levels, "an engine");
      library.check(library.raw.press_config_check(config, 0), "making an engine", library.why("press_config", config));
      const set = make("press_interactions");
      /** @type {[string, number][]} */
      const attached = [];
      for (const [name, part] of Object.entries(PARTS)) {
        const how = given[name];
        if (how === false) continue;
        const struct = /** @type {import("./generated/raw.js").StructName} */ (`press_${part}_config`);
        const own = make(struct);
        if (how !== true) fill(library, struct, own, how, name);
        const why = library.why(struct, own);
        if (why) throw invalid(`attaching ${name}: ${why}`);
        library.write("press_interactions", set, { [part]: own });
        attached.push([part, own]);
      }
      const bytes = library.raw.press_engine_size_with(config, set);
      const made = new Core(bytes);
      library.output((out) =>
        library.check(library.raw.press_engine_init(made.storage, bytes, config, out), "making an engine"),
      );
      made.handle = made.storage;
      made.hasStrikes = given.strike !== false;
      for (const [part, own] of attached)
        library.check(/** @type {any} */ (library.raw)[`press_${part}_attach`](made.handle, own), `attaching ${part}`);
      made.config = /** @type {any} */ (Object.freeze(optionsIn(library, "press_config", config)));
      return made;
    });
    super(core, given);
    this.#core = core;
    this.#feedOne = () => library.raw.press_feed(core.handle, core.sample, 1);
    this.#events = Math.max(core.config.maxEvents, 8 + 2 * core.config.maxContacts);
    /**
     * The regions of the surface.
     * @readonly
     */
    this.targets = new Targets(this.#core);
    Object.freeze(this); // a wrong name is an error
  }

  // ---- Samples in ----

  /**
   * Takes one sample, or several in order. Throws, with `taken`, PRESS_ERR_TIME (earlier than the one before), PRESS_ERR_NOSPC
   * (maxContacts are down), PRESS_ERR_AGAIN (no callback is set, and `poll` must make room first), PRESS_ERR_BUSY (from a callback).
   * @param {Sample | readonly Sample[]} samples
   */
  feed(samples) {
    const core = this.#core;
    if (core.isIdle && !Array.isArray(samples)) {
      writeSample(library, core.sample, /** @type {Sample} */ (samples), "a sample");
      core.run(this.#feedOne, FEEDING_ONE, feedingHint);
      return;
    }
    const all = Array.isArray(samples) ? items(samples, "samples") : [samples];
    library.scratch((make) => {
      const { size } = structs.press_sample;
      const array = make("press_sample", Math.max(all.length, 1));
      all.forEach((sample, at) => writeSample(library, array + at * size, sample, all.length > 1 ? `sample ${at}` : "a sample"));
      let taken = 0;
      while (taken < all.length)
        taken += this.#core.run(
          () => library.raw.press_feed(this.#core.handle, array + taken * size, all.length - taken),
          () => `feeding sample ${taken} of ${all.length}`,
          feedingHint,
          () => taken,
        );
    });
  }

  /**
   * Lets time pass without a sample: fires the deadlines up to and including this time. A program that draws calls it once
   * for each frame, also while a finger is down: content that the finger lets go then goes on without a jump.
   * @param {number} tUs
   */
  tick(tUs) {
    const now = BigInt(time(tUs));
    this.#core.run(() => library.raw.press_tick(this.#core.handle, now), () => `ticking at ${tUs} us`);
  }

  /**
   * When `tick` is next due, microseconds; null: nothing waits.
   * @returns {number | null}
   */
  get nextDeadline() {
    const deadline = library.raw.press_next_deadline(this.#core.handle);
    return deadline === PRESS_NEVER ? null : Number(deadline);
  }

  /**
   * The engine's time: that of the latest sample or tick, in a callback that of the event; 0 before the first and after a reset.
   * @returns {number}
   */
  get timeUs() {
    return Number(library.raw.press_engine_time(this.#core.handle));
  }

  /**
   * Cancels what a contact became, with the reason "program"; nothing more becomes of it, and its end comes when it lifts.
   * @param {number} [contact]
   */
  release(contact = 0) {
    this.#core.call(() => `releasing contact ${contact}`, "press_contact_release", id(contact, "contact"));
  }

  /** Cancels all that runs, and lets time start again. Targets, callbacks and levels stay. */
  reset() {
    this.#core.call(() => "resetting", "press_engine_reset");
  }

  // ---- Events out ----

  /**
   * Calls a function for every event of a type, or for "event": every one. Returns a function that takes it away again.
   * @param {EventType | "event"} type
   * @param {(event: PressEvent) => void} listener
   * @returns {() => void}
   */
  on(type, listener) {
    return this.#core.on(type, listener);
  }

  /**
   * Takes the events that wait, oldest first.
   * @returns {PressEvent[]}
   */
  poll() {
    return library.scratch((make) => {
      const array = make("press_event", this.#events);
      const count = library.check(library.raw.press_poll(this.#core.handle, array, this.#events), "polling");
      return Array.from({ length: count }, (_, at) => readEvent(library.view, array + at * structs.press_event.size));
    });
  }

  /**
   * Where and how hard a contact touches now; null: it is not down. With a target: coordinates relative to its corner.
   * @param {number} [contact]
   * @param {number} [target]
   * @returns {Touch | null}
   */
  touch(contact = 0, target = 0) {
    return library.scratch((make) => {
      const touch = make("press_touch");
      const status = library.raw.press_touch_get(this.#core.handle, id(contact, "contact"), id(target, "target"), touch);
      return status < 0 ? null : readTouch(library.view, touch);
    });
  }

  /**
   * Cancels the preview of a contact; no other begins until it lifts.
   * @param {number} [contact]
   */
  cancelPreview(contact = 0) {
    this.#core.call(() => `cancelling the preview of contact ${contact}`, "press_preview_cancel", id(contact, "contact"));
  }

  /**
   * Where the preview of a contact stands.
   * @param {number} [contact]
   * @returns {import("./generated/contract.js").PreviewState}
   */
  previewState(contact = 0) {
    return wordOf(
      PreviewState,
      this.#core.call(() => `asking for the preview of contact ${contact}`, "press_preview_state", id(contact, "contact")),
    );
  }

  /**
   * The config in use: levels and capacities.
   * @returns {Readonly<Required<import("./generated/contract.js").EngineLevels>>}
   */
  get config() {
    return this.#core.config;
  }

  /**
   * The counts since the engine was made.
   * @returns {import("./generated/contract.js").EngineStats}
   */
  get stats() {
    return library.scratch((make) => {
      const stats = make("press_engine_stats");
      library.check(library.raw.press_engine_get_stats(this.#core.handle, stats), "reading the counters");
      const { size: _, reserved: __, ...counted } = library.read("press_engine_stats", stats);
      return /** @type {any} */ (counted);
    });
  }

  // ---- Questions and progress ----

  /**
   * Asked once per contact, as a preview would begin. Null: yes.
   * @type {ShouldBegin | null}
   */
  get previewShouldBegin() {
    return this.#core.asked("preview_should_begin");
  }
  set previewShouldBegin(answer) {
    this.#core.ask("preview_should_begin", answer, "previewShouldBegin", (/** @type {number} */ touch) =>
      yes(answer?.(readTouch(library.view, touch)), "previewShouldBegin"),
    );
  }

  /**
   * Progress 0..1 of the preview phase; `ended` once, with progress 1.
   * @type {DidUpdate | null}
   */
  get previewDidUpdate() {
    return this.#core.asked("preview_did_update");
  }
  set previewDidUpdate(update) {
    this.#core.report("preview_did_update", update, "previewDidUpdate", progress(update));
  }

  /**
   * Progress 0..1 of the commit phase; `ended` once, with progress 1: completed.
   * @type {DidUpdate | null}
   */
  get commitDidUpdate() {
    return this.#core.asked("commit_did_update");
  }
  set commitDidUpdate(update) {
    this.#core.report("commit_did_update", update, "commitDidUpdate", progress(update));
  }

  /**
   * Called once when a preview that began does not complete.
   * @type {DidCancel | null}
   */
  get previewDidCancel() {
    return this.#core.asked("preview_did_cancel");
  }
  set previewDidCancel(cancelled) {
    this.#core.report(
      "preview_did_cancel",
      cancelled,
      "previewDidCancel",
      (/** @type {number} */ touch) => void cancelled?.(readTouch(library.view, touch)),
    );
  }

  /**
   * Called by pads and grids, which feed the engine from below.
   * @internal
   * @param {unknown} engine
   * @returns {Core}
   */
  static core(engine) {
    if (typeof engine === "object" && engine !== null && #core in engine) return engine.#core;
    throw invalid(`an Engine is required, not ${shown(engine)}`);
  }
}

/** @param {DidUpdate | null} update */
function progress(update) {
  return (/** @type {number} */ touch, /** @type {number} */ fixed, /** @type {number} */ ended) =>
    void update?.(readTouch(library.view, touch), fixed / 65536, ended !== 0);
}
