"""Checks that what people ask leads to its answer: each question of questions.txt has the section that answers it among the first three of a
plain ranking of the sections of all documents (BM25, words of headings three times). Where it names the title of a page, each section of it counts.

    python3 Tests/style/questions.py [--all]     --all: the first three of each question

A page has 2,500 words at most, and 150 at least, but for an index: the page with a folder of its name.

Tests/site/test_questions.py asks the search of the site the same.
"""

import collections
import math
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).parents[2]
QUESTIONS = pathlib.Path(__file__).with_name("questions.txt")
FIRST = 3
LEAST, MOST = 150, 2500
HEADING = 3
# Words of every question, which say nothing.
COMMON = set(
    "a all also am an and any are as at be been but by can could did do does for from get had has have how i if in into is it its just me my no not "
    "of on or our out so some than that the them then there this to up us very was we were what when where which while who why will with you your".split()
)


def questions():
    """(question, page, anchor) in their order."""
    for line in QUESTIONS.read_text().splitlines():
        if line and not line.startswith("#"):
            question, place = line.split(" | ")
            yield question, *place.split("#")


def stem(word):
    for end in ("ings", "ing", "ers", "ies", "ed", "er", "es", "s", "e", "y"):
        if word.endswith(end) and len(word) - len(end) >= 3:
            return re.sub(r"(.)\1$", r"\1", word[: -len(end)])
    return word


def words(text):
    return [stem(word) for word in re.findall(r"[a-z0-9]+", text.lower()) if word not in COMMON]


def slug(heading):
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def sections(text):
    """(heading, text) of each part of a page; what stands in code is no heading."""
    parts, fence = [("", [])], ""
    for line in text.splitlines():
        if found := re.match(r" *(```+)", line):
            fence = "" if fence else found[1]
        if not fence and (heading := re.match(r"#+ (.*)", line)):
            parts.append((heading[1], []))
        parts[-1][1].append(re.sub(r"\]\([^)]*\)", "]", line))
    return [(heading, "\n".join(lines)) for heading, lines in parts if lines]


def documents():
    """The pages that readers have: not those about tests, nor the history."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.md"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in listed.splitlines():
        if name == "README.md" or re.match(r"docs/|bindings/|examples/", name):
            yield name, (ROOT / name).read_text()


class Ranking:
    def __init__(self, texts):
        self.places, self.counts = [], []
        for name, text in texts:
            found = sections(text)
            title = next((heading for heading, _ in found if heading), "")
            for heading, body in found:
                self.places.append((name, slug(heading)))
                self.counts.append(collections.Counter(words(body) + HEADING * words(heading) + words(title)))
        self.sizes = [sum(one.values()) for one in self.counts]
        self.usual = sum(self.sizes) / len(self.sizes)
        self.spread = collections.Counter(word for one in self.counts for word in one)

    def sections(self, question):
        """(page, anchor), the best first."""
        scores = []
        for counts, size in zip(self.counts, self.sizes, strict=True):
            score = 0.0
            for word in set(words(question)):
                if count := counts[word]:
                    rarity = math.log(1 + (len(self.places) - self.spread[word] + 0.5) / (self.spread[word] + 0.5))
                    score += rarity * count * 2.2 / (count + 1.2 * (0.25 + 0.75 * size / self.usual))
            scores.append(score)
        return [self.places[at] for at in sorted(range(len(scores)), key=scores.__getitem__, reverse=True)]


def too_long_or_short(texts):
    for name, text in texts.items():
        count = len(text.split())
        is_index = (ROOT / name).with_suffix("").is_dir() or (ROOT / name.lower()).with_suffix("").is_dir()
        if count > MOST or count < LEAST and not is_index:
            yield f"questions: {name} has {count} words: {LEAST} to {MOST}"


def main():
    texts = dict(documents())
    ranking, wrong, count = Ranking(texts.items()), [], 0
    for question, page, anchor in questions():
        count += 1
        anchors = [slug(heading) for heading, _ in sections(texts.get(page, "")) if heading]
        if anchor not in anchors:
            wrong.append(f"questions: there is no {page}#{anchor}")
            continue
        found = ranking.sections(question)
        at = min(found.index((page, one)) for one in (anchors if anchor == anchors[0] else [anchor])) + 1
        first = ", ".join("#".join(place) for place in found[:FIRST])
        if "--all" in sys.argv:
            print(f"{at} {question}: {first}")
        if at > FIRST:
            wrong.append(f"questions: {question!r} leads to {first}; {page}#{anchor} is number {at}")
    wrong += too_long_or_short(texts)
    if count < 60:
        wrong.append(f"questions: {count} questions, 60 at least")
    print("\n".join(wrong) or f"questions: {count} of people, each with its answer among the first {FIRST}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
