"""The applications beside the package: the command finds them, and nothing but their own parts asks for what they require."""

import ast
import re
import subprocess
import sys
import tomllib
from importlib.metadata import entry_points
from pathlib import Path

import libpress
import pytest
from libpress.tools.apps import GROUP, WORDS, command, installed
from libpress.tools.install import APPS, TOOLS, packages, required, to_install

HERE = Path(__file__).resolve().parents[1]
NAMES = ("bridges", "page", "study")
HIDDEN = HERE.parent / "bindings/python/tests/hidden.py"
each = pytest.mark.parametrize("name", NAMES)


def project(name):
    return tomllib.loads((HERE / name / "pyproject.toml").read_text())["project"]


def test_the_command_finds_each_command_and_has_its_words():
    named = {one: what for name in NAMES for one, what in project(name)["entry-points"][GROUP].items()}
    assert {one.name: one.value for one in entry_points(group=GROUP)} == named
    assert {one: what.partition(".")[0] for one, what in named.items()} == {one: f"libpress_{name}" for one, name in APPS.items()}
    for one, words in WORDS.items():
        assert " ".join(command(one).help.split("\n\n")[0].split()) == words and one in installed()


def name_of(requirement):
    return re.split(r"[<>=\[]", requirement)[0]


@each
def test_an_application_is_of_the_version_of_the_package_and_requires_that_one(name):
    of = project(name)
    assert of["version"] == libpress.__version__ and of["dependencies"][0] == f"libpress[tools]=={libpress.__version__}"


def test_what_messages_say_to_install_is_what_it_requires():
    assert [name_of(one) for one in required("libpress-page")] == [name_of(one) for one in project("page")["dependencies"][1:]]
    assert required("libpress-bridges", "keyboard") == ("evdev>=1.6",)
    assert packages("libpress-page").endswith(" 'segno>=1.6'")
    assert to_install("libpress-bridges", "keyboard").endswith(f"pip install {' '.join(map(repr, (*TOOLS, 'evdev>=1.6')))}")
    assert required("libpress-nothing") == ()


@each
def test_every_module_is_imported_where_there_is_no_linux_and_without_what_it_requires(name):
    program = f"""
import sys
sys.path.insert(0, {str(HIDDEN.parent)!r})
import hidden, importlib, pkgutil, libpress_{name} as package
for module in pkgutil.walk_packages(package.__path__, "libpress_{name}."):
    try:
        importlib.import_module(module.name)
    except ModuleNotFoundError as missing:
        if missing.name in sys.modules or missing.name.startswith("libpress"):
            raise
        print("without", missing.name)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    asked = {name_of(one) for one in [*project(name)["dependencies"], "evdev", "uvicorn", "fastapi", "starlette", "multipart"]}
    assert set(done.stdout.split()) <= {"without"} | asked


def test_the_command_starts_without_them():
    """`libpress check` imports no application, and no application imports another one."""
    program = "import sys\nfrom libpress.tools import commands\nprint([one for one in sys.modules if one.startswith('libpress_')])"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout == "[]\n"
    for name in NAMES:
        for path in (HERE / name / "src").rglob("*.py"):
            others = re.findall(r"^\s*(?:from|import) libpress_(\w+)", path.read_text(), re.M)
            assert not set(others) - {name}, path


@each
def test_what_it_takes_of_the_package_is_public(name):
    """No module and no name with `_` in front, none of what is made from the headers."""
    taken = 0
    for path in (HERE / name / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "libpress":
                taken += 1
                parts = [*node.module.split("."), *(one.name for one in node.names)]
                assert not [one for one in parts if one == "generated" or one.startswith("_") and one != "__version__"], f"{path.name}: {parts}"
            elif isinstance(node, ast.Import):
                assert not any(one.name.startswith("libpress.") for one in node.names), path.name
            elif isinstance(node, ast.Attribute) and re.match("_[a-z]", node.attr) and name != "page":  # of NiceGUI the page has no other way
                assert ast.unparse(node.value) in ("self", "cls", "os"), f"{path.name}:{node.lineno}: {ast.unparse(node)}"
    assert taken > 10
