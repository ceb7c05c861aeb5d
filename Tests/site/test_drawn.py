"""The pictures that the documents show: texts meet nothing, and follow light and dark. What draws them refuses to draw others."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "apps/playground/tests"), str(ROOT / "docs")]
import drawing  # noqa: E402
from hands import emulate, started  # noqa: E402
from overlaps import overlaps  # noqa: E402

PICTURES = sorted((ROOT / "docs").glob("*.svg"))
GOOD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100" font-size="12"><style>text { fill: #222 } .small { font-size: 8px }
@media (prefers-color-scheme: dark) { text { fill: #eee } }</style><rect x="10" y="10" width="60" height="30"/>
<text x="40" y="30" text-anchor="middle">inside</text><text x="80" y="30">beside</text><path d="M10,60 L190,60" stroke="#000"/></svg>"""


@pytest.fixture(scope="module")
def chromium():
    yield from started()


def shown(chromium, picture, tmp_path):
    page = tmp_path / "picture.html"
    page.write_text(f"<!doctype html><style>body {{ margin: 0 }} svg {{ max-width: 100%; height: auto }}</style>{picture}")
    chromium.get(page.as_uri())
    return overlaps(chromium)


@pytest.mark.parametrize("picture", PICTURES, ids=lambda one: one.name)
def test_nothing_is_wrong_with_a_picture(picture):
    assert list(drawing.faults(picture.read_text())) == []


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("picture", PICTURES, ids=lambda one: one.name)
def test_in_a_browser_no_text_of_a_picture_meets_another_or_leaves_it(chromium, picture, width, tmp_path):
    emulate(chromium, size=(width, 800))
    assert shown(chromium, picture.read_text(), tmp_path) == []


@pytest.mark.parametrize(
    ("planted", "said"),
    [
        ('<text x="90" y="34">over it</text>', "'beside' meets 'over it'"),
        ('<text x="60" y="25">across</text>', "'across' meets the edge of a box"),
        ('<text x="90" y="64">crossed</text>', "a line goes through 'crossed'"),
        ('<text x="170" y="90">too far</text>', "'too far' leaves the picture"),
        ('<text x="10" y="4" class="small">too high</text>', "'too high' leaves the picture"),
        ('<rect x="190" y="70" width="60" height="30"/>', "a box leaves the picture"),
    ],
)
def test_a_picture_with_such_a_fault_is_not_drawn(planted, said):
    assert list(drawing.faults(GOOD)) == []
    assert said in list(drawing.faults(GOOD.replace("</svg>", planted + "</svg>")))


def test_a_picture_that_stays_light_in_the_dark_is_not_drawn():
    assert list(drawing.faults(GOOD.replace("dark", "light"))) == ["does not follow light and dark"]


def test_the_script_for_pages_finds_texts_that_meet_are_cut_or_leave(chromium, tmp_path):
    emulate(chromium, size=(390, 800))
    planted = """<p style="position:absolute;top:10px;left:9px">one</p><p style="position:absolute;top:14px;left:9px">two</p>
    <div style="position:absolute;top:90px;width:60px;overflow:hidden;white-space:nowrap">a text that is longer</div>
    <p style="position:absolute;top:190px;left:350px;white-space:nowrap">far to the right</p>"""
    assert shown(chromium, planted, tmp_path) == ["one: meets two", "a text that is longer: cut off", "far to the right: leaves the screen"]
