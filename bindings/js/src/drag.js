import { DragState, DropOperation, Modifier, PointerHint, SpringState } from "./generated/contract.js";
import { library } from "./default.js";
import { answered, invalid, items, only, shown } from "./errors.js";
import { id, toQ16, truth, whole, yes } from "./numbers.js";
import * as raw from "./generated/raw.js";
import { readTouch } from "./generated/read.js";
import { bitsOf, flagsOf, numberOf, wordOf, wordsOf } from "./types.js";

/** @typedef {import("./types.js").Touch} Touch */

/**
 * A type of content: a name such as "image/png", or a number of the program's, 1 to 2^31 - 1.
 * @typedef {string | number} Representation
 */

/**
 * One thing that is dragged.
 * @typedef {object} DragItem
 * @property {number} id  the program's name for it: not 0, unique within the session
 * @property {readonly Representation[]} [representations]  types that it can be had as, richest first; none: every destination can take it
 * @property {boolean} [selected]  it is selected where it comes from
 * @property {boolean} [copyOnly]  it may be copied, never moved
 * @property {boolean} [sameDomain]  destinations in another domain than its source's do not take it
 * @property {boolean} [inside]  it lies in its source, as words lie in a text: by the default rule the source itself may take it
 */

/**
 * The answer of a destination to a drag. The default rule fills members that are not given.
 * @typedef {object} Proposal
 * @property {import("./generated/contract.js").DropOperation} [operation]
 * @property {number} [items]  at most so many, first ones first
 * @property {readonly Representation[]} [accepts]  types that it accepts; none: any
 * @property {import("./generated/contract.js").PointerHint} [hint]  else it follows from the operation
 * @property {boolean} [exact]  asked again for every sample that moves over it
 * @property {boolean} [part]  it takes a part of each item only
 * @property {boolean} [transfers]  the drop takes time: it is over when `finish` was called for every item
 * @property {boolean} [task]  the drop starts a task: over when `finish` was called for item 0
 * @property {boolean} [irreversible]  it cannot be undone: "dragConfirm" first, then `confirm`
 */

/**
 * A drag session as it is now.
 * @typedef {object} DragSession
 * @property {number} session
 * @property {import("./generated/contract.js").DragState} state
 * @property {number} contact  `NO_CONTACT`: from code
 * @property {number} source
 * @property {number} destination  0: none
 * @property {import("./generated/contract.js").DropOperation} operation
 * @property {number} itemCount
 * @property {number} accepted  items that the destination would take
 * @property {import("./generated/contract.js").PointerHint} hint
 * @property {import("./generated/contract.js").Modifier[]} modifiers
 * @property {number} spring  the target that springs open; 0: none
 * @property {import("./generated/contract.js").SpringState} springState
 * @property {number} x
 * @property {number} y
 */

/** @typedef {(touch: Touch, session: number, capacity: number) => DragItem | readonly DragItem[] | null | undefined} WillBegin */
/** @typedef {(drag: DragSession, destination: number, usual: { operation: import("./generated/contract.js").DropOperation, items: number }) => Proposal | boolean} WillPropose */
/** @typedef {(drag: DragSession, target: number, again: boolean) => boolean} SpringShouldActivate */
/** @typedef {(drag: DragSession) => boolean} ShouldLaunch */

const FLAGS = /** @type {const} */ ([
  ["exact", raw.PRESS_PROPOSAL_EXACT],
  ["part", raw.PRESS_PROPOSAL_PART],
  ["transfers", raw.PRESS_PROPOSAL_TRANSFERS],
  ["task", raw.PRESS_PROPOSAL_TASK],
  ["irreversible", raw.PRESS_PROPOSAL_IRREVERSIBLE],
]);
const ITEM_FLAGS = /** @type {const} */ ([
  ["selected", raw.PRESS_ITEM_SELECTED],
  ["copyOnly", raw.PRESS_ITEM_COPY_ONLY],
  ["sameDomain", raw.PRESS_ITEM_SAME_DOMAIN],
  ["inside", raw.PRESS_ITEM_INSIDE],
]);
/** The numbers of names: above those of programs. */
const NAMED = 0x80000000;
/** @type {string[]} */
const names = [];

/**
 * @param {Representation} kind
 * @returns {number}
 */
function numberOfType(kind) {
  if (typeof kind === "number") return whole(kind, 1, NAMED - 1, "a representation");
  if (typeof kind !== "string") throw invalid(`a representation: a name or a number is required, not ${shown(kind)}`);
  const at = names.indexOf(kind);
  return NAMED + (at < 0 ? names.push(kind) - 1 : at);
}

/**
 * @param {unknown} kinds
 * @param {string} what
 * @returns {{ count: number, address: number }}
 */
function table(kinds, what) {
  if (!Array.isArray(kinds)) throw invalid(`${what}: an array is required, not ${shown(kinds)}`);
  return { count: kinds.length, address: library.intern(items(kinds, what).map(numberOfType)) };
}

/** Drag and drop. A session is a number: `subject` of its events. */
export class Drag {
  #core;

  /** @param {import("./core.js").Core} core */
  constructor(core) {
    this.#core = core;
    Object.freeze(this);
  }

  // ---- Questions ----

  /**
   * Asked as a drag starts from `touch.target` (session 0), and as another contact, or `add`, adds to a session: what is
   * dragged, at most `capacity` items. Null: one item, the target, selected.
   * @type {WillBegin | null}
   */
  get willBegin() {
    return this.#core.asked("drag_will_begin");
  }
  set willBegin(answer) {
    this.#core.ask(
      "drag_will_begin",
      answer,
      "willBegin",
      (
        /** @type {number} */ touch,
        /** @type {number} */ session,
        /** @type {number} */ address,
        /** @type {number} */ capacity,
      ) => {
        const given = answered(answer?.(readTouch(library.view, touch), session >>> 0, capacity), "willBegin") ?? [];
        const all = /** @type {readonly DragItem[]} */ (Array.isArray(given) ? items(given, "willBegin") : [given]);
        if (all.length > capacity) throw invalid(`${all.length} items to drag: there is room for ${capacity} (maxItems)`);
        const values = all.map((item) => {
          only(item, ["id", "representations", ...ITEM_FLAGS.map(([name]) => name)], "an item");
          const { count, address: representations } = table(item.representations === undefined ? [] : item.representations, "an item: representations");
          return {
            id: whole(item.id, 1, 0xffffffff, "an item: id"),
            flags: flagsOf(item, ITEM_FLAGS, "an item"),
            representationCount: count,
            representations,
          };
        });
        values.forEach((one, at) => library.write("press_drag_item", address + at * raw.structs.press_drag_item.size, one));
        return values.length;
      },
    );
  }

  /**
   * Asked what a destination would do: true for the default rule, false for nothing, or a Proposal. Null: the default rule.
   * @type {WillPropose | null}
   */
  get willPropose() {
    return this.#core.asked("drop_will_propose");
  }
  set willPropose(answer) {
    this.#core.ask(
      "drop_will_propose",
      answer,
      "willPropose",
      (/** @type {number} */ drag, /** @type {number} */ destination, /** @type {number} */ address) => {
        const usual = library.read("press_drop_proposal", address);
        const given = answer?.(this.#read(drag), destination >>> 0, {
          operation: wordOf(DropOperation, usual.operation),
          items: usual.itemCount,
        });
        if (answered(given, "willPropose") === false) return 0;
        if (given !== true) library.write("press_drop_proposal", address, proposal(/** @type {Proposal} */ (given)));
        return 1;
      },
    );
  }

  /**
   * Asked as a drag comes over a spring, and, with `again`, before it activates. Null: yes.
   * @type {SpringShouldActivate | null}
   */
  get springShouldActivate() {
    return this.#core.asked("spring_should_activate");
  }
  set springShouldActivate(answer) {
    this.#core.ask(
      "spring_should_activate",
      answer,
      "springShouldActivate",
      (/** @type {number} */ drag, /** @type {number} */ target, /** @type {number} */ again) =>
        yes(answer?.(this.#read(drag), target >>> 0, again !== 0), "springShouldActivate"),
    );
  }

  /**
   * Asked as a drag comes where nothing takes it, once, and as its items change: yes drops it there when it is let go. Null: no.
   * @type {ShouldLaunch | null}
   */
  get shouldLaunch() {
    return this.#core.asked("drag_should_launch");
  }
  set shouldLaunch(answer) {
    this.#core.ask("drag_should_launch", answer, "shouldLaunch", (/** @type {number} */ drag) =>
      yes(answer?.(this.#read(drag)), "shouldLaunch"),
    );
  }

  // ---- Sessions ----

  /**
   * A session as it is now; null: it is over.
   * @param {number} session
   * @returns {DragSession | null}
   */
  get(session) {
    return library.scratch((make) => {
      const drag = make("press_drag");
      const status = library.raw.press_drag_get(this.#core.handle, id(session, "session"), drag);
      if (status === raw.PRESS_ERR_NOENT) return null;
      library.check(status, `asking for drag ${session}`);
      return this.#read(drag);
    });
  }

  /**
   * The ids of the dragged items, in order, each with the target that it comes from.
   * @param {number} session
   * @returns {{ id: number, source: number, selected: boolean }[]}
   */
  items(session) {
    return library.scratch((make) => {
      const call = (/** @type {number} */ address, /** @type {number} */ capacity) =>
        library.check(
          library.raw.press_drag_get_items(this.#core.handle, id(session, "session"), address, capacity),
          `asking for the items of drag ${session}`,
        );
      const count = call(0, 0);
      const array = make("press_drag_item", Math.max(count, 1));
      call(array, count);
      return Array.from({ length: count }, (_, at) => {
        const { id: item, source, flags } = library.read("press_drag_item", array + at * raw.structs.press_drag_item.size);
        return { id: item, source, selected: (flags & raw.PRESS_ITEM_SELECTED) !== 0 };
      });
    });
  }

  /**
   * The newest session of a contact, or without one that from code; null: none.
   * @param {number} [contact]
   * @returns {number | null}
   */
  session(contact = raw.PRESS_NO_CONTACT) {
    return library.output((out) => {
      const status = library.raw.press_drag_find(this.#core.handle, id(contact, "contact"), out);
      if (status === raw.PRESS_ERR_NOENT) return null;
      library.check(status, `asking for the drag of contact ${contact}`);
      return library.view.getUint32(out, true);
    });
  }

  /**
   * The representation that a drop took of an item, from `value2` of "dropItemBegan"; null: any.
   * @param {number} number
   * @returns {Representation | null}
   */
  representation(number) {
    const named = id(number, "a representation") - NAMED;
    if (named >= names.length) throw invalid(`a representation: ${number} is none that was named`);
    return named >= 0 ? names[named] : number || null;
  }

  /**
   * Keys that are held now.
   * @param {readonly import("./generated/contract.js").Modifier[]} modifiers
   */
  setModifiers(modifiers) {
    this.#core.call(() => "setting the modifiers", "press_drag_set_modifiers", bitsOf(Modifier, modifiers, "modifiers"));
  }

  /**
   * Ends a session in any state.
   * @param {number} session
   */
  cancel(session) {
    this.#call(() => "cancelling", "press_drag_cancel", session);
  }

  /**
   * Answers "dragConfirm". No: the items return.
   * @param {number} session
   * @param {boolean} [yes]
   */
  confirm(session, yes = true) {
    this.#call(() => "confirming", "press_drop_confirm", session, truth(yes, "yes"));
  }

  /**
   * How far the transfer of an item is, or with item 0 the task: 0..1.
   * @param {number} session
   * @param {number} item
   * @param {number} progress
   */
  update(session, item, progress) {
    this.#call(() => "updating", "press_drop_update", session, id(item, "item"), toQ16(progress, "progress"));
  }

  /**
   * Ends the transfer of an item; with item 0 the task, or where there is none all items that are left.
   * @param {number} session
   * @param {number} [item]
   * @param {boolean} [success]
   */
  finish(session, item = 0, success = true) {
    this.#call(() => "finishing", "press_drop_finish", session, id(item, "item"), truth(success, "success"));
  }

  /** Undoes the newest drop that was concluded. */
  undo() {
    this.#core.call(() => "undoing the newest drop", "press_drop_undo");
  }

  /** Does the newest drop again that was undone. */
  redo() {
    this.#core.call(() => "doing the newest drop again that was undone", "press_drop_redo");
  }

  // ---- Without a finger ----

  /**
   * Starts a drag from code, one at a time.
   * @param {number} source
   * @returns {number}  the session
   */
  begin(source) {
    return library.output((out) => {
      this.#core.call(() => `dragging from target ${source}`, "press_drag_begin", id(source, "source"), out);
      return library.view.getUint32(out, true);
    });
  }

  /**
   * Adds what another source has, to a drag from code or of a finger: `willBegin` is asked.
   * @param {number} session
   * @param {number} source
   */
  add(session, source) {
    this.#call(() => `from target ${source}: adding to`, "press_drag_add", session, id(source, "source"));
  }

  /**
   * Moves it to a point, as a finger would.
   * @param {number} session
   * @param {number} x
   * @param {number} y
   */
  move(session, x, y) {
    this.#call(() => "moving", "press_drag_move", session, toQ16(x, "x"), toQ16(y, "y"));
  }

  /**
   * Puts it over a target, whatever else lies there.
   * @param {number} session
   * @param {number} target
   */
  over(session, target) {
    this.#call(() => `to target ${target}: moving`, "press_drag_over", session, id(target, "target"));
  }

  /**
   * Lets go of it.
   * @param {number} session
   */
  drop(session) {
    this.#call(() => "dropping", "press_drag_drop", session);
  }

  /**
   * Drags and drops in one go. Its events say what it came to.
   * @param {number} source
   * @param {number} destination
   * @returns {number}  the session
   */
  perform(source, destination) {
    return library.output((out) => {
      this.#core.call(
        () => `dragging from target ${source} to target ${destination}`,
        "press_drag_perform",
        id(source, "source"),
        id(destination, "destination"),
        out,
      );
      return library.view.getUint32(out, true);
    });
  }

  /**
   * @param {() => string} doing
   * @param {keyof import("./generated/raw.js").Raw} name
   * @param {number} session
   * @param {...(number | boolean)} given
   */
  #call(doing, name, session, ...given) {
    this.#core.call(() => `${doing()} drag ${session}`, name, id(session, "session"), ...given);
  }

  /**
   * @param {number} address
   * @returns {DragSession}
   */
  #read(address) {
    const {
      size: _,
      reserved: __,
      state,
      operation,
      hint,
      modifiers,
      springState,
      ...rest
    } = library.read("press_drag", address);
    return /** @type {DragSession} */ ({
      ...rest,
      state: wordOf(DragState, state),
      operation: wordOf(DropOperation, operation),
      hint: wordOf(PointerHint, hint),
      modifiers: wordsOf(Modifier, modifiers),
      springState: wordOf(SpringState, springState),
    });
  }
}

/**
 * The members of a press_drop_proposal that change.
 * @param {Proposal} given
 */
function proposal(given) {
  only(given, ["operation", "items", "accepts", "hint", ...FLAGS.map(([name]) => name)], "a proposal");
  /** @type {import("./library.js").Values} */
  const values = { flags: flagsOf(given, FLAGS, "a proposal") };
  if (given.operation !== undefined) values.operation = numberOf(DropOperation, given.operation, "a proposal: operation");
  if (given.items !== undefined) values.itemCount = id(given.items, "a proposal: items");
  if (given.hint !== undefined)
    Object.assign(values, {
      hint: numberOf(PointerHint, given.hint, "a proposal: hint"),
      flags: values.flags | raw.PRESS_PROPOSAL_OWN_HINT,
    });
  const { count, address } = table(given.accepts === undefined ? [] : given.accepts, "a proposal: accepts");
  return { ...values, acceptCount: count, accepts: address };
}
