import { settings } from "./settings.js";
import { Host } from "./host.js";
import { cards, peekList, pressButton, sheet } from "./parts.js";

const at = (id) => document.getElementById(id);
const announce = (words) => (at("announce").textContent = words);
const host = new Host(at("surface"));

pressButton(host, announce);
peekList(host, announce);
cards(host, announce);
sheet(host, announce);

// ---- Force and its levels ----

const [WIDTH, HEIGHT, SPAN_US, POINTS] = [400, 160, 4_000_000, 240];
const SVG = "http://www.w3.org/2000/svg";
const history = [];

function part(name, attributes, text = "") {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
}

function drawLevels(engine) {
  const { touchForce, zeroForce, fullForce, previewPressure, commitPressure, completePressure } = engine.levels;
  const most = Math.max(fullForce, 1);
  const newtons = (pressure) => zeroForce + pressure * (fullForce - zeroForce);
  const levels = {
    touch: touchForce,
    preview: newtons(previewPressure),
    commit: newtons(commitPressure),
    complete: newtons(completePressure),
  };
  const shown = Object.entries(levels).filter(([, force]) => force <= most);
  const y = (force) => HEIGHT - (Math.min(force, most) / most) * HEIGHT;
  at("chart").replaceChildren(
    ...shown.flatMap(([name, force]) => [
      part("line", { x1: 0, x2: WIDTH, y1: y(force), y2: y(force) }),
      part("text", { x: 4, y: y(force) - 3 }, `${name} ${force.toFixed(2)} N`),
    ]),
    part("polyline", { id: "curve" }),
  );
  return y;
}

let toY;
host.setup((engine) => (toY = drawLevels(engine)));
(function draw() {
  const now = host.now();
  const strongest = [...host.down.values()].reduce((most, { force }) => Math.max(most, force), 0);
  const { pressure = 0 } = [...host.down.keys()].map((contact) => host.engine.touch(contact)).find((touch) => touch) ?? {};
  history.push([now, strongest]);
  while (history.length > POINTS || history[0][0] < now - SPAN_US) history.shift();
  at("curve").setAttribute(
    "points",
    history.map(([t, force]) => `${WIDTH - ((now - t) / SPAN_US) * WIDTH},${toY(force)}`).join(" "),
  );
  at("force").value = `${strongest.toFixed(2)} N, pressure ${pressure.toFixed(2)}`;
  requestAnimationFrame(draw);
})();

// ---- Events ----

const MOST_EVENTS = 200;
const line = ({ tUs, type, contact, target, progress, ended, reason }) => {
  const words = [
    (tUs / 1e6).toFixed(3),
    type,
    contact === 0xffffffff ? "" : `contact ${contact}`,
    target ? `target ${target}` : "",
  ];
  if (/Updated$/.test(type)) words.push(progress.toFixed(2), ended ? "ended" : "");
  if (reason !== "none") words.push(`(${reason})`);
  return words.filter(Boolean).join(" ");
};
host.setup((engine) =>
  engine.on("event", (event) => {
    const list = at("events");
    list.prepend(Object.assign(document.createElement("li"), { textContent: line(event) }));
    while (list.children.length > MOST_EVENTS) list.lastChild.remove();
  }),
);

// ---- Settings ----

const SHOWN = {
  engine: "Engine",
  gestures: "Gestures",
  peek: "Peek",
  transitions: "Transitions",
  button: "Force button",
  drag: "Drag and drop",
};

function field(group, { name, kind, unit, least, most, step, value, text }) {
  const label = document.createElement("label");
  const input = Object.assign(
    document.createElement("input"),
    kind === "flag" ? { type: "checkbox" } : { type: "range", min: least, max: most, step, value },
  );
  const output = document.createElement("output");
  const read = () => (kind === "flag" ? input.checked : Number(input.value));
  const show = () =>
    (output.value =
      kind === "flag"
        ? input.checked
          ? "on"
          : "off"
        : `${read()} ${unit.replace("points per second", "pt/s").replace("points", "pt")}`);
  input.name = `${group}.${name}`;
  const old = host.settings[group]?.[name];
  if (old !== undefined) input[kind === "flag" ? "checked" : "value"] = old;
  show();
  input.addEventListener("input", show);
  input.addEventListener("change", () => {
    try {
      host.renew({ ...host.settings, [group]: { ...host.settings[group], [name]: read() } });
      at("settings-error").textContent = "";
    } catch (error) {
      at("settings-error").textContent = error.message;
      const kept = host.settings[group]?.[name] ?? (kind === "flag" ? false : value);
      input[kind === "flag" ? "checked" : "value"] = kept;
      show();
    }
  });
  label.append(name, input, output);
  if (text) label.append(Object.assign(document.createElement("small"), { textContent: text }));
  return label;
}

function drawSettings() {
  at("settings").replaceChildren(
    ...Object.entries(settings).map(([group, fields]) => {
      const details = document.createElement("details");
      details.append(
        Object.assign(document.createElement("summary"), { textContent: SHOWN[group] }),
        ...fields.map((one) => field(group, one)),
      );
      return details;
    }),
  );
}
drawSettings();
at("defaults").addEventListener("click", () => {
  host.renew({});
  at("settings-error").textContent = "";
  drawSettings();
  announce("The settings are the defaults again");
});

// ---- Traces ----

/** A press on the button: milliseconds, newtons. */
const PRESS = [
  [0, 0.5],
  [60, 0.9],
  [120, 1.6],
  [180, 2.2],
  [240, 2.6],
  [300, 3.1],
  [360, 3.8],
  [420, 4.5],
  [480, 4.6],
  [540, 3],
  [600, 1],
  [640, 0],
];

function samplePress() {
  const { x, y, width, height } = at("press").getBoundingClientRect();
  return PRESS.map(([ms, force]) => ({
    tUs: ms * 1000,
    contact: 9,
    force,
    x: x + scrollX + width / 2,
    y: y + scrollY + height / 2,
    down: force > 0,
  }));
}

function replay(samples) {
  const start = performance.now();
  const left = [...samples];
  const first = left[0]?.tUs ?? 0;
  (function step() {
    while (left.length > 0 && (left[0].tUs - first) / 1000 <= performance.now() - start) host.feed(left.shift());
    if (left.length > 0) requestAnimationFrame(step);
    else announce("The trace has ended");
  })();
}

host.setup((engine) =>
  engine.on("event", ({ type }) => {
    if (type !== "contactEnded") return;
    for (const id of ["replay", "save"]) at(id).disabled = false;
  }),
);
at("replay-sample").addEventListener("click", () => replay(samplePress()));
at("replay").addEventListener("click", () => replay(host.stroke));
at("save").addEventListener("click", () => {
  const address = URL.createObjectURL(
    new Blob([JSON.stringify({ libpress: 1, samples: host.stroke })], { type: "application/json" }),
  );
  Object.assign(document.createElement("a"), { href: address, download: "stroke.json" }).click();
  URL.revokeObjectURL(address);
});
at("load").addEventListener("change", async ({ target }) => {
  try {
    const { libpress, samples } = JSON.parse(await target.files[0].text());
    if (libpress !== 1 || !Array.isArray(samples) || samples.length === 0)
      throw new Error("this file is no trace of this page");
    host.stroke = samples;
    replay(samples);
    at("trace-error").textContent = "";
  } catch (error) {
    at("trace-error").textContent = `Not loaded: ${error.message}`;
  }
});
