"""Files of other programs: what their columns are, what is taken, and that nothing is wrong in silence. Each kind has three presses, at 1, 2.5 and 4 s."""

import random
import subprocess

import pytest
from conftest import file_with
from made_files import made
from tools_fixtures import PRESSD

pytest.importorskip("click")
from libpress import EventType, ForceSensor, InvalidError, Trace
from libpress.pad import Frame
from libpress.tools.config import Config
from libpress.tools.problem import Problem
from libpress.tools.run import Run, lines_to
from libpress.tools.trace import Trace as Opened
from libpress.trace import TraceFile, _frames_of

CIRCUIT = ["sensor.full_scale=1023", "sensor.resistor_ohm=10000"]
BEGINS = (1.0, 2.5, 4.0)
CODES = [2 + n % 3 + 790 * any(begin <= n / 100 < begin + 0.6 for begin in BEGINS) for n in range(550)]


def rows(form, heading="", codes=CODES):
    return heading + "".join(
        form.format(n=n, ms=10 * n, s=n / 100, code=code, v=code * 3.3 / 1023, newton=code / 200) + "\n" for n, code in enumerate(codes)
    )


def comma(text):
    return text.replace(".", ",")


def with_row(text, at, line):
    lines = text.split("\n")
    return "\n".join([*lines[:at], line, *lines[at + 1 :]])


OK = rows("{code}", "fsr\n")
TWO = rows("{code},0", "fsr,b\n")
KINDS = {
    "a heading": OK,
    "none": rows("{code}"),
    "points": rows("{code}.0", "fsr\n"),
    "quotes": rows('"{code}","0"', '"fsr","b"\n'),
    "tabs": rows("{code}\t0", "fsr\tb\n"),
    "blanks": rows("{code} 0"),
    "blanks before": rows("  {code}    0", "  fsr   b\n"),
    "semicolons": rows("{code};0", "fsr;fsr2\n"),
    "decimal commas": comma(rows("{s:.2f};{newton:.3f}", "Zeit;Kraft [N]\n")),
    "one column of decimal commas": comma(rows("{newton:.3f}", "Kraft [N]\n")),
    "a spreadsheet": "\ufeff" + comma(rows("{s:.2f};{newton:.3f}", "Zeit;Kraft [N]\n")).replace("\n", "\r\n"),
    "times in ms": rows("{ms},{code}", "time_ms,fsr\n"),
    "row numbers": rows("{n},{code}", "sample,fsr\n"),
    "an index without a name": rows("{n},{code}.0", ",force\n"),
    "Chinese": rows("{ms},{code}", "时间,压力\n"),
    "Cyrillic": rows("{ms},{code}", "время,сила\n"),
    "Korean": rows("{ms},{code}", "시간,압력\n"),
    "Greek": rows("{code}", "μ\n"),
    "numbers as a heading": rows("{ms},{code},0", "0,1,2\n"),
    "volts": rows("{v:.3f}", "V\n"),
    "a row of units": rows("{code}", "fsr\n[counts]\n"),
    "words above": rows("{code}", "Sensor ready\nfsr\n"),
    "a plotter": rows("fsr:{code}"),
    "a plotter of several": rows("quiet:2,fsr:{code}"),
    "a monitor": "".join(f"12:30:{n // 100:02}.{n % 100:02}0 -> {code}\n" for n, code in enumerate(CODES)),
    "over midnight": "".join(f"{23 if n < 300 else 0:02}:{59 if n < 300 else 0:02}:{(57 + n // 100) % 60:02}.{n % 100:02}0,{code}\n" for n, code in enumerate(CODES)),
    "dates": "time,fsr\n" + "".join(f"2026-11-28 12:30:{n // 100:02}.{n % 100:02}0,{code}\n" for n, code in enumerate(CODES)),
    "since 1970": "timestamp,fsr1\n" + "".join(f"{1_700_000_000 + n / 100:.3f},{code}\n" for n, code in enumerate(CODES)),
    "rows in quotes": "".join(f'"{n / 100},0:{code}, 1:2"\n' for n, code in enumerate(CODES)),
    "two headings": rows("{s:.3f}\t{newton:.3f}\t{s:.3f}\t\t", "a.loadflux\ncomment a\n\tL::heel\tL::xAcc\t\t\nTime[secs]\tForce[N]\tTime[secs]\t\t\n"),
    "falling under force": rows("{ms},{code}", "ms,fsr\n", [1023 - code for code in CODES]),
    "grams": rows("{code}.5", "weight [g]\n"),
    "an empty cell": with_row(TWO, 202, ",0"),
    "nan": with_row(TWO, 202, "nan,0"),
    "a blank line": with_row(OK, 202, ""),
    "a word": with_row(OK, 202, "OVF"),
    "a line of words": with_row(TWO, 202, "calibration done"),
    "every second line blank": OK.replace("\n", "\n\n"),
    "another encoding": rows("{code};20", "Wert;Temp °C\n"),
}  # fmt: skip
WITH_TIMES = {
    "decimal commas", "a spreadsheet", "times in ms", "Chinese", "Cyrillic", "Korean", "numbers as a heading", "a monitor", "over midnight", "dates", "since 1970",
    "rows in quotes", "two headings", "falling under force",
}  # fmt: skip
WITHOUT_TIMES = KINDS.keys() - WITH_TIMES


def begins(opened):
    found = []
    run = Run(opened.config.run(lambda event: found.append(event.t_us / 1e6) if event.type == EventType.CONTACT_BEGAN else None))
    with opened:
        for note, block in opened.blocks():
            run.feed_many(block, note)
    run.end()
    return found


def opened(path, rate=None, **asked):
    return Opened(path, Config.load(None, CIRCUIT, converters=False), rate, **asked)


def is_right(found, presses=BEGINS):
    return len(found) == len(presses) and all(-0.05 < at - press < 0.15 for at, press in zip(found, presses, strict=True))


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_is_read_and_what_was_taken_is_said_in_one_line(tmp_path, capsys, kind):
    path = tmp_path / "a.csv"
    path.write_bytes(KINDS[kind].encode("cp1252" if kind == "another encoding" else "utf-8"))
    assert is_right(begins(opened(path, 100 if kind in WITHOUT_TIMES else None)))
    said = [line for line in capsys.readouterr().err.splitlines() if "separator" in line]
    assert len(said) == 1 and "column" in said[0] and ("100 rows a second" in said[0]) == (kind in WITHOUT_TIMES)


@pytest.mark.parametrize("kind", ["an empty cell", "nan", "a blank line", "a word"])
def test_a_lost_cell_is_a_lost_reading_that_is_counted(tmp_path, capsys, kind):
    path = file_with(tmp_path / "a.csv", KINDS[kind])
    trace = Trace.load(path, 100)
    assert len(trace.frames) == len(CODES) - 1
    assert trace.frames[-1].t_us == (len(CODES) - 1) * 10_000  # the times of the others stay
    begins(opened(path, 100))
    assert "1 reading lost, the first in line 203" in capsys.readouterr().err


def test_uneven_times_gaps_and_rows_of_one_time_are_used(tmp_path):
    times = [0, 8, 20, 33, 40, 3040, 3050, 3050, 3070]
    trace = Trace.load(file_with(tmp_path / "a.csv", "ms,fsr\n" + "".join(f"{ms + 77},{n % 3}\n" for n, ms in enumerate(times))))
    assert [frame.t_us for frame in trace.frames] == [0, 8000, 20000, 33000, 40000, 3040000, 3050000, 3060000, 3070000]


def test_a_counter_that_wraps_goes_on(tmp_path):
    text = "micros,fsr\n" + "".join(f"{(2**32 - 50_000 + 10_000 * n) % 2**32},{n % 3}\n" for n in range(20))
    assert [frame.t_us for frame in Trace.load(file_with(tmp_path / "a.csv", text)).frames] == [10_000 * n for n in range(20)]


REFUSED = [
    ("what the numbers are", rows("{newton:.2f}", "x1\n"), {"rate": 100}, ":1: column 0 'x1' has decimals", "--unit"),
    ("noise that no force has", rows("{newton:.2f}", "Kraft\n", [code + 90 * (n % 2) for n, code in enumerate(CODES)]), {"rate": 100}, "column 0 'Kraft' has decimals", "--unit"),
    ("a time without a unit", rows("{n},{code}", "time,fsr\n"), {}, "column 0 'time' rises by 1 a row", "--time 0:s, 0:ms or 0:us, or --time none and --rate"),
    ("a unit that is not known", rows("{newton:.2f}", "force [lbf]\n"), {"rate": 100}, "in a unit that is not known here", "--unit"),
    ("time that goes back", rows("{ms},{code}", "ms,fsr\n") + rows("{ms},{code}"), {}, ":552: the time goes back by 5.49 s, to 0", "--time none and --rate"),
    ("codes that fall", rows("{code}", "fsr\n", [1023 - code for code in CODES]), {"rate": 100}, "column 0 'fsr' rests near 1021 and falls", "--invert"),
    ("no rate", OK, {}, "--rate is missing", "rows a second"),
    ("words", "Sensor ready\nnothing\n", {"rate": 100}, "no rows of numbers are found in it", ""),
    ("a column that is not there", TWO, {"rate": 100, "column": "c"}, "there are 0 'fsr', 1 'b'", "column='c'"),
    ("a column of words", rows("{code},ok", "fsr,state\n"), {"rate": 100, "column": "state"}, "holds texts such as 'ok', no readings", "0 'fsr'"),
]  # fmt: skip


@pytest.mark.parametrize("text, given, words, option", [one[1:] for one in REFUSED], ids=[one[0] for one in REFUSED])
def test_what_is_unclear_is_asked_by_column_cell_and_option(tmp_path, text, given, words, option):
    with pytest.raises(Problem) as refused:
        begins(opened(file_with(tmp_path / "a.csv", text), **given))
    assert words in str(refused.value) and option in str(refused.value) and "a.csv" in str(refused.value)


ANSWERS = [
    (rows("{newton:.2f}", "x1\n"), {"rate": 100, "unit": "N"}),
    (rows("{n},{code}", "time,fsr\n"), {"rate": 100, "time": "none"}),
    (rows("{n}0,{code}", "n,fsr\n"), {"time": "n:ms"}),
    (rows("2,{code},{newton:.2f}", "a,b,c\n"), {"rate": 100, "column": "b"}),
    (rows("{code}", "fsr\n", [1023 - code for code in CODES]), {"rate": 100, "invert": True}),
    (rows("{v:.3f}", "x\n"), {"rate": 100, "unit": "V", "supply": 3.3}),
    (rows("{s:.3f},{newton:.3f},{newton:.3f}", "t,left [N],right [N]\n"), {"column": "left"}),
]


@pytest.mark.parametrize("text, given", ANSWERS)
def test_what_was_asked_can_be_said(tmp_path, text, given):
    assert is_right(begins(opened(file_with(tmp_path / "a.csv", text), **given)))


@pytest.mark.parametrize("part", range(5))
def test_files_at_random_are_right_or_asked_and_never_wrong(tmp_path, part):
    """A hundred of each part; their makers and this reader share nothing."""
    asked = 0
    for seed in range(100 * part, 100 * part + 100):
        file = made(seed)
        (path := tmp_path / "a.csv").write_bytes(file.text)
        rate = float(file.options[1]) if "--rate" in file.options else None
        try:
            found = begins(opened(path, rate))
        except Problem as problem:
            asked += 1
            assert file.is_silent and file.options[-2] in str(problem), (seed, file.about, str(problem))
            says = {"invert": True} if file.options[-2] == "--invert" else {"unit": file.options[-1]}
            found = begins(opened(path, rate, **says))
        assert is_right(found, file.presses), (seed, file.about, file.presses, found)
    assert asked <= 10


def test_pressd_reads_one_kind_alike_and_says_of_the_others_where_more_is_read(tmp_path, command):
    if not PRESSD.exists():
        pytest.skip("there is no pressd here")
    alike = set()
    settings = [word for one in CIRCUIT for word in ("--set", one)]
    for kind, text in KINDS.items():
        for channel in ([], ["--set", "sensor.channel=0"], ["--set", "sensor.channel=1"]):
            path = tmp_path / "a.csv"
            path.write_bytes(text.encode("cp1252" if kind == "another encoding" else "utf-8"))
            program = [PRESSD, "--source", f"trace:{path}", "--fast", "--progress", "all", "--rate", "100", *settings, *channel]
            theirs = subprocess.run(program, capture_output=True, text=True, check=False, timeout=60)
            if theirs.returncode:
                assert "libpress" in theirs.stderr or "fewer columns" in theirs.stderr, (kind, theirs.stderr)
                continue
            ours = command("replay", path, "--rate", 100, *settings, *channel)
            if ours.code == 0:
                assert ours.out == theirs.stdout, (kind, channel)
                alike.add(kind)
    assert {"a heading", "none", "an empty cell", "nan", "a blank line", "Greek"} <= alike, alike


def frames_and_error(path):
    found = []
    try:
        with TraceFile(path) as file:
            for note, block in file.blocks():
                found += block if isinstance(block, list) else _frames_of(block, file.sensors)
                found.append((note, file.end_us))
    except InvalidError as wrong:
        return found, str(wrong)
    return found, (file.end_us, file.marks)


def test_a_trace_is_read_in_blocks_as_line_by_line(tmp_path, monkeypatch):
    """Good lines, lines that failed, comments, and each kind of a wrong line, at random."""
    pytest.importorskip("numpy")
    wrong = [
        "5,1,0,100",
        "1,7,0,100",
        "{t},1,1,7",
        "{t},3,0,2147483648,1",
        "{t},3,0,7,7,7",
        "{t},3,0,7,-7,1,-1",
        "{t},1",
        "",
        " {t} , 3,0,5,6",
        "{t},3,0,+5,6",
        "{t},3,0,5,,6",
    ]
    refused = 0
    for seed in range(60):
        r, t, lines = random.Random(seed), 100, ["# libpress trace 1 sensors=2 full_scale=1023,1023"]
        for _ in range(60):
            t += r.randint(1, 9000)
            bits = r.choice([(3, 0)] * 20 + [(1, 2), (0, 3), (2, 0), (0, 0)])
            lines.append(f"{t},{bits[0]},{bits[1]},{r.randint(-9, 900)},{r.randint(0, 900)}" + f",{r.randint(0, 99)},{r.randint(0, 99)}" * (seed % 2))
            if r.random() < 0.05:
                lines.append(r.choice([f"# mark {t} here", f"# slept {t}", "# supply 0 5", "# anything"]))
        if seed % 3 == 0:
            lines.insert(r.randint(2, len(lines)), r.choice(wrong).format(t=t))
        path = file_with(tmp_path / "a.trace", "\n".join([*lines, f"# end {t}", ""]))
        quick = frames_and_error(path)
        with monkeypatch.context() as patch:
            patch.setattr("libpress.trace.quick_frames", lambda part, sensors, last: None)
            slow = frames_and_error(path)
        keep = [one for one in quick[0] if isinstance(one, Frame)], [one for one in slow[0] if isinstance(one, Frame)]
        assert quick[1] == slow[1] and (isinstance(quick[1], str) or keep[0] == keep[1]), (seed, quick[1], slow[1])
        refused += isinstance(quick[1], str)
    assert 5 < refused < 30


def test_blocks_give_the_events_that_frames_give_one_by_one(tmp_path):
    """With gaps, and readings that failed or are absent: deadlines fire at their own time."""
    settings = ["sensor2.channel=1", "gestures.enabled=yes", "engine.traits=preview tap double_tap hold"]
    for seed in range(6):
        r, t, force, target = random.Random(seed), 1000, 0.0, 0
        lines = ["# libpress trace 1 sensors=2 full_scale=26400,26400"]
        while len(lines) < 1500:
            t += int(1e6 / (20, 60, 200)[seed % 3] * r.uniform(0.7, 1.3)) + (r.random() < 0.004) * r.randint(20_000, 900_000)
            target = r.choice([0, 0, 3000, 9000, 15000]) if r.random() < 0.03 else target
            force += (target - force) * 0.3
            bits = r.choice([(3, 0)] * 60 + [(1, 2), (0, 3), (2, 0), (0, 0)])
            lines.append(f"{t},{bits[0]},{bits[1]},{int(300 + force + r.gauss(0, 5))},{int(300 + force / 2)}")
        path, found = file_with(tmp_path / "a.trace", "\n".join([*lines, f"# end {t + 300_000}", ""])), []
        for in_blocks in (False, True):
            config = Config.load(None, settings, converters=False)
            taken: list[bytes] = []
            run = Run(config.run(interactions=True))
            lines_to(run.pad, taken.append)
            with TraceFile(path, scales=[26400, 26400]) as file:
                for note, block in file.blocks():
                    if in_blocks:
                        run.feed_many(block, note)
                    else:
                        for frame in block if isinstance(block, list) else _frames_of(block, 2):
                            run.feed(frame)
            run.end(file.end_us)
            found.append(taken)
        assert found[0] == found[1] and len(found[0]) > 50


def test_a_board_that_slept_is_replayed_as_by_pressd(tmp_path, command):
    if not PRESSD.exists():
        pytest.skip("there is no pressd here")
    lines, t = ["# libpress trace 1 sensors=1 full_scale=26400"], 0
    for _ in range(3):
        for n in range(300):
            t += 5000
            lines.append(f"{t},1,0,{300 if n % 150 < 100 else 15000}")
        lines.append(f"# slept {t + 2_500_000}")
        t += 3_000_000
    path = file_with(tmp_path / "a.trace", "\n".join([*lines, ""]))
    program = [PRESSD, "--source", f"trace:{path}", "--fast", "--progress", "all"]
    theirs = subprocess.run(program, capture_output=True, text=True, check=True, timeout=60).stdout
    assert command("replay", path).out == theirs and theirs.count('"slept"') > 1


def presses_of(sensor):
    found = []
    sensor.when_pressed = lambda event: found.append(event.t_us / 1e6)
    sensor.run()
    sensor.close()
    return found


def test_a_sensor_replays_lists_arrays_and_tables_with_times():
    numpy = pytest.importorskip("numpy")
    times, given = [n / 100 for n in range(len(CODES))], {"fast": True, "full_scale": 1023, "resistor": 10_000}
    for data, more in [
        (CODES, {"rate": 100}),
        (CODES, {"times": times}),
        (numpy.array(CODES, float), {"times": numpy.array(times)}),
        (numpy.array([times, CODES]).T, {}),
        ({"time [s]": times, "fsr": CODES, "temp": [20.5] * len(CODES)}, {}),
        ({"weight [g]": [code + 0.5 for code in CODES]}, {"times": times}),
    ]:
        assert is_right(presses_of(ForceSensor.replay(data, **given, **more)))
    with pytest.raises(TypeError, match="times of a file"):
        ForceSensor.replay("a.csv", times=times)
    with pytest.raises(InvalidError, match="as many times as rows"):
        ForceSensor.replay(CODES, times=times[:-1])


def test_a_sensor_replays_a_file_of_forces(tmp_path):
    path = file_with(tmp_path / "a.csv", KINDS["decimal commas"])
    sensor = ForceSensor.replay(path, fast=True)
    assert is_right(presses_of(sensor))


def test_look_shows_the_columns_a_picture_and_the_words_to_use(tmp_path, command):
    shown = command("look", file_with(tmp_path / "a b.csv", KINDS["decimal commas"]))
    assert shown.code == 0, shown.err
    for words in ("Zeit", "the times", "the sensor", "decimal comma", "550 readings, 5.490 s, 0 gaps", "█", "libpress replay '"):
        assert words in shown.out
    assert "say --rate" in command("replay", file_with(tmp_path / "b.csv", OK), "--look").out


@pytest.mark.parametrize(
    "codes, words",
    [
        ([500] * 100 + [2] * 300, "it begins pressed"),
        ([2] + [500] * 100 + [2] * 300, "only 1 readings, 0.01 s, are untouched before its first press"),
        ([2], "it has 1 readings"),
    ],
)
def test_a_check_says_what_a_recording_lacks(tmp_path, command, codes, words):
    path = file_with(tmp_path / "a.csv", "".join(f"{code}\n" for code in codes))
    checked = command("check", "--trace", path, "--rate", 100, *(word for one in CIRCUIT for word in ("--set", one)))
    assert checked.code == 69 and words in checked.err and "Record again" in checked.err
