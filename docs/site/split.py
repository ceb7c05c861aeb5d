"""Long documents as pages: one for each section, so that each answers one question. What is too short for a page stays on the first."""

import re

MOST_WORDS, LEAST_WORDS, LEAST_FIRST = 2_700, 180, 110
FENCE = re.compile(r"^(```+|~~~+)")


def sections(text: str, marks: str) -> list[str]:
    """The text before the first heading of this level, then each section; what stands in code is no heading."""
    parts, fence = [""], ""
    for line in text.splitlines(keepends=True):
        if found := FENCE.match(line):
            fence = "" if fence and line.startswith(fence) else fence or found[1]
        if not fence and line.startswith(marks + " "):
            parts.append("")
        parts[-1] += line
    return parts


def size(text: str) -> int:
    """Words, as they are shown: a word of code is two, with its marks."""
    return len(text.split()) + sum(len(block.split()) for block in re.findall(r"^ *```.*?^ *```", text, re.M | re.S))


def slug(heading: str) -> str:
    """The anchor of a heading, as hosts of Markdown make it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def raised(text: str) -> str:
    """A section as a page: its headings are one level higher."""
    lines, fence = [], ""
    for line in text.splitlines(keepends=True):
        if found := FENCE.match(line):
            fence = "" if fence and line.startswith(fence) else fence or found[1]
        lines.append(line[1:] if not fence and line.startswith("##") else line)
    return "".join(lines)


def pages(name: str, text: str) -> dict[str, str]:
    """The pages of a document, by file; the first has its name, and lists the others."""
    if name == "index.md" or size(text) <= MOST_WORDS:
        return {name: text}
    first, *rest = sections(text, "##")
    first += "".join(one for one in rest if size(one) < LEAST_WORDS)
    rest = [one for one in rest if size(one) >= LEAST_WORDS]
    while rest and size(first) < LEAST_FIRST and size(rest[0]) <= MOST_WORDS:  # a list of pages alone answers nothing
        first += rest.pop(0)
    stem, found = name.removesuffix(".md"), {}
    for section in rest:
        title = section.split("\n", 1)[0].removeprefix("## ")
        short = "-".join(slug(title).split("-")[:5])
        found |= pages(f"{stem}-{short}.md", raised(section))
    own = [one for one in found if not any(one != other and one.startswith(other.removesuffix(".md") + "-") for other in found)]
    tree = ["", "```{toctree}", ":maxdepth: 1", "", *(one.removesuffix(".md").split("/")[-1] for one in own), "```", ""]
    return {name: first + "\n".join(tree)} | found


def anchors(name: str, text: str) -> dict[str, str]:
    """On which page each heading of a document is."""
    found = {}
    for page, content in pages(name, text).items():
        for part in [one for level in ("#", "##", "###", "####") for one in sections(content, level)[1:]]:
            found.setdefault(slug(part.split("\n", 1)[0].lstrip("# ")), page)
    return found
