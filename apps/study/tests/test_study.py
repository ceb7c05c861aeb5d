"""`libpress study`: the file, the rows, going on after a kill, and the same results wherever it runs."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("distributed")
pytest.importorskip("optuna")
duckdb = pytest.importorskip("duckdb")
pq = pytest.importorskip("pyarrow.parquet")

import libpress  # noqa: E402
from libpress.tools.problem import Problem  # noqa: E402
from libpress_study import make as making  # noqa: E402
from libpress_study import plan as plans  # noqa: E402
from libpress_study import recordings as files  # noqa: E402
from libpress_study.judging import Contact, judge  # noqa: E402
from libpress_study.work import work  # noqa: E402

SOURCE = str(Path(libpress.__file__).parents[1])
WHOLE = {**os.environ, "PYTHONPATH": SOURCE}
COUNT = 24
STUDY = """recordings = "made"
chunk = 6
[vary]
"engine.touch_force" = [0.3, 0.8]
"engine.lift_us" = ["0", "default"]
"""
RESULTS = "results.parquet"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("study")
    making.make(folder / "made", COUNT, 7)
    (folder / "a.toml").write_text(STUDY)
    return folder


@pytest.fixture(scope="module")
def judged(made):
    """The study of `made` in processes."""
    done = ran(made, "processes", "--workers", "2")
    assert done.returncode == 0, done.stderr
    return made / "processes"


def ran(folder, output, *options, file="a.toml"):
    command = [sys.executable, "-m", "libpress", "study", "run", folder / file, "--output", folder / output, *options]
    return subprocess.run([str(one) for one in command], env=WHOLE, capture_output=True, text=True, check=False, timeout=300)


def plan_of(tmp_path, text):
    path = tmp_path / "one.toml"
    path.write_text(text)
    return plans.read(path)


# ---- The study file


def test_a_range_has_its_ends_and_exact_decimals(tmp_path):
    plan = plan_of(tmp_path, 'recordings = "x"\n[vary]\n"engine.touch_force" = "0.2..0.5 by 0.1"\n"engine.lift_us" = "0ms..20ms by 10ms"')
    assert plan.vary["engine.touch_force"] == ("0.2", "0.3", "0.4", "0.5")
    assert plan.vary["engine.lift_us"] == ("0ms", "10ms", "20ms")


def test_each_changes_one_key_at_a_time_and_a_grid_all_and_the_base_is_first(tmp_path):
    text = 'recordings = "x"\nhow = "{}"\n[vary]\n"engine.touch_force" = [0.3, 0.5]\n"engine.lift_us" = [0, "default"]\n'
    each, grid = (plan_of(tmp_path, text.format(how)).settings() for how in ("each", "grid"))
    lift, low, high = (("engine.lift_us", "0"), ("engine.touch_force", "0.3"), ("engine.touch_force", "0.5"))
    assert each == [(), (low,), (high,), (lift,)]
    assert grid == [(), (lift, low), (low,), (lift, high), (high,)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "recordings is missing"),
        ('recordings = "x"', "[vary] is missing"),
        ('recordings = "x"\nrecording = 1\n[vary]\n"engine.lift_us" = [0]', "no key recording; there are recordings"),
        ('recordings = "x"\n[vary]\n"engine.lift" = [0]', 'no key "lift" in [engine]'),
        ('recordings = "x"\n[vary]\n"engine.lift_us" = ["soon"]', "engine.lift_us: it must be a time"),
        ('recordings = "x"\n[vary]\n"button.lift_us" = [0]', "one of engine, pad, sensor"),
        ('recordings = "x"\n[vary]\n"engine.touch_force" = "0.5..0.2 by 0.1"', "not below the first"),
        ('recordings = "x"\n[vary]\n"engine.touch_force" = "0.2..0.5 by 0"', "the step is above 0"),
        ('recordings = "x"\n[vary]\n"engine.touch_force" = "0..1 by 0.0000001"', "at most 10000"),
        ('recordings = "x"\nhow = "all"\n[vary]\n"engine.lift_us" = [0]', "each or grid or search"),
        ('recordings = "x"\nchunk = 0\n[vary]\n"engine.lift_us" = [0]', "are 1 or more"),
        ('recordings = "x"\n[objective]\nlost = 1\n[vary]\n"engine.lift_us" = [0]', "[objective] has missed"),
        ('recordings = "x"\n[reference]\ntouch = 0.1\n[vary]\n"engine.lift_us" = [0]', "at most reference.touch"),
    ],
)
def test_a_wrong_study_file_is_one_sentence(tmp_path, text, words):
    with pytest.raises(Problem) as refused:
        plan_of(tmp_path, text)
    assert words in str(refused.value) and "\n" not in str(refused.value)


# ---- What became of a press


def contact(begin, end, delivered=0, cancelled=False):
    return Contact(begin, end, delivered or end, cancelled)


PRESSES = [(1_000_000, 1_200_000), (2_000_000, 2_200_000)]


@pytest.mark.parametrize(
    ("contacts", "expected"),
    [
        ([contact(1_020_000, 1_210_000, 1_250_000), contact(2_030_000, 2_210_000)], {"found": 2}),
        ([contact(1_020_000, 1_210_000)], {"found": 1, "missed": 1}),
        ([contact(1_020_000, 1_080_000), contact(1_090_000, 1_210_000), contact(2_000_000, 2_200_000)], {"found": 2, "split": 1}),
        ([contact(1_020_000, 2_210_000)], {"found": 1, "merged": 1}),
        ([contact(1_020_000, 2_050_000)], {"found": 1, "missed": 1}),
        ([contact(1_500_000, 1_600_000), contact(1_000_000, 1_200_000)][::-1], {"found": 1, "missed": 1, "extra": 1}),
        ([contact(985_000, 1_200_000), contact(2_000_000, 2_200_000, cancelled=True)], {"found": 2, "cancelled": 1}),
        ([contact(100_000, 200_000)], {"missed": 2}),
        ([], {"missed": 2}),
    ],
)
def test_contacts_are_matched_to_presses(contacts, expected):
    verdict = judge(PRESSES, contacts, 500_000, 10_000)
    counts = ("found", "missed", "merged", "split", "extra", "cancelled")
    assert {name: getattr(verdict, name) for name in counts} == dict.fromkeys(counts, 0) | expected
    assert verdict.presses == verdict.found + verdict.missed + verdict.merged == 2


def test_late_is_what_a_program_waits_for():
    verdict = judge(PRESSES[:1], [contact(1_020_000, 1_210_000, 1_250_000)], 0, 10_000)
    assert (verdict.late_us, verdict.end_late_us) == ([20_000], [50_000])


def test_a_press_that_is_there_at_the_start_does_not_count():
    verdict = judge([(0, 900_000), *PRESSES], [contact(300_000, 900_000), contact(1_000_000, 1_200_000)], 500_000, 10_000)
    assert (verdict.presses, verdict.extra, verdict.found) == (2, 0, 1)


# ---- Recordings


def test_a_recording_of_a_seed_is_the_same_whatever_the_count_and_its_labels_are_its_presses():
    first, again = making.recording(7, 3), making.recording(7, 3)
    assert first == again != making.recording(8, 3)
    assert len(first[".labels.csv"].splitlines()) > 6


@pytest.mark.parametrize(
    ("ending", "text", "words"),
    [
        (".trace", "5,1,0,100\n4,1,0,100\n", "000000.trace:4: the time is not later"),
        (".labels.csv", "begin_us,end_us\n20,10\n", "000000.labels.csv:2: a press ends after it begins"),
        (".labels.csv", "begin,end\n", "000000.labels.csv:1: the first line must be begin_us,end_us"),
        (".conf", "[sensor]\nresistor_ohm = 0\n", "000000.conf:2: "),
    ],
)
def test_a_broken_file_is_a_row_with_an_error_and_ends_nothing(tmp_path, ending, text, words):
    making.make(tmp_path / "made", 2, 1)
    path = tmp_path / "made" / "000" / f"000000{ending}"
    head = "".join(path.read_text().splitlines(keepends=True)[:2]) if ending == ".trace" else ""
    path.write_text(head + text)
    plan = plan_of(tmp_path, STUDY)
    load = files.loader(plan)
    rows = work(plan.as_json(), list(enumerate(plan.settings())), [load(one) for one in plan.files()])
    wrong, right = rows[: len(rows) // 2], rows[len(rows) // 2 :]
    assert all(words in row["error"] and row["found"] is None for row in wrong)
    assert all(row["error"] is None and row["found"] is not None for row in right)


def test_a_setting_that_is_impossible_names_itself_and_the_recording(tmp_path):
    making.make(tmp_path / "made", 1, 1)
    plan = plan_of(tmp_path, 'recordings = "made"\n[vary]\n"engine.touch_force" = [0.1]\n')
    base, row = work(plan.as_json(), list(enumerate(plan.settings())), [files.loader(plan)(one) for one in plan.files()])
    assert base["error"] is None
    assert row["error"].startswith("000/000000.trace, engine.touch_force = 0.1: engine.touch_force = 0.1 does not go with release_force")


def test_without_labels_a_reference_stands_in_and_the_rows_say_so(made, tmp_path):
    plan = plan_of(made, 'recordings = "made"\nlabels = "reference"\n[vary]\n"engine.touch_force" = [0.5]\n')
    load = files.loader(plan)
    rows = work(plan.as_json(), [(0, ())], [load(one) for one in plan.files()[:5]])
    assert all(row["truth"] == "reference" and row["error"] is None for row in rows)
    assert sum(row["found"] for row in rows) >= 0.95 * sum(row["presses"] for row in rows) > 20


# ---- A whole study


def test_there_is_a_row_for_each_recording_and_setting_and_duckdb_reads_them(judged):
    settings = str(judged / "settings.parquet")
    assert duckdb.sql(f"select count(*), count(distinct recording), count(error) from '{judged / RESULTS}'").fetchall() == [(96, 24, 0)]
    low, high = duckdb.sql(
        f"""select sum(missed) from '{judged / RESULTS}' join '{settings}' using (setting)
        where "engine.touch_force" is not null group by "engine.touch_force" order by "engine.touch_force" """
    ).fetchall()
    assert high[0] > low[0], "a higher level misses more"
    splits = duckdb.sql(
        f"""select sum(split) from '{judged / RESULTS}' join '{settings}' using (setting)
        group by "engine.lift_us" is null order by 1"""
    ).fetchall()
    assert splits[1][0] > splits[0][0], "without a grace of lifts more presses are split"


def test_the_results_are_the_same_in_threads(made, judged):
    assert ran(made, "threads", "--scheduler", "threads", "--workers", "2").returncode == 0
    assert (made / "threads" / RESULTS).read_bytes() == (judged / RESULTS).read_bytes()


@pytest.mark.long
def test_the_results_are_the_same_on_a_cluster_of_two_workers(made, judged, cluster):
    done = ran(made, "cluster", "--scheduler", cluster)
    assert done.returncode == 0, done.stderr
    assert (made / "cluster" / RESULTS).read_bytes() == (judged / RESULTS).read_bytes()


@pytest.fixture
def cluster():
    dask = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
    running = [subprocess.Popen(dask, env=WHOLE, stderr=subprocess.PIPE, text=True)]
    try:
        found = None
        while not found:
            line = running[0].stderr.readline()
            assert line, "the scheduler of Dask ended"
            found = re.search(r"Scheduler at:\s*(tcp://[\d.:]+)", line)
        options = ["--nthreads", "1", "--no-dashboard", "--host", "127.0.0.1", "--no-nanny"]
        worker = [sys.executable, "-m", "distributed.cli.dask_worker", found[1], *options]
        running += [subprocess.Popen(worker, env=WHOLE, stderr=subprocess.DEVNULL) for _ in range(2)]
        from distributed import Client

        with Client(found[1], timeout=30) as client:
            client.wait_for_workers(2, timeout=60)
        yield found[1]
    finally:
        for process in reversed(running):
            process.terminate()
            process.wait(30)
        running[0].stderr.close()


@pytest.mark.long
def test_a_study_that_was_killed_goes_on_and_a_damaged_part_is_made_again(made, judged):
    command = [sys.executable, "-m", "libpress", "study", "run", made / "a.toml", "--output", made / "killed", "--workers", "1"]
    process = subprocess.Popen([str(one) for one in command], env=WHOLE, stdout=subprocess.DEVNULL)
    parts = made / "killed" / "parts"
    until = time.monotonic() + 60
    while len(list(parts.glob("*.parquet"))) < 4 and time.monotonic() < until:
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    left = sorted(parts.glob("*.parquet"))
    assert len(left) >= 4 and not (made / "killed" / RESULTS).exists()
    data = bytearray(left[0].read_bytes())
    data[40] ^= 0xFF  # in a page
    left[0].write_bytes(data)
    left[1].write_bytes(left[1].read_bytes()[:100])
    left[2].write_bytes(left[3].read_bytes())  # a part, but of other work
    done = ran(made, "killed", "--workers", "2")
    total = len(list(parts.glob("*.parquet")))
    assert f"{total - len(left) + 3} parts made, {len(left) - 3} were there" in " ".join(done.stdout.split()), done.stdout + done.stderr
    assert (made / "killed" / RESULTS).read_bytes() == (judged / RESULTS).read_bytes()


@pytest.mark.parametrize(("name", "words"), [("study", "the study file"), ("recordings", "the recordings"), ("versions", "the version of libpress")])
def test_a_study_that_changed_is_refused(made, judged, name, words):
    about = judged / "study.json"
    kept = about.read_text()
    changed = json.loads(kept)
    changed[name]["other"] = 1
    about.write_text(json.dumps(changed))
    try:
        done = ran(made, "processes")
    finally:
        about.write_text(kept)
    assert done.returncode == 73 and f"{words} changed since it was begun" in done.stderr and done.stderr.count("\n") == 1


@pytest.mark.long
def test_a_search_asks_the_same_again_and_makes_no_part_twice(made):
    text = 'recordings = "made"\nhow = "search"\n[search]\ntrials = 6\nbatch = 3\n[vary]\n"engine.touch_force" = "0.3..0.9 by 0.1"\n'
    (made / "search.toml").write_text(text + '"pad.flags" = ["default", "no_median"]\n')
    first = ran(made, "search", "--scheduler", "threads", file="search.toml")
    assert first.returncode == 0, first.stderr
    results = (made / "search" / RESULTS).read_bytes()
    again = ran(made, "search", "--scheduler", "threads", file="search.toml")
    assert " 0 parts made" in " ".join(again.stdout.split()) and (made / "search" / RESULTS).read_bytes() == results
    assert 2 <= pq.read_table(made / "search" / "settings.parquet").num_rows <= 7


def test_the_report_is_one_page_that_asks_nothing_of_other_hosts(judged):
    page = (judged / "report.html").read_text()
    assert page.count("<svg") == 3 and "The base" in page
    asked = re.findall(r"""(?:src|href|url\()\s*=?\s*["']?([^"'\s)>]+)""", page)
    assert all(one.startswith("#") for one in asked), asked
    assert "<script" not in page and "@import" not in page


def test_the_verdict_is_read_first_and_wide_tables_are_reached_by_key(judged):
    page = (judged / "report.html").read_text()
    body = page.partition("<main>")[2].partition("</main>")[0]
    assert re.match(r"<h1>[^<]+</h1>\s*<div class=verdict><p>The base [^<]+</p>", body) and "overflow-wrap: anywhere" in page
    assert all("tabindex=0 role=region aria-label=" in one for one in re.findall(r"<div class=wide[^>]*>", page))
    assert "<th scope=col>setting<th scope=col>within the best<th scope=col>cost" in page  # the conclusion, where it is not cut off
    assert "<th>" not in page


def test_charts_show_the_base_and_the_best_where_they_are_one(judged):
    page = (judged / "report.html").read_text()
    first, *curves = re.findall(r"<svg.*?</svg>", page, re.S)
    # A ring in which a star is seen, drawn before it.
    assert first.index("a97c00") < first.index("1f9355") and re.search(r"fill: none; stroke: #a97c00", first)
    assert curves and all(re.search(r">base</text>", one) for one in curves)


def contrast(one, other):
    """As WCAG counts it."""

    def light(color):
        parts = [int(color[n : n + 2], 16) / 255 for n in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05

    least, most = sorted((light(one), light(other)))
    return most / least


def test_charts_read_well_in_light_in_dark_and_on_a_phone(judged):
    page = (judged / "report.html").read_text()
    assert "filter:" not in page
    widest = 16 * float(re.search(r"svg \{ width: 100%; max-width: (\w+)rem", page)[1])
    for chart in re.findall(r"<svg.*?</svg>", page, re.S):
        colors = set(re.findall(r"#[0-9a-f]{6}\b", chart))
        assert colors and all(contrast(color, paper) >= 3 for color in colors for paper in ("#ffffff", "#14181a"))
        assert "currentColor" in chart and "white" not in chart
        width = float(re.search(r'viewBox="0 0 ([\d.]+)', chart)[1])
        sizes = {float(size) for size in re.findall(r"font(?:-size)?: (?:[\w-]+ )*?([\d.]+)px", chart)}
        assert sizes and min(sizes) * 358 / width >= 11 and max(sizes) * widest / width <= 16


@pytest.mark.long
def test_an_address_that_nobody_answers_is_one_sentence(made):
    done = ran(made, "nobody", "--scheduler", "tcp://127.0.0.1:1")
    assert done.returncode == 69 and "no scheduler of Dask answers there" in done.stderr and "Traceback" not in done.stderr


def test_without_its_packages_one_sentence_says_what_to_install(command, monkeypatch):
    monkeypatch.setitem(sys.modules, "optuna", None)
    result = command("study", "run", "x.toml")
    assert result.code == 69 and "study requires optuna: " in result.err and "'numpy>=1.24'" in result.err


def test_simulated_recordings_do_not_overwrite_a_folder(command, tmp_path):
    (tmp_path / "mine").write_text("kept")
    result = command("study", "make", tmp_path)
    assert result.code == 64 and "not an empty folder" in result.err
