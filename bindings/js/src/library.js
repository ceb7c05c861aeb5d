// The module, its memory, and calls into it. One instance serves all engines of a program.
import { PressError, answered, codeOf, invalid, shown } from "./errors.js";
import { fitting } from "./numbers.js";
import { PRESS_VERSION_NUMBER, callbacks, functions, structs } from "./generated/raw.js";

/** @typedef {import("./generated/raw.js").Address} Address */
/** @typedef {import("./generated/raw.js").StructName} StructName */
/** @typedef {{ [member: string]: any }} Values */

const PAGE = 65536;
const I32 = 0x7f;
const I64 = 0x7e;
const MOST_OF_A_REASON = 256;
/** Calls that are under way, one in a callback of the other: each takes of the stack of the module, which Tests/ships/wasm.py measures. */
const MOST_NESTED = 8;

/** @type {(text: string) => string} */
const camel = (text) => text.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());

/** Members of each struct by their names in JavaScript. */
const MEMBERS = Object.fromEntries(
  Object.entries(structs).map(([name, { members }]) => [
    name,
    Object.entries(members).map(([member, [offset, kind, count]]) => ({ name: camel(member), offset, kind, count })),
  ]),
);

export class Library {
  #memory;
  #table;
  #view;
  /** Where nothing was allocated yet. */
  #end;
  /**
   * Whose call is under way: the innermost.
   * @type {{ readonly handle: Address, called(member: string, given: any[]): any, delivered(event: Address): void } | null}
   */
  running = null;
  /**
   * Freed blocks by their size.
   * @type {Map<number, Address[]>}
   */
  #free = new Map();
  /**
   * Tables that stay for good, by their content.
   * @type {Map<string, Address>}
   */
  #interned = new Map();
  /** Why a file could not be read. */
  #why;
  #nested = 0;
  #owners = new FinalizationRegistry((/** @type {{ address: Address, bytes: number }} */ block) => {
    this.receivers.delete(block.address);
    this.free(block.address, block.bytes);
  });

  /**
   * @param {WebAssembly.Instance} instance
   */
  constructor(instance) {
    const { exports } = instance;
    this.#memory = /** @type {WebAssembly.Memory} */ (exports.memory);
    this.#table = /** @type {WebAssembly.Table} */ (exports.__indirect_function_table);
    this.#view = new DataView(this.#memory.buffer);
    this.#end = aligned(/** @type {WebAssembly.Global} */ (exports.__heap_base).value);
    /**
     * The C library, function by function.
     * @type {import("./generated/raw.js").Raw}
     */
    this.raw = connect(exports, (address) => this.text(address));
    const version = this.raw.press_version();
    if (version !== PRESS_VERSION_NUMBER)
      throw new PressError(
        "PRESS_ERR_VERSION",
        `libpress.wasm has version 0x${version.toString(16)}, not 0x${PRESS_VERSION_NUMBER.toString(16)}`,
      );
    /**
     * The receivers of the callbacks of engines, by the handle of the engine.
     * @type {Map<Address, WeakRef<{ readonly handle: Address, called(member: string, given: any[]): any, delivered(event: Address): void }>>}
     */
    this.receivers = new Map();
    /**
     * The addresses of the functions of every delegate.
     * @type {{ [member: string]: number }}
     */
    this.delegates = this.#makeDelegates();
    /**
     * Reads the files that a config names: how, and where, for the config that is read now.
     * @type {(path: string) => Uint8Array}
     */
    this.reader = () => {
      throw new Error("no file can be read here");
    };
    /** The address of the function that asks it. */
    this.fileReader = this.#place([callbacks.press_setup_files.read], [this.#readFile.bind(this)])[0];
    this.#why = this.allocate(MOST_OF_A_REASON);
  }

  /** The memory as it is now: growing it, which only `allocate` does, makes a new one. */
  get view() {
    return this.#view;
  }

  // ---- Memory ----

  /**
   * A block of zeros, aligned to 8.
   * @param {number} bytes
   * @returns {Address}
   */
  allocate(bytes) {
    const size = aligned(bytes);
    let address = this.#free.get(size)?.pop();
    if (address === undefined) {
      address = this.#end;
      const missing = address + size - this.#memory.buffer.byteLength;
      if (missing > 0) {
        this.#memory.grow(Math.ceil(missing / PAGE));
        this.#view = new DataView(this.#memory.buffer);
      }
      this.#end = address + size;
    }
    new Uint8Array(this.#memory.buffer, address, size).fill(0);
    return address;
  }

  /**
   * @param {Address} address
   * @param {number} bytes
   */
  free(address, bytes) {
    const size = aligned(bytes);
    const blocks = this.#free.get(size);
    if (blocks) blocks.push(address);
    else this.#free.set(size, [address]);
  }

  /**
   * Storage that lives as long as its owner.
   * @param {object} owner
   * @param {number} bytes
   */
  allocateFor(owner, bytes) {
    const address = this.allocate(bytes);
    this.#owners.register(owner, { address, bytes });
    return address;
  }

  /**
   * Runs `work` with a function that makes structs, as their ..._init leaves them. They are gone afterwards.
   * @template Result
   * @param {(make: (struct: StructName, count?: number) => Address) => Result} work
   * @returns {Result}
   */
  scratch(work) {
    /** @type {[Address, number][]} */
    const blocks = [];
    try {
      return work((struct, count = 1) => {
        const bytes = structs[struct].size * count;
        const address = this.allocate(bytes);
        blocks.push([address, bytes]);
        const raw = /** @type {any} */ (this.raw);
        const init = raw[`${struct}_init`];
        if (init && init.length === 1) init(address);
        return address;
      });
    } finally {
      for (const [address, bytes] of blocks) this.free(address, bytes);
    }
  }

  /**
   * Runs `work` with the address of a number that a function writes.
   * @template Result
   * @param {(address: Address) => Result} work
   * @returns {Result}
   */
  output(work) {
    const address = this.allocate(8);
    try {
      return work(address);
    } finally {
      this.free(address, 8);
    }
  }

  /**
   * A table of 32-bit numbers that stays for good; the same content is kept once.
   * @param {readonly number[]} numbers
   * @returns {Address}
   */
  intern(numbers) {
    if (numbers.length === 0) return 0;
    const key = numbers.join();
    let address = this.#interned.get(key);
    if (address === undefined) {
      address = this.allocate(numbers.length * 4);
      numbers.forEach((number, at) => this.view.setUint32(/** @type {number} */ (address) + at * 4, number, true));
      this.#interned.set(key, address);
    }
    return address;
  }

  /**
   * What a struct holds. Q16.16 becomes a number; times too, where the latest counts as never.
   * @param {StructName} struct
   * @param {Address} address
   * @returns {Values}
   */
  read(struct, address) {
    /** @type {Values} */
    const values = {};
    const { view } = this;
    for (const { name, offset, kind, count } of MEMBERS[struct]) {
      if (count === undefined) values[name] = this.#get(view, kind, address + offset);
      else {
        const size = kind in structs ? structs[/** @type {StructName} */ (kind)].size : kind === "u64" ? 8 : 4;
        values[name] = Array.from({ length: count }, (_, at) => this.#get(view, kind, address + offset + at * size));
      }
    }
    return values;
  }

  /**
   * A number of the memory.
   * @param {string} kind
   * @param {Address} at
   * @returns {number}
   */
  number(kind, at) {
    return this.#get(this.view, kind, at);
  }

  /**
   * @param {DataView} view
   * @param {string} kind
   * @param {Address} at
   * @returns {any}
   */
  #get(view, kind, at) {
    switch (kind) {
      case "q16":
        return view.getInt32(at, true) / 65536;
      case "u32":
        return view.getUint32(at, true);
      case "i32":
        return view.getInt32(at, true);
      case "u64":
        return Number(view.getBigUint64(at, true));
      case "i64":
        return Number(view.getBigInt64(at, true));
      case "u16":
        return view.getUint16(at, true);
      case "u8":
        return view.getUint8(at);
      default:
        return this.read(/** @type {StructName} */ (kind), at);
    }
  }

  /**
   * Writes members, by their names in JavaScript; the others stay.
   * @param {StructName} struct
   * @param {Address} address
   * @param {Values} values
   */
  write(struct, address, values) {
    for (const [name, value] of Object.entries(values)) {
      const member = MEMBERS[struct].find((one) => one.name === name);
      if (!member) throw new TypeError(`${struct} has no ${name}`);
      if (member.count !== undefined)
        value.forEach((/** @type {unknown} */ one, /** @type {number} */ at) =>
          this.put(member.kind, address + member.offset + at * 4, one, `${name} ${at}`),
        );
      else this.put(member.kind, address + member.offset, value, name);
    }
  }

  /**
   * @param {string} kind
   * @param {Address} at
   * @param {unknown} value
   * @param {string} what
   */
  put(kind, at, value, what) {
    const number = fitting(kind, value, what);
    const { view } = this;
    if (kind === "u64") view.setBigUint64(at, BigInt(number), true);
    else if (kind === "u16") view.setUint16(at, number, true);
    else if (kind === "u8") view.setUint8(at, number);
    else view.setInt32(at, number, true);
  }

  /**
   * Bytes of the memory, until it grows.
   * @param {Address} address
   * @param {number} count
   */
  bytes(address, count) {
    return new Uint8Array(this.#memory.buffer, address, count);
  }

  /**
   * Text of the library.
   * @param {Address} address
   */
  text(address) {
    const bytes = new Uint8Array(this.#memory.buffer, address);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  }

  /**
   * What a function writes into a buffer of so many bytes.
   * @param {number} bytes
   * @param {(buffer: Address) => number} write
   * @returns {string}
   */
  textOf(bytes, write) {
    const buffer = this.allocate(bytes);
    try {
      this.check(write(buffer), "writing a text");
      return this.text(buffer);
    } finally {
      this.free(buffer, bytes);
    }
  }

  // ---- Calls ----

  /**
   * Runs what may call the program back, which may call again.
   * @template Result
   * @param {() => Result} work
   * @param {() => string} doing
   * @returns {Result}
   */
  nested(work, doing) {
    if (this.#nested === MOST_NESTED)
      throw new PressError("PRESS_ERR_BUSY", `${doing()}: at most ${MOST_NESTED} calls are taken, one in a callback of the other`);
    this.#nested++;
    try {
      return work();
    } finally {
      this.#nested--;
    }
  }

  /**
   * Throws for a status that is an error; passes others through.
   * @param {number} status
   * @param {string} doing
   * @param {string} [hint]
   * @param {number} [taken]
   * @returns {number}
   */
  check(status, doing, hint = "", taken = 0) {
    if (status < 0) throw this.error(status, doing, hint, taken);
    return status;
  }

  /**
   * @param {number} status
   * @param {string} doing
   * @param {string} [hint]
   * @param {number} [taken]
   */
  error(status, doing, hint = "", taken = 0) {
    return new PressError(codeOf(status), `${doing}: ${this.raw.press_strerror(status)}${hint && ` (${hint})`}`, taken);
  }

  /**
   * What ..._check says against a struct: the field and its rule; "" where it is valid.
   * @param {StructName} struct
   * @param {Address} address
   */
  why(struct, address) {
    return this.said((why) => /** @type {any} */ (this.raw)[`${struct}_check`](address, why));
  }

  /**
   * The objection of a check: the field and its rule; "" if it refuses nothing.
   * @param {(why: Address) => number} check
   */
  said(check) {
    return this.output((why) => (check(why) < 0 ? this.text(this.view.getUint32(why, true)) : ""));
  }

  /** @returns {{ [member: string]: number }} */
  #makeDelegates() {
    const members = Object.entries(callbacks.press_delegate);
    /** @param {Address} engine */
    const receiver = (engine) => (this.running?.handle === engine ? this.running : this.receivers.get(engine)?.deref());
    const made = this.#place(
      members.map(([, signature]) => signature),
      members.map(([member]) =>
        member === "on_event"
          ? (/** @type {Address} */ engine, /** @type {Address} */ event) => receiver(engine)?.delivered(event)
          : (/** @type {Address} */ engine, /** @type {any[]} */ ...given) => receiver(engine)?.called(member, given) ?? 0,
      ),
      { of: members.findIndex(([member]) => member === "on_event"), memory: this.#memory },
    );
    return Object.fromEntries(members.map(([member], at) => [member, made[at]]));
  }

  /**
   * Functions as the library calls them: their addresses.
   * @param {string[]} signatures
   * @param {Function[]} given
   * @param {Filter} [filter]
   * @returns {number[]}
   */
  #place(signatures, given, filter) {
    const made = trampolines(signatures, given, filter);
    const first = this.#table.grow(made.length);
    made.forEach((one, at) => this.#table.set(first + at, one));
    return made.map((_, at) => first + at);
  }

  /**
   * @param {Address} path
   * @param {Address} bytes
   * @param {number} capacity
   * @param {Address} why
   */
  #readFile(path, bytes, capacity, why) {
    try {
      const read = answered(this.reader(this.text(path)), "read");
      if (!(read instanceof Uint8Array)) throw invalid(`read: a Uint8Array is required, not ${shown(read)}`);
      const found = read.subarray(0, capacity);
      new Uint8Array(this.#memory.buffer, bytes, found.length).set(found);
      return found.length;
    } catch (error) {
      this.writeText(this.#why, String(/** @type {any} */ (error)?.message ?? error), MOST_OF_A_REASON);
      this.view.setUint32(why, this.#why, true);
      return -1;
    }
  }

  /**
   * Text for the library, with a 0 at its end; cut where it is longer.
   * @param {Address} address
   * @param {string} text
   * @param {number} bytes
   */
  writeText(address, text, bytes) {
    const room = new Uint8Array(this.#memory.buffer, address, bytes);
    room[new TextEncoder().encodeInto(text, room.subarray(0, bytes - 1)).written ?? 0] = 0;
  }
}

/** @param {number} bytes */
const aligned = (bytes) => Math.ceil(bytes / 8) * 8;

/**
 * The functions of the module with the types of C.
 * @param {WebAssembly.Exports} exports
 * @param {(address: Address) => string} text
 * @returns {import("./generated/raw.js").Raw}
 */
function connect(exports, text) {
  /** @type {{ [name: string]: Function }} */
  const raw = {};
  for (const [name, signature] of Object.entries(functions)) {
    const call = /** @type {Function} */ (exports[name]);
    /** @type {{ [letter: string]: Function }} */
    const kinds = {
      b: (/** @type {any[]} */ ...given) => call(...given) !== 0,
      u: (/** @type {any[]} */ ...given) => call(...given) >>> 0,
      U: (/** @type {any[]} */ ...given) => BigInt.asUintN(64, call(...given)),
      s: (/** @type {any[]} */ ...given) => text(call(...given)),
    };
    const kind = kinds[signature[0]];
    raw[name] = kind ? Object.defineProperty(kind, "length", { value: signature.length - 1 }) : call;
  }
  return /** @type {any} */ (raw);
}

/**
 * Which of some functions takes events (engine, event, user), and the memory of the module. It is called for types that have a listener:
 * the others never leave WebAssembly.
 * @typedef {{ of: number, memory: WebAssembly.Memory }} Filter
 */

/** So many types have a byte in the memory at `user` of the delegate: 0: nobody listens. Those of a later version are always handed over. */
export const EVENT_TYPES = 256;

/**
 * Functions of JavaScript as functions of WebAssembly, which a table of the module can hold: a module that imports and exports
 * them.
 * @param {string[]} signatures
 * @param {Function[]} given
 * @param {Filter} [filter]
 * @returns {Function[]}
 */
function trampolines(signatures, given, filter) {
  /** @type {(letter: string) => number[]} */
  const type = (letter) => (letter === "v" ? [] : [letter === "I" || letter === "U" ? I64 : I32]);
  /** @type {(parts: number[][]) => number[]} */
  const vector = (parts) => [...leb(parts.length), ...parts.flat()];
  /** @type {(id: number, parts: number[][]) => number[]} */
  const section = (id, parts) => {
    const body = vector(parts);
    return [id, ...leb(body.length), ...body];
  };
  /** @type {(text: string) => number[]} */
  const named = (text) => [text.length, ...new TextEncoder().encode(text)];
  const imported = signatures.map((_, at) => [...named("f"), ...named(String(at)), 0, ...leb(at)]);
  if (filter) imported.push([...named("f"), ...named("memory"), 2, 0, 0]);
  const body = [1, 1, I32, ...passing(filter?.of ?? 0), 0x0b];
  const bytes = [
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(
      1,
      signatures.map(([result, ...parameters]) => [
        0x60,
        ...vector(parameters.map(type)),
        ...vector(type(result).map((one) => [one])),
      ]),
    ),
    ...section(2, imported),
    ...(filter ? section(3, [leb(filter.of)]) : []),
    ...section(
      7,
      signatures.map((_, at) => [...named(String(at)), 0, ...leb(at === filter?.of ? signatures.length : at)]),
    ),
    ...(filter ? section(10, [[...leb(body.length), ...body]]) : []),
  ];
  const module = new WebAssembly.Module(new Uint8Array(bytes));
  const imports = { f: { ...Object.fromEntries(given.map((one, at) => [at, one])), memory: filter?.memory } };
  const { exports } = new WebAssembly.Instance(module, /** @type {any} */ (imports));
  return given.map((_, at) => /** @type {Function} */ (exports[at]));
}

/**
 * The instructions of a function (engine, event, user) with one local that calls a function with the same where the byte at user + type is not 0.
 * @param {number} call
 * @returns {number[]}
 */
function passing(call) {
  const [ENGINE, EVENT, USER, TYPE] = [0, 1, 2, 3];
  return [
    ...[0x02, 0x40], // block
    ...[0x20, EVENT, 0x28, 2, ...leb(structs.press_event.members.type[0]), 0x22, TYPE], // local.get, i32.load, local.tee
    ...[0x41, ...leb(EVENT_TYPES), 0x49, 0x04, 0x40], // i32.const, i32.lt_u, if
    ...[0x20, USER, 0x20, TYPE, 0x6a, 0x2d, 0, 0, 0x45, 0x0d, 1], // i32.add, i32.load8_u, i32.eqz, br_if of the block
    0x0b,
    ...[0x20, ENGINE, 0x20, EVENT, 0x20, USER, 0x10, ...leb(call)],
    0x0b,
  ];
}

/**
 * @param {number} number
 * @returns {number[]}
 */
function leb(number) {
  return number < 0x80 ? [number] : [(number & 0x7f) | 0x80, ...leb(number >> 7)];
}
