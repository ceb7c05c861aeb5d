"""Every converter that pressd knows: those of the row `model` in docs/pressd.md."""

import re

import contract
import pytest
from contract import keys
from test_storm import survives

TABLES = keys.sections(contract.read(), contract.ROOT / "docs" / "pressd.md")
CONVERTER = next(one for one in TABLES if one.name == "converter")
MODELS = re.search(r'"(.*)"', next(key for key in CONVERTER.keys if key.name == "model").form)[1].split(",")


@pytest.fixture(params=MODELS)
def settings(request, pressd):
    """What a converter takes: its fastest rate, and four fifths of its codes, as pressd asks for them."""
    found = {"converter.model": request.param}
    for _ in range(3):
        options = [f"--set={key}={value}" for key, value in found.items()]
        result = pressd("--fast", "--quiet", "--duration", "100ms", *options)
        if result.code == 0:
            return options
        assert result.code == 78, result.err
        if rates := re.search(r"rate_sps of an? \w+ must be ([\d, or]+)", result.err):
            found["converter.rate_sps"] = rates[1].split()[-1]
        if largest := re.search(r"largest code of an? \w+, (\d+)", result.err):
            found["sensor.full_scale"] = (int(largest[1]) + 1) * 4 // 5
    pytest.fail(result.err)


def story(result):
    assert result.code == 0, result.err
    return [name for name in result.names if name != "baseline_changed"]


def test_a_press_is_the_same_story_on_every_converter(pressd, settings):
    assert story(pressd("--fast", *settings)) == story(pressd("--fast"))


def test_every_converter_survives_a_storm(pressd, settings):
    survives(pressd("--source", "sim:storm", "--fast", "--stats", "--duration", "200s", *settings), 200)


def test_a_converter_has_the_channels_that_it_says(pressd, settings):
    refusal = pressd("--fast", "--quiet", *settings, "--set", "sensor.channel=63")
    assert refusal.code == 78
    last = int(re.search(r"must be 0 to (\d+) ", refusal.err)[1])
    assert pressd("--fast", "--quiet", "--duration", "1s", *settings, "--set", f"sensor.channel={last}").code == 0
    assert pressd("--fast", "--quiet", *settings, "--set", f"sensor.channel={last + 1}").code == 78
