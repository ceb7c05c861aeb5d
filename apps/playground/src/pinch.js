// A picture that two fingers scale, turn and move. With a mouse, shift is a second finger, which mirrors the first.
import { at } from "./made.js";

const PICTURE = 61;
const MIRROR = 0xffff0002;
const [LEAST, MOST] = [0.3, 4];
const STEP = 12; // points for each press of an arrow
const NEAR = 8; // so far from the middle, in pixels, the second finger comes: two in one place have no distance to grow

export function pinch(host, announce) {
  const frame = at("pinch");
  const picture = frame.firstElementChild;
  const state = at("pinch-state");
  const sliders = { scale: at("pinch-scale"), angle: at("pinch-angle") };
  let shown = { scale: 1, angle: 0, x: 0, y: 0 };
  let start = null; // what was shown as two fingers began, and where they were
  let mirrors = null; // the pointer that is mirrored
  let isMirrored = false;

  const show = (next) => {
    shown = { ...next, scale: Math.min(Math.max(next.scale, LEAST), MOST) };
    picture.style.transform = `translate(${shown.x}px, ${shown.y}px) rotate(${shown.angle}deg) scale(${shown.scale})`;
    sliders.scale.value = Math.round(100 * shown.scale);
    sliders.angle.value = Math.round(((((shown.angle + 180) % 360) + 360) % 360) - 180);
    const [x, y] = [Math.round(shown.x), Math.round(shown.y)];
    const moved = x || y ? `, moved by ${x} and ${y} points` : "";
    state.value = `${shown.scale.toFixed(2)} times, ${Math.round(shown.angle)} degrees${moved}`;
  };

  host.target(PICTURE, frame, { traits: ["pinch"] });
  host.setup((engine) => {
    start = null;
    engine.on("pinchBegan", ({ x, y }) => (start = { ...shown, at: { x, y } }));
    engine.on("pinchChanged", ({ x, y, value, value2 }) => {
      if (!start) return;
      show({ scale: start.scale * value, angle: start.angle + value2, x: start.x + x - start.at.x, y: start.y + y - start.at.y });
    });
    for (const type of ["pinchEnded", "pinchCancelled"]) engine.on(type, () => (start = null));
  });

  // ---- Shift and a mouse ----

  const mirror = (event, down) => {
    const { x, y, width, height } = frame.getBoundingClientRect();
    const middle = { x: x + width / 2, y: y + height / 2 };
    const isNear = Math.hypot(event.clientX - middle.x, event.clientY - middle.y) < NEAR;
    if (!isMirrored && (isNear || !down)) return;
    isMirrored = down;
    const place = { x: 2 * middle.x - event.clientX + scrollX, y: 2 * middle.y - event.clientY + scrollY };
    host.feed({ contact: MIRROR, ...place, force: down ? 1 : 0, down, hasForce: true });
  };
  frame.addEventListener("pointerdown", (event) => {
    if (!event.shiftKey || event.button > 0) return;
    mirrors = event.pointerId;
    mirror(event, true);
  });
  addEventListener("pointermove", (event) => event.pointerId === mirrors && mirror(event, true));
  for (const type of ["pointerup", "pointercancel"])
    addEventListener(type, (event) => {
      if (event.pointerId !== mirrors) return;
      mirrors = null;
      mirror(event, false);
    });
  frame.addEventListener("touchmove", (event) => event.touches.length > 1 && event.cancelable && event.preventDefault(), { passive: false });

  // ---- Keys ----

  frame.addEventListener("keydown", (event) => {
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
    if (!dx && !dy) return;
    event.preventDefault();
    show({ ...shown, x: shown.x + STEP * dx, y: shown.y + STEP * dy });
  });

  sliders.scale.addEventListener("input", () => show({ ...shown, scale: sliders.scale.value / 100 }));
  sliders.angle.addEventListener("input", () => show({ ...shown, angle: Number(sliders.angle.value) }));
  at("pinch-reset").addEventListener("click", () => {
    show({ scale: 1, angle: 0, x: 0, y: 0 });
    announce("The picture is as it was");
  });
}
