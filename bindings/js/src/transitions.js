import { Driver, TransitionState } from "./generated/contract.js";
import { library } from "./default.js";
import { answered, invalid, members, only } from "./errors.js";
import { id, toQ16 } from "./numbers.js";
import { fill, writeTimingCurve } from "./options.js";
import { PRESS_ERR_NOENT, PRESS_TRANSITION_FLAG_AUTOMATIC, PRESS_TRANSITION_FLAG_OVERSHOOT, PRESS_TRANSITION_FLAG_SPRING } from "./generated/raw.js";
import { numberOf, wordOf } from "./types.js";

/** @typedef {import("./generated/contract.js").TransitionOptions} TransitionOptions */

/**
 * What drives a transition.
 * @typedef {object} Binding
 * @property {import("./generated/contract.js").Driver} driver  "none" unbinds
 * @property {number} [target]  contacts on this target; 0: any
 * @property {number} [dx]  "motion": the way from 0 to 1 in points
 * @property {number} [dy]
 */

/** @typedef {(transition: number, options: Required<TransitionOptions>) => TransitionOptions | undefined | void} WillStart */
/** @typedef {(transition: number, finishes: boolean, options: Required<TransitionOptions>) => TransitionOptions | undefined | void} WillRun */

const OPTIONS = /** @type {const} */ (["automatic", "spring", "overshoot", "durationUs", "speed", "curve", "fraction"]);

/** Fractions of an animation that a finger drives, and that run on by themselves. The program names each by a number. */
export class Transitions {
  #core;
  #usual;

  /**
   * @param {import("./core.js").Core} core
   * @param {import("./generated/contract.js").TransitionsOptions} usual
   */
  constructor(core, usual) {
    this.#core = core;
    this.#usual = Object.fromEntries(OPTIONS.filter((name) => usual[name] !== undefined).map((name) => [name, usual[name]]));
    Object.freeze(this);
  }

  /**
   * Starts one; what is not given is as the engine was made. Its time counts from the engine's: of an engine that was given nothing for a
   * while call `tick` first.
   * @param {number} transition
   * @param {TransitionOptions} [options]
   */
  start(transition, options = {}) {
    library.scratch((make) => {
      const own = make("press_transition_options");
      fill(library, "press_transition_options", own, { ...this.#usual, ...members(options, "a transition") }, "a transition");
      this.#core.run(
        () => library.raw.press_transition_start(this.#core.handle, id(transition, "transition"), own),
        () => `starting transition ${transition}`,
        () => library.why("press_transition_options", own),
      );
    });
  }

  /**
   * Sets the fraction of an interactive transition.
   * @param {number} transition
   * @param {number} fraction
   */
  update(transition, fraction) {
    this.#call("updating", "press_transition_update", transition, toQ16(fraction, "fraction"));
  }

  /**
   * Lets it run on by itself to 1.
   * @param {number} transition
   */
  finish(transition) {
    this.#call("finishing", "press_transition_finish", transition);
  }

  /**
   * Lets it run back to 0.
   * @param {number} transition
   */
  cancel(transition) {
    this.#call("cancelling", "press_transition_cancel", transition);
  }

  /**
   * Hands a running one back to the finger.
   * @param {number} transition
   */
  pause(transition) {
    this.#call("pausing", "press_transition_pause", transition);
  }

  /**
   * Lets it run by itself to any target, as fast as it is; one that runs, to a new target without a jump. There it is interactive again.
   * @param {number} transition
   * @param {number} target  0..1; with `overshoot` -16384..16384
   */
  runTo(transition, target) {
    this.#call("running", "press_transition_run_to", transition, toQ16(target, "target"));
  }

  /**
   * Changes the completion speed.
   * @param {number} transition
   * @param {number} speed
   */
  setSpeed(transition, speed) {
    this.#call("setting the speed of", "press_transition_set_speed", transition, toQ16(speed, "speed"));
  }

  /**
   * How fast it moves by itself now, fraction per second; in `willRun`: with what the run begins.
   * @param {number} transition
   * @returns {number}
   */
  velocity(transition) {
    return library.output((now) => {
      library.check(
        library.raw.press_transition_get_velocity(this.#core.handle, id(transition, "transition"), now),
        `asking for the velocity of transition ${transition}`,
      );
      return library.view.getInt32(now, true) / 65536;
    });
  }

  /**
   * A running transition goes on with it; else the next run begins with it, unless an update comes first.
   * @param {number} transition
   * @param {number} velocity  fraction per second
   */
  setVelocity(transition, velocity) {
    this.#call("setting the velocity of", "press_transition_set_velocity", transition, toQ16(velocity, "velocity"));
  }

  /**
   * Lets contacts drive it: the next one on the target starts it, or takes it over.
   * @param {number} transition
   * @param {Binding} binding
   */
  bind(transition, binding) {
    only(binding, ["driver", "target", "dx", "dy"], "a binding");
    const { driver, target = 0, dx = 0, dy = 0 } = binding;
    this.#call(
      "binding",
      "press_transition_bind",
      transition,
      numberOf(Driver, driver, "driver"),
      id(target, "target"),
      toQ16(dx, "dx"),
      toQ16(dy, "dy"),
    );
  }

  /**
   * Where it stands.
   * @param {number} transition
   * @returns {{ state: import("./generated/contract.js").TransitionState, fraction: number }}
   */
  status(transition) {
    return library.scratch((make) => {
      const status = make("press_transition_status");
      library.check(
        library.raw.press_transition_get(this.#core.handle, id(transition, "transition"), status),
        `asking for transition ${transition}`,
      );
      const { state, fraction } = library.read("press_transition_status", status);
      return { state: wordOf(TransitionState, state), fraction };
    });
  }

  /**
   * Asked as one starts: may give options that are to change.
   * @type {WillStart | null}
   */
  get willStart() {
    return this.#core.asked("transition_will_start");
  }
  set willStart(answer) {
    this.#core.ask(
      "transition_will_start",
      answer,
      "willStart",
      (/** @type {number} */ transition, /** @type {number} */ address) => {
        this.#answer(address, (now) => answer?.(transition >>> 0, now));
      },
    );
  }

  /**
   * Asked as one begins to run by itself, to 1 or back to 0: may give options that are to change for this run.
   * @type {WillRun | null}
   */
  get willRun() {
    return this.#core.asked("transition_will_run");
  }
  set willRun(answer) {
    this.#core.ask(
      "transition_will_run",
      answer,
      "willRun",
      (/** @type {number} */ transition, /** @type {number} */ finishes, /** @type {number} */ address) => {
        this.#answer(address, (now) => answer?.(transition >>> 0, finishes !== 0, now));
      },
    );
  }

  /**
   * Hands options to the program, and takes those that it changes.
   * @param {number} address
   * @param {(now: Required<TransitionOptions>) => TransitionOptions | undefined | void} answer
   */
  #answer(address, answer) {
    const { flags, durationUs, speed, curve, fraction } = library.read("press_transition_options", address);
    const given = answer({
      automatic: (flags & PRESS_TRANSITION_FLAG_AUTOMATIC) !== 0,
      spring: (flags & PRESS_TRANSITION_FLAG_SPRING) !== 0,
      overshoot: (flags & PRESS_TRANSITION_FLAG_OVERSHOOT) !== 0,
      durationUs,
      speed,
      curve: /** @type {import("./types.js").TimingCurve} */ ([curve.x1, curve.y1, curve.x2, curve.y2]),
      fraction,
    });
    if (given === undefined || given === null) return;
    const changed = /** @type {TransitionOptions} */ (answered(given, "willStart and willRun"));
    library.scratch((make) =>
      fill(library, "press_transition_options", make("press_transition_options"), changed, "a transition"),
    ); // all or nothing
    fill(library, "press_transition_options", address, changed, "a transition");
  }

  /**
   * @param {string} doing
   * @param {keyof import("./generated/raw.js").Raw} name
   * @param {number} transition
   * @param {...number} given
   */
  #call(doing, name, transition, ...given) {
    this.#core.run(
      () => /** @type {any} */ (library.raw)[name](this.#core.handle, id(transition, "transition"), ...given),
      () => `${doing} transition ${transition}`,
      (status) => (status === PRESS_ERR_NOENT ? "it is not started, or it is over" : ""),
    );
  }
}

/**
 * Options of a transition that runs as a spring.
 * @param {number} damping  0..10; 1: as quick as it goes without passing its end, 0: it swings for ever
 * @param {number} response  0.001..60, seconds of one turn without damping
 * @returns {{ spring: true, curve: import("./types.js").TimingCurve }}
 */
export function spring(damping, response) {
  const made = /** @type {{ spring: true, curve: import("./types.js").TimingCurve }} */ ({ spring: true, curve: [damping, response, 0, 0] });
  library.scratch((make) => {
    const own = make("press_transition_options");
    fill(library, "press_transition_options", own, made, "a spring");
    const why = library.why("press_transition_options", own);
    if (why) throw invalid(`a spring: ${why}`);
  });
  return made;
}

/**
 * y of a timing curve at x.
 * @param {import("./types.js").TimingCurve} curve
 * @param {number} x
 * @returns {number}
 */
export function timingCurveY(curve, x) {
  return library.scratch((make) => {
    const own = make("press_timing_curve");
    writeTimingCurve(library, own, curve, "a timing curve");
    return library.output((y) => {
      library.check(library.raw.press_timing_curve_y(own, toQ16(x, "x"), y), "computing a timing curve", "x1 and x2: 0..1");
      return library.view.getInt32(y, true) / 65536;
    });
  });
}
