"""Checks that sentences are short and direct: none has more than 40 words, and none has a form of the table FORMS: readers had to read these
forms twice. It reads the documents, the comments of the headers and of the programs, and the messages of the product.

    python3 Tests/style/sentences.py [--most N] [PATH ...]     --most: another limit; PATH: only names that begin like this

A sentence ends with ".", "?" or "!", with an item of a list, with a cell of a table, and with a paragraph. Code and a link are one word each.
"""

import pathlib
import re
import sys

from check import held

ROOT = pathlib.Path(__file__).parents[2]
MOST = 40
DOCUMENT = re.compile(r"^(README|SECURITY|CONTRIBUTING)\.md$|^(docs|bindings|examples|apps)/.*\.md$")
HEADER = re.compile(r"^include/.*\.h$")
REMARKED = re.compile(r"^(Sources|Tests)/.*\.swift$|^apps/.*\.js$|^bindings/js/src/.*\.js$")
PROGRAM = re.compile(r"^Sources/.*\.swift$|^(bindings/python|apps/\w+)/src/.*\.py$")
# Apple's statements are others' text; the source of generated text is elsewhere.
ELSEWHERE = re.compile(r"^docs/conformance|/generated/")
VERB = r"(is|are|was|has|have|does|do|goes?|stays?|ends|counts|stands|says)"
# Form, advice, an example that it must find.
FORMS = [
    (r"\bcounts? (on|no more|as that|in its place)\b", "say which value stays in use, or what replaces it", "The last good reading counts on."),
    (r"^(?!.*\b[Nn]either\b).*\bnor\b", "not ... or ..., or two sentences", "It must not be a link, nor a folder."),
    (
        r"[,;:.] (and )?[Ss]o (is|are|do|does|did|was|were|has|have) (?!called)\w+[^,.;]*([.;,]|$)",
        "repeat the verb",
        "The start goes on, and so does a fault.",
    ),
    (r"\b(for|from|to|by) who(ever)?\b(?! (can|may|are|have|had))", "people who, a program that", "It is for who changes libpress."),
    (r"^Who (?!.*\?)", "people who, a program that", "Who has the token drags the levels."),
    (
        r"^What (is|was|were|lies|counts?|came|comes|has|had|waits|runs|belongs|ends|cannot|can|may|must|does|follows|stands|you|a|the|it|they|no|of"
        rf"|more|people)\b(?!.*\?)[^:]*\b{VERB}\b",
        "begin with the noun",
        "What was set is written to the config.",
    ),
    (r"\bwell again\b|\b(is|are) good again\b", "recovered", "stuck: well again"),
    (r"\bwas never one\b|\bby another name\b|\bnot concerned\b|\bthat lives there\b", "name it", "The force button is not concerned."),
    (r"\b(go|goes|come|comes) before (both|the config|the others)\b", "override", "A profile goes before the config."),
    (r"\bmend(s|ed|ing)?\b", "fix, correct", "The newest version is the one that is mended."),
    (r"\bhangs on\b|\bin whose hands\b", "depends on", "The calls hang on it; all hangs on the compiler."),
    (r"\btakes? the place of\b", "replaces", "A release takes the place of the first line."),
    (r"\bin mid-\w+", "during", "A board sleeps in mid-press."),
    (r"\bat most so often\b", "the maximum rate", "Progress is published at most so often."),
    (r"\blet go, the\b", "after release", "let go, the force was gone"),
    (r"\d to look at, \d", "warnings", "7 ok, 0 to look at, 1 failed."),
    (r"\breads? nonsense\b", "say what is wrong", "The supply reads nonsense."),
    (r"\b(than|of) what (it|they|is|was)\b", "name it", "It sends what is of one moment: the rest of what was read."),
    (r"\bwhat (it|he|she|they) (was|were)\b|\bwhat (was|were) (before|there)\b", "name it", "Marks what it was counted."),
    (r"\bovertaken\b|\b(is|be) lent\b", "say the order; reserve", "A place is lent only if the queue has it."),
]


def blocks_of_document(text):
    """(line, prose): paragraphs, lines of lists, cells of tables; neither code nor headings."""
    block, first, fence = [], 0, ""
    for number, line in enumerate([*text.splitlines(), ""], 1):
        mark = re.match(r" *(```+|~~~+)", line)
        is_code = bool(fence) or bool(mark) or line.startswith("    ") and not block
        if mark:
            fence = "" if fence else mark[1]
        is_new = is_code or not line.strip() or re.match(r"\s*([-*+]|\d+\.)\s|#|\s*\||\s*<|>", line)
        if is_new and block:
            yield first, " ".join(block)
            block = []
        if is_code or not line.strip() or re.match(r"\s*<|#", line):
            continue
        if line.lstrip().startswith("|"):
            yield from ((number, cell) for cell in re.split(r"(?<!\\)\|", line.strip().strip("|")) if not re.fullmatch(r"[\s:-]*", cell))
            continue
        first = first if block else number
        block.append(re.sub(r"^\s*([-*+]|\d+\.|#+|>)\s", "", line).strip())


def blocks_of_comments(text):
    """(line, prose) of the comments of C: paragraphs, and what stands beside each name."""
    for comment in re.finditer(r"/\*\*?<?(.*?)\*/", text, re.S):
        at = text.count("\n", 0, comment.start()) + 1
        block, first = [], at
        for number, line in enumerate([*comment[1].splitlines(), ""], at):
            line = re.sub(r"^\s*\*?<?\s?", "", line)
            columns = re.split(r"\s{3,}", line.strip())
            if len(columns) > 1 or line.startswith("   "):  # a table, or a picture
                if block:
                    yield first, " ".join(block)
                    block = []
                yield from ((number, cell) for cell in columns)
                continue
            is_new = not line.strip() or re.match(r"\s*([-*]|@\w+)\s", line)
            if is_new and block:
                yield first, " ".join(block)
                block = []
            if line.strip():
                first = first if block else number
                block.append(re.sub(r"^\s*[-*]\s", "", line).strip())


def blocks_of_remarks(text):
    """(line, prose) of the comments behind //: paragraphs, items of lists, cells of tables, and what stands behind code. Drawings are left out."""
    block, first = [], 0
    for number, line in enumerate([*text.splitlines(), ""], 1):
        whole = re.match(r"\s*//[/!]?(?: (.*))?$|\s*/?\*\*? ?(.*?)(?:\*/)?$", line)
        prose = (whole[1] or whole[2] or "") if whole else ""
        is_drawn = bool(re.search(r"[─►│◄▲▼└┌┐┘]|^ {4}", prose))
        is_new = not prose.strip() or is_drawn or prose.startswith("|") or re.match(r"\s*([-*+]|\d+\.)\s|@\w+", prose)
        if block and is_new:
            yield first, " ".join(block)
            block = []
        if prose.startswith("|"):
            yield from ((number, cell.strip()) for cell in re.split(r"(?<!\\)\|", prose.strip("| ")) if not re.fullmatch(r"[\s:-]*", cell))
        elif prose.strip() and not is_drawn:
            first = first if block else number
            block.append(re.sub(r"^\s*([-*+]|\d+\.)\s", "", prose).strip())
        elif not whole and (behind := re.search(r"[\w;,(){}\]\"] +//+ (.*)", line)) and "://" not in line:
            yield number, behind[1]


def blocks_of_messages(text):
    """(line, text) of the strings of a program that are sentences: of three words or more."""
    text = re.sub(r'"""[\s\S]*?"""', lambda found: "\n" * found[0].count("\n"), text)
    for number, line in enumerate(text.splitlines(), 1):
        for found in re.finditer(r'"((?:[^"\\]|\\.)*)"', re.sub(r"^\s*(//|#).*", "", line)):
            words = re.sub(r"\\\([^()]*(\([^()]*\))*[^()]*\)|\{[^{}]*\}", "X", found[1])
            if len(words.split()) >= 3:
                yield number, words


def sentences(prose):
    """The sentences of a paragraph. What stands in code and the texts of links, which are headings, are one word each."""
    prose = re.sub(r"(`+).+?\1|<[^<> ]+>|!?\[[^]]*\]\([^)]*\)", "`x`", prose)
    prose = re.sub(r"`x`([ ,]+`x`)+", "`x`", prose)
    return [one for one in re.split(r"(?<=[.?!])(?<!\.\.\.)(?<!e\.g\.)(?<!i\.e\.)[*_)\"]*\s+|\s(?=@return|@param)", prose) if one.strip()]


def words_of(sentence):
    return [word for word in sentence.split() if re.search(r"[A-Za-z`]", word)]


def blocks(name, text):
    if DOCUMENT.search(name):
        return blocks_of_document(text)
    if HEADER.search(name):
        return blocks_of_comments(text)
    remarks = list(blocks_of_remarks(text)) if REMARKED.search(name) else []
    return [*remarks, *(blocks_of_messages(text) if PROGRAM.search(name) else [])]


def wrong(name, text, most):
    for line, prose in blocks(name, text):
        for sentence in sentences(prose):
            if REMARKED.search(name) and re.match(r"(Of|As) ", sentence):
                yield f"{name}:{line}: begin with the noun: {sentence[:160]}"
            if (count := len(words_of(sentence))) > most:
                yield f"{name}:{line}: {count} words, at most {most}: {sentence[:200]}"
            for form, instead, _ in FORMS:
                if found := re.search(form, sentence):
                    yield f'{name}:{line}: "{found[0][:40]}": {instead}: {sentence[:160]}'


def main():
    arguments, most = sys.argv[1:], MOST
    if arguments[:1] == ["--most"]:
        most, arguments = int(arguments[1]), arguments[2:]
    found = [f"sentences: {form} does not find its example" for form, _, example in FORMS if not re.search(form, example)]
    count = 0
    for name in held():
        if ELSEWHERE.search(name) or not name.startswith(tuple(arguments or [""])):
            continue
        if any(kind.search(name) for kind in (DOCUMENT, HEADER, REMARKED, PROGRAM)):
            found += wrong(name, (ROOT / name).read_text(), most)
            count += 1
    print("\n".join(found) or f"sentences: {count} files, each sentence short and direct")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
