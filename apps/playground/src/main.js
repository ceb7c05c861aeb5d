import { album } from "./album.js";
import { cards } from "./cards.js";
import { drawnFinger } from "./drawn.js";
import { drum } from "./drum.js";
import { feel } from "./feel.js";
import { grid } from "./grid.js";
import { Host } from "./host.js";
import { events, force, options, replays } from "./inside.js";
import { at } from "./made.js";
import { mails } from "./mails.js";
import { next } from "./next.js";
import { pinch } from "./pinch.js";
import { share } from "./share.js";
import { sheet } from "./sheet.js";

export { Engine } from "./libpress/index.js";

const announce = (words) => (at("announce").textContent = words);
const host = new Host(at("surface"));

const steps = next(host);
const pictures = album(host, announce, steps);
mails(host, announce, steps);
cards(host, announce);
sheet(host, announce);
drum(host);
grid(host, announce);
pinch(host, announce);
force(host);
events(host);
const { draw } = options(host, announce);
const { replay } = replays(host, announce, () => (at("turn").textContent = "That was it. Now you: press any picture."));
const { arrive } = share(host, announce, { replay, draw });
const finger = drawnFinger(host, pictures);
const watch = () => arrive() && finger.watch("From a link: watch this press");
watch();
addEventListener("hashchange", watch);

// ---- What the device can do ----

const words = {
  mouse: "A mouse feels no force: holding takes its place.",
  touch: "No force felt here: holding takes its place.",
  pen: "Your pen feels no force: holding takes its place.",
  key: "By key: hold the space bar, Enter opens.",
};
const felt = { mouse: "Your trackpad feels force: press.", touch: "Your screen feels force: press.", pen: "Your pen feels force: press." };
at("device").textContent = matchMedia("(pointer: coarse)").matches
  ? "Most screens feel no force: hold still, and the pressure rises."
  : "A mouse feels no force: hold the button down, and the pressure rises. A pen is felt.";
host.began.push(({ kind, feels, isPlayed }) => isPlayed || (at("device").textContent = (feels ? felt : words)[kind] ?? words.mouse));

// ---- Sound and vibration ----

for (const name of ["sound", "vibration"]) {
  const box = at(name);
  box.addEventListener("change", () => {
    feel[name] = box.checked;
    feel.tick();
  });
}
at("vibration").parentElement.hidden = !feel.canVibrate;
if (at("press-state").value.startsWith("One moment")) at("press-state").value = "Press any picture.";
window.ready = performance.now(); // since it was asked for
document.documentElement.dataset.ready = "";
