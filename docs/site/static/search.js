// Sphinx finds pages that have every word that was asked for. People ask questions, and no page has every word of one: here a page counts by
// the words that it has. Rare words count more than frequent ones, words of headings more than others, and a short page more than a long one.
const HEADING = 3;
const WITHIN = 0.3; // a word that is only a part of one that is there
// Who asks in three words or more asks for a guide; who asks for a name, for the reference.
const REFERENCE = /^(?:c\/|py\/|conformance|changelog|design|decisions|map$)/;
const QUESTION = 3;

const filesOf = (terms, word) => (Object.hasOwn(terms, word) ? [terms[word]].flat() : []);

const found = (terms, word) => {
  if (Object.hasOwn(terms, word)) return new Map(filesOf(terms, word).map((file) => [file, 1]));
  const parts = word.length > 2 ? Object.keys(terms).filter((term) => term.includes(word)) : [];
  return new Map(parts.flatMap((term) => filesOf(terms, term)).map((file) => [file, WITHIN]));
};

// [number of the page, score], the best first.
const ranked = (index, words, excluded) => {
  const pages = index.docnames.length;
  const sizes = new Array(pages).fill(0);
  for (const term of Object.keys(index.terms)) for (const file of filesOf(index.terms, term)) sizes[file] += 1;
  const usual = sizes.reduce((sum, size) => sum + size, 0) / pages;
  const scores = new Map();
  for (const word of words) {
    const inText = found(index.terms, word);
    const inHeadings = found(index.titleterms, word);
    const files = new Set([...inText.keys(), ...inHeadings.keys()]);
    const rarity = Math.log(1 + (pages - files.size + 0.5) / (files.size + 0.5));
    for (const file of files) {
      const count = (inText.get(file) ?? 0) + HEADING * (inHeadings.get(file) ?? 0);
      const score = (rarity * count) / (count + 0.5 + 0.5 * (sizes[file] / usual));
      scores.set(file, (scores.get(file) ?? 0) + score);
    }
  }
  if (words.size >= QUESTION) for (const [file, score] of scores) if (REFERENCE.test(index.docnames[file])) scores.set(file, 0.6 * score);
  for (const word of excluded) for (const file of [...filesOf(index.terms, word), ...filesOf(index.titleterms, word)]) scores.delete(file);
  return [...scores].sort((one, other) => other[1] - one[1]);
};

addEventListener("DOMContentLoaded", () => {
  if (typeof Search === "undefined") return;
  Search.performTermsSearch = (words, excluded) => {
    const { docnames, filenames, titles } = Search._index;
    const best = ranked(Search._index, words, excluded).slice(0, 30);
    // The best page counts as much as one whose title was asked for; names of functions come before it.
    return best.map(([file, score]) => [docnames[file], titles[file], "", null, (15 * score) / best[0][1], filenames[file], "text"]);
  };
});
