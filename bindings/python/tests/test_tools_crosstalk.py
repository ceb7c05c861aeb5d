"""`libpress calibrate --crosstalk`: which shares it learns, and what it writes."""

import json

import pytest

pytest.importorskip("click")
pytest.importorskip("rich")
from libpress import Engine
from libpress.tools.crosstalk import Parts

SIMULATED = ["calibrate", "--crosstalk", "--simulated", "--fast"]
KIT = "[converter]\nrate_sps = 860\n[sensor1]\n[sensor2]\n[sensor3]\n"


@pytest.fixture(autouse=True)
def kit(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kit.conf").write_text(KIT)


def test_hits_on_each_pad_in_turn_become_a_share_for_each_pair_that_an_engine_takes(command, tmp_path):
    result = command(*SIMULATED, "--config", "kit.conf")
    assert result.code == 0, result.err
    shares = json.loads((tmp_path / "pads.crosstalk").read_text())["shares"]
    engine = Engine(crosstalk=True)
    engine.crosstalk.load(tmp_path / "pads.crosstalk")
    for struck in range(3):
        assert shares[struck][struck] == 0
        for beside in {0, 1, 2} - {struck}:  # a twelfth of the force, as the simulated pads hand on, times 1.5
            assert 0.08 < shares[struck][beside] < 0.2
            assert engine.crosstalk.share(struck, beside) >= shares[struck][beside]


def test_json_has_a_line_for_each_pad(command):
    result = command(*SIMULATED, "--config", "kit.conf", "--json", "--output", "kit.crosstalk")
    *pads, last = [json.loads(line) for line in result.out.splitlines()]
    assert [one["pad"] for one in pads] == [0, 1, 2] and all(len(one["shares"]) == len(one["parts"]) == 3 for one in pads)
    assert last == {"crosstalk": "kit.crosstalk"} and "Hit pad 2 5 times" in result.err


def test_a_share_is_half_as_much_more_as_the_greatest_part_and_noise_is_none():
    found = Parts(3)
    found.hit(0, [10, 1.2, 0.04])
    found.hit(0, [5, 0.5, 0.04])
    found.hit(2, [9, 0, 10])
    assert found.shares == [[0, 0.18, 0], [0, 0, 0], [0.99, 0, 0]]


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--set", "sensor.channel=0"], 64, "2 pads or more"),
        (["--config", "kit.conf", "--masses", "50"], 64, "--crosstalk asks for hits"),
        (["--config", "kit.conf", "--sensor", "1"], 64, "--crosstalk asks for hits"),
        (["--config", "kit.conf", "--output", "kit.conf"], 73, "kit.conf"),
        (["--config", "kit.conf", "--output", "there.crosstalk"], 73, "is there already"),
    ],
)
def test_what_cannot_be_is_refused_and_destroys_nothing(command, tmp_path, arguments, code, words):
    (tmp_path / "there.crosstalk").write_text("mine")
    result = command(*SIMULATED, *arguments)
    assert result.code == code and words in result.err
    assert (tmp_path / "kit.conf").read_text() == KIT and (tmp_path / "there.crosstalk").read_text() == "mine"
    assert not (tmp_path / "pads.crosstalk").exists()
