"""Runs the programs of the READMEs and of the documents, and compares what they print with what these say: run.py [LANGUAGE...], as in `c js`.

A C block is compiled against the installed library through pkg-config and run; the text block after it is its output. A
Python block is run by the interpreter that runs this; its output is the text block shown last. A JavaScript block is run by
Node, with build/js as the package that it imports. What takes a board is run by bindings/python/tests/test_documents.py.
"""

import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).parent.parent.parent
DOCUMENTS = (ROOT / "README.md", *sorted(ROOT.glob("bindings/*/README.md")), ROOT / "examples/README.md", *sorted((ROOT / "docs").rglob("*.md")))
# Tests/window runs these on a display.
DOCUMENTS = tuple(one for one in DOCUMENTS if one.parent != ROOT / "docs/window")
STRICT = ["-std=c11", "-pedantic", "-Wall", "-Wextra", "-Werror"]


def output(*command, cwd=None):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, cwd=cwd)
    if done.returncode:
        sys.exit(f"{command[0]} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def run_c(source, folder):
    file = folder / "readme.c"
    file.write_text(source)
    flags = shlex.split(output("pkg-config", "--cflags", "--libs", "libpress"))
    output("cc", *STRICT, file, "-o", folder / "readme", *flags)
    return output(folder / "readme")


def run_python(source, folder):
    file = folder / "readme.py"
    file.write_text(source)
    done = subprocess.run([sys.executable, file], capture_output=True, text=True, cwd=folder)
    if done.returncode or done.stderr:  # a right program is not warned, either
        sys.exit(f"python failed, or complains:\n{done.stdout}{done.stderr}\n{source}")
    return done.stdout


def run_javascript(source, folder):
    (folder / "node_modules").mkdir()
    (folder / "node_modules/libpress").symlink_to(ROOT / "build/js")
    file = folder / "readme.mjs"
    file.write_text(source)
    return output("node", file, cwd=folder)


RUN = {"c": run_c, "python": run_python, "js": run_javascript}


def is_whole(language, text):
    """Whether a block is a program that runs here: one of C that includes a file beside it is of examples, whose tests run it."""
    if language == "python":
        return "import" in text and not re.search("I2CBus|gpiozero|Connection", text)
    return (language == "c" and "int main(" in text and '#include "' not in text) or (language == "js" and 'from "libpress"' in text)


def main():
    languages, passed = sys.argv[1:] or list(RUN), 0
    for readme in DOCUMENTS:
        blocks = re.findall(r"^```(\w*)\n(.*?)^```$", readme.read_text(), re.M | re.S)
        expected = None
        for i, (language, text) in enumerate(blocks):
            if language not in languages or not is_whole(language, text):
                continue
            following = blocks[i + 1] if i + 1 < len(blocks) else ("", "")
            if following[0] in ("text", "") and not re.search(r"[─│┬]", following[1]):
                expected = following[1]
            with tempfile.TemporaryDirectory() as folder:
                got = RUN[language](text, pathlib.Path(folder))
            if got != expected:
                sys.exit(f"{readme.relative_to(ROOT)}: a {language} program prints\n{got}and not\n{expected}")
            passed += 1
    if "python" not in languages:
        print(f"programs in READMEs and documents, {' '.join(languages)}: {passed} passed, 0 failed")
        return 0 if passed else 1
    sys.path.insert(0, str(ROOT / "docs"))
    import draw_claim
    import draw_press
    import drawing

    for picture in sorted((ROOT / "docs").glob("*.svg")):
        drawing.checked(picture.read_text(), picture.relative_to(ROOT))
    if draw_press.draw() != (ROOT / "docs/press.svg").read_text():
        sys.exit("docs/press.svg is not what the library delivers: python3 docs/draw_press.py")
    if draw_claim.draw((ROOT / "docs/interactions/contact.md").read_text()) != (ROOT / "docs/claim.svg").read_text():
        sys.exit("docs/claim.svg is not what docs/interactions/contact.md says: python3 docs/draw_claim.py")
    print(f"programs in READMEs and documents: {passed} passed, 0 failed; the pictures are what they show")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
