#!/usr/bin/env python3
"""assemble.py OUT [SITE]: gathers the pages of the site in OUT, for Sphinx; takes from SITE what an earlier one made of pages that are gone.

The documents of the project are its pages, under the titles of NAV. The reference of C is made from the headers, the reference
of Python from the docstrings. A link to a header leads to its page, a link to another file that the site has to that file.
"""

import ast
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from contract import parts, read  # noqa: E402
from contract.model import Header, Struct  # noqa: E402
from contract.pages import pages as chapters  # noqa: E402
from docs.site import split  # noqa: E402

# In the order of the table.
INTERACTIONS = [f"docs/{one}" for one in re.findall(r"^\| \[[^]]+\]\((interactions/\w+\.md)\)", (ROOT / "docs/interactions.md").read_text(), re.M)]
# Title of the section, and of each page: where it comes from. A folder stands for what is made from it.
NAV = {
    "libpress": {
        "Start here": "README.md",
        "Install": "docs/install.md",
        "Tutorial": "docs/tutorial.md",
        "A first press in C": "docs/first-press.md",
    },
    "Use it": {
        "Python": "bindings/python/README.md",
        "All names of the Python package": "docs/python-objects.md",
        "Which one do I want": "docs/which.md",
        "Projects": "docs/projects.md",
        "Recipes": "docs/recipes.md",
        "Interactions": "docs/interactions.md",
        **{(ROOT / one).read_text().partition("\n")[0].removeprefix("# "): one for one in INTERACTIONS},
        "In your loop": "docs/loops.md",
        "In a window": "docs/window.md",
        "Swift": "docs/swift.md",
        "Feedback": "docs/feedback.md",
        "From gpiozero": "docs/from-gpiozero.md",
        "Coming from": "docs/coming-from.md",
        "pressd, the service": "docs/pressd.md",
        "Protocol of pressd": "docs/protocol.md",
        "Bridges": "docs/bridges.md",
        "JavaScript": "bindings/js/README.md",
        "The playground": "apps/playground/README.md",
        "Samples, C++, Swift": "examples/README.md",
    },
    "Sensors": {
        "What goes wrong": "docs/troubleshooting.md",
        "Wiring and hardware": "docs/hardware.md",
        "Check, calibrate, show": "docs/tools.md",
        "The live page": "docs/page.md",
        "Calibration": "docs/calibration.md",
        "How good it is": "docs/quality.md",
        "What it costs": "docs/cost.md",
        "Study settings": "docs/study.md",
        "What our studies say": "docs/study-results.md",
        "Give a recording": "docs/collect.md",
    },
    "Reference": {"All functions of C": "docs/api.md", "C": "include/press", "Python": "bindings/python/src/libpress"},
    "How it works": {
        "Design": "docs/DESIGN.md",
        "Decisions": "docs/decisions.md",
        "Conformance": "docs/conformance.md",
        "Processors": "docs/processors.md",
        "Porting": "docs/porting.md",
        "Glossary": "docs/glossary.md",
        "Scenarios": "Tests/scenarios/README.md",
    },
    "Project": {"Changes": "CHANGELOG.md", "Contribute": "CONTRIBUTING.md", "The first hour": "docs/map.md", "Security": "SECURITY.md"},
}
# What documents link to and readers open as it is.
FILES = ["examples", "packaging/boards/arduino/examples/Press/Press.ino", "include/press/press.hpp", "Tests/ships/figures.txt", "LICENSE"]
# The modules of the Python package, in the order in which a reader needs them.
MODULES = [
    "force_sensor",
    "force_sensors",
    "profile",
    "engine",
    "preview",
    "gestures",
    "peek",
    "transitions",
    "button",
    "drag",
    "drag_session",
    "strike",
    "pinch",
    "levels",
    "crosstalk",
    "targets",
    "types",
    "sensor",
    "pad",
    "power",
    "grid",
    "surface",
    "calibration",
    "converter",
    "feedback",
    "drv2605l",
    "bus",
    "linux",
    "simulation",
    "simulated_mat",
    "trace",
    "remote",
    "config",
    "marked",
    "files",
    "advice",
    "filters",
    "numbers",
    "enums",
    "errors",
    "settings",
]
# An interaction that is not named there comes behind those that are.
ATTACHED = [one.module for one in parts.parts(read(), ROOT / "bindings/python/src/libpress")]
MODULES[MODULES.index("targets") : MODULES.index("targets")] = [one for one in ATTACHED if one not in MODULES]


def pages() -> dict[Path, str]:
    """Where each document lies in the site. One with a folder of pages has them below it."""
    found = {}
    named = [ROOT / source for section in NAV.values() for source in section.values()]
    for path in (one for one in named if one.suffix == ".md"):
        name = path.name if path.name != "README.md" else f"{path.parent.name}.md" if path.parent != ROOT else "index.md"
        found[path] = name.lower()
        found |= {page: f"{path.stem.lower()}-{page.name}" for page in below(path, named)}
    return found


def below(path: Path, named: Iterable[Path]) -> list[Path]:
    return [page for page in chapters(path)[1:] if page not in named]


def place_of(target: Path, documents: dict[Path, str]) -> str | None:
    """Where a file of the project lies in the site; None: nowhere."""
    if target in documents:
        return documents[target]
    if target.is_relative_to(ROOT / "include") and target.suffix == ".h":
        return f"c/{target.stem}.md"
    if target.is_dir() and target / "README.md" in documents:
        return documents[target / "README.md"]
    if any(target.is_relative_to(ROOT / one) for one in FILES) and target.is_file():
        return f"files/{target.relative_to(ROOT)}"
    return None


def written(document: Path) -> str:
    """What a document says on the site: of the changes those of versions that people can have, without a page that only lists them."""
    text = document.read_text()
    if document != ROOT / "CHANGELOG.md":
        return text
    head, version, changes = re.split(r"^## (1\..*)\n", text, maxsplit=1, flags=re.M)
    changes = re.split(r"^## 0\.", changes, maxsplit=1, flags=re.M)[0]
    return head + f"Version {version.replace(' (', ' (')}. " + re.sub(r"^###", "##", changes.lstrip(), flags=re.M)


def copied(document: Path, documents: dict[Path, str], out: Path, headings: dict[str, dict[str, str]]) -> str:
    """Its text, with links as the site has them; pictures are copied. What the site does not have becomes plain text."""

    def page_of(place: str, anchor: str) -> str:
        return headings.get(place, {}).get(anchor, place)

    def follow(link: re.Match[str]) -> str:
        path, mark, anchor = link["path"].partition("#")
        if re.match(r"[a-z]+:", path):
            return link[0]
        if not path:
            return f"[{link['text']}]({page_of(documents[document], anchor)}#{anchor})"
        target = (document.parent / path).resolve()
        if link["picture"]:
            shutil.copy(target, out)
            return f"![{link['text']}]({target.name})"
        place = place_of(target, documents)
        words = titles.get(target, link["text"]) if link["text"].strip("`") == path else link["text"]
        return f"[{words}]({page_of(place, anchor)}{mark}{anchor})" if place else link["text"]

    def show(picture: re.Match[str]) -> str:
        (out / "files").mkdir(exist_ok=True)
        shutil.copy(document.parent / picture[1], out / "files")
        return f'src="{Path(picture[1]).name}"'

    titles = {path: path.read_text().partition("\n")[0].removeprefix("# ") for path in documents if path.parent.parent == ROOT / "docs"}
    titles |= {ROOT / source: title for section in NAV.values() for title, source in section.items()}
    # Outputs of the simulated board are named by what the board does.
    text = re.sub(r"^```board_\w+$", "```text", written(document), flags=re.M)
    text = re.sub(r'(?<=<img )src="([^":]+)"', show, text)
    return re.sub(r"(?P<picture>!?)\[(?P<text>(?:`[^`]*`|[^]`])*)\]\((?P<path>[^)\s]+)\)", follow, text)


# ---- The reference of C ---------------------------------------------------------------------------------------------


def prose(comment: str) -> str:
    """A comment as Markdown: @param and @return as a list, drawings as they are, names as code."""
    lines: list[str] = []
    is_drawn = False
    for line in comment.splitlines():
        item = re.match(r"@(param(?:\[[a-z,]+\])?)\s+(\w+)\s+(.*)|@(return)\s+(.*)", line)
        if line.startswith("  ") and not is_drawn and not (lines and lines[-1].startswith(("- ", "    "))):
            lines += ["", "```text"]
            is_drawn = True
        elif is_drawn and not line.startswith("  "):
            lines += ["```", ""]
            is_drawn = False
        if is_drawn:
            lines.append(line)
        elif item and item[1]:
            out = " (out)" if "out" in item[1] else ""
            lines += [""] if lines and not lines[-1].startswith(("- ", "    ")) else []
            lines.append(f"- **{item[2]}**{out}: {item[3]}")
        elif item:
            lines += [""] if lines and not lines[-1].startswith(("- ", "    ")) else []
            lines.append(f"- **returns** {item[5]}")
        elif lines and lines[-1].startswith(("- ", "    ")) and line.startswith(" "):
            lines.append("    " + line.strip())
        else:
            lines += [""] if line.startswith("- ") and lines and not lines[-1].startswith("- ") else []
            lines.append(line)
    lines += ["```"] if is_drawn else []
    text = "\n".join(lines)
    parts = re.split(r"(```text.*?```|`[^`]*`)", text, flags=re.S)
    named = r"\b(press_[a-z0-9_]*[a-z0-9]|PRESS_[A-Z0-9_]*[A-Z0-9](?:_\.\.\.)?)"
    return "".join(part if part.startswith("`") else re.sub(named, r"`\1`", escaped(part)) for part in parts)


def escaped(text: str) -> str:
    return text.replace("<", "&lt;").replace("*", "\\*").replace("\\*\\*", "**")


def cell(text: str) -> str:
    return prose(" ".join(text.split())).replace("|", "\\|").replace("\n", " ")


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> list[str]:
    return ["| " + " | ".join(row) + " |" for row in (head, ("---",) * len(head), *rows)] + [""]


def fields_of(struct: Struct) -> list[str]:
    """A struct as a table: what is declared together has one row."""
    rows = []
    for one in struct.fields:
        if one.group[0] == one.name:
            names = ", ".join(f"`{name}`" for name in one.group)
            lengths = "".join(f"[{length}]" for length in one.type.lengths)
            kind = one.type.base + "*" * one.type.depth + lengths if not one.type.call else "function"
            rows.append((names, f"`{kind}`", cell(one.comment)))
    return table(("Field", "Type", ""), rows)


def reference(header: Header) -> str:
    """The page of a header: its blocks, structs and enums as tables, everything else as it is declared."""
    lines = [f"# press/{header.name}.h", "", prose(header.intro), ""]
    structs = {struct.name: struct for struct in header.structs}
    enums = {enum.members[0].name: enum for enum in header.enums}
    for block in header.blocks:
        enum = next((enums[name] for name in re.findall(r"PRESS_\w+", block.code) if name in enums), None) if re.match("enum ", block.code) else None
        struct = structs.get(block.types[0]) if block.types and len(block.types) == 1 and not block.functions else None
        names = block.functions or block.types
        comment = block.comment
        if enum:
            # "press_sample.flags: ..." is what its constants are for.
            title, _, comment = comment.partition(":") if ":" in comment.split("\n")[0] else (comment.split("\n")[0], "", "")
            comment = comment.strip()[:1].upper() + comment.strip()[1:]
            title = prose(title.strip(". ")) or f"`{enum.members[0].name}`"
        else:
            macro = re.search(r"#define (\w+)", block.code)
            title = (
                ", ".join(f"`{name}`" for name in names[:3]) + (", ..." if len(names) > 3 else "")
                if names
                else f"`{macro[1]}`"
                if macro
                else "Declarations"
            )
        lines += [f"## {title}", "", prose(comment.strip()), ""]
        if enum:
            lines += [f"Type: `{enum.tag}`.", ""] if enum.tag else []
            lines += table(("Constant", "Value", ""), [(f"`{one.name}`", str(one.value), cell(one.comment)) for one in enum.members])
        elif struct:
            lines += fields_of(struct)
        else:
            lines += ["```c", block.code.replace("PRESS_API ", ""), "```", ""]
    return "\n".join(lines)


def headers() -> dict[str, str]:
    contract = read()
    found = {f"c/{header.name}.md": reference(header) for header in contract.headers}
    listed = [f"- [press/{header.name}.h]({header.name}.md): {prose(header.intro).splitlines()[0]}" for header in contract.headers]
    tree = ["```{toctree}", ":hidden:", *(header.name for header in contract.headers), "```"]
    return {"c/press.md": "\n".join(["# press.h", "", prose(contract.intro), "", *listed, "", *tree, ""])} | found


# ---- The reference of Python ----------------------------------------------------------------------------------------


def modules() -> dict[str, str]:
    package = ROOT / "bindings/python/src/libpress"
    there = {path.stem for path in package.glob("*.py") if not path.stem.startswith("_")} | {
        path.name for path in package.iterdir() if (path / "__init__.py").is_file() and not path.name.startswith("_")
    } - {"tools", "generated"}  # the command, which has pages of its own; what is made from the headers
    if there != set(MODULES):
        raise SystemExit(f"assemble.py: MODULES is not what the package has: {sorted(there ^ set(MODULES))}")
    lines = [f"- [{name}]({name}.md): {intro(package, name)}" for name in MODULES]
    about = "Programs import from `libpress` what they use: `from libpress import ForceSensor, Engine`. Each page says what its module has."
    listed = "\n".join(["# The Python package", "", about, "", *lines, "", "```{toctree}", ":hidden:", "", *MODULES, "```", ""])
    return {"py/index.md": listed} | {f"py/{name}.md": module(name) for name in MODULES}


def intro(package: Path, name: str) -> str:
    """The first sentence of a module."""
    file = package / f"{name}.py"
    text = ast.get_docstring(ast.parse((file if file.is_file() else package / name / "__init__.py").read_text())) or ""
    return " ".join(re.split(r"(?<=\.)\s|\n\n", text, maxsplit=1)[0].split())


def module(name: str) -> str:
    """The page of a module. It says how programs import what is in it: most from the package, some from the module."""
    tree = ast.parse((ROOT / "bindings/python/src/libpress/__init__.py").read_text())
    exported = [alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module == name for alias in node.names]
    lines = [f"from libpress import {', '.join(exported)}"] if exported else [f"from libpress import {name}"]
    how = "\n".join(["```python", *textwrap.wrap(lines[0], 90, subsequent_indent="    "), "```"]) if len(exported) < 5 else ""
    # What an engine has of what is attached stands in a class of its own.
    own = "   :inherited-members: Hooked, Strict\n" if name == "engine" else ""
    return f"# {name.replace('_', ' ')}\n\n{how}\n\n```{{eval-rst}}\n.. automodule:: libpress.{name}\n{own}```\n"


# ---- The site -------------------------------------------------------------------------------------------------------


def poster() -> str:
    """The album as a picture that moves: the tiles and the hand of the playground."""
    page = (ROOT / "apps/playground/src/index.html").read_text()
    tiles = re.findall(r'<button class="tile" aria-label="([^"]*), a picture" style="([^"]*)">', page)
    hand = re.search(r'<div id="hand".*?(<svg.*?</svg>)', page, re.S)
    if len(tiles) != 6 or not hand:
        raise SystemExit("assemble.py: the album of the playground is not as the poster needs it")
    shown = "".join(f'<i style="{style}"{" class=pressed" if title == "City" else ""}>{title}</i>' for title, style in tiles)
    return f'<div class="poster" aria-hidden="true">{shown}<b>{hand[1]}</b></div>'


WHAT = (
    "libpress turns the readings of a force sensor into presses, previews, drags, strikes and quick actions, "
    "in C, C++, Swift, Python and JavaScript, or as a service."
)
WAYS = {
    "tutorial.html": ("In Python, on a board", "A sensor, a lamp, five minutes."),
    "first-press.html": ("In C, C++ or Swift", "With Linux or without, no heap, no floating point."),
    "page.html": ("Without a program", "A page to see and tune a sensor, on a phone too."),
}


# Where the site comes from a server and the line is not slow, the album itself replaces its poster, once it can be pressed. It is as large. The
# program stands behind the poster, so that nothing that comes later is waited for.
ALBUM = """(() => {
  const line = navigator.connection;
  if (!location.protocol.startsWith("http") || line?.saveData || /2g/.test(line?.effectiveType ?? "")) return;
  const album = document.querySelector(".album");
  const frame = Object.assign(document.createElement("iframe"), { src: "play/album.html", title: "An album to press" });
  album.append(frame);
  const page = () => frame.contentDocument?.documentElement;
  const waits = setInterval(() => {
    if (!page() || !("ready" in page().dataset)) return;
    clearInterval(waits);
    album.querySelector(".poster").remove();
    frame.dataset.ready = "";
  }, 50);
})();"""


def first_page(text: str) -> str:
    """The first page begins with what libpress is, what can be pressed, and the ways on from there."""
    title, rest = text.split("\n", 1)
    ways = "".join(f'<a href="{to}"><strong>{name}</strong> <span>{words}</span></a>' for to, (name, words) in WAYS.items())
    return f"""{title}

<div class="hero">
<div class="say">
<p class="what">{WHAT}</p>
<p class="go"><a class="press-it" href="play/index.html">Press it here</a> <a class="build-it" href="tutorial.html">Build with it</a></p>
</div>
<div class="album">
{poster()}
</div>
</div>
<script>
{ALBUM}
</script>
<nav class="ways" aria-label="Ways in">{ways}</nav>
{rest}"""


def contents(documents: dict[Path, str], made: dict[str, dict[str, str]]) -> str:
    """What stands at the side of every page."""
    lines = []
    for section, entries in NAV.items():
        lines += ["", "```{toctree}", ":hidden:", f":caption: {section}"]
        for title, source in entries.items():
            lines.append(f"{title} <{documents[ROOT / source] if ROOT / source in documents else next(iter(made[source]))}>")
        lines.append("```")
    return "\n".join(lines).replace(f"{next(iter(NAV['libpress']))} <index.md>", f"{next(iter(NAV['libpress']))} <self>") + "\n"


def main(out: Path) -> None:
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    documents = pages()
    unlisted = {*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "docs").glob("*/*.md")} - set(documents)
    if unlisted:
        raise SystemExit(f"assemble.py: no place in NAV for {sorted(path.name for path in unlisted)}")
    made = {"include/press": headers(), "bindings/python/src/libpress": modules()}
    headings = {name: split.anchors(name, written(document)) for document, name in documents.items()}
    for document, name in documents.items():
        own = [documents[page] for page in below(document, [ROOT / source for section in NAV.values() for source in section.values()])]
        tree = ["", "```{toctree}", ":hidden:", "", *own, "```", ""] if own else []
        for page, text in split.pages(name, copied(document, documents, out, headings) + "\n".join(tree)).items():
            (out / page).write_text(first_page(text) + contents(documents, made) if name == "index.md" else text)
    for name, text in [item for folder in made.values() for item in folder.items()]:
        (out / name).parent.mkdir(exist_ok=True)
        (out / name).write_text(text)
    for name in FILES:
        source, target = ROOT / name, out / "files" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(source, target) if source.is_dir() else shutil.copy(source, target)
    shutil.copy(Path(__file__).parent / "conf.py", out)
    shutil.copy(Path(__file__).parent / "404.html", out / "files")  # Sphinx puts what is there beside the pages
    shutil.copy(ROOT / "apps/playground/src/icon.svg", out)
    shutil.copytree(Path(__file__).parent / "static", out / "static")


def sweep(out: Path, site: Path) -> None:
    for page in site.rglob("*.html"):
        name = page.relative_to(site)
        if (
            name.parts[0] not in ("play", "files", "_static", "search.html", "genindex.html", "404.html")
            and not (out / name.with_suffix(".md")).is_file()
        ):
            page.unlink()


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        raise SystemExit(__doc__)
    main(Path(sys.argv[1]))
    if len(sys.argv) == 3:
        sweep(Path(sys.argv[1]), Path(sys.argv[2]))
