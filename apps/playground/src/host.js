// One engine for the page: pointers and keys in, events out. A new setting makes a new engine; the parts of the page set it up.
import { Engine, pointerSample, spring } from "./libpress/index.js";
import { SECTIONS } from "./libpress/generated/attached.js";

export const KEYBOARD = 0xffff0000;
/** The finger that the page draws. */
export const DRAWN = 0xffff0001;
/** The contacts of keys that strike. */
const [FIRST_STRIKING, STRIKING] = [0xffff0002, 4];

/** Where a pointer feels no force, holding still takes its place: after DELAY the pressure rises, 1 in RISE, and stops below the
 * commit. From there it goes on as the pointer moves, all of it within WAY points. Keys do the same. Milliseconds. */
const [DELAY, RISE, SLOP, WAY] = [160, 1300, 10, 60];
/** How long the reading of a strike is repeated, us: the window of a strike, and a frame. */
const AGAIN_US = 36_000;

/** Options of the page that nobody changes. */
const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
const OPTIONS = {
  ...Object.fromEntries(["engine", ...Object.keys(SECTIONS)].map((group) => [group, {}])),
  engine: { lostAfterUs: 0, maxTargets: 64, maxEvents: 128 },
  transitions: isStill ? { durationUs: 0 } : { ...spring(0.7, 0.4), overshoot: true }, // without motion nothing runs on
  scroll: isStill ? { friction: 64, settleUs: 10_000, noCoast: true } : { bounce: true },
  strike: { unknownVelocity: 0 }, // a pointer comes too seldom for a speed that is known: what was seen of it
  drag: { holdInScroll: true, holdUs: 300_000 }, // where a finger would scroll, a card is held first
};

/** How fast a pointer strikes that feels no force, in newtons a second: fastest in the middle. */
function speedAt(element, x, y) {
  const { left, top, width, height } = element.getBoundingClientRect();
  const off = Math.min(Math.hypot((2 * (x - left)) / width - 1, (2 * (y - top)) / height - 1), 1);
  return 900 * 0.03 ** off;
}

export class Host {
  engine;
  /** Settings that differ from the defaults of the library, by group. */
  settings;
  /** The options of the visitor, beyond those of the page. */
  given;
  /** The samples of the last stroke, but not those of the drawn finger. */
  stroke = [];
  /** The newest sample of each contact that is down. */
  down = new Map();
  /** The hand of the latest contact: "mouse", "touch", "pen", "key", "drawn", and whether it feels force. */
  hand = { kind: "mouse", feels: false };
  /** Called with a pointer or a key that begins, before the engine has it. */
  began = [];
  #pointers = new Map();
  #holds = new Map();
  #places = new Map();
  #setups = [];
  #frames = [];
  #last = 0;
  #ticked = 0;
  #again = null;
  #key = null;
  #strikes = 0;
  /** The rest of a press that is played, with the times at which the engine gets it, and the function to call at its end. */
  #played = { left: [], ended: () => {} };

  constructor(surface) {
    this.#make({});
    surface.addEventListener("pointerdown", (event) => {
      if (event.target.closest("[data-plain]") || event.button > 0) return;
      this.#pointers.set(event.pointerId, event.pointerType);
      surface.setPointerCapture(event.pointerId); // also outside of the window
      this.#point(event, true);
    });
    for (const type of ["pointermove", "pointerup", "pointercancel"])
      addEventListener(type, (event) => {
        if (!this.#pointers.has(event.pointerId)) return;
        this.#point(event);
        if (type !== "pointermove") this.#pointers.delete(event.pointerId);
      });
    surface.addEventListener("contextmenu", (event) => event.preventDefault());
    // A finger that moves scrolls the page, unless something has begun under it.
    surface.addEventListener("touchmove", (event) => event.cancelable && this.isBusy() && event.preventDefault(), { passive: false });
    addEventListener("keydown", (event) => event.key === "Escape" && this.cancel());
    addEventListener("resize", () => this.measure());
    new ResizeObserver(() => this.measure()).observe(surface); // a line more, and what is below has moved
    addEventListener("blur", () => this.#lift());
    requestAnimationFrame(() => this.#frame());
  }

  // ---- The engine ----

  /** Registers a function that is called with every engine. */
  setup(work) {
    this.#setups.push(work);
    work(this.engine);
  }

  /** Registers a function that is called in every frame. */
  frame(work) {
    this.#frames.push(work);
  }

  /** Makes a new engine; throws, and keeps the old one, where settings are refused. */
  renew(given) {
    this.#make(given);
    for (const work of this.#setups) work(this.engine);
  }

  #make(given) {
    const settings = Object.fromEntries(Object.entries(OPTIONS).map(([group, own]) => [group, { ...own, ...given[group] }]));
    if (!settings.transitions.spring) delete settings.transitions.curve; // it is that of a spring
    const { engine: levels, ...parts } = settings;
    const engine = new Engine({ ...levels, ...parts });
    this.engine?.reset();
    this.down.clear();
    this.#holds.clear();
    this.#key = null;
    this.given = given;
    this.settings = settings;
    this.engine = engine;
    for (const id of this.#places.keys()) this.#place(id);
  }

  /** The time, never earlier than before. */
  now() {
    this.#last = Math.max(this.#last, Math.round(performance.now() * 1000));
    return this.#last;
  }

  /** Something has begun under a contact. */
  isBusy() {
    const { engine } = this;
    if (engine.peek.status.state !== "none") return true;
    return [...this.down.keys()].some(
      (contact) =>
        !["none", "waiting", "over"].includes(engine.previewState(contact)) || engine.drag.session(contact) !== null || engine.pinch.state(contact) !== null,
    );
  }

  /** Ends what runs, as Escape does. */
  cancel() {
    const { engine } = this;
    this.tick();
    for (const contact of this.down.keys()) {
      if (["previewing", "committing"].includes(engine.previewState(contact))) engine.cancelPreview(contact);
      const session = engine.drag.session(contact);
      if (session !== null) engine.drag.cancel(session);
    }
    if (engine.peek.status.state !== "none") engine.peek.dismiss();
  }

  // ---- Targets ----

  /** An element as a target; null takes it away. */
  target(id, element, more = {}) {
    if (element) this.#places.set(id, { element, more });
    else if (this.#places.delete(id)) return this.engine.targets.remove(id);
    this.#place(id);
  }

  /** The places of elements have changed. */
  measure() {
    for (const id of this.#places.keys()) this.#place(id);
  }

  /** The element of a target. */
  element(id) {
    return this.#places.get(id)?.element;
  }

  #place(id) {
    const { element, more } = this.#places.get(id);
    const { x, y, width, height } = element.getBoundingClientRect();
    const target = { id, x: x + scrollX, y: y + scrollY, width, height, ...more };
    if (this.engine.targets.get(id)) this.engine.targets.update(target);
    else this.engine.targets.add(target);
  }

  // ---- Samples ----

  /** Lets time pass. */
  tick(tUs = this.now()) {
    this.#ticked = Math.max(tUs, this.#ticked);
    this.engine.tick(this.#ticked);
  }

  feed(sample, tUs = this.now()) {
    const own = { ...sample, tUs: Math.max(tUs, this.#ticked) };
    this.engine.feed(own);
    this.#ticked = own.tUs;
    const { down, lost, contact } = own;
    if (contact !== DRAWN) {
      if (down && this.down.size === 0) this.stroke = [];
      if (down || this.down.has(contact)) this.stroke.push(own);
    }
    if (down && !lost) this.down.set(contact, own);
    else {
      this.down.delete(contact);
      this.#holds.delete(contact);
    }
  }

  #point(event, begins = false) {
    const plain = pointerSample(event, { tUs: this.now() });
    const sample = { ...plain, x: plain.x + scrollX, y: plain.y + scrollY };
    if (begins && this.element(this.engine.targets.at(sample.x, sample.y))?.dataset.presses === "strike") {
      // A strike rises from no force a moment ago.
      this.#begin({ kind: event.pointerType, feels: sample.hasForce, x: sample.x, y: sample.y });
      this.feed({ ...sample, force: 0 }, sample.tUs - 8000);
      this.#again = { contact: sample.contact, untilUs: sample.tUs + AGAIN_US };
    } else if (begins) this.#begin({ kind: event.pointerType, feels: sample.hasForce, x: sample.x, y: sample.y });
    if (sample.hasForce || this.settings.gestures.forceFromHoldUs > 0 || !sample.down) return this.feed(sample);
    const hold = this.#holds.get(sample.contact) ?? this.#hold(sample);
    this.#holds.set(sample.contact, hold);
    this.#move(hold, sample);
    this.feed({ ...sample, force: this.#newtons(hold), hasForce: true });
  }

  /** Plays a press, as if a hand that feels force did it. The times between its samples are those that were recorded, whenever frames come. */
  play(samples, ended) {
    this.#release();
    this.#begin({ kind: "pen", feels: true, isPlayed: true });
    const start = this.now() - samples[0].tUs;
    this.#played = { left: samples.map((one) => ({ ...one, tUs: start + one.tUs })), ended };
  }

  /** Whatever was played is let go. */
  #release() {
    for (const contact of new Set(this.#played.left.map((one) => one.contact)))
      if (this.down.has(contact)) this.feed({ ...this.down.get(contact), force: 0, down: false, lost: true });
    this.#played = { left: [], ended: () => {} };
  }

  #playOn(now) {
    const { left, ended } = this.#played;
    if (left.length === 0) return;
    while (left.length > 0 && left[0].tUs <= now) {
      const { tUs, ...sample } = left.shift();
      this.feed(sample, tUs);
    }
    if (left.length === 0) ended();
  }

  #begin(hand) {
    this.hand = hand;
    for (const work of this.began) work(hand);
  }

  #frame() {
    for (const [contact, hold] of this.#holds) {
      const sample = this.down.get(contact);
      if (!sample) continue;
      this.#rise(hold, sample);
      const force = this.#newtons(hold);
      if (force !== sample.force) this.feed({ ...sample, force });
    }
    if (this.#key) this.#press();
    // A strike that is felt is certain with the readings that follow, also of a pen that lies still.
    const again = this.down.get(this.#again?.contact);
    if (again && !this.#holds.has(again.contact)) this.feed(again);
    if (this.#again?.untilUs < this.now()) this.#again = null;
    const now = this.now();
    this.#playOn(now);
    this.tick(now);
    for (const work of this.#frames) work();
    requestAnimationFrame(() => this.#frame());
  }

  // ---- Holding in place of force ----

  /** The pressure at which holding stops: in the commit phase, short of its end. */
  get #limit() {
    const { commitPressure, completePressure } = this.engine.config;
    return commitPressure + 0.6 * (completePressure - commitPressure);
  }

  #hold({ x, y }) {
    const element = this.element(this.engine.targets.at(x, y));
    const presses = element?.dataset.presses ?? "on";
    const hold = { x, y, since: performance.now(), pressure: 0, more: 0, presses };
    return presses === "strike" ? { ...hold, blow: 0, seen: 0, speed: speedAt(element, x - scrollX, y - scrollY) } : hold;
  }

  #newtons({ pressure, more, blow }) {
    const { zeroForce, fullForce, touchForce } = this.engine.config;
    return blow ?? Math.max(zeroForce + (pressure + more) * (fullForce - zeroForce), touchForce + 0.1);
  }

  /** Before anything has begun, moving starts the hold again; where it has stopped, moving presses on. */
  #move(hold, { x, y }) {
    if (hold.pressure < this.engine.config.previewPressure) {
      if (Math.hypot(x - hold.x, y - hold.y) > SLOP) Object.assign(hold, { x, y, since: performance.now(), pressure: 0 });
    } else if (hold.stopped) {
      const { presses } = hold;
      const way = presses === "sideways" ? Math.abs(x - hold.stopped.x) : Math.hypot(x - hold.stopped.x, y - hold.stopped.y);
      hold.more = (1.1 - hold.pressure) * Math.min(Math.max(way - SLOP / 2, 0) / WAY, 1);
    }
  }

  #rise(hold, { contact, x, y }) {
    if (this.engine.drag.session(contact) !== null) return;
    if (hold.presses === "strike") {
      // From no force, as fast as that, for 40 ms.
      const seconds = Math.min((performance.now() - hold.since) / 1000, 0.04);
      hold.blow = Math.min(hold.speed * seconds, 9) + 0.001 * hold.seen++; // a reading that follows ends the rise
      return;
    }
    const limit = this.#limit;
    if (hold.pressure >= limit) return;
    hold.pressure = Math.min(Math.max(performance.now() - hold.since - DELAY, 0) / RISE, limit);
    if (hold.pressure < limit) return;
    // A hand that has moved already, as the page asks, presses on by that.
    hold.stopped = { x: hold.x, y: hold.y };
    this.#move(hold, { x, y });
  }

  // ---- Keys ----

  /** The space bar presses an element as long as it is down, up to the commit. Enter presses through, also while the space bar is down, and
   * a click of assistive technology does the same. */
  keys(element) {
    element.addEventListener("keydown", (event) => {
      if ((event.key !== " " && event.key !== "Enter") || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      if (event.repeat) return;
      if (event.key === "Enter" && this.#key) this.#key.through = true;
      else this.#holdKey(element, event.key === "Enter", event.shiftKey);
    });
    element.addEventListener("keyup", (event) => {
      if (event.key === " " && !this.#key?.through) this.#lift();
      if (event.key === " " || event.key === "Enter") event.preventDefault();
    });
    element.addEventListener("blur", () => this.#key?.element === element && !this.#key.through && this.#lift());
    element.addEventListener("click", (event) => event.detail === 0 && this.#holdKey(element, true));
  }

  #holdKey(element, through, lightly = false) {
    this.#lift();
    this.#begin({ kind: "key", feels: false });
    if (element.dataset.presses === "strike") return this.#strike(element, through ? 7 : lightly ? 0.8 : 2.4);
    this.#key = { element, through, at: performance.now(), pressure: 0.02, more: 0 };
    this.#press();
  }

  /** By contacts in turn: the one before may last still, or have its while to come back. */
  #strike(element, force) {
    this.#strikes = (this.#strikes + 1) % STRIKING;
    const { x, y, width, height } = element.getBoundingClientRect();
    const sample = { contact: FIRST_STRIKING + this.#strikes, force, x: x + scrollX + width / 2, y: y + scrollY + height / 2, down: true };
    this.feed({ ...sample, force: 0 }, this.now() - 8000);
    setTimeout(() => {
      this.feed(sample);
      setTimeout(() => this.feed({ ...sample, force: 0, down: false }), 60);
    }, 4);
  }

  #press() {
    const key = this.#key;
    const now = performance.now();
    const most = key.through ? 1.1 : this.#limit;
    key.pressure = Math.max(key.pressure, Math.min(key.pressure + (now - key.at) / (key.through ? 600 : RISE), most));
    key.at = now;
    const { x, y, width, height } = key.element.getBoundingClientRect();
    const force = this.#newtons(key);
    if (force !== this.down.get(KEYBOARD)?.force) this.feed({ contact: KEYBOARD, force, x: x + scrollX + width / 2, y: y + scrollY + height / 2, down: true });
    if (key.pressure >= 1.1) this.#lift();
  }

  #lift() {
    const last = this.down.get(KEYBOARD);
    if (this.#key && last) this.feed({ ...last, force: 0, down: false });
    this.#key = null;
  }
}
