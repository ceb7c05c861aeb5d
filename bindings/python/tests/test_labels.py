"""The labels of a chart: none over another, each near its place; in pictures of random settings, too."""

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from libpress.tools.config import Config
from libpress.tools.labels import spread

numbers = st.floats(-50, 150)


@given(st.lists(numbers, max_size=7))
def test_labels_keep_their_order_lie_inside_and_do_not_meet(places):
    found = spread(places, 10, 0, 100)
    assert all(5 - 1e-6 <= one <= 95 + 1e-6 for one in found)
    for (a, at_a), (b, at_b) in itertools.combinations(zip(places, found, strict=True), 2):
        assert abs(at_a - at_b) >= 10 - 1e-6
        assert a == b or (a < b) == (at_a < at_b)


@given(st.lists(numbers, min_size=1, max_size=3))
def test_no_other_places_are_nearer(places):
    """Against every choice of a lattice."""

    def far(middles):
        return sum((one - place) ** 2 for one, place in zip(middles, places, strict=True))

    best = far(spread(places, 20, 0, 100))
    for middles in itertools.product(range(10, 91, 8), repeat=len(places)):
        if all(abs(a - b) >= 20 for a, b in itertools.combinations(middles, 2)):
            assert best <= far(middles) + 1e-6


def test_labels_without_room_are_equally_far_apart_and_those_with_room_stay():
    assert spread([], 10, 0, 100) == []
    assert spread([20, 40, 80], 10, 0, 100) == [20, 40, 80]
    assert spread([0, 0, 0, 0], 50, 0, 100) == pytest.approx([12.5, 37.5, 62.5, 87.5])


def random_settings(chance):
    levels = sorted(chance.uniform(0.02, 0.98) for _ in range(3))
    zero = chance.choice([0, 0.3])
    full = chance.choice([0.5, 1, 5, 20, 50])
    touch = zero + (full - zero) * chance.uniform(0.05, 0.2)
    settings = {"zero_force": zero, "full_force": full, "touch_force": touch, "release_force": touch * chance.uniform(0.2, 0.95)}
    return settings | dict(zip(("preview_pressure", "commit_pressure", "complete_pressure"), levels, strict=True))


@pytest.mark.parametrize("seed", range(10))
def test_no_text_of_a_picture_meets_another_or_leaves_it(seed):
    pytest.importorskip("matplotlib")
    from libpress.tools.plot import DARK, LIGHT, Story, _figure, _settings, library
    from matplotlib.text import Text

    chance = random.Random(seed)
    config = Config.load(None, [f"engine.{key}={value:.4f}" for key, value in random_settings(chance).items()])
    story = Story([n / 10 for n in range(50)], [chance.uniform(0, 8) for _ in range(50)])
    names = ["touch", "preview", "commit", "completed", "fault"]
    story.spans = [(n, n + 1, name) for n, name in enumerate(names[: chance.randrange(6)])]
    title = "".join(chance.choice("aW $_^{ .") for _ in range(chance.choice([3, 30, 120, 600])))
    look = chance.choice([LIGHT, DARK])
    with library().rc_context(_settings(look)):
        figure = _figure(story, config, title, look)
        figure.draw_without_rendering()
        (axes,) = figure.axes
        texts = [*axes.texts, axes.title, axes._left_title, axes.xaxis.label, axes.yaxis.label, *axes.get_xticklabels(), *axes.get_yticklabels()]
        texts += axes.get_legend().get_texts() if axes.get_legend() else []
        # The extent of the text, without the line that leads from the label.
        boxes = [(one.get_text(), Text.get_window_extent(one)) for one in texts if one.get_text().strip() and one.get_visible()]
        ticks = {one.get_text() for one in [*axes.get_xticklabels(), *axes.get_yticklabels()]}
    assert {words.split()[0] for words, _ in boxes} >= {"release", "touch", "preview", "commit", "complete"}
    for words, box in boxes:
        if words in ticks and not (axes.bbox.y0 - 1 <= box.y0 + box.height / 2 <= axes.bbox.y1 + 1 or box.y1 < axes.bbox.y0):
            continue  # of a place that is not shown
        assert box.x0 >= -0.5 and box.x1 <= figure.bbox.width + 0.5 and box.y0 >= -0.5 and box.y1 <= figure.bbox.height + 0.5, words
    labels = [box for words, box in boxes if words not in ticks]
    for a, b in itertools.combinations(labels, 2):
        assert min(a.x1, b.x1) - max(a.x0, b.x0) < 0.5 or min(a.y1, b.y1) - max(a.y0, b.y0) < 0.5


def test_a_picture_for_the_web_has_the_dark_colours_too(command, tmp_path):
    pytest.importorskip("matplotlib")
    trace = tmp_path / "press.trace"
    assert command("record", trace, "--simulated", "--fast", "--duration", "1").code == 0
    assert command("plot", trace, tmp_path / "a.svg").code == 0
    assert command("plot", trace, tmp_path / "b.svg", "--dark").code == 0
    both, dark = ((tmp_path / name).read_text() for name in ("a.svg", "b.svg"))
    assert "prefers-color-scheme: dark" in both and "#222222" in both and "#222222" not in dark and "prefers-color-scheme" not in dark
