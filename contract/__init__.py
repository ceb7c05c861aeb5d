"""The contract: what the C headers in include/ declare, read once, and what is made from it."""

from pathlib import Path

from . import keys, python, swift, tables
from .model import Contract
from .reader import INCLUDE, ROOT, read

__all__ = ["INCLUDE", "ROOT", "made", "read"]

PACKAGE = ROOT / "bindings" / "python" / "src" / "libpress"


def made(contract: Contract) -> dict[Path, str]:
    """Every file that is made from the headers."""
    documents = [tables.Document(contract, ROOT / "docs" / name) for name in tables.DOCUMENTS]
    return {document.path: document.made() for document in documents} | {
        PACKAGE / "_raw.py": python.Layer(contract).raw(),
        PACKAGE / "enums.py": python.enums(contract),
        ROOT / "Sources" / "PressCore" / "Contract" / "Constants.swift": swift.constants(contract),
        ROOT / "Sources" / "PressABI" / "Event.swift": swift.texts(contract),
        ROOT / "Sources" / "pressd" / "Settings" / "Keys.swift": keys.swift(contract, ROOT / "docs" / "pressd.md"),
        ROOT / "Sources" / "pressd" / "Outputs" / "EventWords.swift": keys.words(contract),
    }
