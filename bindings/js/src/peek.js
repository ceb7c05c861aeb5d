import { ActionStyle, PeekState } from "./generated/contract.js";
import { library } from "./default.js";
import { answered, invalid, items, only, pair, shown } from "./errors.js";
import { readTouch } from "./generated/read.js";
import { id, toQ16 } from "./numbers.js";
import {
  PRESS_ACTION_FLAG_CHECKED,
  PRESS_ACTION_FLAG_DISABLED,
  PRESS_ACTION_FLAG_KEEP_OPEN,
  PRESS_ACTION_FLAG_MIXED,
  PRESS_ERR_NOENT,
  structs,
} from "./generated/raw.js";
import { flagsOf, numberOf, wordOf } from "./types.js";

/** @typedef {import("./types.js").Touch} Touch */
/** @typedef {import("./types.js").PressEvent} PressEvent */

/** @typedef {{ x: number, y: number, width: number, height: number }} Frame */

/**
 * A quick action, or with `actions` a group of them.
 * @typedef {object} Action
 * @property {string} title
 * @property {import("./generated/contract.js").ActionStyle} [style]  how it is drawn; "default"
 * @property {boolean} [disabled]  shown, but it cannot be chosen
 * @property {string} [subtitle]
 * @property {boolean} [checked]  what it switches is on
 * @property {boolean} [mixed]  what it switches is on here and off there; not together with `checked`
 * @property {boolean} [keepOpen]  selecting it leaves the actions on show
 * @property {(action: Action, peek: Peek) => void} [handler]  called once when it is selected
 * @property {readonly Action[]} [actions]  what the group opens; at most 4 groups deep
 */

/**
 * What is peeked. The ids of its actions, which events carry, are 1, 2, 3 ... as they stand here, those of a group after it.
 * @typedef {object} Peek
 * @property {number} id  the program's name for what is shown: `subject` of the events
 * @property {readonly Action[]} [actions]  at most 64, groups at most 4 deep, 4,096 in all
 * @property {Frame} [source]  what to keep sharp; the target
 * @property {{ width: number, height: number }} [size]  preferred; width 0: the full width; height 0: it cannot be tapped
 * @property {{ x: number, y: number }} [place]  where the program shows it; a tap on it pops it
 * @property {Frame} [actionsFrame]  where the program draws the first action, each as high as this; without it actions
 *   cannot be hit, only chosen from code
 */

/**
 * @typedef {object} PeekStatus
 * @property {import("./generated/contract.js").PeekState} state
 * @property {Peek | null} peek
 * @property {number} target
 * @property {number} contact  `NO_CONTACT`: opened from code, or left on show
 * @property {readonly Action[]} actions  those on show: of the open group, or of the peek
 * @property {Action | null} highlighted
 * @property {Action | null} group  the open one
 */

/** Places of a peek, and what the library calls their parts. */
const FRAMES = /** @type {const} */ ([
  ["source", { x: "sourceX", y: "sourceY", width: "sourceWidth", height: "sourceHeight" }],
  ["place", { x: "x", y: "y" }],
  ["size", { width: "width", height: "height" }],
  ["actionsFrame", { x: "actionsX", y: "actionsY", width: "actionsWidth", height: "actionHeight" }],
]);
const ACTION_FLAGS = /** @type {const} */ ([
  ["disabled", PRESS_ACTION_FLAG_DISABLED],
  ["checked", PRESS_ACTION_FLAG_CHECKED],
  ["mixed", PRESS_ACTION_FLAG_MIXED],
  ["keepOpen", PRESS_ACTION_FLAG_KEEP_OPEN],
]);
const MOST = 64;
const MOST_OF_ALL = 4096;
const DEEPEST = 4;
/** So many answers are remembered. A finger that hints for longer finds, at best, another peek with its id. */
const REMEMBERED = 64;

/**
 * The owner of the table of declarations that the library reads.
 * @type {WeakMap<Peeks, object>}
 */
const tables = new WeakMap();

/** A Peek as the library takes it. */
class Built {
  /** @type {Action[]} */
  actions = [];

  /** @param {Peek} peek */
  constructor(peek) {
    only(peek, ["id", "actions", "source", "size", "place", "actionsFrame"], "a peek");
    this.peek = peek;
    const { actions = [] } = peek;
    /** @type {import("./library.js").Values} */
    this.values = { id: id(peek.id, "a peek: id") };
    for (const [name, places] of FRAMES) {
      const given = peek[name];
      if (given === undefined) continue;
      only(given, Object.keys(places), `a peek: ${name}`);
      for (const [part, member] of Object.entries(places)) {
        this.values[member] = /** @type {any} */ (given)[part];
        toQ16(this.values[member], `a peek: ${name}: ${part}`);
      }
    }
    Object.assign(this.values, { actions: this.#table(actions, 0), actionCount: actions.length });
  }

  /**
   * The table of some actions, whose address stays.
   * @param {readonly Action[]} actions
   * @param {number} depth
   * @returns {number}
   */
  #table(actions, depth) {
    if (!Array.isArray(actions)) throw invalid(`a peek: actions: an array is required, not ${shown(actions)}`);
    if (depth > DEEPEST) throw invalid(`a peek: groups of actions are at most ${DEEPEST} deep`);
    const words = items(actions, "a peek: actions", MOST).flatMap((action) => {
      only(action, ["title", "subtitle", "style", "disabled", "checked", "mixed", "keepOpen", "handler", "actions"], "an action");
      const number = this.actions.push(action);
      if (number > MOST_OF_ALL) throw invalid(`a peek: at most ${MOST_OF_ALL} actions are taken in all`);
      const { title, subtitle = "", style = "default", handler, actions: children } = action;
      for (const [name, text] of Object.entries({ title, subtitle }))
        if (typeof text !== "string") throw invalid(`an action: ${name}: a text is required, not ${shown(text)}`);
      if (handler !== undefined && typeof handler !== "function") throw invalid(`an action: handler: a function is required, not ${shown(handler)}`);
      const flags = flagsOf(action, ACTION_FLAGS, "an action");
      if (flags & PRESS_ACTION_FLAG_CHECKED && flags & PRESS_ACTION_FLAG_MIXED) throw invalid(`a peek: ${shown(title)} is checked or mixed, not both`);
      const table = children === undefined ? 0 : this.#table(children, depth + 1);
      if (children?.length === 0) throw invalid(`a peek: the group ${shown(title)} has no actions`);
      // id, style, flags, child_count, title, subtitle, children: as press_action has them
      return [
        number,
        numberOf(ActionStyle, style, "an action: style"),
        flags,
        children?.length ?? 0,
        0,
        0,
        table,
      ];
    });
    return library.intern(words);
  }

  /**
   * Writes the press_peek.
   * @param {number} address
   */
  write(address) {
    library.write("press_peek", address, this.values);
  }

  /**
   * The action of an id.
   * @param {number} number
   * @returns {Action | null}
   */
  action(number) {
    return this.actions[number - 1] ?? null;
  }
}

/** Peek and pop with quick actions. */
export class Peeks {
  #core;
  /** @type {Map<number, Built>} */
  #declared = new Map();
  /**
   * What willShow answered, newest first.
   * @type {Built[]}
   */
  #answers = [];
  /** @type {Built | null} */
  #shown = null;
  /**
   * What took the place of a peek that hints.
   * @type {Built | null}
   */
  #replaced = null;
  #follows = false;

  /** @param {import("./core.js").Core} core */
  constructor(core) {
    this.#core = core;
    Object.freeze(this);
  }

  /**
   * Asked as the preview of a target with the trait "peek" begins: a Peek, or null. `touch.target` is asked for; the innermost
   * that answers wins.
   * @type {((touch: Touch) => Peek | null | undefined) | null}
   */
  get willShow() {
    return this.#core.asked("peek_will_show");
  }
  set willShow(answer) {
    this.#status();
    this.#core.ask("peek_will_show", answer, "willShow", (/** @type {number} */ touch, /** @type {number} */ address) => {
      const peek = answered(answer?.(readTouch(library.view, touch)), "willShow");
      if (peek === undefined || peek === null) return 0;
      const built = new Built(peek);
      built.write(address);
      this.#answers = [built, ...this.#answers].slice(0, REMEMBERED);
      return 1;
    });
    this.#follow();
  }

  /**
   * Declares the peeks of targets, in place of those before. For such a target `willShow` is not asked.
   * @param {Iterable<readonly [target: number, peek: Peek]>} peeks  for example a Map
   */
  declare(peeks) {
    /** @type {Map<number, Built>} */
    const built = new Map();
    for (const given of items(peeks, "peeks")) {
      const [target, peek] = pair(given, "peeks: [target, peek]");
      if (built.has(id(target, "target"))) throw invalid(`peeks: target ${target} has two`);
      built.set(target, new Built(peek));
    }
    const { size, members } = structs.press_peek_declaration;
    const owner = {};
    const address = library.allocateFor(owner, size * Math.max(built.size, 1));
    let at = address;
    for (const [target, one] of built) {
      library.write("press_peek_declaration", at, { target });
      library.raw.press_peek_init(at + members.peek[0]);
      one.write(at + members.peek[0]);
      at += size;
    }
    this.#core.call(() => "declaring peeks", "press_peek_declare", address, built.size);
    tables.set(this, owner);
    this.#answers = [...this.#declared.values(), ...this.#answers].slice(0, REMEMBERED);
    this.#declared = built;
    this.#follow();
  }

  /**
   * What is peeked now, and its actions on show.
   * @returns {PeekStatus}
   */
  get status() {
    const { actions, state, target, contact, highlighted, group, peek } = this.#status();
    const built = state === PeekState.none ? null : this.#find(peek.id, target);
    return {
      state: wordOf(PeekState, state),
      peek: built?.peek ?? null,
      target,
      contact,
      actions: actions.flatMap((/** @type {number} */ number) => built?.action(number) ?? []),
      highlighted: built?.action(highlighted) ?? null,
      group: built?.action(group) ?? null,
    };
  }

  /**
   * What a target would peek; null: nothing.
   * @param {number} target
   * @returns {Peek | null}
   */
  find(target) {
    return library.scratch((make) => {
      const peek = make("press_peek");
      let found = true;
      this.#core.run(() => {
        const status = library.raw.press_peek_find(this.#core.handle, id(target, "target"), peek);
        found = status !== PRESS_ERR_NOENT;
        return found ? status : 0;
      }, () => `asking what target ${target} peeks`);
      return found ? (this.#find(library.read("press_peek", peek).id, target)?.peek ?? null) : null;
    });
  }

  /**
   * Opens the peek of a target with its actions revealed: for keys, switches, assistive technology.
   * @param {number} target
   */
  open(target) {
    this.#core.call(() => `opening the peek of target ${target}`, "press_peek_open", id(target, "target"));
  }

  /** Pops the peek that is shown. */
  pop() {
    this.#core.call(() => "popping the peek", "press_peek_pop");
  }

  /** Dismisses the peek that hints or is shown; a preview under it is cancelled. */
  dismiss() {
    this.#core.call(() => "dismissing the peek", "press_peek_dismiss");
  }

  /** Reveals the actions of the peek that is shown. */
  reveal() {
    this.#core.call(() => "revealing the actions", "press_peek_reveal");
  }

  /**
   * Replaces the actions of the peek that hints or is shown, for as long as it is.
   * @param {readonly Action[]} actions
   */
  replace(actions) {
    if (!Array.isArray(actions)) throw invalid(`actions: an array is required, not ${shown(actions)}`);
    const { state, peek, target } = this.#status();
    const before = state === PeekState.none ? null : this.#find(peek.id, target);
    const built = new Built({ ...(before?.peek ?? { id: peek.id }), actions });
    const { actions: address, actionCount } = built.values;
    this.#core.call(() => "replacing the actions", "press_peek_replace", address, actionCount);
    if (state === PeekState.hinting) this.#replaced = built;
    else this.#shown = built;
    this.#follow();
  }

  /**
   * Chooses an action that is on show, or its id: selects it, or opens the group.
   * @param {Action | number} action
   */
  perform(action) {
    const { state, peek, target } = this.#status();
    const built = state === PeekState.none ? null : this.#find(peek.id, target);
    if (typeof action !== "number" && typeof action?.title !== "string") throw invalid(`an action: one on show or its id is required, not ${shown(action)}`);
    const number = typeof action === "number" ? id(action, "action") : built ? built.actions.indexOf(action) + 1 : 0;
    this.#core.call(
      () => `performing ${typeof action === "number" ? `action ${action}` : shown(action?.title)}`,
      "press_action_perform",
      number,
    );
  }

  /** Closes the open group. */
  back() {
    this.#core.call(() => "closing the group", "press_action_back");
  }

  // ---- What events are about ----

  #status() {
    return library.scratch((make) => {
      const status = make("press_peek_status");
      library.check(
        library.raw.press_peek_get(this.#core.handle, status),
        "asking for the peek",
        "an Engine({ peek: true }) has peeks",
      );
      const { actions, actionCount, ...rest } = library.read("press_peek_status", status);
      const { size } = structs.press_action;
      return /** @type {import("./library.js").Values & { actions: number[] }} */ ({
        ...rest,
        actions: Array.from({ length: actionCount }, (_, at) => library.view.getUint32(actions + at * size, true)),
      });
    });
  }

  /**
   * The newest peek of an id; one that the target declared comes first.
   * @param {number} peek
   * @param {number} target
   * @returns {Built | null}
   */
  #find(peek, target) {
    if (this.#shown?.peek.id === peek) return this.#shown;
    const declared = this.#declared.get(target);
    if (declared?.peek.id === peek) return declared;
    return this.#answers.find((one) => one.peek.id === peek) ?? null;
  }

  #follow() {
    if (this.#follows) return;
    this.#follows = true;
    this.#core.follow(["peekShown", "peekPopped", "peekDismissed", "actionSelected"], (event) => this.#received(event));
  }

  /** @param {PressEvent} event */
  #received(event) {
    if (event.type === "peekShown") {
      const isReplaced = this.#replaced !== null && this.#status().peek.actions === this.#replaced.values.actions;
      this.#shown = isReplaced ? this.#replaced : null;
      this.#shown ??= this.#find(event.subject, event.target);
      this.#replaced = null;
    } else if (event.type === "peekPopped" || event.type === "peekDismissed") this.#shown = null;
    else if (event.type === "actionSelected" && this.#shown) {
      const action = this.#shown.action(event.value);
      action?.handler?.(action, this.#shown.peek);
    }
  }
}
