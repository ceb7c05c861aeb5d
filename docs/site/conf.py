"""Sphinx reads this. assemble.py puts it beside the pages; `make docs` builds the site."""

import ast
import html
import os
import re
import textwrap

from bs4 import BeautifulSoup  # of the theme

project = "libpress"
author = "The libpress authors"
copyright = "2026 The libpress authors"
html_title = "libpress"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["files"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4
highlight_language = "none"
html_theme = "furo"
html_copy_source = False
html_show_sphinx = False
html_theme_options = {
    "navigation_with_keys": False,
    "light_css_variables": {"sidebar-item-spacing-vertical": "0.3rem"},
}
html_extra_path = ["files"]
html_static_path = ["static"]
html_favicon = "icon.svg"
html_css_files = ["site.css"]
html_js_files = ["site.js", "words.js", "search.js"]
html_domain_indices = False
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
# A longer signature has a line for each argument.
maximum_signature_line_length = 90
autodoc_default_options = {"members": True}
autodoc_mock_imports = ["numpy"]
# What a docstring marks with single backquotes is code.
default_role = "code"
smartquotes = False  # what is quoted is what is written
# As programs write it: libpress.Engine, not libpress.engine.Engine.
add_module_names = False
SITE = os.environ.get("LIBPRESS_SITE", "")


def escape(_app, _what, _name, _obj, _options, lines):
    """`press_` and `|` mean something else in reStructuredText, but not in our docstrings."""
    for at, line in enumerate(lines):
        lines[at] = re.sub(r"(?<=\w)_(?=\W|$)", r"\\_", line).replace("|", r"\|") if "`" not in line and not line.startswith(("=", "    ")) else line


def examples(_app, _what, _name, _obj, _options, lines):
    """An indented block of a docstring is an example, or a table: it is shown as it stands."""
    found, block = [], []
    for line in [*lines, "end"]:
        before = next((one for one in reversed(found) if one.strip()), "")
        opens = not before.endswith("::") and not before.startswith((" ", ".. "))
        if line.startswith("    ") and (block or not found or not found[-1].strip()) and (block or opens) or block and not line.strip():
            block.append(line)
            continue
        if block:
            code = textwrap.dedent("\n".join(block)).strip("\n")
            try:
                ast.parse(code)
                language = "python"
            except SyntaxError:
                language = "text"
            found += [f".. code-block:: {language}", "", *(f"    {one}" for one in code.split("\n")), ""]
            block = []
        found.append(line)
    lines[:] = found[:-1]


def first_words(body, most=200):
    """The first paragraph of a page, at most so many letters of it."""
    for paragraph in BeautifulSoup(body or "", "html.parser").select("section > p"):
        text = " ".join(paragraph.get_text().split())
        if len(text) > 40:
            return text if len(text) <= most else text[:most].rsplit(" ", 1)[0].rstrip(",;:.") + " ..."
    return ""


def shared(_app, page, _template, context, _doctree):
    """What is shown of a page that somebody shares, or that a search engine finds."""
    title = re.sub("<[^>]+>", "", context.get("title") or project)
    about = "Force-sensing resistors as the interactions of 3D Touch: preview, commit, peek and pop, drag and drop."
    said = (about if page == "index" else first_words(context.get("body"))) or about
    tags = {
        "og:title": f"{title}: libpress" if page != "index" else "libpress: force as interactions",
        "og:type": "article" if page != "index" else "website",
        "og:site_name": project,
        "og:description": said,
        "og:image": f"{SITE or context['pathto']('', 1)}play/card.webp",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": "An album of pictures: a finger presses one, and it grows.",
    } | ({"og:url": f"{SITE}{page}.html"} if SITE else {})
    named = {"author": author, "description": said, "twitter:card": "summary_large_image"}
    written = "".join(f'<meta property="{name}" content="{html.escape(value)}">' for name, value in tags.items())
    written += "".join(f'<meta name="{name}" content="{html.escape(value)}">' for name, value in named.items())
    context["metatags"] = (context.get("metatags") or "") + written


def side(_app, _page, _template, context, _doctree):
    """The captions at the side are headings of the second level: the theme does not say so to screen readers. What is below other
    documents than that of the page is left out: it would be half of the site, 230 times the same."""
    tree = BeautifulSoup(context.get("furo_navigation_tree") or "", "html.parser")
    for caption in tree.select('[role="heading"]'):
        caption["aria-level"] = "2"
    for entry in tree.select("li.has-children:not(.current)"):
        if not entry.decomposed:
            entry["class"].remove("has-children")
            for below in entry.find_all(["ul", "input", "label"], recursive=False):
                below.decompose()
    if "furo_navigation_tree" in context:
        context["furo_navigation_tree"] = str(tree)


def parameters(_app, _page, _template, context, _doctree):
    """The lines of a long signature are a list; Sphinx makes them definitions without terms, which no screen reader expects."""

    def listed(lines):
        return '<ul class="parameters">\n' + lines[1].replace("<dd>", "<li>").replace("</dd>", "</li>") + "</ul>"

    context["body"] = re.sub(r'<dl>\n((?:<dd><em class="sig-param">.*</dd>\n)+)</dl>', listed, context.get("body") or "")


DRAWN = re.compile(r"[│─┌┐└┘├┤┬┴┼►◄▲▼═║╔╗╚╝╱╲]|\+--|--+>|\|  .*\|")
NAMES = re.compile(r"(?<=[\w\]>)\"'])([_.:/=,&-]+|\(|(?<=[a-z])(?=[A-Z]))(?=\w)")


def fitting(_app, _page, _template, context, _doctree):
    """Blocks that are drawings keep their lines, and say how long these are; long names in tables may be broken; the cells of wide tables say
    which column they are of, for cards."""

    def block(found):
        text = html.unescape(re.sub("<[^>]+>", "", found[3])).rstrip("\n")
        # Aligned columns, three or more, are one, too: but not commands, and not what a check says.
        lines = text.split("\n")
        aligned = sum(bool(re.search(r"\S {3,}\S.*? {3,}\S", line)) for line in lines)
        is_table = aligned >= 2 and aligned * 3 >= len(lines) and max(map(len, lines)) <= 110
        is_said = re.search(r"^(\$ |> |ok |warn |fail |sudo |make |pressd )|\S +# ", text, re.M)
        if not re.search("[│─┌└├┬]", text) and (is_said or not DRAWN.search(text) and not is_table):
            return found[0]
        return f'<div class="drawn {found[1]}" style="--letters: {max(map(len, lines))}">{found[2]}<pre>{found[3]}</pre>'

    def table(found):
        tree = BeautifulSoup(found[0], "html.parser")
        heads = [" ".join(head.get_text(" ").split()) for head in tree.select("thead tr:last-child > *")]
        for code in tree.select("code"):
            for text in list(code.find_all(string=re.compile(r"\S{22}"))):
                parts = NAMES.sub(r"\1\0", str(text)).split("\0")
                pieces = [piece for part in parts for piece in (part, tree.new_tag("wbr"))][:-1]
                text.replace_with(*pieces)
                code["class"] = [*(one for one in code.get("class", []) if one != "long"), "long"]
        if len(heads) > 3 and not tree.select("[rowspan], [colspan]"):
            tree.table["class"] = [*tree.table.get("class", []), "wide"]
            tree.table["role"] = "table"
            for part in tree.select("thead, tbody"):
                part["role"] = "rowgroup"
            for row in tree.select("tr"):
                row["role"] = "row"
                for head, cell in zip(heads, row.find_all(["td", "th"], recursive=False), strict=False):
                    cell["role"] = "columnheader" if cell.name == "th" else "cell"
                    if cell.name == "td":
                        cell["data-head"] = head
        return str(tree)

    body = re.sub(
        r'<div class="(highlight-(?:text|none|default)[^"]*)">(<div class="highlight">)<pre>(.*?)</pre>', block, context.get("body") or "", flags=re.S
    )
    context["body"] = re.sub(r"<table.*?</table>", table, body, flags=re.S)


def setup(app):
    app.connect("autodoc-process-docstring", examples)
    app.connect("autodoc-process-docstring", escape)
    app.connect("html-page-context", shared)
    app.connect("html-page-context", side, priority=900)
    app.connect("html-page-context", parameters, priority=900)
    app.connect("html-page-context", fitting, priority=901)


# An annotation that only type checkers read, as of engine.levels, names no module, and another class has the same name.
suppress_warnings = ["ref.python"]
