import { library } from "./default.js";
import { Engine } from "./engine.js";
import { invalid, items, members, only, pair, shown } from "./errors.js";
import { time, toQ16, whole } from "./numbers.js";
import { fill } from "./options.js";
import { Pace } from "./strike.js";
import {
  PRESS_GRID_CIRCUIT_AMPLIFIERS,
  PRESS_GRID_CIRCUIT_DIVIDERS,
  PRESS_GRID_CIRCUIT_PLAIN,
  PRESS_GRID_CONTACT_HELD,
  PRESS_GRID_CONTACT_MERGED,
  PRESS_GRID_CONTACT_PALM,
  PRESS_GRID_CONTACT_SATURATED,
  PRESS_GRID_TARE_FORCE,
  PRESS_PREVIEW_AFTER_US,
  structs,
} from "./generated/raw.js";
import { flagsOf } from "./types.js";

/**
 * @typedef {object} GridParts
 * @property {Engine | null} [engine]  that it feeds; one of its own; null: none
 * @property {number} [gain]  cells are whole codes, each worth so many newtons (with a curve: microsiemens); without it they are
 * newtons. With a circuit: newtons a microsiemens
 * @property {"plain" | "dividers" | "amplifiers"} [circuit]  how the columns of a mat are read; cells are codes then
 */
/** @typedef {Omit<import("./generated/contract.js").GridLevels, "gain" | "circuit" | "flags"> & GridParts} GridOptions */

/**
 * What lies on a grid, or on a part of it.
 * @typedef {object} GridLoad
 * @property {number} force  newtons: the sum of all cells at or above half of releaseForce
 * @property {number} x  the centre of pressure; 0 where nothing lies there
 * @property {number} y
 * @property {number} peak  newtons
 * @property {number} cells
 */

/**
 * A part of a grid: the cells with their middles in it. Members that are not given are 0.
 * @typedef {object} GridRegion
 * @property {number} [x]
 * @property {number} [y]
 * @property {number} [width]
 * @property {number} [height]
 */

/**
 * Rows and columns that are faulty now, by their numbers.
 * @typedef {object} GridLines
 * @property {number[]} deadColumns  nothing in it while its neighbours on both sides are pressed
 * @property {number[]} deadRows
 * @property {number[]} stuckColumns  pressed from end to end while its neighbours are not
 * @property {number[]} stuckRows
 * @property {number[]} flickeringColumns  dead in some frames and not in others
 * @property {number[]} flickeringRows
 * @property {number[]} saturatedColumns  a circuit: beyond what codes can show, in the latest frame
 * @property {number[]} saturatedRows
 */

const CIRCUITS = {
  plain: PRESS_GRID_CIRCUIT_PLAIN,
  dividers: PRESS_GRID_CIRCUIT_DIVIDERS,
  amplifiers: PRESS_GRID_CIRCUIT_AMPLIFIERS,
};

/**
 * One finger on a grid.
 * @typedef {object} GridContact
 * @property {number} contact  its id: no other's until it has ended
 * @property {number} serial  numbers the contacts of this grid from 1
 * @property {number} sinceUs
 * @property {number} force  newtons: the sum of its cells
 * @property {number} x
 * @property {number} y
 * @property {number} cells
 * @property {number} peak  newtons
 * @property {boolean} held  not seen in this frame: place and force are as they were
 * @property {boolean} merged  shares its blob
 * @property {boolean} palm
 * @property {boolean} saturated  a circuit: one of its columns is beyond what codes can show
 */

/** A matrix of force cells that feels several fingers: frames of cells in, contacts with lasting identities out. */
export class Grid {
  #grid = 0;
  #core;
  #most;
  #codes;
  #pace;

  /** @param {GridOptions} [options] */
  constructor(options = {}) {
    const { engine, gain, circuit = "plain", ...levels } = members(options, "a grid");
    if (!Object.hasOwn(CIRCUITS, circuit)) throw invalid(`circuit is one of ${Object.keys(CIRCUITS).join(", ")}, not ${shown(circuit)}`);
    this.#codes = gain !== undefined || circuit !== "plain" || levels.falling === true;
    const { columns, rows, maxContacts } = library.scratch((make) => {
      const config = make("press_grid_config");
      fill(library, "press_grid_config", config, levels, "a grid");
      library.write("press_grid_config", config, { circuit: CIRCUITS[circuit] });
      if (gain !== undefined)
        library.write("press_grid_config", config, { gain: typeof gain === "number" && circuit === "plain" ? gain * 65536 : gain });
      const why = library.why("press_grid_config", config);
      if (why) throw invalid(`making a grid: ${why}`);
      const bytes = library.raw.press_grid_size(config);
      const storage = (this.#grid = library.allocateFor(this, bytes));
      library.output((out) => library.check(library.raw.press_grid_init(storage, bytes, config, out), "making a grid"));
      return library.read("press_grid_config", config);
    });
    this.#most = maxContacts;
    /** @readonly */
    this.columns = /** @type {number} */ (columns);
    /** @readonly */
    this.rows = /** @type {number} */ (rows);
    /**
     * The engine that it feeds.
     * @readonly
     */
    this.engine = engine === undefined ? new Engine({ maxContacts, previewAfterUs: PRESS_PREVIEW_AFTER_US }) : engine;
    this.#core = this.engine === null ? null : Engine.core(this.engine);
    this.#pace = new Pace(this.#core);
    Object.freeze(this);
  }

  /**
   * Takes one frame: the cells row by row, newtons, or with `gain` whole codes.
   * @param {number} tUs
   * @param {ArrayLike<number>} cells
   */
  feed(tUs, cells) {
    const expected = this.columns * this.rows;
    if (typeof cells !== "object" || cells?.length !== expected)
      throw invalid(`a frame of this grid has ${this.columns} x ${this.rows} = ${expected} cells: as many are required, not ${cells?.length ?? shown(cells)}`);
    const now = BigInt(time(tUs));
    const array = library.allocate(4 * expected);
    try {
      const { view } = library;
      for (let at = 0; at < expected; at++)
        view.setInt32(
          array + 4 * at,
          this.#codes ? whole(cells[at], -0x80000000, 0x7fffffff, `cell ${at}`) : toQ16(cells[at], `cell ${at}`),
          true,
        );
      this.#call(() => `feeding the frame at ${tUs} us`, (engine) =>
        library.raw.press_grid_feed(this.#grid, now, array, expected, engine),
      );
    } finally {
      library.free(array, 4 * expected);
    }
    this.#pace.read(tUs);
  }

  /**
   * The grid cannot be read: contacts are cancelled, and none begins before it was seen untouched.
   * @param {number} tUs
   */
  lost(tUs) {
    const now = BigInt(time(tUs));
    this.#call(() => `losing the grid at ${tUs} us`, (engine) => library.raw.press_grid_lost(this.#grid, now, engine));
  }

  /** Forgets contacts, zero and time; nothing is delivered to the engine. */
  reset() {
    this.#call(() => "resetting the grid", () => library.raw.press_grid_reset(this.#grid));
  }

  /**
   * Learns the zero again.
   * @param {{ force?: boolean }} [how]  force: also what lies there becomes zero
   */
  tare(how = {}) {
    only(how, ["force"], "tare");
    const flags = flagsOf(how, [["force", PRESS_GRID_TARE_FORCE]], "tare");
    this.#call(() => "learning the zero", () => library.raw.press_grid_tare(this.#grid, flags));
  }

  /**
   * The cells to leave out from the next frame on, because they are dead or stuck.
   * @param {Iterable<readonly [column: number, row: number]>} cells
   */
  mask(cells) {
    const bits = new Uint32Array(this.rows);
    for (const cell of items(cells, "cells")) {
      const [column, row] = pair(cell, "a cell: [column, row]");
      bits[whole(row, 0, this.rows - 1, "a row")] |= 1 << whole(column, 0, this.columns - 1, "a column");
    }
    const array = library.allocate(4 * this.rows);
    bits.forEach((word, at) => library.view.setUint32(array + 4 * at, word, true));
    try {
      this.#call(() => "masking cells", () => library.raw.press_grid_set_mask(this.#grid, array, this.rows));
    } finally {
      library.free(array, 4 * this.rows);
    }
  }

  /**
   * The contacts as of the latest frame, in the order of their ids.
   * @returns {GridContact[]}
   */
  get contacts() {
    return library.scratch((make) => {
      const array = make("press_grid_contact", this.#most);
      const count = library.check(library.raw.press_grid_get_contacts(this.#grid, array, this.#most), "reading the contacts");
      return Array.from({ length: count }, (_, at) => {
        const { flags, ...rest } = library.read("press_grid_contact", array + at * structs.press_grid_contact.size);
        return /** @type {GridContact} */ ({
          ...rest,
          held: (flags & PRESS_GRID_CONTACT_HELD) !== 0,
          merged: (flags & PRESS_GRID_CONTACT_MERGED) !== 0,
          palm: (flags & PRESS_GRID_CONTACT_PALM) !== 0,
          saturated: (flags & PRESS_GRID_CONTACT_SATURATED) !== 0,
        });
      });
    });
  }

  /**
   * A gain for each cell beside that of the grid: above 0 up to 64, row by row. The grid was made with `gains: true`. Zeros are learnt again.
   * @param {ArrayLike<number> | null} gains  null: 1 for all
   */
  setGains(gains) {
    const count = gains === null ? 0 : gains?.length;
    if (gains !== null && (typeof gains !== "object" || count !== this.columns * this.rows))
      throw invalid(`a gain for each of ${this.columns} x ${this.rows} cells is required, not ${count ?? shown(gains)}`);
    const array = library.allocate(4 * count + 4);
    try {
      for (let at = 0; gains && at < count; at++) library.view.setInt32(array + 4 * at, toQ16(gains[at], `gain ${at}`), true);
      this.#call(() => "setting the gains", () => library.raw.press_grid_set_gains(this.#grid, gains ? array : 0, count));
    } finally {
      library.free(array, 4 * count + 4);
    }
  }

  /**
   * What lies on the grid, or on a part of it, in the latest frame.
   * @param {GridRegion} [region]
   * @returns {GridLoad}
   */
  load(region) {
    return library.scratch((make) => {
      const load = make("press_grid_load");
      const part = region === undefined ? 0 : make("press_grid_region");
      if (region !== undefined) {
        only(region, ["x", "y", "width", "height"], "a region");
        const { x = 0, y = 0, width = 0, height = 0 } = region;
        library.write("press_grid_region", part, { x, y, width, height });
      }
      library.check(library.raw.press_grid_get_load(this.#grid, part, load), "reading the load");
      const { size: _, ...read } = library.read("press_grid_load", load);
      return /** @type {any} */ (read);
    });
  }

  /**
   * Newtons of each cell in the latest frame, row by row, after circuit, gain, zero and mask.
   * @returns {Float64Array}
   */
  get map() {
    const count = this.columns * this.rows;
    const array = library.allocate(4 * count);
    try {
      library.check(library.raw.press_grid_get_map(this.#grid, array, count), "reading the map");
      return Float64Array.from({ length: count }, (_, at) => library.view.getInt32(array + 4 * at, true) / 65536);
    } finally {
      library.free(array, 4 * count);
    }
  }

  /**
   * Rows and columns that are faulty now. The engine delivers sensorFault too, with columns first and then rows as `subject`.
   * @returns {GridLines}
   */
  get lines() {
    return library.scratch((make) => {
      const lines = make("press_grid_lines");
      library.check(library.raw.press_grid_get_lines(this.#grid, lines), "reading the lines");
      const { size: _, reserved: __, ...masks } = library.read("press_grid_lines", lines);
      /** @param {number} mask */
      const numbers = (mask) => Array.from({ length: 32 }, (_, n) => n).filter((n) => (mask >>> n) & 1);
      return /** @type {any} */ (Object.fromEntries(Object.entries(masks).map(([name, mask]) => [name, numbers(mask)])));
    });
  }

  /**
   * The counts since the grid was made.
   * @returns {import("./generated/contract.js").GridStats}
   */
  get stats() {
    return library.scratch((make) => {
      const stats = make("press_grid_stats");
      library.check(library.raw.press_grid_get_stats(this.#grid, stats), "reading the counters");
      const { size: _, ...counted } = library.read("press_grid_stats", stats);
      return /** @type {any} */ (counted);
    });
  }

  /**
   * @param {() => string} doing
   * @param {(engine: number) => number} work
   */
  #call(doing, work) {
    const core = this.#core;
    if (core) core.run(() => work(core.handle), doing);
    else library.check(work(0), doing());
  }
}
