// The panel "inside": force and its levels, events, settings, replay.
import { settings } from "./settings.js";
import { DRAWN } from "./host.js";
import { at, made } from "./made.js";
import { spread } from "./spread.js";
import { Damaged, checked } from "./stroke.js";

const [WIDTH, HEIGHT, SPAN_US, POINTS] = [400, 160, 4_000_000, 240];
const MOST_EVENTS = 200;
/** From one label of a level to the next, in points. */
const LABEL = 17;

// ---- Force and its levels ----

export function force(host) {
  const history = [];
  /** Newtons that make so much pressure, and where newtons lie on the chart. */
  let newtons;
  let toY;
  let drawn = "";
  let inSight = false;
  /** The words of each level, and how high it is on the chart, 0..1. */
  let labels = [];

  /** The line of each level, and its label beside the chart, with a line that leads to it. */
  function drawLevels() {
    const high = at("chart").clientHeight;
    const middles = spread(labels.map(([, part]) => part * high), LABEL, 0, high);
    at("lines").setAttribute("d", labels.map(([, part]) => `M0 ${HEIGHT * (1 - part)}H${WIDTH}`).join(""));
    at("leads").setAttribute("d", labels.map(([, part], n) => `M0 ${100 * (1 - part)}L100 ${100 * (1 - middles[n] / high)}`).join(""));
    at("levels").replaceChildren(
      ...labels.map(([words], n) => {
        const level = made("div", { className: "level", textContent: words });
        level.style.bottom = `${middles[n]}px`;
        return level;
      }),
    );
  }
  new ResizeObserver(drawLevels).observe(at("chart"));
  new IntersectionObserver(([{ isIntersecting }]) => (inSight = isIntersecting)).observe(at("chart"));

  host.setup((engine) => {
    const { touchForce, releaseForce, zeroForce, fullForce, previewPressure, commitPressure, completePressure } = engine.config;
    const most = 1.15 * Math.max(fullForce, 1);
    newtons = (pressure) => zeroForce + pressure * (fullForce - zeroForce);
    toY = (value) => HEIGHT * (1 - Math.min(value, most) / most);
    const named = [
      ["released below", releaseForce],
      ["touch", touchForce],
      ["preview from", newtons(previewPressure)],
      ["commit from", newtons(commitPressure)],
      ["committed at", newtons(completePressure)],
    ];
    labels = named.filter(([, value]) => value <= most).map(([name, value]) => [`${name} ${value.toFixed(2)} N`, value / most]);
    drawLevels();
    for (const [name, value] of [["preview", previewPressure], ["commit", commitPressure], ["complete", completePressure]])
      at("meter").style.setProperty(`--${name}`, Math.min(value, 1));
  });

  /** The line is the force, the area the pressure of the library, in newtons. */
  function drawChart(now) {
    const points = (values) => values.map(([t, value]) => `${(WIDTH - ((now - t) / SPAN_US) * WIDTH).toFixed(1)},${toY(value).toFixed(1)}`);
    const pressed = history.some(([, value]) => value > 0);
    const line = pressed ? points(history).join(" ") : "";
    if (line === drawn) return;
    drawn = line;
    at("curve").setAttribute("points", line);
    const area = points(history.map(([t, , pressure]) => [t, pressure && newtons(pressure)]));
    at("area").setAttribute("points", pressed ? `${area[0].split(",")[0]},${HEIGHT} ${area.join(" ")} ${WIDTH},${HEIGHT}` : "");
  }

  let before = "";
  host.frame(() => {
    const now = host.now();
    const contacts = [...host.down.values()].map((sample) => ({ ...sample, pressure: host.engine.touch(sample.contact)?.pressure ?? 0 }));
    const [strongest] = contacts.sort((a, b) => b.pressure - a.pressure);
    const { force: value = 0, pressure = 0, x, y, contact } = strongest ?? {};
    history.push([now, value, pressure]);
    while (history.length > POINTS || history[0][0] < now - SPAN_US) history.shift();
    if (inSight) drawChart(now);
    const felt = !strongest || host.hand.feels || contact === DRAWN;
    const words = `${value.toFixed(2)} N${felt ? "" : " by holding"}, pressure ${pressure.toFixed(2)}`;
    if (at("force").value !== words) at("force").value = words;
    const state = `${x} ${y} ${pressure} ${contact}`;
    if (state === before) return;
    before = state;
    at("meter").style.setProperty("--pressure", Math.min(pressure, 1).toFixed(3));
    const finger = at("finger");
    // The drawn finger must not cover the words of a dragged card or of actions.
    const covers = () => host.engine.drag.session(contact) !== null || host.engine.peek.status.state === "revealed";
    finger.hidden = !strongest || contact === DRAWN || covers();
    if (finger.hidden) return;
    finger.dataset.kind = host.hand.kind;
    finger.style.transform = `translate(${x}px, ${y}px)`;
    finger.style.setProperty("--pressure", Math.min(pressure, 1).toFixed(3));
  });
}

// ---- Events ----

const line = ({ tUs, type, contact, target, progress, ended, reason }) => {
  const words = [(tUs / 1e6).toFixed(3), type, contact === 0xffffffff ? "" : `contact ${contact}`, target ? `target ${target}` : ""];
  if (/Updated$/.test(type)) words.push(progress.toFixed(2), ended ? "ended" : "");
  if (reason !== "none") words.push(`(${reason})`);
  return words.filter(Boolean).join(" ");
};

export function events(host) {
  const list = at("events");
  /** Events that have not been shown yet: a frame shows all of them at once. */
  let waiting = [];
  host.setup((engine) => engine.on("event", (event) => event.contact !== DRAWN && waiting.push(event)));
  host.frame(() => {
    if (waiting.length === 0) return;
    list.prepend(...waiting.slice(-MOST_EVENTS).reverse().map((event) => made("li", { textContent: line(event) })));
    waiting = [];
    while (list.children.length > MOST_EVENTS) list.lastChild.remove();
  });
}

// ---- Settings ----

/** Groups that are not called as the library calls them. */
const SHOWN = { button: "Force button", drag: "Drag and drop", strike: "Strikes", scroll: "Throws and swipes", pinch: "Pinch and rotation", levels: "Levels" };

export function options(host, announce) {
  const refusal = at("settings-error");

  function field(group, { name, kind, unit, least, most, step, value, text }) {
    const label = document.createElement("label");
    const input = made("input", kind === "flag" ? { type: "checkbox" } : { type: "range", min: least, max: most, step, value });
    const output = made("output", { ariaLive: "off" }); // the slider is read out
    const read = () => (kind === "flag" ? input.checked : Number(input.value));
    const show = () => {
      if (kind === "flag") output.value = input.checked ? "on" : "off";
      else if (unit === "us") output.value = `${read() / 1000} ms`;
      else output.value = `${read()} ${unit.replace("points per second", "pt/s").replace("N per second", "N/s").replace("points", "pt").replace("degrees", "°")}`;
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
        host.renew({ ...host.given, [group]: { ...host.given[group], [name]: read() } });
        refusal.textContent = "";
      } catch (error) {
        label.after(refusal); // where the eyes are
        refusal.textContent = error.message;
        restore();
      }
    });
    label.append(name, input, output);
    if (text) label.append(made("small", { textContent: text }));
    return label;
  }

  function draw() {
    at("settings").before(refusal);
    at("settings").replaceChildren(
      ...Object.entries(settings).map(([group, fields]) =>
        made("details", {}, made("summary", { textContent: SHOWN[group] ?? group[0].toUpperCase() + group.slice(1) }), ...fields.map((one) => field(group, one))),
      ),
    );
  }
  draw();
  at("defaults").addEventListener("click", () => {
    host.renew({});
    refusal.textContent = "";
    draw();
    announce("The settings are the defaults again");
  });
  return { draw };
}

// ---- Replay ----

/** The samples of a file that this page saved. */
function traceOf(text) {
  try {
    const { libpress, samples } = JSON.parse(text);
    if (libpress === 1) return samples;
  } catch {
    // it is none
  }
  throw new Damaged("this file is no trace of this page");
}

/** `ended`: called as a press that was played is over. */
export function replays(host, announce, ended) {
  function replay(samples) {
    const top = samples[0].y - scrollY;
    if (top < 100 || top > innerHeight - 100) scrollTo({ top: samples[0].y - innerHeight / 2 });
    host.play(samples, () => {
      announce("The replay has ended");
      ended();
    });
  }
  host.setup((engine) =>
    engine.on("contactEnded", ({ contact }) => {
      if (contact !== DRAWN) for (const id of ["replay", "save"]) at(id).disabled = false;
    }),
  );
  at("replay").addEventListener("click", () => replay(host.stroke));
  at("save").addEventListener("click", () => {
    const address = URL.createObjectURL(new Blob([JSON.stringify({ libpress: 1, samples: host.stroke })], { type: "application/json" }));
    made("a", { href: address, download: "stroke.json" }).click();
    URL.revokeObjectURL(address);
  });
  at("load").addEventListener("change", async ({ target }) => {
    try {
      const samples = checked(traceOf(await target.files[0].text()));
      host.stroke = samples;
      replay(samples);
      at("trace-error").textContent = "";
    } catch (error) {
      at("trace-error").textContent = `Not loaded: ${error instanceof Damaged ? error.message : "the file cannot be read"}. Take one that this page saved.`;
    }
  });
  return { replay };
}
