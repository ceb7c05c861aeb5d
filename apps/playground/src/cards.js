// Cards that are dragged, by finger, mouse or key.
import { feel } from "./feel.js";
import { at, made } from "./made.js";
import { DropOperation } from "./libpress/index.js";

const BOXES = [
  { id: 21, title: "Today", empty: "All done" },
  { id: 22, title: "Later", empty: "Drop a card here" },
  { id: 23, title: "Archive", empty: "Rest a card here: it opens", folder: true },
];
const ALL = 20; // all boxes: on a touch screen it scrolls, so that a card is held before it is dragged
const INNER = 24; // what the archive shows when it is open
const CARDS = ["Buy milk", "Call Alan", "Fix the bike"];
const FIRST_CARD = 31;
const WHY = {
  noDestination: "Dropped beside the boxes: it is back",
  program: "Given up: it is back",
  lost: "Taken away: it is back",
};

export function cards(host, announce) {
  const [state, undo] = [at("drag-state"), at("undo")];
  const say = (words) => announce((state.value = words));
  const boxes = new Map();
  const elements = new Map();
  const title = (id) => (id === INNER ? "Archive, private" : BOXES.find((box) => box.id === id)?.title);
  let inner = null;
  /** The drag by key: its session and the box that it is over. */
  let carried = null;

  host.target(ALL, at("boxes"), { traits: [] });
  host.began.push(({ kind }) => host.target(ALL, at("boxes"), { traits: kind === "touch" ? ["scroll"] : [] }));
  for (const { id, title: text, empty, folder } of BOXES) {
    const list = made("ul", { dataset: { empty } });
    const box = made("div", { className: "box", role: "group", ariaLabel: text }, made("h3", { textContent: text }), list);
    boxes.set(id, { box, list });
    at("boxes").append(box);
    host.target(id, box, { traits: folder ? ["drop", "spring"] : ["drop"], container: ALL });
  }
  CARDS.forEach((text, index) => {
    const id = FIRST_CARD + index;
    const card = made("button", { className: "card", textContent: text });
    card.setAttribute("aria-describedby", "cards-keys");
    const select = made("select", { ariaLabel: `Move ${text}`, dataset: { plain: "" } });
    select.addEventListener("change", () => {
      const destination = Number(select.value);
      select.selectedIndex = 0;
      host.tick();
      host.engine.drag.perform(id, destination);
    });
    card.addEventListener("keydown", (event) => carry(event, id));
    card.addEventListener("blur", () => carried?.id === id && !carried.moving && host.engine.drag.cancel(carried.session));
    elements.set(id, { row: made("li", {}, card, select), card, select, text });
    boxes.get(BOXES[0].id).list.append(elements.get(id).row);
  });

  /** By key: space lifts a card, arrows choose a box, space drops it, Escape gives it up. */
  function carry(event, id) {
    const { drag } = host.engine;
    const { key } = event;
    if (carried && carried.id === id) {
      const order = [...boxes.keys()];
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
      if (!step && ![" ", "Enter", "Escape"].includes(key)) return;
      event.preventDefault();
      event.stopPropagation();
      host.tick();
      if (key === "Escape") return drag.cancel(carried.session);
      if (!step) {
        carried.moving = true;
        return drag.drop(carried.session);
      }
      carried.over = order[(order.indexOf(carried.over) + step + order.length) % order.length];
      drag.over(carried.session, carried.over);
    } else if (key === " " || key === "Enter") {
      event.preventDefault();
      if (event.repeat) return;
      host.tick();
      const over = where(id);
      const session = drag.begin(id);
      carried = { id, session, over };
      elements.get(id).card.setAttribute("data-dragged", "");
      say(`${elements.get(id).text} is lifted: arrows choose a box, space drops it`);
    }
  }

  const options = () => {
    for (const { select } of elements.values())
      select.replaceChildren(
        made("option", { textContent: "⋯", value: "" }),
        ...[...boxes.keys()].map((id) => made("option", { textContent: title(id), value: String(id) })),
      );
  };
  const open = () => {
    if (inner) return;
    const list = made("ul", { dataset: { empty: "Drop it here" } });
    boxes.get(23).list.dataset.empty = "";
    inner = made("div", { className: "box", role: "group", ariaLabel: "Archive, private" }, made("h3", { textContent: "Private" }), list);
    boxes.get(23).box.append(inner);
    boxes.set(INNER, { box: inner, list });
    host.target(INNER, inner, { traits: ["drop"], container: 23 });
    options();
    host.measure();
    feel.tick();
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
    const moved = []; // where the cards of the drops came from, and before which other; the newest last
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
      carried = null;
      mark(0);
      undo.disabled = moved.length === 0;
    };
    still();
    engine.drag.willBegin = ({ target }) => (elements.has(target) ? { id: target, selected: true } : null);
    engine.drag.willPropose = () => ({ operation: "move" });
    engine.on("contactBegan", ({ target, x, y }) => {
      if (!elements.has(target)) return;
      start = { x, y }; // the card follows from here on, not from where the drag was sure
      const { kind } = host.hand;
      state.value = kind === "touch" ? "Hold it until it lifts, then drag" : "Drag it to another box";
    });
    engine.on("dragLifted", ({ target }) => {
      elements.get(target)?.card.setAttribute("data-dragged", "");
      state.value = "Lifted: drag it to another box";
      feel.tick();
    });
    engine.on("tapped", ({ target }) => elements.has(target) && say("That was a click. Drag the card, or press space."));
    const follow = (id, x, y) => start && !carried && (elements.get(id).card.style.transform = `translate(${x - start.x}px, ${y - start.y}px)`);
    engine.on("dragBegan", ({ target, contact, x, y }) => {
      follow(target, x, y);
      if (!carried && contact !== 0xffffffff) announce(`dragging ${elements.get(target).text}`);
      elements.get(target).card.setAttribute("data-dragged", "");
    });
    engine.on("dragMoved", ({ subject, x, y }) => {
      const source = engine.drag.get(subject)?.source;
      if (elements.has(source)) follow(source, x, y);
    });
    engine.on("dragEntered", ({ target, value }) => {
      mark(target);
      const words = `over ${title(target)}, ${value === DropOperation.move ? "would move" : "would copy"}`;
      if (carried) say(words);
      else announce(words);
    });
    engine.on("dragLeft", () => mark(0));
    engine.on("springActivated", open);
    engine.on("dropItemBegan", ({ value, target }) => {
      const { row, text, card } = elements.get(value);
      moved.push([where(value), row.nextElementSibling]);
      const focused = document.activeElement === card;
      if (carried) carried.moving = true;
      boxes.get(target).list.append(row);
      if (focused) card.focus();
      feel.firm();
      say(`${text} to ${title(target)}`);
    });
    engine.on("dropItemUndone", ({ value }) => {
      const [from, before] = moved.pop();
      const { list } = boxes.get(from);
      list.insertBefore(elements.get(value).row, before?.parentElement === list ? before : null);
      say(`${elements.get(value).text} is back`);
    });
    engine.on("dragCancelled", ({ reason }) => say(WHY[reason] ?? `Not moved: ${reason}`));
    for (const type of ["dragCancelled", "dropConcluded", "dropUndone", "contactEnded", "contactCancelled"])
      engine.on(type, ({ target, contact }) => {
        if (type.startsWith("contact") && (!elements.has(target) || engine.drag.session(contact) !== null || carried)) return;
        still();
        queueMicrotask(place);
      });
  });

  undo.addEventListener("click", () => {
    host.tick();
    host.engine.drag.undo();
  });
}
