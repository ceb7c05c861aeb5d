"""The tables of the documents that repeat the contract."""

import pytest

import contract
from contract import INCLUDE, ROOT, compiled
from contract.model import ContractError
from contract.tables import Document

CONTRACT = contract.read()
HEAD = "| key | unit | default | |\n|---|---|---|---|\n"


def made(tmp_path, text):
    path = tmp_path / "document.md"
    path.write_text(text)
    return Document(CONTRACT, path).made()


def test_unit_range_and_default_are_filled_in_and_prose_stays(tmp_path):
    rows = "| `press_force`, `release_force` | | | prose |\n| `ratio_up` | x | x | more |\n"
    rows += "| `enabled` | as | it | was |\n"
    mark = "<!-- fields of press_button_config; without flags ratio_down ceiling full_speed rapid_fall rapid_rise; by hand lift_us -->\n"
    text = made(tmp_path, "before\n" + mark + HEAD + rows + "| `lift_us` | by | hand | |\n\nafter\n")
    assert text.startswith("before\n" + mark + HEAD) and text.endswith("\n\nafter\n")
    assert "| `press_force`, `release_force` | N, above 0; N, above 0, at most `press_force` | 1.5, 1.3 | prose |\n" in text
    assert "| `ratio_up` | 1..4 | 1.2 | more |\n" in text
    assert "| `enabled` | as | it | was |\n| `lift_us` | by | hand | |\n" in text
    assert made(tmp_path, text) == text


def test_without_a_column_of_units_a_default_has_its_own(tmp_path):
    rows = "| default | value |\n|---|---|\n| `hold_us`, `slop` | |\n| `tap_us` | |\n"
    text = made(tmp_path, "<!-- fields of press_gestures_config -->\n" + rows)
    assert "| `hold_us`, `slop` | 500 ms, 10 points |\n| `tap_us` | 0: any time before it is a hold |\n" in text


def test_fields_may_stand_beside_the_names_of_others(tmp_path):
    head = "| theirs | ours | default |\n|---|---|---|\n"
    text = made(tmp_path, "<!-- fields of press_gestures_config -->\n" + head + "| `slop` | `hold_us` | |\n| `slop` | `tapped` | |\n")
    assert text.endswith("| `slop` | `hold_us` | 500 ms |\n| `slop` | `tapped` | |\n")


def test_flags_and_choices_are_words(tmp_path):
    mark = "<!-- fields of press_drv2605l_config; without flags library gain compensation back_emf rated_mv clamp_mv frequency_hz retries stale_us level_us standby_us -->\n"
    text = made(tmp_path, mark + HEAD + "| `motor` | | | |\n")
    assert "| `motor` | `motor_erm` `motor_lra` | erm | |\n" in text
    mark = "<!-- fields of press_converter_config; without part address channels gain rate_sps flags retries ready_polls external_avdd -->\n"
    text = made(tmp_path, mark + HEAD + "| `reference_mv` | | | |\n| `range_mv` | | | |\n")
    assert "| `range_mv` | mV: 0 6144 4096 2048 1024 512 256 | 0 | |\n" in text


def test_a_field_that_no_row_names_gets_one(tmp_path):
    mark = "<!-- fields of press_pinch_config; without flags -->\n"
    text = made(tmp_path, mark + HEAD + "| `slop` | | | prose |\n")
    assert text == mark + HEAD + "| `slop` | points, above 0 | 8 | prose |\n| `turn_slop` | degrees, 0.5..90 | 8 | of the angle |\n"
    assert made(tmp_path, text) == text


def test_a_flag_that_no_row_names_is_a_key_of_yes_or_no(tmp_path):
    mark = "<!-- keys of pinch; press_pinch_config config; without flags -->\n"
    assert "| `move` | `yes`, `no` | yes | two that move side by side do not begin a pinch" in made(tmp_path, mark + HEAD)


def test_an_unknown_struct_is_an_error_with_file_and_line(tmp_path):
    with pytest.raises(ContractError, match=r"document\.md:1: there is no struct press_nothing"):
        made(tmp_path, "<!-- fields of press_nothing -->\n" + HEAD)


def test_every_event_and_reason_has_a_row(tmp_path):
    text = made(tmp_path, "<!-- events -->\n\n<!-- reasons -->\n")
    assert text.count("\n| `") == sum(
        len(one.members) for one in CONTRACT.enums if one.comment.startswith(("press_event.type", "press_event.reason"))
    )
    assert "| `tapped` | contact, `reason`? | with PRESS_REASON_PROGRAM: from press_target_activate |\n" in text


def test_an_interaction_without_its_constant_of_storage_is_named(tmp_path):
    path = tmp_path / "interactions.h"
    path.write_text((INCLUDE / "press" / path.name).read_text().replace("#define PRESS_PEEK_STORAGE", "#define PRESS_PEEK_BYTES"))
    with pytest.raises(ContractError, match=r"interactions\.h has no PRESS_PEEK_STORAGE .*the bytes that peek takes"):
        compiled.swift(CONTRACT, ROOT / "docs" / "pressd.md", path)
