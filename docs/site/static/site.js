// Scrolls the side to the entry of the page that is shown: the reference has more entries than a screen has lines.
addEventListener("DOMContentLoaded", () => {
  const side = document.querySelector(".sidebar-scroll");
  const entry = side?.querySelector(".sidebar-tree .current-page");
  if (!entry) return;
  const below = entry.getBoundingClientRect().bottom - side.getBoundingClientRect().bottom;
  if (below > 0) side.scrollTo({ top: below + side.clientHeight / 2, behavior: "instant" });
});

// A wide table becomes cards where it has no room; what scrolls all the same can be reached by key.
addEventListener("DOMContentLoaded", () => {
  const tables = [...document.querySelectorAll("article table")];
  // As a table it would need a column of single words, or more than there is.
  const isTight = (table) =>
    table.parentElement.scrollWidth > table.parentElement.clientWidth + 1 ||
    [...table.querySelectorAll("tbody td")].some((cell) => cell.clientWidth < 130 && cell.textContent.trim().split(/\s+/).length >= 12);
  let width = 0;
  const fit = () => {
    if (width === innerWidth) return;
    width = innerWidth;
    for (const table of tables) {
      table.classList.remove("cards");
      if (table.classList.contains("wide")) table.classList.toggle("cards", isTight(table));
    }
    for (const one of document.querySelectorAll("article .table-wrapper, article .drawn pre")) {
      const isWide = one.scrollWidth > one.clientWidth + 1;
      (one.closest(".drawn") ?? one).toggleAttribute("data-more", isWide);
      if (isWide) one.tabIndex = 0;
      else one.removeAttribute("tabindex");
    }
  };
  fit();
  addEventListener("resize", fit);
});

// The page of the search has a heading, and says what to do when nothing was asked for.
addEventListener("DOMContentLoaded", () => {
  const results = document.getElementById("search-results");
  if (!results) return;
  const heading = document.createElement("h1");
  heading.textContent = "Search";
  results.before(heading);
  if (new URLSearchParams(location.search).get("q")) return;
  results.textContent = "Write a question above, or a word: what goes wrong, what you want, a function, a setting, a message that you were shown.";
});
