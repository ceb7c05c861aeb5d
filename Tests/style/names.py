"""Checks that what documents and headers name is there, and that they name all there is.

    python3 Tests/style/names.py

- A function, type, field, constant, header or document that a comment of a header names exists.
- Every event stands in a table of docs/interactions or docs/hardware beside the generated one.
- Every reason stands where its kind is explained.
- Each symptom of docs/troubleshooting.md has a cause of three sentences at most, what to do, and a command that finds it; each finding of a
  check that it names is there, and each finding that fails is named.
- What the pages of docs/coming-from call ours exists, and what docs/which.md leads to, in C and in pressd.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).parents[2]
HEADERS = [ROOT / "include" / "press.h", *sorted((ROOT / "include" / "press").glob("*.h"))]
DOCS = ROOT / "docs"
COMMENT = re.compile(r"/\*.*?\*/", re.S)
# The words that begin the comment of a reason in event.h; the document and the section that must name the reason.
KINDS = {
    "": ("interactions/events.md", "## What events carry"),
    "drag": ("interactions/drag.md", "# Drag and drop"),
    "drop": ("interactions/drag.md", "# Drag and drop"),
    "preview, peek, hold": ("interactions/drag.md", "# Drag and drop"),
    "peek": ("interactions/peek.md", "# Peek and pop"),
    "throw": ("interactions/scroll.md", "# Throws and swipes"),
    "sensor": ("pressd/failures.md", "## When something fails while it runs"),
    "baseline": ("design/states.md", "## The zero of a sensor"),
    "recalibrate": ("hardware/messages.md", "## Messages and events, one by one"),
}
# Said in words of their own: no reason at all.
UNNAMED = {"none"}


def busy():
    """What press.h says of the functions that a callback may not call, against the comments of the functions themselves."""
    rule = re.search(r" \* - Callbacks may call back\.(.*?)\n \* - |\Z", HEADERS[0].read_text().split(" */")[0] + "\n * - ", re.S)[1]
    said = set(re.findall(r"press_\w+", rule.replace("press_..._attach", "")))
    found = set()
    for header in HEADERS[1:]:
        for comment, functions in re.findall(r"/\*\*?((?:(?!\*/).)*)\*/\s*((?:PRESS_API [^;]*;\s*)+)", header.read_text(), re.S):
            names = re.findall(r"\b(press_\w+)\(", functions)
            # Functions that share a comment each have their own part of it.
            parts = (
                {n: re.split(r"(?=press_\w+:)", comment.split(n + ":")[1])[0] if n + ":" in comment else "" for n in names}
                if len(names) > 1
                else {names[0]: comment}
            )
            found |= {n for n, part in parts.items() if "PRESS_ERR_BUSY" in part and not n.endswith("_attach")}
    # Their comments say that they return what another function does.
    found |= {"press_pad_tick", "press_grid_lost", "press_drag_perform"}
    return [f"press.h, callbacks: {n}: {'not there' if n in found else 'it does not say PRESS_ERR_BUSY'}" for n in sorted(said ^ found)]


def section(document, start):
    text = "\n" + (DOCS / document).read_text()
    found = text.partition("\n" + start)[2]
    if not found:
        raise SystemExit(f"names: {document} has no {start!r}")
    level = re.match(r"#*", start)[0]
    end = rf"\n{level} |\n#{{1,{max(len(level) - 1, 1)}}} " if level else r"\n\n(?!\|)(?=\S)"
    return re.split(end, found.partition("\n")[2].lstrip("\n"), maxsplit=1)[0]


def declared(texts):
    """Every word of the headers outside comments."""
    return {word for text in texts.values() for word in re.findall(r"\w+", COMMENT.sub(" ", text))}


def unknown(texts):
    known = declared(texts)
    for path, text in texts.items():
        for comment in COMMENT.finditer(text):
            line = text.count("\n", 0, comment.start()) + 1
            for word, dots in re.findall(r"\b(press_\w+|PRESS_[A-Z0-9_]+)(\.\.\.)?", comment[0]):
                is_start = dots or word.endswith("_")
                if not (any(one.startswith(word) for one in known) if is_start else word in known):
                    yield f"{path.name}:{line}: nothing is called {word}"
            for struct, field in re.findall(r"\b(press_\w+)\.([a-z]\w*)", comment[0]):
                if field != "h" and field not in known:
                    yield f"{path.name}:{line}: {struct} has no {field}"
            for header in re.findall(r"\b([a-z0-9]+\.h)\b", comment[0]):
                if not any(one.name == header for one in HEADERS):
                    yield f"{path.name}:{line}: no header {header}"
            for document in re.findall(r"\bdocs/[\w/-]+\.md", comment[0]):
                if not (ROOT / document).exists():
                    yield f"{path.name}:{line}: no {document}"


def not_ours(texts):
    """Names of the column `ours` that the headers do not have."""
    known = declared(texts)
    lines = [(page, *line) for page in sorted((DOCS / "coming-from").glob("*.md")) for line in enumerate(page.read_text().splitlines(), 1)]
    for page, number, line in lines:
        cells = re.split(r" ?\| ?", line)
        for name in re.findall(r"`([\w.]+)`", cells[2]) if len(cells) == 6 else ():
            if not all(part in known or f"PRESS_EVENT_{part.upper()}" in known for part in name.split(".")):
                yield f"{page.relative_to(ROOT)}:{number}: nothing of ours is called {name}"


def led_to(texts):
    """Names of the columns C and pressd of docs/which.md that nothing has; bindings/python/tests has the column Python."""
    known = declared(texts)
    options = (DOCS / "pressd/options.md").read_text()
    config = "".join(page.read_text() for page in (DOCS / "pressd").glob("*.md"))
    for number, line in enumerate((DOCS / "which.md").read_text().splitlines(), 1):
        cells = re.split(r" ?(?<!\\)\| ?", line)
        for name in re.findall(r"`([^`]+)`", cells[3]) if len(cells) == 6 else ():
            if name not in known:
                yield f"docs/which.md:{number}: C has no {name}"
        for name in re.findall(r"`([^`]+)`", cells[4]) if len(cells) == 6 else ():
            is_there = f"PRESS_EVENT_{name.upper()}" in known or re.search(rf"^\| [^|]*`{re.escape(name)}`", config, re.M)
            if name.startswith("["):
                is_there = re.search(rf"^<!-- keys of {name[1:-1].rstrip('2345678')}\b", config, re.M)
            if not is_there and f"`{name}`" not in options and f"`{name} " not in options:
                yield f"docs/which.md:{number}: pressd has no {name}"


def symptoms():
    """Returns the parts that a section of docs/troubleshooting.md lacks."""
    findings = dict(re.findall(r"^\| `(\w+)` \| [^|]*\| (ok|warn|fail) \|", (DOCS / "tools" / "findings.md").read_text(), re.M))
    named = set()
    for part in re.split(r"^## ", (DOCS / "troubleshooting.md").read_text(), flags=re.M)[1:]:
        title, cause, *rest = part.split("\n", 1)[0], *part.split("\n", 1)[1].split("- **Do:** ")
        find = rest[0].partition("- **Find it:** ")[2] if rest else ""
        if len(re.findall(r"[.:](?=\s|$)", re.sub(r"`[^`]*`", "", cause).replace(":", ""))) > 3:
            yield f"docs/troubleshooting.md: {title}: a cause of more than three sentences"
        if not re.search(r"`(?:libpress|pressd|i2cdetect|ls|press/bin/python) ", find):
            yield f"docs/troubleshooting.md: {title}: no command that finds it"
        if not re.search(r"`[^`]+`|\]\(", rest[0].partition("- **Find it:** ")[0] if rest else ""):
            yield f"docs/troubleshooting.md: {title}: no setting"
        used = set(re.findall(r"`(\w+)`", find))
        yield from (f"docs/troubleshooting.md: {title}: no check finds {one}" for one in sorted(used - set(findings)) if "_" in one)
        named |= used
    known = named | set(re.findall(r"`(\w+)`", (DOCS / "hardware/messages.md").read_text()))
    yield from (f"docs/troubleshooting.md: nothing leads to {one}" for one, result in findings.items() if result == "fail" and one not in known)


def rows(text):
    return "\n".join(line for line in text.splitlines() if line.startswith("|"))


def missing(event_h):
    pages = [*(DOCS / "hardware").glob("*.md"), *(DOCS / "interactions").glob("*.md")]
    own = "".join(page.read_text().partition("\n## All events")[0] for page in pages)
    for name in re.findall(r"PRESS_EVENT_(\w+) += \d+, */\*|PRESS_EVENT_(\w+) += \d+,", event_h.partition("press_event.flags")[0]):
        event = (name[0] or name[1]).lower()
        if f"`{event}`" not in rows(own):
            yield f"docs: no table of the interactions or of hardware names {event}"
    for name, comment in re.findall(r"PRESS_REASON_(\w+) += \d+,? *(?:/\*\*<(.*?)\*/)?", event_h, re.S):
        reason, kind = name.lower(), (re.match(r"\s*([a-z, ]+):", comment) or ["", ""])[1]
        document, start = KINDS.get(kind, KINDS[""])
        there = section(document, start)
        is_named = f"`{reason}`" in there or kind == "baseline" and re.search(rf"\b{reason}\b", rows(there))
        if reason not in UNNAMED and not is_named:
            yield f"docs/{document}: {start!r} does not name the reason {reason}"


def main():
    texts = {path: path.read_text() for path in HEADERS}
    wrong = [*unknown(texts), *not_ours(texts), *led_to(texts), *symptoms(), *busy(), *missing((ROOT / "include" / "press" / "event.h").read_text())]
    print("\n".join(wrong) or f"names: {len(texts)} headers and their documents, nothing unknown or missing")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
