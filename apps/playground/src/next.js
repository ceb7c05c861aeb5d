// Shows the next step at the place of the finger, above the elements that cover it.
import { at } from "./made.js";

/** Above the middle of a finger, of what else points, in points; how far off the edges of the page. */
const [ABOVE_FINGER, ABOVE, OFF] = [78, 40, 8];

export function next(host) {
  const words = at("next");
  let contact = null;

  function frame() {
    const sample = contact === null ? null : host.down.get(contact);
    words.hidden = !sample;
    if (!sample) return;
    const surface = at("surface").getBoundingClientRect();
    const above = host.hand.kind === "touch" ? ABOVE_FINGER : ABOVE;
    const half = words.offsetWidth / 2 + OFF;
    const x = Math.min(Math.max(sample.x - surface.x - scrollX, half), surface.width - half);
    const y = sample.y - surface.y - scrollY - above;
    words.style.transform = `translate(${x.toFixed(1)}px, ${Math.max(y, OFF).toFixed(1)}px) translate(-50%, -100%)`;
  }
  host.frame(frame);
  return {
    show(of, text) {
      contact = of;
      words.textContent = text;
      frame();
    },
    hide(of) {
      if (contact !== of) return;
      contact = null;
      words.hidden = true;
    },
  };
}
