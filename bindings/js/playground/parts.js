// The four things to press: a button, a list that peeks, cards to drag, a sheet.
import { DropOperation } from "./libpress/index.js";

const at = (id) => document.getElementById(id);

/** An element with its content. */
function made(name, properties = {}, ...content) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...content);
  return element;
}

// ---- Preview and commit ----

export function pressButton(host, announce) {
  const [BUTTON, button, photo, state] = [1, at("press"), at("photo"), at("press-state")];
  const show = (progress, words) => {
    button.style.setProperty("--progress", progress);
    photo.parentElement.style.setProperty("--shown", Math.min(2 * progress, 1));
    if (words && words !== state.value) announce((state.value = words));
  };
  host.target(BUTTON, button, { traits: ["preview"] });
  host.keys(button);
  host.setup((engine) => {
    engine.on("event", ({ type, target, progress, ended }) => {
      if (target !== BUTTON) return;
      if (type === "previewBegan") {
        photo.removeAttribute("data-open");
        show(0, "Preview: press on to open it, let go to cancel");
      } else if (type === "previewUpdated") show(progress / 2);
      else if (type === "commitUpdated") {
        if (ended) photo.setAttribute("data-open", "");
        show(0.5 + progress / 2, ended ? "Committed: the picture is open" : undefined);
      } else if (type === "previewCancelled") show(0, "Cancelled: you let go early");
      else if (type === "contactEnded") {
        button.style.setProperty("--progress", 0);
        if (!photo.hasAttribute("data-open")) show(0);
      }
    });
  });
}

// ---- Peek and quick actions ----

const MAILS = [
  ["Ada", "The numbers are in: three percent better than last week."],
  ["Grace", "Lunch tomorrow at twelve, by the harbour?"],
  ["Edsger", "A shorter proof, and a remark on page four."],
];
const FIRST_MAIL = 11;
const [TEXT_HEIGHT, ACTION_HEIGHT] = [104, 44];

export function peekList(host, announce) {
  const [list, overlay, state] = [at("mails"), at("peek"), at("peek-state")];
  let opener = null;
  const say = (words) => announce((state.value = words));

  MAILS.forEach(([name, text], index) => {
    const row = made("button", { className: "row", textContent: `${name}: ${text.split(" ").slice(0, 2).join(" ")} …` });
    const peek = made("button", { textContent: "Peek", ariaLabel: `Peek at the mail of ${name}` });
    peek.dataset.plain = "";
    peek.addEventListener("click", () => {
      opener = peek;
      host.engine.tick(host.now());
      host.engine.peek.open(FIRST_MAIL + index);
    });
    list.append(made("li", {}, row, peek));
    host.target(FIRST_MAIL + index, row, { traits: ["peek", "tap"] });
    host.keys(row);
  });

  const frame = () => {
    const { x, y, width } = list.getBoundingClientRect();
    return { x: x + scrollX, y: y + scrollY + TEXT_HEIGHT, width, height: ACTION_HEIGHT };
  };
  const peekOf = ({ target }) => {
    const [name] = MAILS[target - FIRST_MAIL] ?? [];
    const act = (action) => say(`${action.title}: ${name}`);
    return name
      ? {
          id: target,
          actions: [
            { title: "Star", handler: act },
            { title: "Delete", style: "destructive", handler: act },
          ],
          actionsFrame: frame(),
        }
      : null;
  };

  const draw = (engine) => {
    const { peek, actions, highlighted, state: stands } = engine.peek.status;
    const [name, text] = MAILS[peek.id - FIRST_MAIL];
    const surface = at("surface").getBoundingClientRect();
    const { x, y, width } = frame();
    Object.assign(overlay.style, {
      left: `${x - surface.x - scrollX}px`,
      top: `${y - TEXT_HEIGHT - surface.y - scrollY}px`,
      width: `${width}px`,
    });
    const focused = [...overlay.querySelectorAll("button")].indexOf(document.activeElement);
    const next = stands === "revealed" ? "Slide onto an action, and let go." : "Slide up for actions, press harder to open.";
    const hint = made("span", { className: "hint", textContent: next });
    overlay.replaceChildren(made("p", {}, made("strong", { textContent: name }), ` ${text}`, made("br"), hint));
    if (stands === "revealed")
      for (const action of actions) {
        const button = made("button", { textContent: action.title, className: action.style ?? "" });
        if (action === highlighted) button.setAttribute("aria-current", "true");
        button.addEventListener("click", (event) => event.detail === 0 && engine.peek.perform(action));
        overlay.append(button);
      }
    overlay.hidden = false;
    overlay.querySelectorAll("button")[opener && focused < 0 ? 0 : focused]?.focus();
  };
  overlay.addEventListener("keydown", (event) => event.key === "Escape" && host.engine.peek.dismiss());

  host.setup((engine) => {
    const close = () => {
      overlay.hidden = true;
      opener?.focus();
      opener = null;
    };
    close();
    engine.peek.willShow = peekOf;
    engine.on("peekShown", () => draw(engine));
    engine.on("actionsRevealed", () => draw(engine));
    engine.on("actionHighlighted", () => draw(engine));
    engine.on("peekDismissed", close);
    engine.on("peekPopped", ({ subject }) => {
      close();
      say(`Opened the mail of ${MAILS[subject - FIRST_MAIL][0]}`);
    });
    engine.on(
      "tapped",
      ({ target }) => MAILS[target - FIRST_MAIL] && say(`Tapped the mail of ${MAILS[target - FIRST_MAIL][0]}`),
    );
  });
}

// ---- Drag and drop ----

const BOXES = [
  { id: 21, title: "Today", empty: "All done" },
  { id: 22, title: "Later", empty: "Drop a card here" },
  { id: 23, title: "Archive", empty: "Rest a card here", folder: true },
];
const INNER = 24; // what the archive shows when it is open
const CARDS = ["Buy milk", "Call Alan", "Fix the bike"];
const FIRST_CARD = 31;

export function cards(host, announce) {
  const state = at("drag-state");
  const say = (words) => announce((state.value = words));
  const boxes = new Map();
  const elements = new Map();
  const title = (id) => (id === INNER ? "Archive, private" : BOXES.find((box) => box.id === id)?.title);
  let inner = null;

  for (const { id, title: text, empty, folder } of BOXES) {
    const list = made("ul");
    list.dataset.empty = empty;
    const box = made("div", { className: "box", role: "group", ariaLabel: text }, made("h3", { textContent: text }), list);
    box.setAttribute("role", "group");
    boxes.set(id, { box, list });
    at("boxes").append(box);
    host.target(id, box, { traits: folder ? ["drop", "spring"] : ["drop"] });
  }
  CARDS.forEach((text, index) => {
    const id = FIRST_CARD + index;
    const card = made("button", { className: "card", textContent: text });
    const select = made("select", { ariaLabel: `Move ${text}` });
    select.dataset.plain = "";
    select.addEventListener("change", () => {
      const destination = Number(select.value);
      select.selectedIndex = 0;
      host.engine.tick(host.now());
      const session = host.engine.drag.begin(id);
      host.engine.drag.over(session, destination);
      host.engine.drag.drop(session);
    });
    const row = made("li", {}, card, select);
    elements.set(id, { row, card, select, text });
    boxes.get(BOXES[0].id).list.append(row);
  });

  const options = () => {
    const places = [...boxes.keys()];
    for (const { select } of elements.values())
      select.replaceChildren(
        made("option", { textContent: "⋯", value: "" }),
        ...places.map((id) => made("option", { value: String(id), textContent: title(id) })),
      );
  };
  const open = () => {
    if (inner) return;
    const list = made("ul");
    list.dataset.empty = "Drop it here";
    boxes.get(23).list.dataset.empty = "";
    inner = made("div", { className: "box", ariaLabel: "Archive, private" }, made("h3", { textContent: "Private" }), list);
    inner.setAttribute("role", "group");
    boxes.get(23).box.append(inner);
    boxes.set(INNER, { box: inner, list });
    host.target(INNER, inner, { traits: ["drop"], container: 23 });
    options();
    host.measure();
    announce("Archive is open");
  };
  const where = (id) => [...boxes].find(([, { list }]) => list.contains(elements.get(id).row))[0];
  const place = () => {
    for (const [id, { card }] of elements) host.target(id, card, { traits: ["dragSource"], container: where(id) });
    host.measure();
  };
  options();
  place();

  host.setup((engine) => {
    let [start, over] = [null, null];
    const moved = []; // where the cards of the drops came from, the newest last
    const mark = (id) => {
      over?.box.removeAttribute("data-over");
      over = boxes.get(id);
      over?.box.setAttribute("data-over", "");
    };
    const still = () => {
      for (const { card } of elements.values()) {
        card.removeAttribute("data-dragged");
        card.style.transform = "";
      }
      mark(0);
    };
    still();
    engine.drag.willBegin = ({ target }) => (elements.has(target) ? { id: target, selected: true } : null);
    engine.drag.willPropose = () => ({ operation: "move" });
    engine.on("dragBegan", ({ target, x, y }) => {
      start = { x, y };
      elements.get(target).card.setAttribute("data-dragged", "");
      announce(`dragging ${elements.get(target).text}`);
    });
    engine.on("dragMoved", ({ subject, x, y }) => {
      const card = elements.get(engine.drag.get(subject)?.source)?.card;
      if (card) card.style.transform = `translate(${x - start.x}px, ${y - start.y}px)`;
    });
    engine.on("dragEntered", ({ target, value }) => {
      mark(target);
      announce(`over ${title(target)}, ${value === DropOperation.move ? "would move" : "would copy"}`);
    });
    engine.on("dragLeft", () => mark(0));
    engine.on("springActivated", open);
    engine.on("dropItemBegan", ({ value, target }) => {
      moved.push(where(value));
      boxes.get(target).list.append(elements.get(value).row);
      say(`${elements.get(value).text} to ${title(target)}`);
    });
    engine.on("dropItemUndone", ({ value }) => {
      boxes.get(moved.pop()).list.append(elements.get(value).row);
      say(`${elements.get(value).text} is back`);
    });
    engine.on("dragCancelled", ({ reason }) => say(`Cancelled: ${reason}`));
    for (const type of ["dragCancelled", "dropConcluded", "dropUndone"])
      engine.on(type, () => {
        still();
        queueMicrotask(place);
      });
  });

  at("undo").addEventListener("click", () => {
    try {
      host.engine.drag.undo();
    } catch (error) {
      say(error.message);
    }
  });
}

// ---- A transition ----

export function sheet(host, announce) {
  const [SHEET, HANDLE, handle, range, state] = [1, 41, at("handle"), at("fraction"), at("sheet-state")];
  /** A transition goes from where the sheet is to the other end. */
  let isOpen = false;
  const show = (fraction, words) => {
    const height = isOpen ? 1 - fraction : fraction;
    handle.style.setProperty("--fraction", height);
    range.value = Math.round(height * 100);
    if (!words) state.value = `${range.value} % open`;
    else if (words !== state.value) announce((state.value = words));
  };
  const rest = (engine, open) => {
    isOpen = open;
    show(0, open ? "open" : "closed");
    handle.firstElementChild.textContent = open ? "Drag me down" : "Drag me up";
    engine.transitions.bind(SHEET, { driver: "motion", target: HANDLE, dy: open ? 110 : -110 });
  };
  host.target(HANDLE, handle.parentElement, { traits: [] });
  range.addEventListener("input", () => {
    const { transitions } = host.engine;
    host.engine.tick(host.now());
    const height = Number(range.value) / 100;
    const fraction = isOpen ? 1 - height : height;
    if (transitions.status(SHEET).state === "none") transitions.start(SHEET);
    else if (transitions.status(SHEET).state !== "interactive") transitions.pause(SHEET);
    transitions.update(SHEET, fraction);
  });
  range.addEventListener("change", () => {
    const { transitions } = host.engine;
    if (transitions.status(SHEET).state !== "interactive") return;
    if (transitions.status(SHEET).fraction >= 0.5) transitions.finish(SHEET);
    else transitions.cancel(SHEET);
  });
  host.setup((engine) => {
    rest(engine, false);
    engine.on("transitionUpdated", ({ progress }) => show(progress));
    engine.on("transitionFinished", () => rest(engine, !isOpen));
    engine.on("transitionCancelled", () => rest(engine, isOpen));
  });
}
