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
const history = [];
/** Newtons that make so much pressure, and where newtons lie on the chart. */
let newtons;
let toY;
let drawn = "";

host.setup((engine) => {
  const { touchForce, zeroForce, fullForce, previewPressure, commitPressure, completePressure } = engine.levels;
  const most = 1.15 * Math.max(fullForce, 1);
  newtons = (pressure) => zeroForce + pressure * (fullForce - zeroForce);
  toY = (force) => HEIGHT * (1 - Math.min(force, most) / most);
  const levels = {
    touch: touchForce,
    "preview from": newtons(previewPressure),
    "commit from": newtons(commitPressure),
    "committed at": newtons(completePressure),
  };
  at("levels").replaceChildren(
    ...Object.entries(levels)
      .filter(([, force]) => force <= most)
      .map(([name, force]) => {
        const level = document.createElement("div");
        Object.assign(level, { className: "level", textContent: `${name} ${force.toFixed(2)} N` });
        level.style.bottom = `${(100 * force) / most}%`;
        return level;
      }),
  );
});

/** The line is the force, the area the pressure: it rises above the line where a pointer that feels no force holds still. */
function drawChart(now) {
  const points = (values) => values.map(([t, value]) => `${(WIDTH - ((now - t) / SPAN_US) * WIDTH).toFixed(1)},${toY(value).toFixed(1)}`);
  const pressed = history.some(([, force]) => force > 0);
  const line = pressed ? points(history).join(" ") : "";
  if (line === drawn) return;
  drawn = line;
  at("curve").setAttribute("points", line);
  const area = points(history.map(([t, , pressure]) => [t, pressure && newtons(pressure)]));
  at("area").setAttribute("points", pressed ? `${area[0].split(",")[0]},${HEIGHT} ${area.join(" ")} ${WIDTH},${HEIGHT}` : "");
}

(function draw() {
  const now = host.now();
  const contacts = [...host.down.values()].map((sample) => ({ ...sample, pressure: host.engine.touch(sample.contact)?.pressure ?? 0 }));
  const [strongest] = contacts.sort((a, b) => b.pressure - a.pressure);
  const { force = 0, pressure = 0, x, y } = strongest ?? {};
  history.push([now, force, pressure]);
  while (history.length > POINTS || history[0][0] < now - SPAN_US) history.shift();
  drawChart(now);
  const words = `${force.toFixed(2)} N, pressure ${pressure.toFixed(2)}`;
  if (at("force").value !== words) at("force").value = words;
  at("finger").hidden = !strongest;
  if (strongest) {
    at("finger").style.transform = `translate(${x}px, ${y}px)`;
    at("finger").style.setProperty("--pressure", Math.min(pressure, 1).toFixed(3));
  }
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

const refusal = at("settings-error");

function field(group, { name, kind, unit, least, most, step, value, text }) {
  const label = document.createElement("label");
  const input = Object.assign(
    document.createElement("input"),
    kind === "flag" ? { type: "checkbox" } : { type: "range", min: least, max: most, step, value },
  );
  const output = Object.assign(document.createElement("output"), { ariaLive: "off" }); // the slider is read out
  const read = () => (kind === "flag" ? input.checked : Number(input.value));
  const show = () => {
    if (kind === "flag") output.value = input.checked ? "on" : "off";
    else if (unit === "us") output.value = `${read() / 1000} ms`;
    else output.value = `${read()} ${unit.replace("points per second", "pt/s").replace("points", "pt")}`;
  };
  input.name = `${group}.${name}`;
  const restore = () => {
    const own = host.settings[group]?.[name];
    if (kind === "flag") input.checked = own ?? false;
    else input.value = own ?? value;
    show();
    if (own === undefined && value > most) output.value = "default"; // it lies beyond the slider
  };
  restore();
  input.addEventListener("input", show);
  input.addEventListener("change", () => {
    try {
      host.renew({ ...host.settings, [group]: { ...host.settings[group], [name]: read() } });
      refusal.textContent = "";
    } catch (error) {
      label.after(refusal); // where the eyes are
      refusal.textContent = error.message;
      restore();
    }
  });
  label.append(name, input, output);
  if (text) label.append(Object.assign(document.createElement("small"), { textContent: text }));
  return label;
}

function drawSettings() {
  at("settings").before(refusal);
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
  refusal.textContent = "";
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
  const top = samples[0].y - scrollY;
  if (top < 200 || top > innerHeight - 100) scrollTo({ top: samples[0].y - innerHeight / 2 });
  const start = performance.now();
  const left = [...samples];
  const first = left[0]?.tUs ?? 0;
  (function step() {
    while (left.length > 0 && (left[0].tUs - first) / 1000 <= performance.now() - start) host.feed(left.shift());
    if (left.length > 0) requestAnimationFrame(step);
    else announce("The replay has ended");
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
