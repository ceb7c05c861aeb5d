// What an engine and its parts share: the handle, the calls, the callbacks.
import { EventType } from "./generated/contract.js";
import { library } from "./default.js";
import { invalid, shown } from "./errors.js";
import { PRESS_ERR_NOENT, structs } from "./generated/raw.js";
import { readEvent } from "./generated/read.js";
import { EVENT_TYPES } from "./library.js";
import { fill } from "./options.js";
import { numberOf } from "./types.js";

/** @typedef {import("./generated/raw.js").Address} Address */
/** @typedef {import("./types.js").PressEvent} PressEvent */
/** @typedef {(event: PressEvent) => void} Listener */

const TYPE = structs.press_event.members.type[0];
/** @type {() => string} */
const NO_HINT = () => "";
const NONE_TAKEN = () => 0;

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
   * By the type of event; 0: every event. An array is never changed: one that is being called goes on as it was.
   * @type {Map<number, readonly Listener[]>}
   */
  #listeners = new Map();
  /**
   * Parts that follow events of a type: they come first.
   * @type {Map<number, readonly Listener[]>}
   */
  #parts = new Map();
  /** A byte for each type: whether somebody listens. The others do not come here. */
  #observed;

  /**
   * @param {number} bytes
   */
  constructor(bytes) {
    const end = Math.ceil(bytes / 8) * 8;
    this.storage = library.allocateFor(this, end + structs.press_sample.size + EVENT_TYPES);
    /** Where the sample of a call lies. In a callback it is that of the call around it. */
    this.sample = this.storage + end;
    this.#observed = this.sample + structs.press_sample.size;
    library.receivers.set(this.storage, new WeakRef(this));
  }

  /** No call of the program is under way. */
  get isIdle() {
    return this.#depth === 0;
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
  run(work, doing, hint = NO_HINT, taken = NONE_TAKEN) {
    const around = library.running;
    this.#depth++;
    library.running = this;
    let status;
    try {
      status = library.nested(work, doing);
    } finally {
      library.running = around;
      this.#depth--;
    }
    if (status >= 0 && this.#errors.length === 0) return status;
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
   * Reads a struct of a contact or a target from the library; null: it has none.
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
    const own = (/** @type {PressEvent} */ event) => void listener(event);
    this.#listeners.set(number, [...(this.#listeners.get(number) ?? []), own]);
    this.#apply();
    return () => {
      const left = (this.#listeners.get(number) ?? []).filter((one) => one !== own);
      if (left.length > 0) this.#listeners.set(number, left);
      else this.#listeners.delete(number);
      this.#apply();
    };
  }

  /**
   * A part of the engine follows events of some types from here on.
   * @param {readonly import("./generated/contract.js").EventType[]} types
   * @param {Listener} listener
   */
  follow(types, listener) {
    for (const type of types) this.#parts.set(EventType[type], [...(this.#parts.get(EventType[type]) ?? []), listener]);
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
    const observed = library.bytes(this.#observed, EVENT_TYPES).fill(this.#listeners.has(0) ? 1 : 0);
    for (const type of [...this.#parts.keys(), ...this.#listeners.keys()]) observed[type] = 1;
    library.scratch((make) => {
      const delegate = make("press_delegate");
      /** @type {{ [member: string]: number }} */
      const values = { user: this.#observed };
      for (const member of this.#asked.keys()) values[camel(member)] = delegates[member];
      if (isObserved) values.onEvent = delegates.on_event;
      library.write("press_delegate", delegate, values);
      library.check(raw.press_set_delegate(this.handle, this.hasDelegate ? delegate : 0), "setting the callbacks");
    });
  }

  /**
   * The library calls a function of its delegate.
   * @param {string} member
   * @param {any[]} given  what follows the engine
   */
  called(member, given) {
    return this.attempt(() => this.#asked.get(member)?.answer(...given)) ?? 0;
  }

  /**
   * The library delivers an event of a type that has a listener.
   * @param {Address} address
   */
  delivered(address) {
    const { view } = library;
    const type = view.getUint32(address + TYPE, true);
    const event = readEvent(view, address);
    this.#deliver(this.#parts.get(type), event);
    this.#deliver(this.#listeners.get(type), event);
    this.#deliver(this.#listeners.get(0), event);
  }

  /**
   * @param {readonly Listener[] | undefined} listeners
   * @param {PressEvent} event
   */
  #deliver(listeners, event) {
    if (listeners === undefined) return;
    for (let at = 0; at < listeners.length; at++)
      try {
        listeners[at](event);
      } catch (error) {
        this.#errors.push(error);
      }
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
