#!/usr/bin/env python3
"""generate.py OUT: the man pages, from what is written anyway.

Section 3 and libpress(7) come from the comments of the headers: a page per header with its types and constants, a page per
function, and press_status(3) with all statuses, which is found by the name of each. pressd(1) and pressd.conf(5) come from docs/pressd.md and its pages, libpress(1) from docs/tools.md and its pages.
"""

import os
import re
import shutil
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from contract import read  # noqa: E402
from contract.model import Block, Header  # noqa: E402
from contract.pages import pages  # noqa: E402

CONTRACT = read()
LONG = 240  # letters: three lines of a terminal
DRAWN = str.maketrans(
    {"─": "-", "│": "|", "►": ">", "◄": "<", "▲": "^", "▼": "v", "×": "x", "Ω": "Ohm", "µ": "u"}
    | dict.fromkeys("┌┐└┘├┤┬┴┼", "+")
    | dict.fromkeys("█▏▎▍▌▋▊▉", "#")
)


# ---- Words ----------------------------------------------------------------------------------------------------------


def plain(text: str) -> str:
    """Text that groff prints as it stands, also on a terminal that has ASCII alone."""
    text = text.translate(DRAWN).replace("\\", "\\e").replace("-", "\\-").replace("é", "\\('e").replace("^", "\\(ha")
    text = text.replace("`", "\\(ga").replace("~", "\\(ti")
    if stray := re.search(r"[^\x00-\x7f]", text):
        raise SystemExit(f"generate.py: no ASCII for {stray[0]!r} in: {text}")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.M)


def words(text: str) -> str:
    """Prose: names of the library in bold."""
    bold = r"`([^`\n]*)`|\b(press_[a-z0-9_]*[a-z0-9]|PRESS_[A-Z0-9_]*[A-Z0-9])\b"
    marked = re.sub(bold, lambda found: f"\1{found[1] or found[2]}\2", text)
    return plain(marked).replace("\1", r"\fB").replace("\2", r"\fR")


def code(text: str) -> list[str]:
    return [".PP", ".in +4n", ".EX", plain(text.expandtabs()), ".EE", ".in"]


def broken(text: str) -> str:
    """With a long paragraph in several, between sentences: the comment of a header is narrow, a manual is not."""
    made = []
    for part in text.split("\n\n"):
        if re.search(r"^(  |- )", part, re.M):
            made.append(part)
            continue
        paragraphs = [""]
        for sentence in re.split(r"(?<=[a-z0-9_)][.:])\s+(?=[A-Z(])", part):
            if len(paragraphs[-1]) >= LONG and len(paragraphs[-1]) + len(sentence) > 2 * LONG:
                paragraphs.append("")
            paragraphs[-1] = f"{paragraphs[-1]}\n{sentence}".strip()
        made += paragraphs
    return "\n\n".join(made)


def prose(text: str) -> list[str]:
    """Paragraphs, bullets and drawings (lines that are set in)."""
    page: list[str] = []
    kind = ""
    for line in broken(text).splitlines():
        bullet, drawn = line.startswith("- "), line.startswith("  ") and kind != "bullet"
        if kind == "drawn" and not (drawn or not line.strip()):
            page += [".EE", ".in"]
        if not line.strip():
            kind = "drawn" if kind == "drawn" else ""
            page += [""] if kind else []
        elif bullet:
            page += [".IP \\(bu 2", words(line[2:])]
            kind = "bullet"
        elif drawn:
            page += [plain(line)] if kind == "drawn" else [".PP", ".in +2n", ".EX", plain(line)]
            kind = "drawn"
        elif re.fullmatch(r"[A-Z]{2}[A-Z ]*", line):
            page.append(f".SH {line}")
            kind = "heading"
        else:
            page += [words(line.strip())] if kind in ("text", "bullet", "heading") else [".PP", words(line)]
            kind = kind if kind == "bullet" else "text"
    page += [".EE", ".in"] if kind == "drawn" else []
    return [line for i, line in enumerate(page) if line or page[i + 1] != ".EE"]


# ---- Headers --------------------------------------------------------------------------------------------------------


def title(header: Header) -> str:
    """What it is, in the first sentence of its first comment."""
    return re.split(r"\.(?:\s|$)", header.intro.replace("\n", " "))[0]


# ---- Pages ----------------------------------------------------------------------------------------------------------


class Book:
    def __init__(self, out: Path) -> None:
        self.out = out
        self.version = CONTRACT.version
        self.date = time.strftime("%Y-%m-%d", time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))))

    def page(self, name: str, section: int, lines: list[str]) -> None:
        head = f'.TH {name} {section} {self.date} "libpress {self.version}"'
        self.path(name, section).write_text("\n".join([head, ".nh", *lines]) + "\n")

    def alias(self, name: str, section: int, of: str) -> None:
        self.path(name, section).symlink_to(f"{of}.{section}")

    def path(self, name: str, section: int) -> Path:
        path = self.out / f"man{section}" / f"{name}.{section}"
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            raise SystemExit(f"generate.py: two pages are called {path.name}")
        return path


def lowered(text: str) -> str:
    return text if re.match(r"\W|[A-Z]{2}|[A-Z]\d|press_", text) else text[0].lower() + text[1:]


def name(names: list[str], what: str) -> list[str]:
    what = re.sub(r"\s+", " ", what.replace("`", "")).strip(" .:;")
    return [".SH NAME", f"{', '.join(names)} \\- {plain(lowered(what))}"]


def see(pages: list[str]) -> list[str]:
    return [
        ".SH SEE ALSO",
        *(f".BR {page[:-3]} {page[-3:]}," for page in pages[:-1]),
        f".BR {pages[-1][:-3]} {pages[-1][-3:]}",
    ]


def prototypes(functions: str) -> list[str]:
    """Prototypes, broken between arguments where they are long."""
    lines = [".nf", ".B #include <press.h>", ".PP"]
    for line in re.sub(r"\(?\n +", lambda cut: "(" if cut[0][0] == "(" else " ", functions).splitlines():
        line = line.removeprefix("PRESS_API ")
        if line.startswith("#define"):  # the newest of the functions of a name
            lines += [f"\\fB{plain(line)}\\fR"]
            continue
        start = line.index("(") + 1
        rows = [line[:start]]
        for argument in re.split(r"(?<=,) ", line[start:]):
            if len(rows[-1]) + len(argument) > 76:
                rows.append(" " * start)
            rows[-1] += argument if rows[-1].endswith(("(", "  ")) else " " + argument
        lines += [f"\\fB{plain(row)}\\fR" for row in rows]
    return [*lines, ".fi"]


STATUSES = {one.name: one for enum in CONTRACT.enums for one in enum.members if re.fullmatch(r"PRESS_OK|PRESS_ERR_\w+", one.name)}


def names_in(comment: str) -> set[str]:
    return set(re.findall(r"\bpress_\w+\b", comment)) & set(CONTRACT.functions)


def related(header: Header, piece: Block) -> list[str]:
    """What its comment names, what names it, and its neighbours in the header."""
    mine = set(piece.functions)
    found = names_in(piece.comment)
    for other in CONTRACT.headers:
        found.update(block.functions[0] for block in other.blocks if block.functions and mine & names_in(block.comment))
    blocks = [block for block in header.blocks if block.functions]
    at = blocks.index(piece)
    found.update(block.functions[0] for block in blocks[max(at - 1, 0) : at + 2])
    return sorted(found - mine)


def status_page(book: Book) -> None:
    """What each status means, and which functions say that they return it."""
    page = name(["press_status", *STATUSES], "the statuses that functions of libpress return") + [
        ".SH SYNOPSIS",
        ".nf",
        ".B #include <press.h>",
        ".fi",
    ]
    page += [".SH DESCRIPTION", *prose(
        "A function that can fail returns an int: PRESS_OK, a count, or one of the negative statuses below. A call that fails has changed nothing, "
        "unless its page says otherwise.\n\n"
        "press_strerror gives the words of a status. The numbers are negative errno values of Linux."
    )]  # fmt: skip
    for one in STATUSES.values():
        page += [
            f".SS {plain(one.name)} ({plain(str(one.value))})",
            words(f"{one.comment[:1].upper()}{one.comment[1:]}." if one.comment else "It is done."),
        ]
        users = sorted(
            block.functions[0]
            for header in CONTRACT.headers
            for block in header.blocks
            if block.functions and re.search(rf"\b{one.name}\b", block.comment)
        )
        if users:
            page += [".PP", "The pages of these say more of it:", *(f".BR {user} (3)," for user in users[:-1]), f".BR {users[-1]} (3)."]
    book.page("press_status", 3, tidy(page + see(["press_base(3)", "press_strerror(3)", "libpress(7)"])))
    for one in STATUSES:
        book.alias(one, 3, "press_status")


def function_page(book: Book, header: Header, piece: Block) -> None:
    text, *tags = re.split(r"@(?=param|return)", piece.comment)
    parameters, result = [], ""
    for tag in tags:
        if tag.startswith("return"):
            result = tag.removeprefix("return").strip()
        else:
            out, names, what = re.match(r"param(\[(?:in,)?out\])?\s+((?:\w+, )*\w+)\s*(.*)", tag, re.S).groups()
            what = words(re.sub(r"\s+", " ", what).strip())
            parameters += [".TP", f"\\fI{names}\\fR" + (" (output)" if out else ""), what or "Written on success."]
    first = re.split(r"\.(?:\s|$)", text.strip())[0]
    page = name(piece.functions, first or f"of {lowered(title(header))}") + [".SH SYNOPSIS"] + prototypes(piece.code)
    page += [".SH DESCRIPTION", *prose(text.strip() or f"A function of press_{header.name}(3).")]
    page += [".SH PARAMETERS", *parameters] if parameters else []
    if result:
        page += [".SH RETURN VALUE", *prose(re.sub(r"\n +", "\n", result))]
    statuses = [one for one in STATUSES if re.search(rf"\b{one}\b", piece.comment)]
    if statuses:
        page.append(".SH ERRORS")
        for one in statuses:
            page += [".TP", f"\\fB{one}\\fR", words(f"{STATUSES[one].comment or 'done'}.")]
    page += see(
        [f"{other}(3)" for other in [f"press_{header.name}", *related(header, piece)]] + ["press_status(3)"] * bool(statuses) + ["libpress(7)"]
    )
    one, *others = piece.functions
    book.page(one, 3, tidy(page))
    for other in others:
        book.alias(other, 3, one)


def header_page(book: Book, header: Header) -> None:
    called = f"press_{header.name}"
    types = [kind for piece in header.blocks for kind in piece.types if kind != called]
    page = name([called, *types], title(header)) + [".SH SYNOPSIS", ".nf", ".B #include <press.h>", ".fi"]
    page += [".SH DESCRIPTION", *prose(header.intro)]
    declared = [piece for piece in header.blocks if not piece.functions]
    if declared:
        page.append(".SH TYPES AND CONSTANTS")
    for piece in declared:
        page += prose(piece.comment) + (code(piece.code) if piece.code else [])
    if header.functions:
        page.append(".SH FUNCTIONS")
    for piece in header.blocks:
        if piece.functions:
            first = re.split(r"\.(?:\s|$)|@", piece.comment.strip())[0].strip()
            page += [
                ".TP",
                ", ".join(f"\\fB{one}\\fR(3)" for one in piece.functions),
                words(first + "." if first else "Reads it."),
            ]
    book.page(called, 3, tidy(page + see(["libpress(7)"])))
    for kind in types:
        book.alias(kind, 3, called)


def tidy(page: list[str]) -> list[str]:
    """Without the paragraph that a heading begins anyway."""
    return [line for i, line in enumerate(page) if not (line == ".PP" and page[i - 1].startswith((".SH", ".SS")))]


def overview(book: Book, headers: list[Header]) -> None:
    first, rest = CONTRACT.intro.split("\n", 1)
    rest = rest.replace("SPDX-License-Identifier: MIT\n", "")
    page = name(["libpress"], first.removeprefix("libpress:")) + [".SH SYNOPSIS", ".nf", ".B #include <press.h>", ".PP"]
    page += ["\\fBcc program.c $(pkg\\-config \\-\\-cflags \\-\\-libs libpress)\\fR", ".fi", *prose(rest), ".SH PAGES"]
    for one in headers:
        page += [".TP", f"\\fBpress_{one.name}\\fR(3)", words(title(one) + ".")]
    page += [".TP", "\\fBpress_status\\fR(3)", "What functions return: all statuses."]
    book.page("libpress", 7, tidy(page + see(["libpress(1)", "pressd(1)", "press_status(3)", "pressd.conf(5)"])))


# ---- The program, from Markdown -------------------------------------------------------------------------------------


LINK = re.compile(r"\[((?:`[^`]*`|[^]`])*)\]\([^)\s]+\)")


def inline(text: str) -> str:
    text = LINK.sub(r"\1", text)
    parts = re.split(r"`([^`]*)`", text)
    return "".join(f"\\fB{plain(part)}\\fR" if i % 2 else plain(part) for i, part in enumerate(parts))


def row(heads: list[str], cells: list[str]) -> list[str]:
    """A row of a table as an entry of a list: what it is called, then the rest."""
    rest = []
    for head, cell in zip(heads[1:], cells[1:], strict=True):
        if cell:
            rest.append(f"default {inline(cell)}" if head == "default" else inline(cell))
    return [".TP", inline(cells[0]), "; ".join(rest) or "\\&"]


def markdown(text: str) -> list[str]:
    page: list[str] = []
    heads: list[str] = []
    blocks: list[str] = []
    for part in re.split(r"(^ *```\w*\n.*?^ *```$)", text, flags=re.M | re.S):
        # The words of a link may go over two lines.
        is_code = part.lstrip().startswith("```")
        blocks += [part] if is_code else re.split(r"\n{2,}", LINK.sub(r"\1", part).strip())
    for block in filter(None, blocks):
        if fenced := re.fullmatch(r" *```\w*\n(.*?)\n? *```", block, re.S):
            page += code(fenced[1])
        elif block.startswith("|"):
            table = [[cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()]
            heads = table[0]
            for cells in table[2:]:
                page += row(heads, cells)
        elif heading := re.fullmatch(r"(#+) (.*)", block):
            page.append(f".SH {heading[2].upper()}" if heading[1] == "##" else f".SS {heading[2]}")
        else:
            page += [".PP", *inline(block).splitlines()]  # code may go over two lines, too
    return page


def as_section(text: str) -> str:
    """A page as a section: its headings are one level lower, and its marks are gone."""
    prose = re.split(r"(^```.*?^```$)", text, flags=re.M | re.S)
    text = "".join(part if part.startswith("```") else re.sub(r"^#(?=#* )", "##", part, flags=re.M) for part in prose)
    return re.sub(r"^<!-- .* -->\n", "", text, flags=re.M)


def program(book: Book) -> None:
    first, *others = pages(ROOT / "docs" / "pressd.md")
    intro, examples = re.match(r"# pressd\n\n(.*?)\n\n(```.*?```)\n\n", first.read_text(), re.S).groups()
    of_config, of_program = [], []
    for other in others:
        text = other.read_text()
        is_of_config = re.search(r"^<!-- (keys of|profile)", text, re.M)
        (of_config if is_of_config else of_program).append(as_section(text))
    short = re.search(r'let short.*?"""\n(.*?)    pressd --help', (ROOT / "Sources/pressd/Start/CommandLine.swift").read_text(), re.S)[1]
    usage = re.sub(r"^ {4}(usage: |       )?", "", short, flags=re.M).strip()

    page = name(["pressd"], "force-sensing resistors in, interactions out") + [".SH SYNOPSIS", ".nf"]
    page += [f"\\fB{plain(line)}\\fR" for line in usage.splitlines()] + [".fi", ".SH DESCRIPTION", *markdown(intro)]
    for part in of_program:
        page += markdown(part)
    page += [".SH EXAMPLES", *markdown(examples)] + see(["libpress(1)", "pressd.conf(5)", "libpress(7)"])
    book.page("pressd", 1, tidy(page))

    page = name(["pressd.conf"], "sensors, converter, levels and interactions of pressd") + [".SH DESCRIPTION"]
    page += markdown("\n".join(of_config).partition("\n")[2])
    book.page("pressd.conf", 5, tidy([*page, *see(["libpress(1)", "pressd(1)", "libpress(7)"])]))


def command(book: Book) -> None:
    """The command of the Python package."""
    first, *others = pages(ROOT / "docs" / "tools.md")
    intro, *parts = re.split(r"^## ", first.read_text().partition("\n\n")[2], flags=re.M)
    intro = re.sub(r"^\| your question .*\n(?:\|.*\n)*", "", intro, flags=re.M)
    page = name(["libpress"], "check, calibrate and show a force-sensing resistor") + [".SH SYNOPSIS", ".nf"]
    page += ["\\fBlibpress check\\fR|\\fBcalibrate\\fR|\\fBmonitor\\fR|\\fBrecord\\fR|\\fBreplay\\fR|\\fBplot\\fR [\\fIOPTION\\fR]..."]
    page += [".fi", ".SH DESCRIPTION", *markdown(intro)]
    for part in [f"## {part}" for part in parts] + [as_section(other.read_text()) for other in others]:
        page += markdown(part)
    book.page("libpress", 1, tidy(page + see(["pressd(1)", "pressd.conf(5)", "libpress(7)"])))


shutil.rmtree(sys.argv[1], ignore_errors=True)
book = Book(Path(sys.argv[1]))
for each in CONTRACT.headers:
    header_page(book, each)
    for piece in each.blocks:
        if piece.functions:
            function_page(book, each, piece)
status_page(book)
overview(book, CONTRACT.headers)
program(book)
command(book)
