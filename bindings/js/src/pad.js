import { Reason } from "./generated/contract.js";
import { library } from "./default.js";
import { Engine } from "./engine.js";
import { invalid, items, members, only } from "./errors.js";
import { LATEST_US, time, whole } from "./numbers.js";
import { fill } from "./options.js";
import {
  PRESS_NEVER,
  PRESS_PAD_SENSORS,
  PRESS_PREVIEW_AFTER_US,
  PRESS_PAD_TARE_FORCE,
  PRESS_READING_LOST,
  PRESS_READING_STARTING,
  PRESS_READING_TOUCHED,
  structs,
} from "./generated/raw.js";
import { Pace } from "./strike.js";
import { flagsOf, wordOf } from "./types.js";

const { t_us: [T_US], present: [PRESENT], code: [CODE] } = structs.press_frame.members;

/**
 * @typedef {object} PadParts
 * @property {readonly import("./generated/contract.js").SensorOptions[]} [sensors]  1 to 8; one with the defaults
 * @property {Engine} [engine]  that it feeds; one of its own
 */
/** @typedef {import("./generated/contract.js").PadLevels & PadParts} PadOptions */

/**
 * What a pad reads.
 * @typedef {object} Reading
 * @property {number} tUs  of the latest frame
 * @property {boolean} touched
 * @property {boolean} starting  the zero is being watched
 * @property {boolean} lost  a sensor is faulty: force means nothing
 * @property {number} force  newtons
 * @property {number} x
 * @property {number} y
 * @property {number[]} rawForce  newtons, each sensor, before the filter
 * @property {number[]} conductance  microsiemens, zero not yet taken off
 * @property {number[]} baseline  microsiemens: the zero
 * @property {import("./generated/contract.js").Reason[]} fault
 */

/**
 * Sensors for C, each as its check accepts it.
 * @param {(struct: import("./generated/raw.js").StructName, count?: number) => number} make
 * @param {readonly import("./generated/contract.js").SensorOptions[]} sensors
 * @param {string} task
 */
function lay(make, sensors, task) {
  const { size } = structs.press_sensor;
  const array = make("press_sensor", sensors.length);
  items(sensors, "sensors").forEach((sensor, at) => {
    library.raw.press_sensor_init(array + at * size);
    fill(library, "press_sensor", array + at * size, sensor, `sensor ${at}`);
    const why = library.why("press_sensor", array + at * size);
    if (why) throw invalid(`${task}: sensor ${at}: ${why}`);
  });
  return array;
}

/** One to eight force-sensing resistors that feel one finger: codes of a converter in, newtons and faults out. */
export class Pad {
  #pad;
  #core;
  #count;
  #pace;
  /** Where the frame of a call lies. In a callback it is that of the call around it. */
  #frame;
  #feedFrame;
  #feeding;

  /** @param {PadOptions} [options] */
  constructor(options = {}) {
    const { sensors = [{}], engine = new Engine({ previewAfterUs: PRESS_PREVIEW_AFTER_US }), ...levels } = members(options, "a pad");
    if (!Array.isArray(sensors) || sensors.length < 1 || sensors.length > PRESS_PAD_SENSORS)
      throw invalid(`a pad: sensors: 1 to ${PRESS_PAD_SENSORS} are required`);
    const core = Engine.core(engine);
    this.#core = core;
    this.#count = sensors.length;
    this.#pace = new Pace(core);
    this.#pad = library.scratch((make) => {
      const config = make("press_pad_config");
      fill(library, "press_pad_config", config, levels, "a pad");
      const fed = make("press_config");
      library.check(library.raw.press_engine_get_config(core.handle, fed), "making a pad");
      const wrong = library.said((why) => library.raw.press_pad_config_check_with(config, fed, why));
      if (wrong) throw invalid(`making a pad: ${wrong}`);
      const array = lay(make, sensors, "making a pad");
      const bytes = library.raw.press_pad_size(sensors.length);
      const storage = library.allocateFor(this, bytes);
      library.output((out) =>
        library.check(library.raw.press_pad_init(storage, bytes, config, array, sensors.length, out), "making a pad"),
      );
      return storage;
    });
    this.#frame = library.allocateFor(this, structs.press_frame.size);
    this.#feedFrame = () => library.raw.press_pad_feed(this.#pad, this.#frame, core.handle);
    this.#feeding = () => `feeding the frame at ${library.number("u64", this.#frame + T_US)} us`;
    /**
     * The engine that it feeds.
     * @readonly
     */
    this.engine = engine;
    Object.freeze(this);
  }

  /**
   * Takes one reading: a code for each sensor, or the code of the only one; null: not read this time.
   * @param {number} tUs
   * @param {number | readonly (number | null)[]} codes
   * @param {{ failed?: readonly number[], beforeUs?: readonly number[] }} [more]  the sensors that could not be read, and how long before tUs each was read
   */
  feed(tUs, codes, more) {
    if (more === undefined && this.#count === 1 && typeof codes === "number" && this.#core.isIdle) this.#feedCode(tUs, codes);
    else this.#feedFrameOf(tUs, codes, more);
    this.#pace.read(tUs);
  }

  /**
   * The code of the only sensor.
   * @param {number} tUs
   * @param {number} code
   */
  #feedCode(tUs, code) {
    const at = this.#frame;
    const number = whole(code, -0x80000000, 0x7fffffff, "code 0");
    time(tUs);
    const { view } = library;
    view.setUint32(at + T_US, tUs >>> 0, true);
    view.setUint32(at + T_US + 4, tUs / 4294967296, true);
    view.setUint32(at + PRESENT, 1, true);
    view.setInt32(at + CODE, number, true);
    this.#core.run(this.#feedFrame, this.#feeding);
  }

  /**
   * @param {number} tUs
   * @param {number | readonly (number | null)[]} codes
   * @param {{ failed?: readonly number[], beforeUs?: readonly number[] }} [more]
   */
  #feedFrameOf(tUs, codes, more = {}) {
    only(more, ["failed", "beforeUs"], "a frame");
    const all = Array.isArray(codes) ? items(codes, "codes") : [codes];
    const failed = more.failed === undefined ? [] : items(more.failed, "a frame: failed");
    const beforeUs = more.beforeUs === undefined ? [] : items(more.beforeUs, "a frame: beforeUs");
    if (all.length !== this.#count)
      throw invalid(`a frame: there are ${this.#count} sensors: as many codes are required, null for one that was not read, not ${all.length}`);
    if (beforeUs.length > this.#count) throw invalid(`a frame: beforeUs: there are ${this.#count} sensors, not ${beforeUs.length}`);
    library.scratch((make) => {
      const frame = make("press_frame");
      let [present, lost] = [0, 0];
      for (const sensor of failed) lost |= 1 << whole(sensor, 0, this.#count - 1, "a frame: failed");
      const { offset, before } = {
        offset: frame + structs.press_frame.members.code[0],
        before: frame + structs.press_frame.members.before_us[0],
      };
      all.forEach((code, at) => {
        if (code === null) return;
        const number = whole(code, -0x80000000, 0x7fffffff, `code ${at}`);
        if (lost & (1 << at)) return;
        library.put("i32", offset + 4 * at, number, `code ${at}`);
        present |= 1 << at;
      });
      beforeUs.forEach((us, at) => library.put("u32", before + 4 * at, us, `beforeUs ${at}`));
      library.write("press_frame", frame, { tUs: time(tUs), present, failed: lost });
      this.#core.run(() => library.raw.press_pad_feed(this.#pad, frame, this.#core.handle), () => `feeding the frame at ${tUs} us`);
    });
  }

  /**
   * Lets time pass without a frame, and ticks the engine.
   * @param {number} tUs
   */
  tick(tUs) {
    const now = BigInt(time(tUs));
    this.#core.run(() => library.raw.press_pad_tick(this.#pad, now, this.#core.handle), () => `ticking the pad at ${tUs} us`);
  }

  /**
   * When `tick` is next due, for the pad or its engine, microseconds; null: nothing waits.
   * @returns {number | null}
   */
  get nextDeadline() {
    const own = library.raw.press_pad_next_deadline(this.#pad);
    const deadline = Math.min(own === PRESS_NEVER ? Infinity : Number(own), this.engine.nextDeadline ?? Infinity);
    return deadline > LATEST_US ? null : deadline;
  }

  /**
   * Other sensors in place of its own, as many: a new calibration. It goes on as a pad that has just started.
   * @param {readonly import("./generated/contract.js").SensorOptions[]} sensors
   */
  setSensors(sensors) {
    if (!Array.isArray(sensors) || sensors.length !== this.#count) throw invalid(`a pad: sensors: ${this.#count} are required`);
    library.scratch((make) => {
      const array = lay(make, sensors, "replacing sensors");
      this.#core.run(
        () => library.raw.press_pad_set_sensors(this.#pad, array, sensors.length),
        () => "replacing sensors",
        () => "is a finger on it?",
      );
    });
  }

  /**
   * Learns the zero again; with `force` also while something lies on it: the contact is cancelled.
   * @param {{ force?: boolean }} [how]
   */
  tare(how = {}) {
    only(how, ["force"], "tare");
    const flags = flagsOf(how, [["force", PRESS_PAD_TARE_FORCE]], "tare");
    this.#core.run(
      () => library.raw.press_pad_tare(this.#pad, flags),
      () => "learning the zero",
      () => (flags ? "is the baseline off?" : "is a finger on it, or the baseline off?"),
    );
  }

  /**
   * What it reads now.
   * @returns {Reading}
   */
  get reading() {
    return library.scratch((make) => {
      const reading = make("press_reading");
      library.check(library.raw.press_pad_get(this.#pad, reading), "reading the pad");
      const { size: _, reserved: __, flags, rawForce, conductance, baseline, fault, ...rest } = library.read("press_reading", reading);
      const count = this.#count;
      return /** @type {Reading} */ ({
        ...rest,
        touched: (flags & PRESS_READING_TOUCHED) !== 0,
        starting: (flags & PRESS_READING_STARTING) !== 0,
        lost: (flags & PRESS_READING_LOST) !== 0,
        rawForce: rawForce.slice(0, count),
        conductance: conductance.slice(0, count),
        baseline: baseline.slice(0, count),
        fault: fault.slice(0, count).map((/** @type {number} */ reason) => wordOf(Reason, reason)),
      });
    });
  }

  /**
   * The counts since the pad was made.
   * @returns {import("./generated/contract.js").PadStats}
   */
  get stats() {
    return library.scratch((make) => {
      const stats = make("press_pad_stats");
      library.check(library.raw.press_pad_get_stats(this.#pad, stats), "reading the counters");
      const { size: _, ...counted } = library.read("press_pad_stats", stats);
      return /** @type {any} */ (counted);
    });
  }
}
