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

// Where the site comes from a server and the line is not slow, the album itself takes the place of its poster, once it can be pressed.
addEventListener("load", () => {
  const album = document.querySelector(".album");
  if (!album || !location.protocol.startsWith("http")) return;
  const line = navigator.connection;
  if (line?.saveData || /2g|3g/.test(line?.effectiveType ?? "")) return;
  const frame = Object.assign(document.createElement("iframe"), { src: "play/index.html?album", title: "An album to press" });
  album.querySelector(".press-it").before(frame);
  const page = () => frame.contentDocument?.documentElement;
  const waits = setInterval(() => {
    if (!page() || !("ready" in page().dataset)) return;
    clearInterval(waits);
    album.querySelector(".poster").remove();
    album.querySelector(".press-it").textContent = "The whole playground";
    frame.dataset.ready = "";
    const fit = () => (frame.style.height = `${page().querySelector("#surface").offsetHeight}px`);
    new ResizeObserver(fit).observe(page().querySelector("#surface"));
    fit();
  }, 100);
});
