// Scrolls the side to the entry of the page that is shown: the reference has more entries than a screen has lines.
addEventListener("DOMContentLoaded", () => {
  const side = document.querySelector(".sidebar-scroll");
  const entry = side?.querySelector(".sidebar-tree .current-page");
  if (!entry) return;
  const below = entry.getBoundingClientRect().bottom - side.getBoundingClientRect().bottom;
  if (below > 0) side.scrollTo({ top: below + side.clientHeight / 2, behavior: "instant" });
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
