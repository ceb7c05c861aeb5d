// The data that a page needs to show a setting. The library gives the settings, their ranges and defaults; its keys are those of a board.
import { SECTIONS } from "./libpress/generated/attached.js";
import { Config, keys } from "./libpress/index.js";
import { texts } from "./generated/texts.js";

/** How far a time can be moved, where its own limit is no shorter. And another number that has no limit. */
const LONGEST_US = 2_000_000;
const MOST = 4;
/** How far a setting without an upper limit can be moved, by its unit. */
const FREE = { N: 10, "N per second": 3000, points: 200, "points per second": 2000 };
const UNLIMITED = 32767;

/** The section of a config for each group of settings. */
export const sections = { engine: "engine", ...SECTIONS };

const camel = (name) => name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());
const defaults = new Config();

/** The option that a key is; a flag may be turned: the key says yes where it says no. */
function optionOf(group, { section, name, kind }) {
  const own = defaults.optionsOf(group);
  if (kind !== "yesNo") return { option: camel(name), value: own[camel(name)] };
  for (const word of ["yes", "no"]) {
    const changed = new Config(`[${section}]\n${name} = ${word}\n`).optionsOf(group);
    const option = Object.keys(own).find((one) => typeof own[one] === "boolean" && own[one] !== changed[one]);
    if (option) return { option, value: own[option], turned: changed[option] === (word === "no") };
  }
  return {};
}

function settingOf(group, key) {
  const { option, value, turned } = optionOf(group, key);
  if (typeof value !== "number" && typeof value !== "boolean") return [];
  if (key.kind === "word") return [];
  const [unit, text] = texts[`${group}.${option}`] ?? ["", ""];
  const named = { name: option, key: key.name, unit, text };
  if (typeof value === "boolean") return [{ ...named, kind: "flag", turned }];
  const isTime = unit === "us";
  const isLimited = !isTime && key.most < UNLIMITED && key.most > key.least;
  return [{
    ...named,
    kind: "number",
    least: isTime && key.least > 0 && !key.orZero ? Math.ceil(key.least / 1000) * 1000 : key.orZero ? 0 : Math.max(Math.round(key.least * 1000) / 1000, 0), // a slider counts its steps from there
    most: isLimited ? Math.round(key.most * 1000) / 1000 : FREE[unit] ?? (isTime ? Math.min(key.most || LONGEST_US, LONGEST_US) : MOST),
    step: key.kind === "decimal" ? 0.01 : isTime ? 1000 : 1,
    value: Math.round(value * 10_000) / 10_000,
  }];
}

/** By group. A number moves from least to most; a flag is on or off. Lengths of time are microseconds. */
export const settings = Object.fromEntries(
  Object.entries(sections).map(([group, section]) => [group, keys().filter((key) => key.section === section).flatMap((key) => settingOf(group, key))]),
);
