// The config of pressd, read by the library: it accepts the same texts as pressd, and refuses others with the same messages.
import { PARTS, SECTIONS } from "./generated/attached.js";
import { library } from "./default.js";
import { PressError, invalid, only, shown } from "./errors.js";
import { truth } from "./numbers.js";
import { optionsIn } from "./options.js";
import { PRESS_SETUP_FLAG_CHANGES, PRESS_SETUP_FLAG_OR_ZERO, PRESS_SETUP_SOURCE_CODES, PRESS_SETUP_ORIGIN_CONFIG, PRESS_SETUP_SOURCE_CONVERTERS, PRESS_SETUP_FLAG_OF_PROFILE } from "./generated/raw.js";

/** @typedef {import("./generated/attached.js").Attached} Attached */
/**
 * @template Option
 * @typedef {Required<Option extends keyof Attached ? Exclude<Attached[Option], boolean | undefined> : import("./generated/contract.js").EngineLevels>} OptionsOf
 */

/** @typedef {"whole" | "decimal" | "time" | "word" | "flags" | "yesNo" | "string" | "form"} KeyKind */

/**
 * A key that a config may have.
 * @typedef {object} Key
 * @property {string} section
 * @property {string} name
 * @property {KeyKind} kind  a time is microseconds
 * @property {number} least  the range of a number, where it has one
 * @property {number} most
 * @property {string} accepted  what it accepts, as sentences say it
 * @property {readonly string[]} words
 * @property {string} unit  of its number, "N", "us", "points"; empty: it has none
 * @property {string} about  what it is
 * @property {number} sections  how many of its section there may be
 * @property {boolean} ofProfile  the profile of a person may have it
 * @property {boolean} changes  pressd can change it while it runs
 * @property {boolean} orZero  it may be 0, too, which is below `least`
 */

const KINDS = /** @type {KeyKind[]} */ (["whole", "decimal", "time", "word", "flags", "yesNo", "string", "form"]);
const BYTES_OF_A_VALUE = 4096;
const NO_KEY = "keys() lists what there is";

/** @type {readonly Key[]} */
let known = [];

/**
 * The keys of a config, section by section, as the library lists them.
 * @returns {readonly Key[]}
 */
export function keys() {
  if (known.length > 0) return known;
  known = library.scratch((make) => {
    const raw = make("press_setup_key");
    const found = [];
    while (library.raw.press_setup_key_get(found.length, raw) === 0) {
      const { kind, flags, sections, least, most, section, name, accepted, words } = library.read("press_setup_key", raw);
      const [unit, about] = library.output((at) => {
        library.raw.press_setup_key_get_texts(found.length, at, at + 4);
        return [0, 4].map((offset) => library.text(library.number("u32", at + offset)));
      });
      const scale = KINDS[kind - 1] === "decimal" ? 65536 : 1;
      found.push(
        Object.freeze({
          section: library.text(section),
          name: library.text(name),
          kind: KINDS[kind - 1],
          least: least / scale,
          most: most / scale,
          accepted: library.text(accepted),
          words: Object.freeze(words ? library.text(words).split(",") : []),
          unit,
          about,
          sections,
          ofProfile: (flags & PRESS_SETUP_FLAG_OF_PROFILE) !== 0,
          changes: (flags & PRESS_SETUP_FLAG_CHANGES) !== 0,
          orZero: (flags & PRESS_SETUP_FLAG_OR_ZERO) !== 0,
        }),
      );
    }
    return Object.freeze(found);
  });
  return known;
}

/** A config that was read. Throws PressError, whose message is the sentence of pressd, and `line` where it stands. */
export class Config {
  #setup;

  /**
   * @param {string | Uint8Array} [text]
   * @param {{ read?: (path: string) => Uint8Array, hasConverters?: boolean }} [how]  `read`: the bytes of a file that a key names, or it
   *   throws; `hasConverters`: it is for converters, and what they require is verified, too
   */
  constructor(text = "", how = {}) {
    only(how, ["read", "hasConverters"], "a config");
    const { read, hasConverters = false } = how;
    truth(hasConverters, "hasConverters");
    if (read !== undefined && typeof read !== "function") throw invalid(`read: a function is required, not ${shown(read)}`);
    const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
    if (!(bytes instanceof Uint8Array)) throw invalid(`a config: a text is required, not ${shown(text)}`);
    const size = library.raw.press_setup_size();
    const storage = library.allocateFor(this, size);
    this.#setup = library.output((out) => {
      library.check(library.raw.press_setup_init(storage, size, out), "beginning a config");
      return library.view.getUint32(out, true);
    });
    Object.freeze(this);
    library.scratch((make) => {
      if (!read) return;
      const files = make("press_setup_files");
      library.write("press_setup_files", files, { read: library.fileReader });
      library.check(library.raw.press_setup_set_files(this.#setup, files), "beginning a config");
    });
    const before = library.reader;
    library.reader = read ?? before;
    const copy = library.allocate(bytes.length);
    try {
      library.bytes(copy, bytes.length).set(bytes);
      this.#accept(library.nested(() => library.raw.press_setup_text(this.#setup, PRESS_SETUP_ORIGIN_CONFIG, copy, bytes.length), () => "reading a config"));
      this.#accept(library.raw.press_setup_check(this.#setup, hasConverters ? PRESS_SETUP_SOURCE_CONVERTERS : PRESS_SETUP_SOURCE_CODES));
    } finally {
      library.free(copy, bytes.length);
      library.reader = before;
    }
  }

  /** @param {number} status */
  #accept(status) {
    if (status === 0) return;
    library.scratch((make) => {
      const fault = make("press_setup_fault");
      library.check(library.raw.press_setup_get_fault(this.#setup, fault), "reading a config");
      const { line, words } = library.read("press_setup_fault", fault);
      throw Object.assign(new PressError("PRESS_ERR_INVAL", library.text(words)), { line });
    });
  }

  /**
   * A value as a config has it: what is written is accepted again.
   * @param {string} key  "engine.touch_force"
   */
  show(key) {
    return this.#named(key, (name) =>
      library.textOf(BYTES_OF_A_VALUE, (buffer) =>
        library.check(library.raw.press_setup_get_text(this.#setup, name, buffer, BYTES_OF_A_VALUE), `asking for ${shown(key)}`, NO_KEY),
      ),
    );
  }

  /**
   * Its number, or its text.
   * @param {string} key
   * @returns {number | string}
   */
  get(key) {
    return this.#named(key, (name) =>
      library.scratch((make) => {
        const value = make("press_setup_value");
        library.check(library.raw.press_setup_get(this.#setup, name, value), `asking for ${shown(key)}`, NO_KEY);
        const { number, text } = library.read("press_setup_value", value);
        const of = keys().find((one) => `${one.section}.${one.name}` === key.replace(/^([a-z_]+)[0-9]+\./, "$1."));
        return text ? library.text(text) : of?.kind === "decimal" ? number / 65536 : number;
      }),
    );
  }

  /**
   * How many of a section there are; of one that can be switched off 0 or 1.
   * @param {string} section
   */
  count(section) {
    return this.#named(section, (name) => library.raw.press_setup_count(this.#setup, name));
  }

  /** What `new Engine` takes: levels, and what is attached. */
  get options() {
    const found = /** @type {{ [name: string]: any }} */ (this.optionsOf("engine"));
    for (const option of /** @type {(keyof typeof PARTS)[]} */ (Object.keys(PARTS))) {
      const section = SECTIONS[option];
      const counted = keys().some((one) => one.section === section && one.name === "enabled") ? section : section.slice(0, -1);
      if (this.count(counted) > 0) found[option] = this.optionsOf(option);
    }
    return /** @type {import("./engine.js").EngineOptions} */ (found);
  }

  /**
   * The options of an interaction, whether it is attached or not, or the levels of the engine.
   * @template {keyof typeof PARTS | "engine"} Option
   * @param {Option} option
   * @returns {OptionsOf<Option>}
   */
  optionsOf(option) {
    const one = /** @type {keyof typeof PARTS | "engine"} */ (option);
    if (one !== "engine" && !(typeof one === "string" && Object.hasOwn(PARTS, one)))
      throw invalid(`a config: there is no ${shown(one)}; there are engine, ${Object.keys(PARTS).join(", ")}`);
    const section = one === "engine" ? "engine" : SECTIONS[one];
    const struct = one === "engine" ? "press_config" : `press_${PARTS[one]}_config`;
    return this.#named(section, (name) =>
      /** @type {any} */ (optionsIn)(library, struct, library.raw.press_setup_section(this.#setup, name)),
    );
  }

  /**
   * @template Result
   * @param {string} text
   * @param {(address: import("./generated/raw.js").Address) => Result} work
   * @returns {Result}
   */
  #named(text, work) {
    if (typeof text !== "string") throw invalid(`a config: a name is required, not ${shown(text)}`);
    const bytes = new TextEncoder().encode(text).length + 1;
    const address = library.allocate(bytes);
    try {
      library.writeText(address, text, bytes);
      return work(address);
    } finally {
      library.free(address, bytes);
    }
  }
}
