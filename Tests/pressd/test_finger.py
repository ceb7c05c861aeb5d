"""The simulated finger: one that moves over a plate, one that a file describes, and people."""

import pytest
from conftest import ROOT, assert_ends, check_pairs, file_with

EXAMPLES = ROOT / "examples" / "pressd"
DRAG, PEEK, PLATE = EXAMPLES / "drag.conf", EXAMPLES / "peek.conf", EXAMPLES / "plate4.conf"
SCROLL = ["--config", PLATE, "--set", "gestures.enabled=yes", "--set", "engine.traits=scroll"]
PEOPLE = ["average", "firm", "light", "slipping", "resting", "double_tapping"]


def kinds(result, *words):
    return [n for n in result.names if n.startswith(words)]


# ---- The scripts that move; test_interactions.py has that which drags


def test_the_script_scroll_scrolls_up_down_and_to_the_left(pressd):
    result = pressd("--source", "sim:scroll", "--fast", *SCROLL)
    assert result.code == 0 and result.err == ""
    check_pairs(result.events)
    assert kinds(result, "scroll_began", "scroll_ended", "scroll_cancelled") == ["scroll_began", "scroll_ended"] * 3
    for end, (dx, dy) in zip((e for e in result.events if e["event"] == "scroll_ended"), [(0, -60), (0, 30), (-60, 0)]):
        assert end["dx"] == pytest.approx(dx, abs=12) and end["dy"] == pytest.approx(dy, abs=12)


def test_the_script_actions_selects_one_then_the_other_then_none(pressd):
    result = pressd("--source", "sim:actions", "--fast", "--config", PEEK)
    assert result.code == 0 and result.err == ""
    check_pairs(result.events)
    assert kinds(result, "peek_", "actions_", "action_selected") == [
        *["peek_shown", "actions_revealed", "action_selected", "peek_dismissed"] * 2,
        *["peek_shown", "peek_dismissed"],
    ]
    assert [e["action"] for e in result.events if e["event"] == "action_selected"] == [1, 2]


def tapped(places, newtons):
    """A file of still taps, 80 ms down, 700 ms apart."""
    lines = []
    for i, (x, y) in enumerate(places):
        ms = 600 + 700 * i
        lines += [f"{ms}ms 0 {x} {y}", f"{ms + 30}ms {newtons}", f"{ms + 110}ms {newtons}", f"{ms + 140}ms 0"]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("seed", range(1, 7))
@pytest.mark.parametrize("newtons", [1, 2, 3, 5])
def test_still_taps_on_the_plate_of_the_drag_example_are_taps_and_no_drags(pressd, tmp_path, newtons, seed):
    file = tmp_path / "taps"
    places = [(25, 15), (15, 10), (40, 20), (10, 25)]
    file.write_text(tapped(places, newtons))
    # A zero that was learnt with noise moves a touch by some points: beside the card it is a tap on the list.
    settings = ["--set", "gestures.enabled=yes", "--set", "target.traits=tap", "--set", "target2.traits=drag_source tap"]
    result = pressd("--source", f"finger:{file}", "--fast", "--config", DRAG, "--seed", seed, *settings)
    assert result.code == 0, result.err
    assert kinds(result, "drag", "tapped", "scroll") == ["tapped"] * len(places)


@pytest.mark.parametrize("newtons", [1, 2, 3, 5])
def test_still_taps_on_a_plate_are_no_scrolls(pressd, tmp_path, newtons):
    file = tmp_path / "taps"
    places = [(50, 50), (20, 20), (80, 30), (30, 80)]
    file.write_text(tapped(places, newtons))
    settings = ["--set", "gestures.enabled=yes", "--set", "engine.traits=tap scroll"]
    result = pressd("--source", f"finger:{file}", "--fast", "--config", PLATE, *settings)
    assert kinds(result, "tapped", "scroll") == ["tapped"] * len(places)


# ---- The plate


@pytest.mark.parametrize(
    "sensors, places",
    [
        ([(0, 0), (100, 0)], [(20, 0), (50, 0), (80, 0)]),
        ([(0, 0), (100, 0), (0, 100)], [(20, 20), (40, 40), (60, 20)]),
        ([(0, 0), (100, 0), (0, 100), (100, 100)], [(50, 50), (25, 25), (75, 40), (30, 80)]),
    ],
)
def test_the_finger_is_felt_where_it_presses_on_two_three_and_four_sensors(pressd, tmp_path, sensors, places):
    config, file = tmp_path / "a.conf", tmp_path / "finger"
    config.write_text("".join(f"[sensor{n}]\nx = {x}\ny = {y}\n" for n, (x, y) in enumerate(sensors, 1)))
    file.write_text("".join(f"{s}s 0 {x} {y}\n{s}.1s 8\n{s}.5s 8\n{s}.6s 0\n" for s, (x, y) in enumerate(places, 1)))
    result = pressd("--source", f"finger:{file}", "--fast", "--config", config, "--progress", "all", "--set", "engine.tell_moved=yes")
    assert result.code == 0, result.err
    for s, (x, y) in enumerate(places, 1):
        held = [e for e in result.events if e["event"] == "contact_moved" and s * 1e6 + 3e5 < e["t_us"] < s * 1e6 + 5e5]
        assert held
        for e in held:
            assert e["x"] == pytest.approx(x, abs=7) and e["y"] == pytest.approx(y, abs=7)


def test_preload_presses_on_every_sensor(pressd, tmp_path):
    def codes(*settings):
        trace = tmp_path / "a.trace"
        pressd("--source", "sim:taps", "--duration", "300ms", "--fast", "--quiet", "--record", trace, "--config", DRAG, *settings)
        lines = [line for line in trace.read_text().splitlines() if line[0] != "#"]
        return [int(v) for v in lines[-1].split(",")[3:7]]

    assert min(codes()) > 5000 and max(codes("--set", "sensor.preload_force=0")[:1]) < 100


# ---- A file


def test_a_file_says_what_the_finger_does(pressd, tmp_path):
    file = file_with(tmp_path / "swipe", "# a swipe\n500ms 0 50 80\n600ms 1.5   # down\n\n800000us 1.5\n1.2s 1.5 50 20\n1.3s 0\n")
    result = pressd("--source", f"finger:{file}", "--fast", *SCROLL)
    assert result.code == 0 and result.err == ""
    ends = [e for e in result.events if e["event"] == "scroll_ended"]
    assert len(ends) == 1 and ends[0]["dy"] == pytest.approx(-60, abs=12)
    trace = tmp_path / "a.trace"
    pressd("--source", f"finger:{file}", "--fast", "--quiet", "--record", trace)
    assert trace.read_text().splitlines()[-1] == "# end 1800000"


@pytest.mark.parametrize(
    "text, line, reason",
    [
        ("", 1, "no line TIME NEWTONS"),
        ("# nothing\n", 2, "no line TIME NEWTONS"),
        ("soon 1\n", 1, "first field must be a time"),
        ("0 0\n30 0\n", 2, "with its unit, us, ms or s: 0.5s or 500ms"),
        ("1s\n", 1, "second field must be a force"),
        ("1s -1\n", 1, "second field must be a force"),
        ("1s 1 5\n", 1, "X and Y in points"),
        ("1s 1 5 5 5\n", 1, "X and Y in points"),
        ("1s 1\n\n1s 2\n", 3, "not later"),
        ("".join(f"{n}us 1\n" for n in range(1, 130)), 129, "more than 128"),
        ("x" * 20000, 1, "too long"),
    ],
)
def test_a_broken_file_of_a_finger_is_reported_with_line_and_reason(pressd, tmp_path, text, line, reason):
    file = file_with(tmp_path / "finger", text)
    result = pressd("--source", f"finger:{file}", "--fast")
    assert result.code == 65 and result.out == ""
    assert result.err.startswith(f"pressd: {file}:{line}: ") and reason in result.err and result.err.count("\n") == 1


def test_128_lines_are_accepted(pressd, tmp_path):
    file = file_with(tmp_path / "finger", "".join(f"{n}ms {n % 2 * 2}\n" for n in range(500, 500 + 128 * 20, 20)))
    assert pressd("--source", f"finger:{file}", "--fast").code == 0


def test_an_absent_file_of_a_finger_is_66(pressd, tmp_path):
    assert_ends(pressd("--source", f"finger:{tmp_path}/none"), 66, "No such file")


# ---- People


@pytest.mark.not_quick
@pytest.mark.parametrize("person", PEOPLE)
def test_a_person_does_the_same_for_the_same_seed_only(pressd, person):
    def log(seed):
        return pressd("--source", f"sim:{person}", "--fast", "--seed", seed)

    one = log(7)
    assert one.code == 0 and one.out == log(7).out != log(8).out
    check_pairs(one.events)
    assert "contact_began" in one.names


def contacts(pressd, person, seconds=300):
    """(begin, end) in seconds, and the strongest force, of every contact."""
    events = pressd(
        "--source",
        f"sim:{person}",
        "--fast",
        "--progress",
        "all",
        "--duration",
        seconds,
        "--set",
        "engine.tell_moved=yes",
        "--set",
        "engine.lift_us=0",
    ).events
    found = []
    for e in events:
        if e["event"] == "contact_began":
            begin, force = e["t_us"], 0
        if "force" in e:
            force = max(force, e["force"])
        if e["event"] == "contact_ended":
            found.append((begin / 1e6, (e["t_us"] - e.get("late_us", 0)) / 1e6, force))
    return found


def median(values):
    return sorted(values)[len(values) // 2]


@pytest.mark.not_quick
def test_the_firm_press_harder_than_the_average_and_the_light_less(pressd):
    light, average, firm = (median([force for _, _, force in contacts(pressd, p)]) for p in ("light", "average", "firm"))
    assert 0.7 < light < 0.6 * average and 2 < average < 6 and 1.5 * average < firm


@pytest.mark.not_quick
def test_contacts_of_who_slips_come_back_at_once(pressd):
    def breaks(person):
        found = contacts(pressd, person)
        return sum(b[0] - a[1] < 0.15 for a, b in zip(found, found[1:])) / len(found)

    assert breaks("slipping") > 1.5 * breaks("average") > 0


@pytest.mark.not_quick
def test_who_double_taps_does(pressd):
    settings = ["--set", "gestures.enabled=yes", "--set", "engine.traits=tap double_tap"]
    names = pressd("--source", "sim:double_tapping", "--fast", "--duration", 60, *settings).names
    assert names.count("double_tapped") > 10 and names.count("tapped") <= 1


def test_the_finger_that_rests_never_leaves_the_sensor(pressd, tmp_path):
    trace = tmp_path / "a.trace"
    pressd("--source", "sim:resting", "--fast", "--quiet", "--record", trace)
    codes = [int(line.split(",")[3]) for line in trace.read_text().splitlines() if line[0] != "#"]
    assert median(codes) > 3000 and sum(code < 1000 for code in codes) < len(codes) / 100  # but for spikes
