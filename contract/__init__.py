"""The contract: what the C headers in include/ declare, read once, and what is made from it."""

import re
from pathlib import Path

from . import (
    api,
    boards,
    compiled,
    configs,
    cpp,
    events,
    hooks,
    javascript,
    keys,
    limits,
    lives,
    parts,
    programs,
    protocol,
    python,
    scenarios,
    settings,
    structs,
    swift,
    swiftface,
    tables,
    tools,
    words,
)
from .model import Contract, Place
from .pages import pages
from .reader import INCLUDE, ROOT, read

__all__ = ["INCLUDE", "ROOT", "made", "read"]

PACKAGE = ROOT / "bindings" / "python" / "src" / "libpress"
APPS = ROOT / "apps"
BRIDGES = APPS / "bridges" / "src" / "libpress_bridges"
ABI = ROOT / "Sources" / "PressABI" / "generated"
MODULE = ROOT / "bindings" / "js" / "src"


def _by_hand() -> set[str]:
    """The functions of the C ABI that are written by hand."""
    return {name for path in ABI.parent.glob("*.swift") for name in re.findall(r'@_cdecl\("(\w+)"\)', path.read_text())}


def made(contract: Contract) -> dict[Path, str]:
    """Every file that is made from the headers."""
    attached = parts.parts(contract, PACKAGE)
    documents = [tables.Document(contract, path) for path in tables.DOCUMENTS]
    api_pages = [ROOT / "docs" / "api.md", ROOT / "docs" / "api" / "first-program.md"]
    return {document.path: document.made() for document in documents} | {
        **{page: programs.page(page, ROOT) for name in ("loops.md", "window.md", "swift.md") for page in pages(ROOT / "docs" / name)},
        **{page: api.page(contract, page.read_text(), Place(page, 1)) for page in api_pages},
        INCLUDE / "press" / "press.hpp": cpp.hpp(contract, INCLUDE / "press" / "press.hpp"),
        INCLUDE / "press" / "press.apinotes": swiftface.notes(contract),
        INCLUDE / "press" / "swift.inl": swiftface.inline(contract, INCLUDE / "press"),
        PACKAGE / "generated" / "_raw.py": python.Layer(contract).raw(),
        PACKAGE / "enums.py": python.enums(contract),
        PACKAGE / "generated" / "_carried.py": python.event_names(contract),
        PACKAGE / "generated" / "_lives.py": lives.python(contract, attached),
        PACKAGE / "generated" / "_settings_fields.py": settings.typed(contract, attached),
        PACKAGE / "generated" / "_live.py": settings.live(contract),
        PACKAGE / "engine.py": settings.engine(contract, PACKAGE / "engine.py"),
        PACKAGE / "generated" / "_configs.py": settings.configs(contract),
        PACKAGE / "generated" / "_attached.py": parts.attached(attached),
        PACKAGE / "__init__.py": parts.package(PACKAGE / "__init__.py", attached),
        PACKAGE / "generated" / "_allowed.py": settings.words(contract),
        PACKAGE / "generated" / "_words.py": words.python(),
        ROOT / "Sources" / "pressd" / "generated" / "Called.swift": words.swift(),
        ROOT / "docs" / "site" / "static" / "words.js": words.javascript(),
        ROOT / "docs" / "coming-from" / "names.md": words.page(),
        ROOT / "Sources" / "PressCheck" / "generated" / "Findings.swift": tools.swift_findings(contract, ROOT / "docs" / "tools" / "findings.md"),
        BRIDGES / "generated" / "_keys.py": tools.bridge_keys(contract, ROOT / "docs" / "bridges.md"),
        MODULE / "generated" / "raw.js": javascript.raw(contract, attached),
        MODULE / "generated" / "attached.js": javascript.attached(
            attached, MODULE, keys.interactions(contract, keys.sections(contract, ROOT / "docs" / "pressd.md"))
        ),
        MODULE / "generated" / "raw.d.ts": javascript.raw_types(contract),
        MODULE / "generated" / "contract.js": javascript.contract_js(contract),
        MODULE / "generated" / "read.js": javascript.read_js(contract),
        APPS / "playground" / "src" / "generated" / "texts.js": javascript.texts(contract, attached),
        MODULE / "generated" / "contract.d.ts": javascript.contract_types(contract, attached),
        ROOT / "docs" / "python-objects.md": hooks.page(ROOT / "docs" / "python-objects.md", PACKAGE),
        MODULE.parent / "tests" / "generated" / "lives.js": lives.javascript(contract),
        ROOT / "Tests" / "PressABITests" / "generated" / "lives.h": lives.c(contract),
        ROOT / "Tests" / "PressABITests" / "generated" / "limits.h": limits.c(contract),
        ROOT / "Tests" / "fuzz" / "generated" / "carries.h": events.c(contract),
        ROOT / "Tests" / "PressCoreTests" / "generated" / "Lives.swift": lives.swift_of_tests(contract),
        ROOT / "Tests" / "scenarios" / "generated" / "contract.h": scenarios.c(contract),
        ROOT / "Sources" / "PressCore" / "generated" / "Progress.swift": lives.core(contract),
        ROOT / "Sources" / "PressCore" / "generated" / "Rooms.swift": swift.rooms(contract),
        ROOT / "Tests" / "processors" / "generated" / "structs.h": structs.c(contract),
        ROOT / "Sources" / "PressCore" / "generated" / "Constants.swift": swift.constants(contract),
        ABI / "EventTable.swift": swift.event_table(contract),
        ROOT / "Sources" / "PressCore" / "generated" / "EventNames.swift": swift.texts(contract),
        ABI / "Interactions.swift": swift.interactions(contract),
        ABI / "Inits.swift": swift.inits(contract, _by_hand()),
        ROOT / "Sources" / "PressCore" / "generated" / "Configs.swift": configs.swift(contract, of_devices=False),
        ROOT / "Sources" / "PressDevice" / "generated" / "DeviceConfigs.swift": configs.swift(contract, of_devices=True),
        ABI / "ProfileRows.swift": keys.profile_abi(contract, ROOT / "docs" / "pressd.md"),
        ROOT / "Sources" / "PressSetup" / "generated" / "Keys.swift": keys.swift(contract, ROOT / "docs" / "pressd.md"),
        ROOT / "Sources" / "PressSetup" / "generated" / "Boards.swift": boards.swift(ROOT / "docs" / "hardware" / "boards.md"),
        ROOT / "Sources" / "PressCheck" / "generated" / "BoardTable.swift": boards.swift_table(ROOT / "docs" / "hardware" / "boards.md"),
        PACKAGE / "generated" / "_boards.py": boards.python(ROOT / "docs" / "hardware" / "boards.md"),
        ROOT / "Sources" / "PressSetup" / "generated" / "KeyTexts.swift": keys.texts_swift(keys.sections(contract, ROOT / "docs" / "pressd.md")),
        ROOT / "docs" / "protocol.schema.json": protocol.schema(contract, ROOT / "docs" / "pressd.md"),
        ROOT / "Sources" / "pressd" / "generated" / "SectionChanges.swift": keys.changes(contract, ROOT / "docs" / "pressd.md"),
        ROOT / "Sources" / "pressd" / "generated" / "Lives.swift": lives.swift(contract),
        ROOT / "Sources" / "pressd" / "generated" / "Compiled.swift": compiled.swift(
            contract, ROOT / "docs" / "pressd.md", INCLUDE / "press" / "interactions.h"
        ),
    }
