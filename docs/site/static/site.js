// Scrolls the side to the entry of the page that is shown: the reference has more entries than a screen has lines.
addEventListener("DOMContentLoaded", () => {
  const side = document.querySelector(".sidebar-scroll");
  const entry = side?.querySelector(".sidebar-tree .current-page");
  if (!entry) return;
  const below = entry.getBoundingClientRect().bottom - side.getBoundingClientRect().bottom;
  if (below > 0) side.scrollTo({ top: below + side.clientHeight / 2, behavior: "instant" });
});
