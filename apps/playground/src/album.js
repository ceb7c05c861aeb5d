// The first thing to press: an album. What is behind recedes with the pressure, the picture under the finger grows, a commit opens it.
import { paint, SCENES } from "./art.js";
import { feel } from "./feel.js";
import { DRAWN } from "./host.js";

export const FIRST_TILE = 1;
const at = (id) => document.getElementById(id);
const still = matchMedia("(prefers-reduced-motion: reduce)");
/** How far a picture has grown from its place to the whole stage: in the preview, as the commit phase begins, at its end. */
const [LIFTED, SHOWN, ALMOST] = [0.16, 0.7, 0.84];
/** How far off the frame a preview stays, in points. */
const MARGIN = 16;
/** The spring that moves a picture; it is drawn by the page and not one of the library. 1/s^2, 1/s. */
const [STIFFNESS, DAMPING] = [260, 24];

/** How to go on, said for each hand. */
const HOW = {
  key: { press: "Keep the space bar down.", open: "Enter opens it, letting go goes back.", first: "Keep it down", then: "Enter opens" },
  hold: { press: "Keep holding, without moving.", open: "Move to open it, let go to go back.", first: "Hold still", then: "Now move" },
  force: { press: "Press a little harder.", open: "Press harder to open it, let go to go back.", first: "Harder", then: "Harder opens" },
};
export const how = ({ kind, feels }) => HOW[kind === "key" ? "key" : feels || kind === "drawn" ? "force" : "hold"];

export function album(host, announce, next) {
  const [stage, pictures, veil, look, state] = ["stage", "pictures", "veil", "look", "press-state"].map(at);
  const canvas = look.querySelector("canvas");
  const painted = [];
  const tiles = [...pictures.querySelectorAll(".tile")];
  tiles.forEach((tile, index) => {
    tile.prepend(document.createElement("canvas"));
    host.target(FIRST_TILE + index, tile, { traits: ["preview"] });
    host.keys(tile);
  });
  const isTile = (target) => target >= FIRST_TILE && target < FIRST_TILE + tiles.length;
  /** What is on show: which picture, for which contact, how far it should have grown and has, how fast; how far the rest recedes. */
  let shown = null;
  let byKey = false;

  const say = (words, contact) => {
    if (words === state.value) return;
    state.value = words;
    if (contact !== DRAWN) announce(words);
  };

  // ---- Drawing ----

  function drawVeil() {
    const box = stage.getBoundingClientRect();
    if (painted.length < tiles.length || box.width === 0) return;
    const [wide, high] = [Math.round(box.width / 9), Math.round(box.height / 9)];
    Object.assign(veil, { width: wide, height: high });
    const context = veil.getContext("2d");
    const draw = () => {
      tiles.forEach((tile, index) => {
        const place = (name, by) => (tile[name] / by) * (by === box.width ? wide : high);
        const [w, h] = [place("offsetWidth", box.width), place("offsetHeight", box.height)];
        const part = (painted[index].width * h) / w;
        context.drawImage(painted[index], 0, (painted[index].height - part) / 2, painted[index].width, part, place("offsetLeft", box.width), place("offsetTop", box.height), w, h);
      });
    };
    context.fillStyle = getComputedStyle(stage).backgroundColor;
    context.fillRect(0, 0, wide, high);
    context.filter = "blur(1.4px)";
    context.translate(wide / 2, high / 2);
    context.scale(0.93, 0.93); // as far as it has receded when all of this is seen
    context.translate(-wide / 2, -high / 2);
    draw();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.filter = "none";
    context.fillStyle = matchMedia("(prefers-color-scheme: dark)").matches ? "rgb(0 0 0 / 0.3)" : "rgb(40 50 70 / 0.16)";
    context.fillRect(0, 0, wide, high);
  }

  function drawTile(index) {
    const scale = Math.min(devicePixelRatio, 2);
    const box = stage.getBoundingClientRect();
    const picture = Object.assign(document.createElement("canvas"), { width: Math.round(box.width * scale), height: Math.round(box.height * scale) });
    paint(picture.getContext("2d", { willReadFrequently: true }), SCENES[index]);
    painted[index] = picture;
    const own = tiles[index].firstElementChild;
    Object.assign(own, { width: Math.round(tiles[index].offsetWidth * scale), height: Math.round(tiles[index].offsetHeight * scale) });
    const part = (picture.width * own.height) / own.width;
    own.getContext("2d").drawImage(picture, 0, (picture.height - part) / 2, picture.width, part, 0, 0, own.width, own.height);
  }

  /** One picture in each frame: no task is long. */
  let drawing = 0;
  function draw() {
    const round = ++drawing;
    const step = (index) => {
      if (round !== drawing) return;
      if (index === tiles.length) return drawVeil();
      drawTile(index);
      requestAnimationFrame(() => step(index + 1));
    };
    step(0);
  }
  let width = 0;
  new ResizeObserver(() => {
    if (Math.round(stage.offsetWidth) === width) return;
    width = Math.round(stage.offsetWidth);
    host.measure();
    draw();
  }).observe(stage);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawVeil);

  /** Where a picture is that has grown so far: from its tile to the whole stage. */
  function place({ index, grown }) {
    const [tile, W, H] = [tiles[index], stage.clientWidth, stage.clientHeight];
    const mix = (from, to) => from + (to - from) * grown;
    const scale = mix(tile.offsetWidth / W, 1);
    // The tile shows a band of the picture; it grows to the whole.
    const band = Math.max(mix((H - (tile.offsetHeight * W) / tile.offsetWidth) / 2, 0), 0);
    // The picture keeps a distance from the frame, which shrinks as it grows to fill it.
    const room = MARGIN * Math.min((1 - grown) / (1 - SHOWN), 1);
    const within = (middle, half, whole) => Math.min(Math.max(middle, Math.min(half + room, whole / 2)), Math.max(whole - half - room, whole / 2)) - whole / 2;
    const x = within(mix(tile.offsetLeft + tile.offsetWidth / 2, W / 2), (W * scale) / 2, W);
    const y = within(mix(tile.offsetTop + tile.offsetHeight / 2, H / 2), (H / 2 - band) * scale, H);
    look.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${Math.max(scale, 0.1).toFixed(4)})`;
    look.style.clipPath = `inset(${band.toFixed(1)}px 0 round ${(mix(14, 22) / Math.max(scale, 0.1)).toFixed(1)}px)`;
  }

  let before = performance.now();
  function frame() {
    const now = performance.now();
    let left = Math.min((now - before) / 1000, 0.1);
    before = now;
    if (!shown) return;
    for (; left > 0; left -= 0.008) {
      const step = Math.min(left, 0.008);
      shown.speed += (STIFFNESS * (shown.goal - shown.grown) - DAMPING * shown.speed) * step;
      shown.grown += shown.speed * step;
      shown.behind += (shown.recede - shown.behind) * Math.min(14 * step, 1);
    }
    if (still.matches) [shown.grown, shown.behind] = [shown.goal > 0.9 ? 1 : SHOWN, shown.recede];
    const rests = Math.abs(shown.goal - shown.grown) < 0.002 && Math.abs(shown.speed) < 0.02 && Math.abs(shown.recede - shown.behind) < 0.01;
    if (rests) [shown.grown, shown.behind, shown.speed] = [shown.goal, shown.recede, 0];
    if (!rests || !shown.rests) {
      place(shown);
      stage.style.setProperty("--behind", shown.behind.toFixed(3));
    }
    shown.rests = rests;
    if (shown.goal === 0 && (rests || still.matches)) {
      tiles[shown.index].removeAttribute("data-up");
      look.hidden = true;
      stage.style.setProperty("--behind", 0);
      shown = null;
    }
  }
  host.frame(frame);

  // ---- Opening and going back ----

  function show(index, contact) {
    if (shown) tiles[shown.index].removeAttribute("data-up");
    shown = { index, contact, goal: 0, grown: 0, speed: 0, recede: 0, behind: 0, open: false };
    const { title, place: words } = SCENES[index];
    if (!painted[index]) drawTile(index); // who is fast presses it before its turn
    Object.assign(canvas, { width: painted[index].width, height: painted[index].height });
    canvas.getContext("2d").drawImage(painted[index], 0, 0);
    at("look-title").textContent = title;
    at("look-place").textContent = words;
    look.removeAttribute("data-open");
    look.removeAttribute("data-plain");
    look.hidden = false;
    tiles[index].setAttribute("data-up", "");
    place(shown);
  }

  function open(contact) {
    shown.open = true;
    shown.goal = 1;
    look.setAttribute("data-open", "");
    look.dataset.plain = "";
    pictures.inert = true;
    next.hide(contact);
    say(`Opened: ${SCENES[shown.index].title}. The way back is at the top.`, contact);
    feel.firm();
    if (byKey) at("back").focus();
  }

  /** Back to the album. */
  function close(words) {
    if (!shown) return;
    const { index, open: was } = shown;
    Object.assign(shown, { goal: 0, recede: 0, open: false, rests: false, contact: null });
    look.removeAttribute("data-open");
    look.removeAttribute("data-plain");
    pictures.inert = false;
    if (words) say(words);
    if (was && byKey) tiles[index].focus();
  }

  at("back").addEventListener("click", ({ detail }) => {
    byKey = detail === 0;
    close("Back in the album. Press another one.");
  });
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !shown?.open) return;
    byKey = true;
    close("Back in the album. Press another one.");
  });

  // ---- What the library says ----

  let pressing = null;
  host.setup((engine) => {
    close();
    if (pressing) delete pressing.tile.dataset.down;
    pressing = null;
    engine.previewShouldBegin = ({ target, contact }) => !isTile(target) || !shown || shown.contact === null || (!shown.open && shown.contact === contact);
    engine.on("contactBegan", ({ target, contact }) => {
      if (!isTile(target) || shown?.open) return;
      pressing = { contact, began: false, tile: tiles[target - FIRST_TILE] };
      pressing.tile.dataset.down = ""; // it sinks, in the frame of the touch
      byKey = host.hand.kind === "key" && contact !== DRAWN;
      const { press, first } = how(contact === DRAWN ? { kind: "drawn" } : host.hand);
      say(press, contact);
      next.show(contact, first);
    });
    engine.on("previewBegan", ({ target, contact }) => {
      if (!isTile(target)) return;
      if (pressing) pressing.began = true;
      show(target - FIRST_TILE, contact);
      const { open, then } = how(contact === DRAWN ? { kind: "drawn" } : host.hand);
      say(`A preview. ${open}`, contact);
      next.show(contact, then);
    });
    engine.on("previewUpdated", ({ contact, progress, ended }) => {
      if (shown?.contact !== contact) return;
      shown.goal = ended ? SHOWN : LIFTED * progress;
      shown.recede = 0.25 + 0.75 * progress;
      if (ended) feel.tick();
    });
    engine.on("commitUpdated", ({ contact, progress, ended }) => {
      if (shown?.contact !== contact || shown.open) return;
      shown.goal = SHOWN + (ALMOST - SHOWN) * progress;
      if (ended) open(contact);
    });
    engine.on("previewCancelled", ({ contact, target }) => {
      if (shown?.contact === contact) close();
      if (isTile(target)) say("You let go early: it goes back.", contact);
    });
    for (const type of ["contactEnded", "contactCancelled"])
      engine.on(type, ({ contact, reason }) => {
        next.hide(contact);
        if (pressing?.contact !== contact) return;
        delete pressing.tile.dataset.down;
        if (!pressing.began && reason !== "lost") say(host.hand.feels ? "That was light. Press a little harder." : "That was a click. Hold it down for a moment.", contact);
        pressing = null;
      });
  });

  return {
    tiles,
    isOpen: () => shown?.open === true,
    /** Whether every picture is there: nobody presses one that is not. */
    isPainted: () => painted.length === tiles.length,
    /** For the drawn finger, who cannot press the way back. */
    close: () => shown?.open && close(),
    say,
  };
}
