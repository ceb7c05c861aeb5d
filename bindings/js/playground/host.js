// One engine for the page: pointers and keys in, events out. A new setting makes a new engine; the parts of the page set it up.
import { Engine, pointerSample } from "./libpress/index.js";

/** A finger of the keyboard: how fast its force rises, newtons a second. */
const RISE = 4;
const KEYBOARD = 0xffff0000;
/** Of what the page always does. Holding still takes the place of force where a device feels none. */
const OPTIONS = {
  engine: { lostAfterUs: 0, maxTargets: 64, maxEvents: 128 },
  gestures: { forceFromHoldUs: 900_000 },
  peek: {},
  transitions: matchMedia("(prefers-reduced-motion: reduce)").matches ? { durationUs: 0 } : {}, // then nothing runs on
  button: {},
  drag: {},
};

export class Host {
  engine;
  /** What is not a default of the library, group by group. */
  settings;
  /** The samples of the last stroke. */
  stroke = [];
  /** The newest sample of each contact that is down. */
  down = new Map();
  /** Pointers that went down on the surface. */
  #pointers = new Set();
  #places = new Map();
  #setups = [];
  #last = 0;
  #key = null;

  constructor(surface) {
    this.#make({});
    surface.addEventListener("pointerdown", (event) => {
      if (event.target.closest("[data-plain]")) return;
      this.#pointers.add(event.pointerId);
      surface.setPointerCapture(event.pointerId); // also outside of the window
      this.#point(event);
    });
    for (const type of ["pointermove", "pointerup", "pointercancel"])
      addEventListener(type, (event) => {
        if (!this.#pointers.has(event.pointerId)) return;
        this.#point(event);
        if (type !== "pointermove") this.#pointers.delete(event.pointerId);
      });
    surface.addEventListener("contextmenu", (event) => event.preventDefault());
    addEventListener("resize", () => this.measure());
    requestAnimationFrame(() => this.#frame());
  }

  // ---- The engine ----

  /** What a part does with every engine. */
  setup(work) {
    this.#setups.push(work);
    work(this.engine);
  }

  /** Makes a new engine; throws, and keeps the old one, where settings are refused. */
  renew(given) {
    this.#make(given);
    for (const work of this.#setups) work(this.engine);
  }

  #make(given) {
    const settings = Object.fromEntries(Object.entries(OPTIONS).map(([group, own]) => [group, { ...own, ...given[group] }]));
    const { engine: levels, ...parts } = settings;
    const engine = new Engine({ ...levels, ...parts });
    this.engine?.reset();
    this.down.clear();
    this.settings = settings;
    this.engine = engine;
    for (const id of this.#places.keys()) this.#place(id);
  }

  /** The time, never earlier than before. */
  now() {
    this.#last = Math.max(this.#last, Math.round(performance.now() * 1000));
    return this.#last;
  }

  // ---- Targets ----

  /** An element as a target; null takes it away. */
  target(id, element, more = {}) {
    if (element) this.#places.set(id, { element, more });
    else if (this.#places.delete(id)) return this.engine.targets.remove(id);
    this.#place(id);
  }

  /** Where elements lie has changed. */
  measure() {
    for (const id of this.#places.keys()) this.#place(id);
  }

  #place(id) {
    const { element, more } = this.#places.get(id);
    const { x, y, width, height } = element.getBoundingClientRect();
    const target = { id, x: x + scrollX, y: y + scrollY, width, height, ...more };
    if (this.engine.targets.get(id)) this.engine.targets.update(target);
    else this.engine.targets.add(target);
  }

  // ---- Samples ----

  feed(sample) {
    const own = { ...sample, tUs: this.now() };
    this.engine.feed(own);
    const { down, lost, contact } = own;
    if (down && this.down.size === 0) this.stroke = [];
    if (down || this.down.has(contact)) this.stroke.push(own);
    if (down && !lost) this.down.set(contact, own);
    else this.down.delete(contact);
  }

  #point(event) {
    const sample = pointerSample(event, { tUs: this.now() });
    this.feed({ ...sample, x: sample.x + scrollX, y: sample.y + scrollY });
  }

  #frame() {
    if (this.#key) this.#press(this.#key, Math.min(0.5 + (RISE * (performance.now() - this.#key.since)) / 1000, 6));
    this.engine.tick(this.now());
    requestAnimationFrame(() => this.#frame());
  }

  // ---- Keys ----

  /** Space and Enter press an element, harder and harder; a click of assistive technology presses it through. */
  keys(element) {
    element.addEventListener("keydown", (event) => {
      if ((event.key !== " " && event.key !== "Enter") || event.repeat || event.altKey || event.ctrlKey || event.metaKey)
        return;
      event.preventDefault();
      this.#lift();
      this.#key = { element, since: performance.now() };
    });
    element.addEventListener("keyup", (event) => {
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      this.#lift();
    });
    element.addEventListener("blur", () => this.#lift());
    element.addEventListener("click", (event) => {
      if (event.detail !== 0) return;
      this.#key = { element, since: performance.now() };
      setTimeout(() => this.#lift(), 1500);
    });
  }

  #press({ element }, force) {
    const { x, y, width, height } = element.getBoundingClientRect();
    this.feed({ contact: KEYBOARD, force, x: x + scrollX + width / 2, y: y + scrollY + height / 2, down: true });
  }

  #lift() {
    const { x = 0, y = 0 } = this.down.get(KEYBOARD) ?? {};
    if (this.#key) this.feed({ contact: KEYBOARD, force: 0, x, y, down: false });
    this.#key = null;
  }
}
