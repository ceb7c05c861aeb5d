"""The defaults that the docstrings of a Python config by hand say, against the comments of the headers."""

import ast
import re

import pytest

import contract
from contract import rules

CONTRACT = contract.read()
CLASSES = {"TransitionsConfig": "press_transition_config"}


def docstrings():
    """The fields with their docstrings, class by class."""
    modules = sorted(contract.PACKAGE.glob("*.py"))
    for one in (one for module in modules for one in ast.parse(module.read_text()).body):
        if isinstance(one, ast.ClassDef) and one.name in CLASSES:
            for field, text in zip(one.body, one.body[1:], strict=False):
                if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr):
                    yield one.name, field.target.id, " ".join(text.value.value.split())


@pytest.mark.parametrize("name, field, text", list(docstrings()))
def test_a_docstring_says_the_default_of_the_header(name, field, text):
    rule = rules.rules(CONTRACT, CONTRACT.structs[CLASSES[name]]).get(field)
    if rule and rule.default is not None and not rule.token.startswith("PRESS_"):
        said = re.search(r"[;:] (-?\d[\d.]*)(: \w+)?\.$", text)
        assert said, f"{text} does not end with the default"
        assert float(said[1]) == float(rule.token)


def test_every_class_has_fields_that_are_compared():
    assert {name for name, _, _ in docstrings()} == set(CLASSES)
