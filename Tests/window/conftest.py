import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from display import Display  # noqa: E402


def pytest_configure(config):
    config.addinivalue_line("markers", "long: it takes minutes; make nightly runs it")


@pytest.fixture
def display():
    with Display() as one:
        yield one
