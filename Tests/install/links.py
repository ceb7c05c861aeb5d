"""links.py FOLDER: every link of the documents below leads to a file, and to a heading where it names one; every page that a
manual page names is there. Of a clone, the documents are those that git knows.
"""

import re
import subprocess
import sys
from pathlib import Path

LINK = re.compile(r"\[[^]]*\]\(([^)\s]+)\)")
REFERENCE = re.compile(r"^\.BR (\S+) \((\d)\)|\\fB([a-z0-9_.]+)\\fR\((\d)\)", re.M)


def headings(text):
    """The anchors of a document, as they are made of headings: lower case, without marks, blanks as hyphens."""
    without_code = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in re.findall(r"^#+ (.*)", without_code, re.M)}


def documents(root):
    if (root / ".git").exists():
        names = subprocess.run(["git", "ls-files", "*.md"], cwd=root, check=True, capture_output=True, text=True).stdout.split()
        return [root / name for name in names if not name.startswith("Tests/recordings/")]
    return sorted(root.rglob("*.md"))


def dead_links(root):
    for document in documents(root):
        text = document.read_text()
        for target in LINK.findall(re.sub(r"^```.*?^```|`[^`\n]*`", "", text, flags=re.M | re.S)):
            if re.match(r"[a-z]+:", target):
                continue
            path, _, anchor = target.partition("#")
            place = document.parent / path if path else document
            if anchor and place.is_dir():
                place /= "README.md"
            if not place.exists():
                yield f"{document.relative_to(root)}: no file {target}"
            elif anchor and anchor not in headings(place.read_text()):
                yield f"{document.relative_to(root)}: no heading {target}"


def dead_references(root):
    pages = {page.name for page in root.glob("share/man/man*/*")}
    for page in sorted(root.glob("share/man/man*/*")):
        for one, section, other, its in REFERENCE.findall(page.read_text()):
            if f"{one or other}.{section or its}" not in pages:
                yield f"{page.name}: no page {one or other}({section or its})"


def main(root):
    wrong = [*dead_links(root), *dead_references(root)]
    print("\n".join(wrong) or f"links: {len(documents(root))} documents and their pages, no dead link")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
