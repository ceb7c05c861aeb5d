// A transition under the finger: a sheet that follows, and runs on as a spring, with the speed of the finger. The spring is the library's.
import { at } from "./made.js";

export function sheet(host, announce) {
  const [SHEET, HANDLE, WAY, handle, range, state] = [1, 41, 170, at("handle"), at("fraction"), at("sheet-state")];
  /** A transition goes from where the sheet is to the other end. */
  let isOpen = false;
  let thrown = "";
  const show = (fraction, words) => {
    const height = isOpen ? 1 - fraction : fraction;
    at("sheet").style.setProperty("--fraction", height.toFixed(4));
    range.value = Math.round(height * 100);
    if (!words) state.value = `${range.value} % open${thrown}`;
    else if (words !== state.value) announce((state.value = words));
  };
  const rest = (engine, open) => {
    isOpen = open;
    thrown = "";
    show(0, open ? "open" : "closed");
    handle.firstElementChild.textContent = open ? "Drag me down" : "Drag me up";
    engine.transitions.bind(SHEET, { driver: "motion", target: HANDLE, dy: open ? WAY : -WAY });
  };
  host.target(HANDLE, at("sheet"), { traits: [] });
  range.addEventListener("input", () => {
    const { transitions } = host.engine;
    host.tick();
    const height = Number(range.value) / 100;
    if (transitions.status(SHEET).state === "none") transitions.start(SHEET);
    else if (transitions.status(SHEET).state !== "interactive") transitions.pause(SHEET);
    transitions.update(SHEET, isOpen ? 1 - height : height);
  });
  range.addEventListener("change", () => {
    const { transitions } = host.engine;
    if (transitions.status(SHEET).state !== "interactive") return;
    if (transitions.status(SHEET).fraction >= 0.5) transitions.finish(SHEET);
    else transitions.cancel(SHEET);
  });
  host.setup((engine) => {
    rest(engine, false);
    engine.transitions.willRun = () => {
      const speed = Math.round(Math.abs(engine.transitions.velocity(SHEET)) * WAY);
      thrown = speed > 0 ? `, let go at ${speed} points a second` : "";
    };
    engine.on("contactBegan", ({ target }) => {
      if (target !== HANDLE) return;
      thrown = "";
      state.value = "in your hand";
    });
    engine.on("contactEnded", ({ target }) => {
      if (target === HANDLE && engine.transitions.status(SHEET).state === "none") rest(engine, isOpen);
    });
    engine.on("transitionUpdated", ({ progress }) => show(progress));
    engine.on("transitionFinished", () => rest(engine, !isOpen));
    engine.on("transitionCancelled", () => rest(engine, isOpen));
  });
}
