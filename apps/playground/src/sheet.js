// A transition under the finger: a sheet that follows, and runs on as a spring, with the speed of the finger. The list in it is thrown, follows
// as on a rubber band past its ends, and bounces there. The spring and the throw are the library's.
import { at, made } from "./made.js";

const PLACES = ["Harbour", "Old town", "Museum of maps", "Lighthouse", "Market hall", "Botanical garden", "Observatory", "Ferry to the islands", "Station"];

/** The list of places in the open sheet. */
function places(host, say) {
  const [LIST, list] = [42, at("places")];
  list.append(...PLACES.map((name) => made("li", { textContent: name })));
  /** The place of its content in points; how far up it may go; and whether the library moves it. */
  let [y, least, moves, thrown] = [0, 0, false, ""];
  const declare = () => host.engine.scroll.declare(LIST, { y, minX: 0, maxX: 0, minY: least, maxY: 0 });
  const draw = () => {
    y = host.engine.scroll.state(LIST)?.y ?? 0;
    list.scrollTop = -y;
    const beyond = y > 0 ? y : Math.min(y - least, 0);
    list.style.setProperty("--beyond", `${beyond.toFixed(2)}px`);
    say(`${thrown || ", its list is in your hand"}${Math.abs(beyond) >= 1 ? ", past its end" : ""}`);
  };
  // By a wheel, or by key.
  list.addEventListener("scroll", () => {
    if (moves || Math.abs(list.scrollTop + y) < 1) return;
    y = -list.scrollTop;
    declare();
  });
  host.frame(() => moves && draw());
  host.setup((engine) => {
    moves = false;
    const of = (type, work) => engine.on(type, (event) => event.target === LIST && work(event));
    of("scrollBegan", () => ([moves, thrown] = [true, ""]));
    let speed = 0; // of the finger, as its force fell: by now content is slower
    of("throwBegan", () => ([moves, thrown] = [true, `, its list was let go at ${speed} points a second`]));
    for (const type of ["scrollEnded", "scrollCancelled", "throwEnded"])
      of(type, ({ contact }) => {
        if (type === "scrollEnded") speed = Math.round(Math.abs(engine.scroll.velocity(contact)?.vy ?? 0));
        draw();
        moves = false;
      });
  });
  return {
    /** While the sheet moves it is seen, and nobody can move it. */
    show: () => (list.hidden = false),
    rest(isOpen) {
      list.hidden = !isOpen;
      if (!isOpen) return host.element(LIST) && host.target(LIST, null);
      [y, moves] = [0, false];
      list.scrollTop = 0;
      list.style.setProperty("--beyond", "0px");
      least = list.clientHeight - list.scrollHeight;
      host.target(LIST, list, { traits: ["scroll"] });
      declare();
    },
  };
}

export function sheet(host, announce) {
  const [SHEET, HANDLE, WAY, handle, range, state] = [1, 41, 170, at("handle"), at("fraction"), at("sheet-state")];
  const list = places(host, (words) => (state.value = `open${words}`));
  /** A transition goes from where the sheet is to the other end. */
  let isOpen = false;
  let thrown = "";
  const show = (fraction, words) => {
    const height = isOpen ? 1 - fraction : fraction;
    if (!words) list.show();
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
    list.rest(open);
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
  const letGo = () => {
    const { transitions } = host.engine;
    if (transitions.status(SHEET).state !== "interactive") return;
    if (transitions.status(SHEET).fraction >= 0.5) transitions.finish(SHEET);
    else transitions.cancel(SHEET);
  };
  // A key moves it step by step: it stays until an end is reached, or the focus goes.
  let byKey = false;
  range.addEventListener("keydown", () => (byKey = true));
  range.addEventListener("pointerdown", () => (byKey = false));
  range.addEventListener("change", () => (!byKey || ["0", "100"].includes(range.value)) && letGo());
  range.addEventListener("blur", letGo);
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
