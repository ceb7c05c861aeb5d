"""The examples of the reference: each is run as it stands. What a board would have is simulated."""

import ast
import contextlib
import io
import re
import textwrap
from pathlib import Path

import libpress
import pytest
from ads1115 import FakeBus
from libpress import Engine, ForceSensor
from test_feedback import Chip

PACKAGE = Path(libpress.__file__).parent


def examples():
    """Of each docstring the blocks that are Python, and where they stand."""
    for file in sorted(PACKAGE.rglob("*.py")):
        if file.relative_to(PACKAGE).parts[0] == "tools":
            continue  # it has no reference
        for node in ast.walk(ast.parse(file.read_text())):
            if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            for block in re.findall(r"(?:^|\n\n)((?:    .*\n|\n)+)", (ast.get_docstring(node) or "") + "\n"):
                code = textwrap.dedent(block).strip()
                with contextlib.suppress(SyntaxError):  # a table
                    if code and ast.parse(code):
                        yield pytest.param(code, id=f"{file.stem}-{getattr(node, 'name', 'module')}")


EXAMPLES = list(examples())


class Lamp:
    source = None


class Simulated:
    """In place of ForceSensor: what it makes is simulated, and ends with the example."""

    made: list[ForceSensor] = []

    @classmethod
    def simulated(cls, *given, **settings):
        cls.made.append(ForceSensor.simulated(*given, **settings))
        return cls.made[-1]

    def __new__(cls, **settings):
        return cls.simulated(**settings)


def motor_bus():
    return FakeBus(Chip(), 0x5A, transfer_us=250)


@pytest.fixture
def names(monkeypatch, tmp_path):
    """What the examples take for granted: everything of the package, a sensor, an engine, a reading."""
    monkeypatch.setattr(libpress, "ForceSensor", Simulated)
    with ForceSensor.simulated([(0, 0), (0.1, 4), (0.3, 0)], gestures=True) as sensor:
        found = {name: getattr(libpress, name) for name in libpress.__all__}
        found |= {"ForceSensor": Simulated, "I2CBus": lambda number: motor_bus(), "bus": motor_bus()}
        yield found | {"sensor": sensor, "engine": Engine(transitions=True), "lamp": Lamp(), "t_us": 1000, "code": 5000}
    while Simulated.made:
        Simulated.made.pop().close()


def test_there_are_examples():
    assert len(EXAMPLES) > 9


@pytest.mark.parametrize("code", EXAMPLES)
def test_an_example_runs_as_it_stands(names, request, tmp_path, monkeypatch, code):
    monkeypatch.chdir(tmp_path)
    printed = io.StringIO()
    if "/run/pressd" not in code:
        with contextlib.redirect_stdout(printed):
            exec(compile(code, "example", "exec"), names)
        return
    path = request.getfixturevalue("pressed")
    code = re.sub(r'"/run/pressd/[^"]*"', f'"{path}", again=0', code)
    with contextlib.redirect_stdout(printed), contextlib.suppress(libpress.remote.ClosedError):
        exec(compile(code, "example", "exec"), names)
    assert "CONTACT_BEGAN" in printed.getvalue()
