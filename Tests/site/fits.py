"""Finds what a page shows of code, tables and labels only in part, without a sign that there is more."""

FIND = r"""
const found = [];
const say = (what, of, more = "") => found.push({ what, words: (of.innerText ?? of.textContent).trim().slice(0, 60), more });
if (document.documentElement.scrollWidth > innerWidth + 1) found.push({ what: "page", words: "", more: document.documentElement.scrollWidth });
const content = document.querySelector(".content") ?? document.body;
for (const one of content.querySelectorAll("*")) {
  if (one.namespaceURI.endsWith("svg") || one.closest("svg, .poster, .visually-hidden, .headerlink")) continue;
  const style = getComputedStyle(one);
  if (style.clipPath === "inset(50%)" || style.display === "none" || style.display === "inline" || style.visibility === "hidden" || one.clientWidth === 0) continue;
  const inside = one.scrollWidth - one.clientWidth;
  if (inside > 1 && style.overflowX !== "visible" && style.textOverflow !== "ellipsis") {
    // What scrolls says so: by a bar that is always there, or by words.
    const bar = one.offsetHeight - one.clientHeight - parseFloat(style.borderTopWidth) - parseFloat(style.borderBottomWidth);
    if (style.overflowX === "hidden" || style.overflowX === "clip" || (bar < 4 && !one.matches("[data-more], [data-more] *"))) say("cut", one, inside);
    else say("scrolls", one, inside);
  }
  if (one.matches("td, th, pre") && inside > 1 && style.overflowX === "visible") say("overflows", one, inside);
  // A column in which a sentence is a tower of words.
  if (one.matches("td") && style.display === "table-cell") {
    const words = one.innerText.trim().split(/\s+/).length;
    if (words >= 12 && one.clientWidth < 130) say("tower", one, one.clientWidth);
  }
}
return found;
"""


def cut(browser):
    """What is cut, as kinds with the words of the element. A page receives its new size with its next frame."""
    found = browser.execute_script(FIND)
    if any(one["what"] != "scrolls" for one in found):
        browser.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
        found = browser.execute_script(FIND)
    return found
