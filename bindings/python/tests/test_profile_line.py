"""press_profile_line, against the reader of configs: of each key the same values are taken, and mean the same."""

from ctypes import byref, c_char_p, pointer

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from libpress._config import default
from libpress._config_keys import of_profile, sections
from libpress._config_parts import Config
from libpress.generated import _raw

STRUCTS = {"engine": ("engine", _raw.press_config), "gestures": ("gestures", _raw.press_gestures_config),
           "peeks": ("peek", _raw.press_peek_config), "button": ("button", _raw.press_button_config),
           "drag": ("drag", _raw.press_drag_config)}  # fmt: skip
KEYS = [(section, key) for section, keys in of_profile().items() for key in keys if section != "profile"]
DIGITS = st.text("0123456789", max_size=11)
TEXTS = st.one_of(
    st.sampled_from(["yes", "no", "contact", "none", "", "-", "."]),
    st.sampled_from(["0", "1", "4", "4.0001", "1.00001", "2", "0.99999", "2147483647"]),
    st.builds(lambda sign, whole, point, part, unit: sign + whole + point + part + unit,
              st.sampled_from(["", "", "", "-", "+"]), DIGITS, st.sampled_from(["", "."]), DIGITS,
              st.sampled_from(["", "", "us", "ms", "s", " ms", "m", "e3"])),
    st.text("0123456789.-+usm yenotact", max_size=12),
)  # fmt: skip


def line(profile, text):
    raw, why = text.encode(), c_char_p()
    return _raw.press_profile_line(byref(profile), raw, len(raw), byref(why)), (why.value or b"").decode()


def own(config, section):
    """The struct of a section, where the config has it."""
    return STRUCTS[section][1].from_address(_raw.press_setup_section(config._setup, section.encode()))


def fresh():
    profile = default(_raw.press_profile)
    kept = {}
    for section, (member, struct) in STRUCTS.items():
        kept[section] = struct.from_buffer_copy(own(Config(), section))
        setattr(profile, member, pointer(kept[section]))
    return profile, kept


@pytest.mark.parametrize("section, key", KEYS)
@settings(max_examples=30)
@given(text=TEXTS)
def test_a_value_is_taken_or_refused_as_in_a_config(section, key, text):
    profile, kept = fresh()
    before = bytes(kept[section])
    assert line(profile, f"[{section}]")[0] == 0
    config = Config()
    config.begin(_raw.PRESS_SETUP_ORIGIN_PROFILE)
    config.line(_raw.PRESS_SETUP_ORIGIN_PROFILE, f"[{section}]".encode())
    try:
        config.line(_raw.PRESS_SETUP_ORIGIN_PROFILE, f"{key} = {text}".encode())
    except ValueError:
        assert line(profile, f"{key} = {text}")[0] < 0 and bytes(kept[section]) == before
        return
    assert line(profile, f"{key} = {text}") == (0, "")
    assert bytes(kept[section]) == bytes(own(config, section))


def test_other_keys_of_a_config_are_refused():
    for section, keys in sections().items():
        for key in keys:
            profile, _ = fresh()
            status = line(profile, f"[{section}]")[0]
            if status == 0 and key not in of_profile()[section]:
                assert line(profile, f"{key} = 1")[0] == _raw.PRESS_ERR_NOENT
            assert (status == 0) == (section in of_profile())
