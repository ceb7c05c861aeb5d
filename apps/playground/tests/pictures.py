"""Pictures of a page, in use, on both screens in both themes. They lie in a folder of build/, for eyes to look at; those of the documents
are as small as a document may have them.
"""

import base64
from pathlib import Path

import pytest
from hands import DESKTOP, PHONE

MOST_BYTES = 150_000  # of a picture of the documents

SCREENS = pytest.mark.parametrize(
    "name",
    [pytest.param(f"{name}-{theme}", marks=pytest.mark.screen(size=size, dark=theme == "dark"))
     for name, size in (("desktop", DESKTOP), ("phone", PHONE)) for theme in ("light", "dark")],
)  # fmt: skip


def scenes(*all_of_them):
    return pytest.mark.parametrize("scene", all_of_them, ids=lambda scene: scene.__name__)


class Pictures:
    """`of_documents`: the pictures that the documents have, and their names there."""

    def __init__(self, folder, of_documents):
        self.folder, self.of_documents = Path(__file__).resolve().parents[3] / "build" / folder, of_documents

    def _take(self, browser, file, **how):
        picture = browser.execute_cdp_cmd("Page.captureScreenshot", {"format": file.split(".")[-1], **how})
        self.folder.mkdir(parents=True, exist_ok=True)
        return (self.folder / file).write_bytes(base64.b64decode(picture["data"]))

    def take(self, browser, name, **how):
        self._take(browser, f"{name}.png", **how)
        if of_documents := self.of_documents.get(name):
            assert self._take(browser, f"{of_documents}.webp", quality=85) < MOST_BYTES
