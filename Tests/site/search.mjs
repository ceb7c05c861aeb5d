// search.js SITE: reads questions, one a line, and prints for each a line of JSON: the pages that the search of the site lists first.
import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";

const site = process.argv[2];
const ready = [];
const page = createContext({
  console,
  localStorage: { setItem() {} },
  SPHINX_HIGHLIGHT_ENABLED: false,
  _: (text) => text,
  _ready: () => {},
  addEventListener: (name, f) => ready.push(f),
  document: { getElementById: () => null, querySelector: () => null, querySelectorAll: () => [], addEventListener: (name, f) => ready.push(f) },
});
page.window = page;
const scripts = ["_static/words.js", "_static/search.js", "_static/searchtools.js", "_static/language_data.js"];
for (const name of scripts) runInContext(readFileSync(`${site}/${name}`, "utf8"), page, name);
for (const f of ready) runInContext("(f) => f()", page)(f);
runInContext("Search.query = () => {}", page);
runInContext(readFileSync(`${site}/searchindex.js`, "utf8"), page, "searchindex.js");
const ask = runInContext("(question) => Search._performSearch(...Search._parseQuery(question))", page);
for (const question of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const pages = new Set(ask(question).reverse().map((result) => result[0]));
  console.log(JSON.stringify([...pages].slice(0, 10)));
}
