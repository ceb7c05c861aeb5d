// The finger that the page draws: it presses the album until somebody else does.
import { FIRST_TILE } from "./album.js";
import { DRAWN } from "./host.js";

const at = (id) => document.getElementById(id);
const ease = (t) => (t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2);

/** Force by time, seconds and newtons, from when the finger has come: a preview that is given up, and a press that opens. */
const TIMID = [[0, 0], [0.15, 0.6], [0.9, 2.0], [1.3, 2.3], [1.9, 2.45], [2.5, 1.7], [2.9, 0.5], [3, 0]];
const FIRM = [[0, 0], [0.15, 0.7], [0.8, 2.2], [1.3, 2.9], [1.9, 3.3], [2.5, 4.7], [2.8, 4.7], [3.1, 1], [3.2, 0]];
/** A press on which tile; how long it then rests; seconds. */
const ROUND = [
  { tile: 3, forces: TIMID, rest: 1.2, words: "A light press looks inside. Letting go goes back." },
  { tile: 3, forces: FIRM, rest: 2.4, words: "Pressing on opens it." },
  { tile: 4, forces: FIRM, rest: 2.6, words: "Pressing on opens it." },
];
const [COMES, ROUNDS] = [0.8, 6];

const force = (points, t) => {
  const next = points.findIndex(([when]) => when > t);
  if (next < 1) return next === 0 ? points[0][1] : 0;
  const [[t0, a], [t1, b]] = [points[next - 1], points[next]];
  return a + ((b - a) * (t - t0)) / (t1 - t0);
};

/** Returns start() and stop() of the demonstration, and watch() for a press that is played. */
export function drawnFinger(host, album) {
  const [hand, turn] = [at("hand"), at("turn")];
  let round = null;
  let seen = true;

  const rest = () => {
    const box = at("stage").getBoundingClientRect();
    return [box.x + scrollX + box.width * 0.86, box.y + scrollY + box.height * 1.06];
  };
  const goal = (tile) => {
    const box = host.element(FIRST_TILE + tile).getBoundingClientRect();
    return [box.x + scrollX + box.width / 2, box.y + scrollY + box.height * 0.55];
  };

  function lift() {
    const last = host.down.get(DRAWN);
    if (last) host.feed({ ...last, force: 0, down: false, lost: true });
  }

  /** One round's finger at this time: where it is, and how hard. */
  function frame() {
    if (!round) return;
    if (!seen || document.hidden || !album.isPainted()) {
      if (host.down.has(DRAWN)) lift();
      round.since = performance.now();
      return;
    }
    const { tile, forces, rest: pause } = ROUND[round.at % ROUND.length];
    const t = (performance.now() - round.since) / 1000;
    const lasts = forces.at(-1)[0];
    const [from, to] = [rest(), goal(tile)];
    const way = t < COMES ? ease(t / COMES) : 1 - ease(Math.min(Math.max(t - COMES - lasts, 0) / COMES, 1));
    const [x, y] = [0, 1].map((axis) => from[axis] + (to[axis] - from[axis]) * way);
    const newtons = t < COMES ? 0 : force(forces, t - COMES);
    draw(x, y, newtons, way);
    if (newtons > 0 || host.down.has(DRAWN)) host.feed({ contact: DRAWN, force: newtons, x, y, down: newtons > 0, hasForce: true });
    if (t > COMES + lasts + pause) {
      album.close();
      album.say("Back in the album.", DRAWN);
      if (++round.at >= ROUND.length * ROUNDS) return stop("Your turn");
      round.since = performance.now();
    }
  }

  function draw(x, y, newtons, way) {
    const box = at("surface").getBoundingClientRect();
    const pressed = Math.min(newtons / 5, 1);
    hand.style.transform = `translate(${(x - box.x - scrollX).toFixed(1)}px, ${(y - box.y - scrollY).toFixed(1)}px) scale(${(1.12 - 0.16 * pressed - 0.06 * (newtons > 0)).toFixed(3)})`;
    hand.style.setProperty("--pressed", pressed.toFixed(3));
    hand.style.opacity = Math.min(way * 3, 1).toFixed(2);
  }

  function stop(words) {
    if (!round) return;
    round = null;
    lift();
    album.close();
    album.say("Press any picture.", DRAWN);
    hand.hidden = true;
    turn.textContent = words;
    at("show").textContent = "Show me";
  }
  /** Shows a press that is played, and no demonstration. */
  function watch(words) {
    stop(words);
    turn.textContent = words;
  }
  function start() {
    album.close();
    round = { at: 0, since: performance.now() };
    hand.hidden = false;
    hand.style.opacity = 0;
    turn.textContent = "A demonstration. Press any picture to take over.";
    at("show").textContent = "Stop";
  }

  host.frame(frame);
  // The demonstration ends as somebody presses, or a press is played: two presses at once open no picture.
  host.began.push(({ isPlayed }) => {
    if (round) stop(isPlayed ? "Watch this press" : "Now you");
    else if (!isPlayed) turn.textContent = "";
  });
  at("show").addEventListener("click", () => (round ? stop("Now you: press any picture") : start()));
  new IntersectionObserver(([{ isIntersecting }]) => (seen = isIntersecting), { threshold: 0.4 }).observe(at("stage"));
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) turn.textContent = "Press any picture, or see how it is done.";
  else start();
  return { start, stop, watch };
}
