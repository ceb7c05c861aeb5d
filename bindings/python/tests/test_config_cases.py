"""One table of configs, accepted and refused alike by pressd, the library and the package, with the same sentences."""

import sys
from copy import deepcopy

import pytest
from conftest import ROOT
from libpress import Correction
from libpress._config_file import called
from libpress._config_keys import sections
from libpress._config_parts import Config
from libpress.generated import _raw

sys.path.insert(0, str(ROOT / "Tests/setup"))
from alike import of_python as says  # noqa: E402
from cases import cases  # noqa: E402

CASES = cases()
EXAMPLES = sorted((ROOT / "examples/pressd").glob("*.conf"))


@pytest.mark.parametrize("said, text", CASES, ids=range(len(CASES)))
def test_the_package_says_what_the_table_says(tmp_path, said, text):
    path = tmp_path / "one.conf"
    path.write_bytes(text.encode())
    assert says(path) == said


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_are_accepted_and_each_value_is_known(path):
    assert says(path) == "ok"
    config = Config().read(path)
    for place, keys in config.texts.items():
        for key in keys:
            config.get(place, key)
        assert keys.keys() <= sections()[place[0]].keys(), called(place)


def test_a_correction_and_what_a_second_converter_takes_over_are_read(tmp_path):
    path = tmp_path / "two.conf"
    path.write_text("[converter]\nrate_sps = 475\nretries = 3\n[converter2]\n[sensor]\n[sensor2]\nchannel = 4\n[pad]\ncorrection = 1 0.5 0 0 2 -3\n")
    config = Config().read(path)
    assert config.driver(1) == config.driver(0) and (config.driver()["rate_sps"], config.driver()["retries"]) == (475, 3)
    assert (config.address(0), config.address(1)) == (0x48, 0x49)
    assert bytes(config.raw(("pad", 0)).correction) == bytes(Correction(1, 0.5, 0, 0, 2, -3)._to_raw())
    assert bytes(deepcopy(config).raw(("pad", 0))) == bytes(config.raw(("pad", 0)))


NO_TEXT = [b"a\xff", b"\xc3", b"\xc0\xaf", b"\xed\xa0\x80", b"a\tb", b"a\x7f", "a\x85".encode()]


@pytest.mark.parametrize("bytes_", NO_TEXT, ids=ascii)
def test_every_text_is_utf_8_without_control_characters(tmp_path, bytes_):
    texts = [(section, key) for section, keys in sections().items() for key, known in keys.items() if known.kind == _raw.PRESS_SETUP_KIND_STRING]
    assert ("uinput", "name") in texts and ("listen", "save") in texts
    for section, key in texts:
        rule = f"{section}.{key}: it must be .*UTF-8 without control characters"
        value = b"/dev/" + bytes_ + b":1" if key == "ready_pin" else bytes_
        (tmp_path / "c.conf").write_bytes(f"[{section}]\n{key} = ".encode() + value + b"\n")
        with pytest.raises(ValueError, match=rule):
            Config().read(tmp_path / "c.conf")
        with pytest.raises(ValueError, match=rule):
            Config().apply(f"{section}.{key}={value.decode(errors='surrogateescape')}")
