// What an engine and its parts share: the handle, the calls, the callbacks.
import { EventType } from "./generated/contract.js";
import { library } from "./default.js";
import { invalid, shown } from "./errors.js";
import { PRESS_ERR_NOENT } from "./generated/raw.js";
import { fill } from "./options.js";
import { numberOf, readEvent } from "./types.js";

/** @typedef {import("./generated/raw.js").Address} Address */
/** @typedef {import("./types.js").PressEvent} PressEvent */
/** @typedef {(event: PressEvent) => void} Listener */

export class Core {
  /** @type {Address} */
  handle = 0;
  /** @type {Readonly<Required<import("./generated/contract.js").EngineLevels>>} */
  config = /** @type {any} */ ({});
  /** Strikes are attached. */
  hasStrikes = false;
  /** How many calls of the program are under way: callbacks call back. */
  #depth = 0;
  /**
   * What callbacks threw.
   * @type {unknown[]}
   */
  #errors = [];
  /**
   * By the member of the delegate: the function of the program, and what is called for it.
   * @type {Map<string, { given: Function, answer: Function }>}
   */
  #asked = new Map();
  /**
   * By the type of event; 0: every event.
   * @type {Map<number, Set<Listener>>}
   */
  #listeners = new Map();
  /**
   * Parts that follow events: they come first.
   * @type {Set<Listener>}
   */
  #parts = new Set();

  /**
   * @param {number} bytes
   */
  constructor(bytes) {
    this.storage = library.allocateFor(this, bytes);
    library.receivers.set(this.storage, new WeakRef(this));
  }

  /**
   * Runs what may run callbacks. Their exceptions do not pass through the library: it goes on, so that what began ends. When the
   * outermost call is done, it throws them.
   * @param {() => number} work
   * @param {() => string} doing  said only where it fails
   * @param {(status: number) => string} [hint]
   * @param {() => number} [taken]
   * @returns {number}
   */
  run(work, doing, hint = () => "", taken = () => 0) {
    this.#depth++;
    let status;
    try {
      status = library.nested(work, doing);
    } finally {
      this.#depth--;
    }
    const failure = status < 0 ? library.error(status, doing(), hint(status), taken()) : undefined;
    if (this.#depth === 0 && this.#errors.length > 0) {
      const errors = failure ? [...this.#errors, failure] : this.#errors;
      this.#errors = [];
      throw errors.length === 1 ? errors[0] : new AggregateError(errors, `${doing()}: several callbacks threw`);
    }
    if (failure) throw failure;
    return status;
  }

  /**
   * Calls a function of the library that takes the engine first.
   * @param {() => string} doing
   * @param {keyof import("./generated/raw.js").Raw} name
   * @param {...(number | boolean | bigint)} given
   * @returns {number}
   */
  call(doing, name, ...given) {
    return this.run(() => /** @type {any} */ (library.raw)[name](this.handle, ...given), doing);
  }

  /**
   * What the library has of a contact or a target; null: there is nothing.
   * @param {import("./generated/raw.js").StructName} struct
   * @param {keyof import("./generated/raw.js").Raw} name  of a function that takes the engine, a number, and where to write
   * @param {number} number
   * @param {string} doing
   */
  find(struct, name, number, doing) {
    return library.scratch((make) => {
      const found = make(struct);
      const status = /** @type {any} */ (library.raw)[name](this.handle, number, found);
      if (status === PRESS_ERR_NOENT) return null;
      library.check(status, doing);
      return library.read(struct, found);
    });
  }

  /**
   * Gives a part options of its config.
   * @param {string} part  what the library calls it
   * @param {object} options
   */
  set(part, options) {
    library.scratch((make) => {
      const struct = /** @type {import("./generated/raw.js").StructName} */ (`press_${part}_config`);
      const config = make(struct);
      fill(library, struct, config, options, part);
      this.run(
        () => /** @type {any} */ (library.raw)[`press_${part}_set`](this.handle, config),
        () => `setting ${part}`,
        () => library.why(struct, config),
      );
    });
  }

  // ---- Callbacks ----

  /**
   * The function for a member of the delegate.
   * @param {string} member
   * @returns {any}
   */
  asked(member) {
    return this.#asked.get(member)?.given ?? null;
  }

  /**
   * Sets one whose answer is required; null: the library's default.
   * @param {string} member
   * @param {unknown} given  of the program
   * @param {string} what
   * @param {Function} answer  what is called for it
   */
  ask(member, given, what, answer) {
    if (/Async|Generator/.test(Object.prototype.toString.call(given)))
      throw invalid(`${what}: a function that answers at once is required, not one that is async or a generator`);
    this.report(member, given, what, answer);
  }

  /**
   * Sets one that is called, and asked nothing; null: none.
   * @param {string} member
   * @param {unknown} given
   * @param {string} what
   * @param {Function} answer
   */
  report(member, given, what, answer) {
    if (given === null) this.#asked.delete(member);
    else if (typeof given === "function") this.#asked.set(member, { given, answer });
    else throw invalid(`${what}: a function or null is required, not ${shown(given)}`);
    this.#apply();
  }

  /**
   * @param {string} type  an event, or "event" for all
   * @param {Listener} listener
   * @returns {() => void}  takes it away again
   */
  on(type, listener) {
    const number = type === "event" ? 0 : numberOf(EventType, type, "an event");
    if (typeof listener !== "function") throw invalid(`${type}: a function is required, not ${shown(listener)}`);
    const own = (/** @type {PressEvent} */ event) => listener(event);
    const listeners = this.#listeners.get(number) ?? new Set();
    this.#listeners.set(number, listeners.add(own));
    this.#apply();
    return () => {
      listeners.delete(own);
      if (listeners.size === 0) this.#listeners.delete(number);
      this.#apply();
    };
  }

  /**
   * A part of the engine follows events from here on.
   * @param {Listener} listener
   */
  follow(listener) {
    this.#parts.add(listener);
    this.#apply();
  }

  /** Whether any callback is set: then events that nobody polls are overwritten. */
  get hasDelegate() {
    return this.#asked.size + this.#listeners.size + this.#parts.size > 0;
  }

  #apply() {
    if (!this.handle) return;
    const { raw, delegates } = library;
    const isObserved = this.#listeners.size + this.#parts.size > 0;
    library.scratch((make) => {
      const delegate = make("press_delegate");
      /** @type {{ [member: string]: number }} */
      const values = {};
      for (const member of this.#asked.keys()) values[camel(member)] = delegates[member];
      if (isObserved) values.onEvent = delegates.on_event;
      library.write("press_delegate", delegate, values);
      library.check(raw.press_set_delegate(this.handle, this.hasDelegate ? delegate : 0), "setting the callbacks");
    });
  }

  /**
   * The library calls.
   * @param {string} member
   * @param {any[]} given
   */
  called(member, given) {
    if (member === "on_event") return this.#deliver(readEvent(library, given[1]));
    return this.attempt(() => this.#asked.get(member)?.answer(...given.slice(1))) ?? 0;
  }

  /** @param {PressEvent} event */
  #deliver(event) {
    const all = [this.#parts, this.#listeners.get(EventType[event.type]), this.#listeners.get(0)];
    for (const listeners of all) for (const listener of [...(listeners ?? [])]) this.attempt(() => listener(event));
  }

  /**
   * What a function of the program gives; what it throws waits for the end of the call.
   * @template Result
   * @param {() => Result} work
   * @returns {Result | undefined}
   */
  attempt(work) {
    try {
      return work();
    } catch (error) {
      this.#errors.push(error);
      return undefined;
    }
  }
}

/** @param {string} text */
const camel = (text) => text.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
