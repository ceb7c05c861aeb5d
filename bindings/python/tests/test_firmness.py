"""The curve from force to pressure, against its formula in exact fractions; and everywhere that it can be set."""

import re
from fractions import Fraction
from types import SimpleNamespace

import pytest
from conftest import ROOT
from hypothesis import example, given
from hypothesis import strategies as st
from libpress import Engine, EventType, ForceSensor, InvalidError, Profile
from libpress._config import default
from libpress._pressure import level_at, newtons_at, pressure_of
from libpress.generated import _raw

ONE = 1 << 16


def config(zero=26214, full=5 << 16, firmness=0):
    raw = default(_raw.press_config)
    raw.zero_force, raw.full_force, raw.firmness = zero, full, firmness
    return raw


def formula(raw, force):
    """In steps of Q16, exactly."""
    x = min(max(Fraction(force - raw.zero_force, raw.full_force - raw.zero_force), 0), 1)
    share = Fraction(abs(raw.firmness), ONE)
    bent = x**3 if raw.firmness > 0 else 1 - (1 - x) ** 3
    return ONE * ((1 - share) * x + share * bent)


FORCES = st.integers(0, 2**31 - 2)


@given(FORCES, FORCES, st.integers(-ONE, ONE), st.lists(st.integers(-(2**31), 2**31 - 1), min_size=2, max_size=20))
@example(0, 1, -ONE, [0, 1])
@example(0, 2**31 - 1, ONE, [0, 1, 2**31 - 1])
def test_pressure_is_that_of_the_formula_within_two_steps_and_rises_with_force(one, other, firmness, forces):
    zero, full = sorted((one, other if other != one else one + 1))
    raw = config(zero, full, firmness)
    raw.touch_force = raw.release_force = 1
    found = [round(pressure_of(raw, force) * ONE) for force in sorted(forces)]
    assert found == sorted(found)
    for force, now in zip(sorted(forces), found, strict=True):
        assert -1 <= formula(raw, force) - now < 2
        assert (now == 0 or force > zero) and (now < ONE) == (force < full)


@given(st.floats(0.0001, 1), st.integers(-ONE, ONE))
def test_a_level_in_newtons_and_back_is_itself(pressure, firmness):
    raw = config(firmness=firmness)
    assert level_at(raw, newtons_at(raw, pressure)) == pytest.approx(pressure, abs=3e-4)


def test_levels_beyond_the_range_go_on_straight():
    raw = config(firmness=ONE)
    assert newtons_at(raw, 1.5) == pytest.approx(0.4 + 1.5 * 4.6, abs=1e-4)
    assert level_at(raw, 7.3) == pytest.approx(1.5, abs=1e-4) and level_at(raw, 0.17) == pytest.approx(-0.05, abs=1e-4)


def began_at(engine):
    """Newtons at which the preview of a slow rise begins."""
    for step in range(600):
        engine.feed_force(10_000 * step, step / 100)
        if any(event.type == EventType.PREVIEW_BEGAN for event in engine.poll()):
            return step / 100
    return None


def test_a_soft_engine_previews_at_less_force_and_a_firm_one_at_more():
    assert [began_at(Engine(firmness=one)) for one in (-1, 0, 1)] == [pytest.approx(one, abs=0.011) for one in (0.82, 1.56, 3.33)]


def test_it_is_set_while_the_engine_runs_and_by_a_profile(tmp_path):
    engine = Engine(lift_us=0)
    engine.set(firmness=-1)
    assert engine.config["firmness"] == -1 and began_at(engine) == pytest.approx(0.82, abs=0.011)
    path = tmp_path / "noa.conf"
    Profile("Noa", engine={"firmness": 0.5}).save(path)
    engine = Engine()
    assert "firmness = 0.5" in path.read_text() and Profile.load(path).apply(engine) == ()
    assert engine.config["firmness"] == 0.5


@pytest.mark.parametrize("wrong", [1.1, -1.1, float("nan"), "soft", 1e9])
def test_what_is_no_firmness_is_named(wrong):
    with pytest.raises((InvalidError, ValueError, TypeError, OverflowError), match="firmness"):
        Engine(firmness=wrong)


def test_the_value_of_a_sensor_is_the_pressure_of_its_events():
    from libpress._intake import Intake

    raw = config(firmness=-ONE)
    own = SimpleNamespace(_core=SimpleNamespace(config=raw))
    for newtons in (0.2, 0.5, 1.0, 3.0, 6.0):
        force = round(newtons * ONE)
        assert Intake.value(own, SimpleNamespace(flags=0, force=force)) == pytest.approx(float(formula(raw, force)) / ONE, abs=4e-5)
    assert ForceSensor.value.__doc__


def test_the_table_of_the_document_is_right():
    text = (ROOT / "docs/interactions/preview.md").read_text()
    rows = re.findall(r"^\| (-?[\d.]+) \| ([\d.]+) N \| ([\d.]+) N \| ([\d.]+) N \|$", text, re.M)
    assert len(rows) == 5
    for firmness, *newtons in rows:
        raw = config(firmness=round(float(firmness) * ONE))
        assert newtons == [f"{newtons_at(raw, level):.2f}" for level in (0.25, 0.5, 0.85)], firmness
