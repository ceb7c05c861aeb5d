"""Pads of one engine that feel each other: engine.crosstalk."""

import json

import pytest
from libpress import CrosstalkConfig, Engine, InvalidError, StateError


def kit(**crosstalk):
    engine = Engine(crosstalk=CrosstalkConfig(**crosstalk), lift_us=0, max_events=0)
    touched = []
    engine.when_touched = lambda event: touched.append(event.contact)
    return engine, touched


def play(engine, pairs):
    for n, forces in enumerate(pairs):
        for contact, force in enumerate(forces):
            engine.feed_force(2_000 * n, force, contact=contact)


HIT = [(0, 0), (5, 0.7), (9, 1.2), (4, 0.6), (0, 0)]


def test_what_is_below_the_share_of_a_neighbour_is_no_contact():
    engine, touched = kit(share=0.2)
    play(engine, HIT)
    assert touched == [0]
    engine, touched = kit(share=0.1)
    play(engine, HIT)
    assert sorted(touched) == [0, 1]


def test_each_pair_has_a_share_and_a_change_of_the_config_takes_it_back():
    engine, touched = kit(share=0)
    engine.crosstalk.set_share(0, 1, 0.2)
    assert engine.crosstalk.share(0, 1) == pytest.approx(0.2, abs=1 / 256)
    assert engine.crosstalk.share(1, 0) == 0
    play(engine, HIT)
    assert touched == [0]
    engine.crosstalk.set(CrosstalkConfig(share=0.5))
    assert engine.crosstalk.share(0, 1) == engine.crosstalk.share(7, 3) == 0.5


@pytest.mark.parametrize("pair", [(0, 0, 0.1), (16, 0, 0.1), (0, 16, 0.1), (0, 1, -0.1), (0, 1, 1.0)])
def test_what_is_no_pair_or_no_share_is_refused_by_name(pair):
    engine, _ = kit()
    with pytest.raises(InvalidError, match=r"two pads of 0\.\.15, and 0\.\.0\.99"):
        engine.crosstalk.set_share(*pair)


@pytest.mark.parametrize("rows", [[], [[0]], [[0, 0.1]], [[0, 0.1], [0.1]], [[0, 2], [0.1, 0]], [[0] * 17] * 17])
def test_shares_that_cannot_be_change_nothing(rows):
    engine, _ = kit(share=0.25)
    with pytest.raises(InvalidError, match="setting shares"):
        engine.crosstalk.set_shares(rows)
    assert engine.crosstalk.share(0, 1) == engine.crosstalk.share(1, 0) == 0.25


def test_a_file_of_shares_is_taken_and_another_is_refused(tmp_path):
    engine, _ = kit(share=0.25)
    path = tmp_path / "kit.crosstalk"
    huge, numbers = "[" * 99999, ("NaN", "Infinity", "1e400", "9" * 400, "9" * 5000, '"a"', "{}", "null")
    for text in ("", "[]", '{"shares": 1}', *(f'{{"shares": [[0, {one}], [0, 0]]}}' for one in numbers), "\xff", huge, f'{{"shares": {huge}'):
        path.write_text(text)
        with pytest.raises(InvalidError, match="kit.crosstalk"):
            engine.crosstalk.load(path)
        assert (engine.crosstalk.share(0, 1), engine.crosstalk.share(1, 0)) == (0.25, 0.25), text[:80]
    path.write_text(json.dumps({"shares": [[0, 0.5], [0.125, 0]]}))
    engine.crosstalk.load(path)
    assert (engine.crosstalk.share(0, 1), engine.crosstalk.share(1, 0), engine.crosstalk.share(0, 2)) == (0.5, 0.125, 0.25)


def test_an_engine_without_it_says_so():
    with pytest.raises(StateError, match="crosstalk"):
        assert Engine().crosstalk
