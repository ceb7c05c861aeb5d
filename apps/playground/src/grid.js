// A grid of cells that feels several fingers: what is pressed, and the contacts that the library finds in it.
import { Grid, pointerForce } from "./libpress/index.js";
import { at } from "./made.js";

const [COLUMNS, ROWS, WIDE] = [24, 14, 1.3];
const COLORS = ["#0b57d0", "#b3261e", "#00796b", "#8e24aa", "#c26401", "#455a64"];

export function grid(host, announce) {
  const [canvas, state] = [at("grid"), at("grid-state")];
  const made = new Grid({ columns: COLUMNS, rows: ROWS, engine: null });
  const cells = new Float64Array(COLUMNS * ROWS);
  /** The fingers: place in cells, and force. A finger of the keyboard, and one that was left lying, are among them. */
  const fingers = new Map();
  let [untouched, waits] = [0, true];

  const inCells = ({ clientX, clientY }) => {
    const { x, y, width, height } = canvas.getBoundingClientRect();
    return { x: ((clientX - x) / width) * COLUMNS - 0.5, y: ((clientY - y) / height) * ROWS - 0.5 };
  };
  const press = (event) => ({ ...inCells(event), force: pointerForce(event, { touchForce: 1.5 }) });
  canvas.addEventListener("pointerdown", (event) => {
    if (event.shiftKey) fingers.set("left", press(event)); // a second finger for people with a mouse
    else fingers.set(event.pointerId, press(event));
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => fingers.has(event.pointerId) && fingers.set(event.pointerId, press(event)));
  for (const type of ["pointerup", "pointercancel"]) canvas.addEventListener(type, ({ pointerId }) => fingers.delete(pointerId));
  canvas.addEventListener("keydown", (event) => {
    const own = fingers.get("key") ?? { x: COLUMNS / 2, y: ROWS / 2, force: 2 };
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
    if (!dx && !dy && event.key !== " ") return;
    event.preventDefault();
    if (event.key === " " && event.shiftKey) fingers.set("left", { ...own });
    else if (event.key === " " && !event.repeat) fingers.has("key") ? fingers.delete("key") : fingers.set("key", own);
    else if (fingers.has("key")) fingers.set("key", { ...own, x: Math.min(Math.max(own.x + dx, 0), COLUMNS - 1), y: Math.min(Math.max(own.y + dy, 0), ROWS - 1) });
  });
  canvas.addEventListener("blur", () => fingers.delete("key"));
  at("grid-clear").addEventListener("click", () => fingers.clear());

  function sense() {
    cells.fill(0);
    for (const { x, y, force } of fingers.values())
      for (let row = Math.max(0, Math.floor(y - 3)); row <= Math.min(ROWS - 1, y + 3); row++)
        for (let column = Math.max(0, Math.floor(x - 3)); column <= Math.min(COLUMNS - 1, x + 3); column++)
          cells[row * COLUMNS + column] += force * Math.exp(-((column - x) ** 2 + (row - y) ** 2) / (WIDE * WIDE)) * 0.19;
    made.feed(host.now() + 1, cells);
  }

  function draw(contacts) {
    const { width, height } = canvas;
    const context = canvas.getContext("2d");
    const style = getComputedStyle(canvas);
    context.clearRect(0, 0, width, height);
    const [w, h] = [width / COLUMNS, height / ROWS];
    context.fillStyle = style.color;
    for (let cell = 0; cell < cells.length; cell++) {
      const column = cell % COLUMNS;
      context.globalAlpha = 0.08 + 0.8 * Math.min(cells[cell] / 0.5, 1);
      context.fillRect(column * w + 1, Math.floor(cell / COLUMNS) * h + 1, w - 2, h - 2);
    }
    context.globalAlpha = 1;
    for (const { contact, x, y, force } of contacts) {
      context.strokeStyle = COLORS[contact % COLORS.length];
      context.lineWidth = 4;
      context.beginPath();
      context.arc((x + 0.5) * w, (y + 0.5) * h, 26 + 12 * force, 0, 7);
      context.stroke();
      context.fillStyle = style.getPropertyValue("--ink");
      context.font = "600 22px system-ui, sans-serif";
      context.fillText(`${contact + 1}`, (x + 0.5) * w + 34 + 10 * force, (y + 0.5) * h - 16);
    }
  }

  let said = "";
  function frame() {
    untouched = fingers.size > 0 ? 0 : untouched + 1;
    if (untouched > 30 && !waits) return;
    waits = untouched < 30;
    sense();
    const { contacts } = made;
    draw(contacts);
    const words = contacts.length ? contacts.map(({ contact, force }) => `finger ${contact + 1}: ${force.toFixed(1)} N`).join(", ") : "Nothing touches it";
    if (words !== state.value) state.value = words;
    const count = `${contacts.length} ${contacts.length === 1 ? "finger" : "fingers"}`;
    if (contacts.length && count !== said) announce(count);
    said = count;
  }
  host.frame(frame);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => (waits = true));
}
