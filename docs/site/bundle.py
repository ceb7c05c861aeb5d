#!/usr/bin/env python3
"""bundle.py SITE: makes one file of the styles that every page of the site has, and one of the programs. A page then asks for a few files only.

What only the page of the search needs, only that page has.
"""

import re
import sys
from pathlib import Path

STYLES, PROGRAMS = "_static/all.css", "_static/all.js"
OF_THE_SEARCH = ("_static/words.js", "_static/search.js")
STYLE = re.compile(r'[ \t]*<link rel="stylesheet" type="text/css" href="((?:\.\./)*)(_static/[^"?]+)(?:\?[^"]*)?" ?/>\n?')
PROGRAM = re.compile(r'[ \t]*<script src="((?:\.\./)*)(_static/[^"?]+)(?:\?[^"]*)?"></script>\n?')


def main(site: Path) -> None:
    pages = [page for page in sorted(site.rglob("*.html")) if page.relative_to(site).parts[0] not in ("play", "files")]
    texts = {page: page.read_text() for page in pages}
    index = texts[site / "index.html"]
    styles = [name for _, name in STYLE.findall(index)]
    programs = [name for _, name in PROGRAM.findall(index) if name not in OF_THE_SEARCH]
    if not styles or not programs:
        raise SystemExit("bundle.py: the first page has no styles or no programs; was it bundled already?")
    for name in styles:
        if re.search(r"url\((?![\"']?data:)", (site / name).read_text()):
            raise SystemExit(f"bundle.py: {name} names another file, and would not find it from {STYLES}")
    (site / STYLES).write_text("\n".join((site / name).read_text() for name in styles))
    (site / PROGRAMS).write_text(";\n".join((site / name).read_text() for name in programs))
    for page, text in texts.items():
        is_search = page.name == "search.html"

        def bundled(found: re.Match[str], names: list[str], made: str, element: str, is_search: bool = is_search) -> str:
            root, name = found[1], found[2]
            if name == names[0]:
                return element.format(f"{root}{made}")
            gone = name in names or (name in OF_THE_SEARCH and not is_search)
            return "" if gone else found[0]

        text = STYLE.sub(lambda found: bundled(found, styles, STYLES, '<link rel="stylesheet" type="text/css" href="{}">\n'), text)
        text = PROGRAM.sub(lambda found: bundled(found, programs, PROGRAMS, '<script src="{}"></script>\n'), text)
        page.write_text(text)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    main(Path(sys.argv[1]))
