// Four drums, played by how fast they are struck.
import { feel } from "./feel.js";
import { at, made } from "./made.js";

const DRUMS = [["Low", 82], ["Middle", 131], ["High", 196], ["Bell", 392]];
const FIRST_DRUM = 51;

export function drum(host) {
  const state = at("drum-state");
  const pads = DRUMS.map(([name], index) => {
    const pad = made("button", { className: "drum", dataset: { presses: "strike" } }, made("span", { textContent: name }), made("i"));
    at("drums").append(pad);
    host.target(FIRST_DRUM + index, pad, { traits: [] });
    host.keys(pad);
    return pad;
  });
  host.setup((engine) => {
    engine.on("contactBegan", ({ target }) => pads[target - FIRST_DRUM] && (state.value = `${DRUMS[target - FIRST_DRUM][0]} …`));
    engine.on("struck", ({ target, value, value2 }) => {
      const pad = pads[target - FIRST_DRUM];
      if (!pad) return;
      const strength = value2 / 127;
      const [name, frequency] = DRUMS[target - FIRST_DRUM];
      state.value = `${name}: ${Math.round(value)} N/s, velocity ${Math.round(value2)} of 127`;
      feel.tone(frequency, 0.15 + 0.85 * strength, 0.35);
      if (feel.vibration) navigator.vibrate(Math.round(4 + 20 * strength));
      pad.style.setProperty("--strength", strength.toFixed(3));
      const [ring] = [pad.lastElementChild];
      ring.getAnimations().forEach((one) => one.cancel());
      ring.animate([{ transform: `scale(${0.3 + 0.3 * strength})`, opacity: 0.25 + 0.75 * strength }, { transform: `scale(${0.7 + 0.5 * strength})`, opacity: 0 }], { duration: 450, easing: "ease-out" });
    });
  });
}
