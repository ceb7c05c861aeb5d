// A list that peeks, with quick actions.
import { how } from "./album.js";
import { feel } from "./feel.js";
import { at, made } from "./made.js";

const MAILS = [
  ["Ada", "The numbers are in", "Three percent better than last week, and the week had a holiday. I would keep the levels as they are."],
  ["Grace", "Lunch tomorrow?", "At twelve, by the harbour. The place with the blue door. Say no if it rains."],
  ["Edsger", "A shorter proof", "Half a page now, and a remark on page four. The remark is the better part."],
];
const FIRST_MAIL = 11;
const [TEXT_HEIGHT, ACTION_HEIGHT] = [168, 48];

export function mails(host, announce, steps) {
  const [list, overlay, state, sheet] = [at("mails"), at("peek"), at("peek-state"), at("mail")];
  const rows = [];
  const starred = new Set();
  let opener = null;
  let [chosen, hand] = [false, host.hand];
  const say = (words) => announce((state.value = words));

  MAILS.forEach(([name, subject], index) => {
    const row = made(
      "button",
      { className: "row", dataset: { presses: "sideways" } },
      made("span", { className: "face", ariaHidden: "true", textContent: name[0] }),
      made("span", { className: "who" }, made("strong", { textContent: name }), made("span", { textContent: subject })),
      made("span", { className: "star", ariaHidden: "true" }),
    );
    const peek = made("button", { textContent: "Peek", ariaLabel: `Peek at the mail of ${name}`, dataset: { plain: "" } });
    peek.addEventListener("click", () => {
      opener = peek;
      host.tick();
      host.engine.peek.open(FIRST_MAIL + index);
    });
    rows.push(made("li", {}, row, peek));
    host.keys(row);
  });
  list.append(...rows);
  const places = () => {
    rows.forEach((row, index) => {
      const there = host.element(FIRST_MAIL + index);
      if (!row.hidden) host.target(FIRST_MAIL + index, row.firstElementChild, { traits: ["peek", "tap"] });
      else if (there) host.target(FIRST_MAIL + index, null);
    });
    host.measure();
  };
  places();
  at("restore").addEventListener("click", () => {
    rows.forEach((row) => (row.hidden = false));
    at("restore").hidden = true;
    say("All mails are back");
    places();
  });

  // ---- The mail, opened ----

  let reader = null;
  function open(target, from) {
    const [name, subject, text] = MAILS[target - FIRST_MAIL];
    sheet.replaceChildren(
      made("button", { className: "back", textContent: "‹ Mails", dataset: { plain: "" } }),
      made("h3", { textContent: subject }),
      made("p", { className: "hint", textContent: `from ${name}` }),
      made("p", { textContent: text }),
    );
    sheet.hidden = false;
    list.inert = true;
    reader = from;
    sheet.firstElementChild.addEventListener("click", () => shut("Back in the list"));
    say(`Opened the mail of ${name}`);
    if (from) sheet.firstElementChild.focus();
  }
  function shut(words) {
    if (sheet.hidden) return;
    sheet.hidden = true;
    list.inert = false;
    if (words) say(words);
    reader?.focus();
    reader = null;
  }
  sheet.addEventListener("keydown", ({ key }) => key === "Escape" && shut("Back in the list"));

  // ---- The peek ----

  const frame = () => {
    const { x, y, width } = list.parentElement.getBoundingClientRect(); // the list itself recedes
    return { x: x + scrollX, y: y + scrollY, width };
  };
  const peekOf = ({ target }) => {
    const [name] = MAILS[target - FIRST_MAIL] ?? [];
    if (!name || !sheet.hidden) return null;
    const { x, y, width } = frame();
    const row = rows[target - FIRST_MAIL];
    const star = () => {
      starred[starred.has(target) ? "delete" : "add"](target);
      row.toggleAttribute("data-starred", starred.has(target));
      say(`${starred.has(target) ? "Star" : "No star"}: ${name}`);
    };
    const remove = () => {
      row.hidden = true;
      at("restore").hidden = false;
      say(`Delete: ${name}`);
      queueMicrotask(places);
    };
    return {
      id: target,
      actions: [
        { title: starred.has(target) ? "Take the star off" : "Star", handler: star },
        { title: "Delete", style: "destructive", handler: remove },
      ],
      place: { x, y },
      size: { width, height: TEXT_HEIGHT },
      actionsFrame: { x, y: y + TEXT_HEIGHT, width, height: ACTION_HEIGHT },
    };
  };

  function draw(engine) {
    const { peek, actions, highlighted, state: stands } = engine.peek.status;
    const [name, subject, text] = MAILS[peek.id - FIRST_MAIL];
    const surface = at("surface").getBoundingClientRect();
    const { x, y, width } = frame();
    Object.assign(overlay.style, { left: `${x - surface.x - scrollX}px`, top: `${y - surface.y - scrollY}px`, width: `${width}px` });
    const focused = [...overlay.querySelectorAll("button")].indexOf(document.activeElement);
    const by = hand.kind === "key" || opener ? "key" : hand.feels ? "force" : "hold";
    const open = { key: "", force: "Press harder to open it.", hold: "Move sideways to open it." }[by];
    const next = stands === "revealed" ? (by === "key" ? "Choose, or press Escape." : "Slide onto one and let go.") : `Slide up for actions. ${open}`;
    overlay.replaceChildren(
      made("div", { className: "text", style: `height: ${TEXT_HEIGHT}px` }, made("strong", { textContent: `${name}: ${subject}` }), made("p", { textContent: text }), made("span", { className: "hint", textContent: next })),
    );
    if (stands === "revealed")
      for (const action of actions) {
        const button = made("button", { textContent: action.title, className: action.style ?? "" });
        if (action === highlighted) button.setAttribute("aria-current", "true");
        button.addEventListener("click", (event) => event.detail === 0 && engine.peek.perform(action));
        overlay.append(button);
      }
    overlay.hidden = false;
    list.setAttribute("data-behind", "");
    overlay.querySelectorAll("button")[opener && focused < 0 ? 0 : focused]?.focus();
  }

  host.setup((engine) => {
    const close = () => {
      overlay.hidden = true;
      list.removeAttribute("data-behind");
      (opener?.checkVisibility() ? opener : opener && rows.find((row) => !row.hidden)?.lastElementChild)?.focus();
      opener = null;
    };
    close();
    shut();
    places();
    const isMail = (target) => MAILS[target - FIRST_MAIL] !== undefined;
    engine.peek.willShow = peekOf;
    engine.on("contactBegan", ({ target, contact }) => {
      hand = host.hand;
      if (!isMail(target) || !sheet.hidden || !overlay.hidden) return;
      state.value = how(hand).press;
      steps.show(contact, how(hand).first);
    });
    for (const type of ["contactEnded", "contactCancelled"]) engine.on(type, ({ contact }) => steps.hide(contact));
    engine.on("peekShown", ({ contact }) => {
      if (!opener && hand.kind !== "key") steps.show(contact, "Slide up");
      else steps.hide(contact);
      chosen = false;
      feel.tick();
      draw(engine);
      if (!opener) state.value = "A peek. Slide up for actions, let go to close it.";
    });
    engine.on("actionsRevealed", ({ contact }) => {
      steps.hide(contact);
      draw(engine);
      if (!opener) state.value = "Actions: slide onto one and let go, or touch one";
    });
    engine.on("actionHighlighted", () => draw(engine));
    engine.on("actionSelected", () => ((chosen = true), feel.firm()));
    engine.on("peekDismissed", () => {
      close();
      if (!chosen) say("Closed: nothing was chosen");
    });
    engine.on("previewCancelled", ({ target }) => isMail(target) && overlay.hidden && !chosen && sheet.hidden && state.value === how(hand).press && say("You let go early"));
    engine.on("peekPopped", ({ subject }) => {
      const from = opener ?? (hand.kind === "key" ? rows[subject - FIRST_MAIL].firstElementChild : null);
      opener = null;
      close();
      feel.firm();
      open(subject, from);
    });
    engine.on("tapped", ({ target }) => isMail(target) && overlay.hidden && sheet.hidden && open(target, null));
  });
}
