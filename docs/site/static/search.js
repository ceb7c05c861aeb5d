// Sphinx finds pages that have every word that was asked for. People ask questions, and no page has every word of one: here a page counts by
// the words that it has. Rare words count more than frequent ones, words of headings more than others, and a short page more than a long one.
const HEADING = 3;
const WITHIN = 0.3; // a word that is only a part of one that is there
const TITLE = 4; // a word that the title of the page has
const MEANS = 0.7; // a word that means one that was asked for (words.js)
// Guides come before members: who asks for a word of a language asks for a guide; who writes a name as programs do, for the reference.
const REFERENCE = /^(?:c\/|py\/|conformance|changelog|design|decisions|map$|genindex|contributing|cost|study|processors|glossary|api)/;
const MEMBERS = /^(?:c|py)\//;
const OF_REFERENCE = 0.4;
const NAME = /[_.()]|[a-z][A-Z]/;

const filesOf = (terms, word) => (Object.hasOwn(terms, word) ? [terms[word]].flat() : []);

const found = (terms, word) => {
  if (Object.hasOwn(terms, word)) return new Map(filesOf(terms, word).map((file) => [file, 1]));
  const parts = word.length > 2 ? Object.keys(terms).filter((term) => term.includes(word)) : [];
  return new Map(parts.flatMap((term) => filesOf(terms, term)).map((file) => [file, WITHIN]));
};

// A question with a name in it is still a question.
const isName = (query) => NAME.test(query) && !/\s/.test(query);

// The words that were asked for, and those that they mean; "bounce time" is bounce_time, too, each with what it counts.
const asked = (words, query) => {
  const stemmer = new Stemmer();
  const weights = new Map([...words].map((word) => [word, 1]));
  const said = query.toLowerCase().split(/[^a-z0-9_]+/).filter(Boolean);
  const names = new Set([...said, ...said.flatMap((one) => one.split("_")), ...said.slice(1).map((one, i) => `${said[i]}_${one}`)]);
  for (const word of [...names].filter((one) => Object.hasOwn(MEANT, one)))
    for (const other of MEANT[word].split(" ")) {
      const stem = stemmer.stemWord(other);
      weights.set(stem, Math.max(weights.get(stem) ?? 0, MEANS));
    }
  return weights;
};

// [number of the page, score], the best first.
const ranked = (index, words, excluded, query) => {
  const stemmer = new Stemmer();
  const ofTitle = index.titles.map((title) => new Set(title.replace(/<[^>]+>/g, "").toLowerCase().split(/[^a-z0-9]+/).map((word) => stemmer.stemWord(word))));
  const pages = index.docnames.length;
  const sizes = new Array(pages).fill(0);
  for (const term of Object.keys(index.terms)) for (const file of filesOf(index.terms, term)) sizes[file] += 1;
  const usual = sizes.reduce((sum, size) => sum + size, 0) / pages;
  const scores = new Map();
  for (const [word, weight] of asked(words, query)) {
    const inText = found(index.terms, word);
    const inHeadings = found(index.titleterms, word);
    const files = new Set([...inText.keys(), ...inHeadings.keys()]);
    const rarity = Math.log(1 + (pages - files.size + 0.5) / (files.size + 0.5));
    for (const file of files) {
      const count = (inText.get(file) ?? 0) + HEADING * (inHeadings.get(file) ?? 0) + TITLE * ofTitle[file].has(word);
      const score = (weight * rarity * count) / (count + 0.5 + 0.5 * (sizes[file] / usual));
      scores.set(file, (scores.get(file) ?? 0) + score);
    }
  }
  const lower = isName(query) ? null : NAME.test(query) ? MEMBERS : REFERENCE;
  if (lower) for (const [file, score] of scores) if (lower.test(index.docnames[file])) scores.set(file, OF_REFERENCE * score);
  for (const word of excluded) for (const file of [...filesOf(index.terms, word), ...filesOf(index.titleterms, word)]) scores.delete(file);
  return [...scores].sort((one, other) => other[1] - one[1]);
};

// Pages of the references have names that guides have, too: a hit says which it is.
const PLACES = [[/^py\//, "Python"], [/^c\//, "C"], [/^conformance-/, "conformance"], [/^design-/, "design"]];
const titled = (title, page) => {
  const [, place] = PLACES.find(([of]) => of.test(page)) ?? [];
  return place ? `${title} (${place})` : title;
};

// On the document, and from a program before Sphinx's own: that answers what is in the address in a listener of the document, too, and
// listeners of the window come after it.
document.addEventListener("DOMContentLoaded", () => {
  if (typeof Search === "undefined") return;
  const { _performSearch: own } = Search;
  let query = "";
  Search.performTermsSearch = (words, excluded) => {
    const { docnames, filenames, titles } = Search._index;
    const best = ranked(Search._index, words, excluded, query).slice(0, 30);
    // The best page counts as much as one whose title was asked for; names of functions come before it.
    return best.map(([file, score]) => [docnames[file], titled(titles[file], docnames[file]), "", null, (15 * score) / best[0][1], filenames[file], "text"]);
  };
  // The last one is shown first. Members come behind all pages, unless it is a name that was asked for.
  Search._performSearch = (...given) => {
    query = given[0].trim();
    const found = own(...given);
    if (isName(query)) return found;
    const pages = Search.performTermsSearch(given[1], given[2]).reverse();
    // What names what was asked for comes first, and then the page for the whole question.
    if (NAME.test(query) && found.length > 1) return [...pages.slice(0, -1), ...found.slice(0, -2), ...pages.slice(-1), ...found.slice(-2)];
    const members = found.filter((one) => one[6] === "object").map((one) => [...one.slice(0, 4), 0, ...one.slice(5)]);
    return [...members, ...pages];
  };
});
