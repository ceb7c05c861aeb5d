// Links that carry settings and a press, and the settings as a board takes them.
import { keys } from "./libpress/index.js";
import { sections, settings } from "./settings.js";
import { at } from "./made.js";

const [VERSION, MOST_SAMPLES, STEP_MS, MOST_CHARACTERS] = [1, 200, 16, 20_000];

const packed = (value) => btoa(JSON.stringify(value)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const unpacked = (text) => JSON.parse(atob(text.replaceAll("-", "+").replaceAll("_", "/")));

/** A press as milliseconds, hundredths of newtons, and where on its target, in thousandths: it fits a page of any width. */
function packedPress(host) {
  const samples = host.stroke.filter(({ tUs, down }, at, all) => !down || at === 0 || Math.floor(tUs / 1000 / STEP_MS) !== Math.floor(all[at - 1].tUs / 1000 / STEP_MS));
  const [first] = samples;
  if (!first || samples.length > MOST_SAMPLES) return null;
  const target = host.engine.targets.at(first.x, first.y);
  const box = host.element(target)?.getBoundingClientRect();
  if (!box) return null;
  const only = samples.filter(({ contact }) => contact === first.contact);
  return [target, ...only.flatMap(({ tUs, force, x, y }) => [(tUs - first.tUs) / 1000, force * 100, (1000 * (x - scrollX - box.x)) / box.width, (1000 * (y - scrollY - box.y)) / box.height].map(Math.round))];
}

function pressOf(host, [target, ...numbers]) {
  const box = host.element(target)?.getBoundingClientRect();
  if (!box || numbers.length % 4 !== 0 || numbers.length > 4 * MOST_SAMPLES || !numbers.every(Number.isFinite)) throw new Error("its press is of another page");
  return Array.from({ length: numbers.length / 4 }, (_, at) => {
    const [ms, force, x, y] = numbers.slice(4 * at, 4 * at + 4);
    return {
      tUs: 1000 * Math.max(ms, 0),
      contact: 8,
      force: Math.min(Math.max(force / 100, 0), 20),
      x: box.x + scrollX + (x / 1000) * box.width,
      y: box.y + scrollY + (y / 1000) * box.height,
      down: force > 0,
      hasForce: true,
    };
  });
}

// ---- The settings of a board ----

/** The sections that the profile of a person may have. */
const OF_PROFILES = new Set(keys().filter((key) => key.ofProfile).map((key) => key.section));

/** What was set, section by section, as a config has it. */
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
  const address = () => {
    const press = packedPress(host);
    const content = { v: VERSION, ...(Object.keys(host.given).length ? { s: host.given } : {}), ...(press ? { p: press } : {}) };
    return `${location.href.split("#")[0]}#${packed(content)}`;
  };
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
    at("link").value = address();
    copy(at("link").value, host.stroke.length ? "Copied: a link with the settings and the last press" : "Copied: a link with the settings");
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
    if (!text) return false;
    try {
      if (text.length > MOST_CHARACTERS) throw new Error("it is too long");
      const { v, s = {}, p } = unpacked(text);
      if (v !== VERSION) throw new Error("it is of another version of this page");
      for (const [group, values] of Object.entries(s))
        if (!settings[group] || !Object.keys(values).every((name) => settings[group].some((one) => one.name === name))) throw new Error("it has settings that this page does not know");
      host.renew(s);
      draw();
      const samples = p ? pressOf(host, p) : null;
      if (samples) setTimeout(() => replay(samples), 700);
      state.value = samples ? "From the link: its settings, and its press" : "From the link: its settings";
      return Boolean(samples);
    } catch (error) {
      state.value = `The link was not taken: ${error.message}`;
      announce(state.value);
      return false;
    }
  }
  return { arrive };
}
