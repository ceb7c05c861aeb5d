"""How the package is made: modules without circles, hooks for every event, names that cannot be mistyped."""

import ast
import copy
import graphlib
import pickle
import re
from pathlib import Path

import libpress
import pytest
from libpress import (
    Ads1x15,
    DragSession,
    Engine,
    EventType,
    ForceSensor,
    Grid,
    I2CConverter,
    MedianFilter,
    OneEuroFilter,
    Pad,
    Target,
    Targets,
    _hooks,
)
from libpress._strict import Strict
from libpress.generated import _raw
from libpress.generated._attached import ROOMS

PACKAGE = Path(libpress.__file__).parent
for _room in ROOMS.values():
    _room.load()  # a class is there when its module was imported
HOOKED = tuple(_hooks.Hooked.__subclasses__())


def imports(module):
    """The modules of the package that a module imports, wherever it says so; but for type checkers alone."""
    found = set()
    path = PACKAGE / f"{module}.py"
    tree = ast.parse((path if path.exists() else PACKAGE / "generated" / path.name).read_text())
    typing = [one for one in tree.body if isinstance(one, ast.If) and getattr(one.test, "id", "") == "TYPE_CHECKING"]
    tree.body = [one for one in tree.body if one not in typing]
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level > 0:
            of = (node.module or "").removeprefix("generated").removeprefix(".")
            found |= {of} if of else {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom | ast.Import):
            names = [node.module] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
            assert not any((name or "").startswith("libpress") for name in names), f"{module} imports by its full name"
    return found


def test_no_module_imports_one_that_imports_it():
    modules = {path.stem for folder in (PACKAGE, PACKAGE / "generated") for path in folder.glob("*.py")} - {"__init__"}
    graph = {module: imports(module) & modules for module in modules}
    assert len(graph) > 20 and graph["drag"] > {"_core", "_hooks"}
    tuple(graphlib.TopologicalSorter(graph).static_order())  # raises CycleError
    assert not any("engine" in graph[part] for part in graph["engine"])


def hooks(kind):
    return {name: hook for name, hook in vars(kind).items() if isinstance(hook, _hooks._Hook)}


def test_hooks_are_named_for_what_they_are():
    for kind in HOOKED:
        assert hooks(kind) or kind._way == "engine.crosstalk"  # it has no events
        for name, hook in hooks(kind).items():
            assert name.startswith("on_" if isinstance(hook, _hooks.On) else "when_") and hook.__doc__


def test_every_event_has_its_hook():
    delivered = {kind for each in HOOKED for kind in each._table}
    assert delivered == set(EventType)


def test_every_question_of_the_delegate_is_a_hook():
    asked = {hook.member for kind in HOOKED for hook in hooks(kind).values() if isinstance(hook, _hooks.On)}
    members = {field[0]: field[1] for field in _raw.press_delegate._fields_[2:]}
    delivered = {"preview_did_update", "commit_did_update", "preview_did_cancel", "on_event"}  # all of it is events
    assert asked - {EventType.DRAG_CONFIRM} == members.keys() - delivered
    assert {name for name, kind in members.items() if kind._restype_} < asked


def test_the_document_lists_the_hooks():
    text = (Path(__file__).parents[3] / "docs/python-objects.md").read_text()
    rows = re.findall(r"^\| `([\w.]+)` \|(.*?)\|(.*?)\|$", text.split("<!-- hooks -->")[1].split("\n\n")[0], re.M)
    listed = {way: re.findall(r"`(\w+)`", delivered + asked) for way, delivered, asked in rows}
    assert listed == {kind._way: list(dict.fromkeys(sorted(hooks(kind), key=lambda n: n[:2] == "on"))) for kind in HOOKED if hooks(kind)}


def every():
    from ads1115 import Ads1115, FakeBus

    engine = Engine(gestures=True, peek=True, transitions=True, button=True, drag=True)
    engine.targets.add(Target(1, 0, 0, 1, 1, traits=libpress.Trait.DRAG_SOURCE))
    parts = [engine.preview, engine.gestures, engine.peek, engine.transitions, engine.button, engine.drag]
    return [
        engine,
        *parts,
        engine.targets,
        engine.transitions.new(),
        engine.drag.begin(1),
        Pad(engine=engine),
        Grid(),
        ForceSensor.simulated(fast=True),
        ForceSensor.pads(finger=[None], fast=True),
        Ads1x15(FakeBus(Ads1115([0.0] * 4))),
        I2CConverter(FakeBus(Ads1115([0.0] * 4)), "ADS7830"),
        MedianFilter(),
        OneEuroFilter(),
    ]


@pytest.mark.parametrize("thing", every(), ids=lambda thing: type(thing).__name__)
def test_a_name_that_is_not_there_is_an_error(thing):
    assert isinstance(thing, Strict) and not hasattr(thing, "__dict__")
    with pytest.raises(AttributeError, match="has no 'when_tuched'"):
        thing.when_tuched = print
    with pytest.raises(AttributeError, match="when_tuched"):
        thing.when_tuched  # noqa: B018


@pytest.mark.parametrize("thing", every(), ids=lambda thing: type(thing).__name__)
@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, pickle.dumps])
def test_what_has_a_handle_cannot_be_copied(thing, how):
    with pytest.raises(TypeError, match=f"{type(thing).__name__} cannot be copied or pickled: make another one"):
        how(thing)


@pytest.mark.parametrize(
    "misuse, words",
    [
        (lambda: setattr(Pad(), "when_touch", print), "pad has no 'when_touch': did you mean when_touched"),
        (lambda: setattr(Pad(), "when_pressed", print), "pad has no 'when_pressed': .*pad.engine.button.when_pressed"),
        (lambda: setattr(Engine(), "when_tapped", print), "engine has no 'when_tapped': .*engine.gestures.when_tapped"),
        (lambda: setattr(Engine(gestures=True).gestures, "when_holded", print), "mean when_hold_ended or when_held"),
        (lambda: setattr(Engine(button=True).button, "when_hot", print), "'when_hot': it has when_pressed, when_released"),
        (lambda: setattr(Engine(), "drag_session", print), "did you mean engine.drag.session"),
        (lambda: setattr(Engine(), "stats", 3), "stats"),
        (lambda: setattr(Engine(), "feed", 3), "read-only"),
    ],
)
def test_the_near_name_is_said(misuse, words):
    with pytest.raises(AttributeError, match=words):
        misuse()


def test_classes_are_those_that_the_package_says():
    assert {Targets, DragSession} < {getattr(libpress, name) for name in libpress.__all__ if name[0].isupper()}
