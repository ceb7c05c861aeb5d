// Links that carry settings and a press, and the settings as a board takes them.
import { keys } from "./libpress/index.js";
import { sections, settings } from "./settings.js";
import { at } from "./made.js";
import { Damaged, checked, samplesOf, textOf } from "./stroke.js";

const [VERSION, MOST_CHARACTERS] = [2, 8000];
/** Links of the first version: JSON alone, with times in milliseconds. */
const [OLD_VERSION, MOST_OLD_CHARACTERS, MOST_OLD_SAMPLES] = [1, 20_000, 200];

const DAMAGED = "This link is damaged: characters are missing, or are others. Copy it again as a whole, or ask for it again.";
const OTHER_VERSION = "This link is of another version of this page. Ask for a new one.";
const OTHER_SETTINGS = "This link has settings that this page does not take. Ask for a new one.";
const OTHER_PRESS = "This link has a press on something that this page does not have. Ask for a new one.";

const packed = (value) => btoa(JSON.stringify(value)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const unpacked = (text) => JSON.parse(atob(text.replaceAll("-", "+").replaceAll("_", "/")));

const isPlain = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** The checksum at the end of a link, FNV-1a: a changed character is noticed. */
function checkOf(text) {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** Where a target lies on the page; null: it does not. */
function boxOf(host, target) {
  const box = host.element(target)?.getBoundingClientRect();
  return box?.width > 0 && box.height > 0 ? { x: box.x + scrollX, y: box.y + scrollY, width: box.width, height: box.height } : null;
}

/** The link of the settings and of the last press, and whether it has that. */
export function contentOf(host) {
  const [first] = host.stroke;
  const target = first ? host.engine.targets.at(first.x, first.y) : 0;
  const box = first && boxOf(host, target);
  const made = (press) => {
    const text = `${packed({ v: VERSION, ...(Object.keys(host.given).length ? { s: host.given } : {}), ...(press ? { t: target } : {}) })}.${press}`;
    return `${text}.${checkOf(text)}`;
  };
  const whole = box ? made(textOf(host.stroke, box)) : "";
  return whole && whole.length <= MOST_CHARACTERS ? { content: whole, hasPress: true } : { content: made(""), hasPress: false };
}

/** The content of a link: settings, and samples or null. Throws Damaged. */
export function readOf(host, text) {
  try {
    const parts = text.split(".");
    if (parts.length === 1) return oldOf(host, text);
    const [head, press, check] = parts;
    if (parts.length !== 3 || text.length > MOST_CHARACTERS || checkOf(`${head}.${press}`) !== check) throw new Damaged(DAMAGED);
    const { v, s = {}, t } = unpacked(head);
    if (v !== VERSION) throw new Damaged(OTHER_VERSION);
    if (!press) return { s, samples: null };
    const box = boxOf(host, t);
    if (!box) throw new Damaged(OTHER_PRESS);
    return { s, samples: samplesOf(press, box) };
  } catch (error) {
    throw new Damaged([OTHER_VERSION, OTHER_PRESS].includes(error.message) ? error.message : DAMAGED);
  }
}

function oldOf(host, text) {
  if (text.length > MOST_OLD_CHARACTERS) throw new Damaged(DAMAGED);
  const { v, s = {}, p } = unpacked(text);
  if (v !== OLD_VERSION) throw new Damaged(Number.isInteger(v) && v !== VERSION ? OTHER_VERSION : DAMAGED);
  if (p === undefined) return { s, samples: null };
  const [target, ...numbers] = p;
  const box = boxOf(host, target);
  if (!box) throw new Damaged(OTHER_PRESS);
  if (numbers.length % 4 !== 0 || numbers.length > 4 * MOST_OLD_SAMPLES) throw new Damaged(DAMAGED);
  const samples = Array.from({ length: numbers.length / 4 }, (_, at) => {
    const [ms, force, x, y] = numbers.slice(4 * at, 4 * at + 4);
    return { tUs: 1000 * ms, contact: 8, force: force / 100, x: box.x + (x / 1000) * box.width, y: box.y + (y / 1000) * box.height, down: force > 0 };
  });
  return { s, samples: checked(samples) };
}

// ---- The settings of a board ----

/** The sections that the profile of a person may have. */
const OF_PROFILES = new Set(keys().filter((key) => key.ofProfile).map((key) => key.section));

/** The changed settings, section by section, as a config has them. */
function settingsOfABoard(given) {
  const found = {};
  for (const [group, values] of Object.entries(given))
    for (const [name, value] of Object.entries(values)) {
      const { key, turned } = settings[group].find((one) => one.name === name);
      (found[sections[group]] ??= {})[key] = turned ? !value : value;
    }
  return found;
}

const written = (value) => (typeof value === "boolean" ? (value ? "yes" : "no") : String(value));

export function configOf(given) {
  const sections = Object.entries(settingsOfABoard(given));
  if (sections.length === 0) return "# The defaults: no line is needed.\n";
  return sections.map(([name, keys]) => [`[${name}]`, ...Object.entries(keys).map(([key, value]) => `${key} = ${written(value)}`), ""].join("\n")).join("\n");
}

export function pythonOf(given) {
  const literal = (value) => (typeof value === "boolean" ? (value ? "True" : "False") : String(value));
  const { engine = {}, ...parts } = settingsOfABoard(given);
  const lines = Object.entries(engine).map(([key, value]) => `    ${key}=${literal(value)},`);
  const loaded = Object.entries(parts).filter(([name]) => OF_PROFILES.has(name));
  const head = ["from libpress import ForceSensor, Profile", ""];
  if (lines.length === 0 && loaded.length === 0) return ["from libpress import ForceSensor", "", "sensor = ForceSensor()", ""].join("\n");
  const profile = loaded.map(([name, keys]) => `    ${name}={${Object.entries(keys).map(([key, value]) => `"${key}": ${literal(value)}`).join(", ")}},`);
  const made = lines.length ? ["sensor = ForceSensor(", ...lines, ")"] : ["sensor = ForceSensor()"];
  if (loaded.length === 0) return ["from libpress import ForceSensor", "", ...made, ""].join("\n");
  return [...head, ...made, 'sensor.load_profile(Profile(', '    "from the playground",', ...profile, "))", ""].join("\n");
}

// ---- The page ----

export function share(host, announce, { replay, draw }) {
  const state = at("link-state");
  const copy = async (text, words) => {
    try {
      await navigator.clipboard.writeText(text);
      state.value = words;
    } catch {
      at("link").select(); // where the browser does not allow it
      state.value = "Copy it from the line above";
    }
    announce(state.value);
  };
  at("copy-link").addEventListener("click", () => {
    const { content, hasPress } = contentOf(host);
    at("link").value = `${location.href.split("#")[0]}#${content}`;
    const without = host.stroke.length ? "Copied: a link with the settings. The last press does not fit into a link: save it" : "Copied: a link with the settings";
    copy(at("link").value, hasPress ? "Copied: a link with the settings and the last press" : without);
  });
  const refresh = () => {
    at("config").textContent = configOf(host.given);
    at("python").textContent = pythonOf(host.given);
  };
  for (const id of ["config", "python"]) at(`copy-${id}`).addEventListener("click", () => copy(at(id).textContent, "Copied"));
  host.setup(refresh);

  /** Takes the settings of the link that led here; plays its press. False: there is none. */
  function arrive() {
    const text = location.hash.slice(1);
    at("link-error").hidden = true;
    if (!text) return false;
    try {
      const { s, samples } = readOf(host, text);
      take(s);
      draw();
      if (samples) setTimeout(() => replay(samples), 700);
      state.value = samples ? "From the link: its settings, and its press" : "From the link: its settings";
      return Boolean(samples);
    } catch (error) {
      at("link-error").hidden = false;
      at("link-words").textContent = `${error.message} Everything here works without it.`;
      return false;
    }
  }

  /** Settings of a link, all or none. */
  function take(given) {
    try {
      if (!isPlain(given)) throw new Damaged(OTHER_SETTINGS);
      for (const [group, values] of Object.entries(given)) {
        const known = settings[group];
        if (!Array.isArray(known) || !isPlain(values)) throw new Damaged(OTHER_SETTINGS);
        for (const [name, value] of Object.entries(values)) {
          const { kind, least, most } = known.find((one) => one.name === name);
          if (kind === "flag" ? typeof value !== "boolean" : !(typeof value === "number" && value >= least && value <= most)) throw new Damaged(OTHER_SETTINGS);
        }
      }
      host.renew(given);
    } catch {
      throw new Damaged(OTHER_SETTINGS);
    }
  }

  at("link-close").addEventListener("click", () => (at("link-error").hidden = true));
  return { arrive };
}
