"""Finds texts of a page, or of a picture, that lie over each other, are cut off, or leave the screen.

A text is what a text node shows: the boxes of its lines. It is found once for each pair of elements. What stands in one that nobody sees, or
that lies over the page on purpose and hides what is below it, does not count.
"""

FIND = r"""
const within = arguments[0] ? document.querySelector(arguments[0]) : document.documentElement;
const SLACK = 2.5; // points: boxes of lines are taller than their letters
const shownTexts = [];
const name = (one) => one.text.trim().replace(/\s+/g, " ").slice(0, 40);
const range = document.createRange();
const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
const fixed = (one) => { for (let at = one; at; at = at.parentElement) if (/fixed|sticky/.test(getComputedStyle(at).position)) return true; return false; };
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
  const of = node.parentElement;
  if (!node.data.trim() || !of || of.closest("script, style, title, desc, noscript, template, select, option, svg title")) continue;
  if (!of.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })) continue;
  const look = getComputedStyle(of);
  if (parseFloat(look.fontSize) < 1 || look.clipPath === "inset(50%)") continue;
  range.selectNodeContents(node);
  // What scrolls, or is clipped, shows a part. A clip that is not meant to scroll cuts text off.
  let clip = { left: -1e6, top: -1e6, right: 1e6, bottom: 1e6 }, scrolls = false, hidden = false, cut = null;
  const boxes = [...range.getClientRects()].filter((one) => one.width > 0 && one.height > 0);
  for (let at = of; at && at !== document.documentElement && at !== document.body; at = at.parentElement) {
    const style = getComputedStyle(at), box = at.getBoundingClientRect();
    if (box.width <= 1.5 || box.height <= 1.5) { if (style.overflow !== "visible" || style.clip !== "auto") hidden = true; }
    if (!/visible/.test(style.overflowX + style.overflowY) && at.namespaceURI.endsWith("xhtml")) {
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) scrolls = true;
      else if (!scrolls && style.textOverflow !== "ellipsis") cut ??= { box, at };
      clip = { left: Math.max(clip.left, box.left), top: Math.max(clip.top, box.top), right: Math.min(clip.right, box.right), bottom: Math.min(clip.bottom, box.bottom) };
    }
    if (style.position === "fixed") break;
  }
  if (hidden) continue;
  for (const box of boxes) {
    const seen = { left: Math.max(box.left, clip.left), top: Math.max(box.top, clip.top), right: Math.min(box.right, clip.right), bottom: Math.min(box.bottom, clip.bottom) };
    const isCut = cut && (box.left < cut.box.left - 2 || box.right > cut.box.right + 2 || box.top < cut.box.top - 4 || box.bottom > cut.box.bottom + 4);
    if (seen.right - seen.left < 1 || seen.bottom - seen.top < 1) { if (!isCut) continue; }
    shownTexts.push({ of, text: node.data, box: seen, whole: box, isCut, scrolls });
  }
}
const faults = new Set();
const wide = within.ownerSVGElement === null ? within.getBoundingClientRect().right : innerWidth;
const over = (one, other) => {
  // Whether what belongs to one hides the other there: a card, a menu, a dialog that lies over the page.
  const x = (Math.max(one.box.left, other.box.left) + Math.min(one.box.right, other.box.right)) / 2;
  const y = (Math.max(one.box.top, other.box.top) + Math.min(one.box.bottom, other.box.bottom)) / 2;
  for (const at of document.elementsFromPoint(x, y)) {
    if (at === one.of || at === other.of) return false;
    if (getComputedStyle(at).backgroundColor.match(/^rgb\(/)) return at.contains(one.of) !== at.contains(other.of);
  }
  return false;
};
for (const [at, one] of shownTexts.entries()) {
  if (one.isCut) faults.add(`${name(one)}: cut off`);
  if (!one.scrolls && (one.whole.left < -1 || one.whole.right > wide + 1)) faults.add(`${name(one)}: leaves the screen`);
  for (const other of shownTexts.slice(at + 1)) {
    if (one.of === other.of || one.of.contains(other.of) && getComputedStyle(other.of).display === "inline" || other.of.contains(one.of) && getComputedStyle(one.of).display === "inline") continue;
    const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
    const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
    if (across <= SLACK || down <= Math.max(SLACK, 0.3 * Math.min(one.box.bottom - one.box.top, other.box.bottom - other.box.top))) continue;
    if (fixed(one.of) !== fixed(other.of) || over(one, other)) continue;
    faults.add(`${name(one)}: meets ${name(other)}`);
  }
}
return [...faults];
"""


def overlaps(browser, within=""):
    """What is wrong with the texts of what is shown, as sentences; none: nothing."""
    return browser.execute_script(FIND, within)
