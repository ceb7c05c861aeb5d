"""The quality of libpress, beside what people use instead: over simulated fingers, and over the recordings.

    python Tests/quality/run.py [--presses 10000] [--seed 1] [--lift-ms 0,10,20,30,40] [--min-cutoff 1,3,10]
    python Tests/quality/run.py --marked FOLDER

Writes build/quality.md, and with --record Tests/quality/figures.json and the tables of docs/quality.md and docs/quality/disturbed.md. With a sweep, and with recordings of
`libpress collect`, it prints a table of that alone.
"""

import argparse
import itertools
import json
import sys
import time
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from fingers import AVERAGE, PERSONS  # noqa: E402
from judge import Score, press_trace  # noqa: E402
from peers import PEERS, libpress  # noqa: E402
from sensors import Divider, draw_divider, draw_rate  # noqa: E402

PER_CIRCUIT = 25  # presses on one pad
RATES = (10, 20, 25, 50, 100, 200, 370, 860)


def traces(person, count, seed):
    """Traces of PER_CIRCUIT presses each, every one on a circuit and at a rate of its own."""
    number = list(PERSONS.values()).index(person)
    for part in range(-(-count // PER_CIRCUIT)):
        rng = np.random.Generator(np.random.PCG64([seed, number, part]))
        rate = draw_rate(rng)
        yield press_trace(rng, person, min(PER_CIRCUIT, count - part * PER_CIRCUIT), draw_divider(rng), rate)


def score_persons(count, seed, methods, persons=PERSONS):
    """{method: {person: Score}}"""
    scores = {method: {name: Score() for name in persons} for method in methods}
    for name, person in persons.items():
        for trace in traces(person, count, seed):
            for method, find in methods.items():
                scores[method][name].add(trace, find(trace))
    return scores


def score_rates(count, seed):
    """{rate: Score} of libpress, the average person on a board as in the manual."""
    scores = {}
    for rate in RATES:
        scores[rate] = Score()
        for part in range(-(-count // PER_CIRCUIT)):
            rng = np.random.Generator(np.random.PCG64([seed, 100, rate, part]))
            trace = press_trace(rng, AVERAGE, PER_CIRCUIT, Divider(15, 4700), rate)
            scores[rate].add(trace, libpress(trace))
    return scores


# ---- Tables ----


def cell(value):
    if value is None:
        return "–"
    if isinstance(value, list):
        return " / ".join(cell(v) for v in value)
    return f"{value:,}" if isinstance(value, int) else f"{value:g}"


COLUMNS = {
    "presses": "presses",
    "missed": "missed",
    "extra": "extra",
    "spikes": "extra from spikes / spikes",
    "split": "split",
    "merged": "merged",
    "merged, 100 ms apart": "merged ≥ 100 ms apart",
    "cancelled": "cancelled",
    "outlasted": "after 12 s at the end",
    "short, missed": "short / missed",
    "begin ms": "begin, ms: median / p10 / p90",
    "begin readings": "readings",
    "end ms": "end, ms",
    "end readings": "readings",
    "force error %": "force error, % rms",
    "peak lost %": "peak lost, %",
}


def table(rows, first, columns=tuple(COLUMNS)):
    """Markdown; rows: {name: figures}."""
    yield f"| {first} | " + " | ".join(COLUMNS[c] for c in columns) + " |"
    yield "|---" * (len(columns) + 1) + "|"
    for name, figures in rows.items():
        yield f"| {name} | " + " | ".join(cell(figures[c]) for c in columns) + " |"


def report(record):
    yield f"{record['presses']:,} presses of each person, seed {record['seed']}. What the columns mean: docs/quality.md.\n"
    yield "## libpress\n"
    yield from table(record["persons"]["libpress"], "person")
    yield "\n## libpress beside what people use, all persons\n"
    yield from table(record["all"], "method")
    yield "\n## Splits, and merged presses 100 ms or more apart, of each person\n"
    yield "| method | " + " | ".join(PERSONS) + " |"
    yield "|---" * (len(PERSONS) + 1) + "|"
    for method, persons in record["persons"].items():
        yield f"| {method} | " + " | ".join(f"{cell(f['split'])} / {cell(f['merged, 100 ms apart'])}" for f in persons.values()) + " |"
    yield "\n## Delay of libpress by rate\n"
    delays = ("presses", "split", "merged, 100 ms apart", "begin ms", "begin readings", "end ms", "end readings", "peak lost %")
    yield from table({f"{rate} Hz": f for rate, f in record["rates"].items()}, "readings a second", delays)
    for name, rows in record["recordings"].items():
        yield f"\n## {name}\n"
        yield from table(rows, "method", tuple(c for c in COLUMNS if c not in ("spikes", "force error %", "peak lost %")))
    yield from case_rows(record["cases"])
    yield "\n## Beside fingers: errors / presses\n"
    yield from disturbed_rows(record)
    yield "\n## Strikes beside what people use: percent off in the median (5th to 95th percentile), of 1,000 off by more than 40 %\n"
    yield from strike_rows(record)


def case_rows(cases):
    """What the presses of the persons do not show: a table for each case."""
    for name, rows in cases.items():
        columns = list(next(iter(rows.values())))
        yield f"\n## {name[0].upper()}{name[1:]}\n"
        yield "| | " + " | ".join(columns) + " |"
        yield "|---" * (len(columns) + 1) + "|"
        for row, figures in rows.items():
            yield f"| {row} | " + " | ".join(cell(figures[c]) for c in columns) + " |"


def disturbed_rows(record):
    """A row for each method, a column for each case."""
    rows = record["disturbed"]
    yield "| | " + " | ".join(rows["libpress"]) + " |"
    yield "|---" * (len(rows["libpress"]) + 1) + "|"
    for method, row in rows.items():
        yield f"| {method} | " + " | ".join("–" if v is None else f"{v[0]} / {v[1]}" for v in row.values()) + " |"


def strike_rows(record):
    """A row for each method, a column for each rate."""
    rows = record["strikes"]
    yield "| readings a second | " + " | ".join(rows["libpress"]) + " |"
    yield "|---" * (len(rows["libpress"]) + 1) + "|"
    for method, row in rows.items():
        cells = (f"{middle:.0f} ({low:.0f} to {high:.0f}), {far:g}" for middle, low, high, far in row.values())
        yield f"| {method} | " + " | ".join(cells) + " |"


PAGE = HERE.parents[1] / "docs" / "quality.md"
DISTURBED = HERE.parents[1] / "docs" / "quality" / "disturbed.md"
SHOWN = ("missed", "extra", "split", "merged, 100 ms apart", "cancelled", "begin ms", "end ms", "force error %", "peak lost %")


def pages(record):
    """Of each page of docs with tables of a record, what it is with these."""
    tables = {
        "quality": (PAGE, table(record["all"], f"{record['all']['libpress']['presses']:,} presses", SHOWN)),
        "disturbed": (DISTURBED, disturbed_rows(record)),
        "strikes": (DISTURBED, strike_rows(record)),
    }
    texts = {path: path.read_text() for path in (PAGE, DISTURBED)}
    for name, (path, rows) in tables.items():
        begin, end = f"<!-- {name}: written by make quality -->\n", f"<!-- /{name} -->\n"
        head, rest = texts[path].split(begin)
        texts[path] = head + begin + "".join(line + "\n" for line in rows) + end + rest.split(end)[1]
    return texts


def measure(count, seed):
    import cases
    import disturbed
    import recordings
    import strikes

    scores = score_persons(count, seed, PEERS)
    together = {m: Score() for m in PEERS}
    for method, persons in scores.items():
        for score in persons.values():
            together[method].merge(score)
    rates = {str(rate): score.figures() for rate, score in score_rates(max(count // 10, 100), seed).items()}
    return {
        "presses": count,
        "seed": seed,
        "persons": {m: {p: s.figures() for p, s in persons.items()} for m, persons in scores.items()},
        "all": {m: s.figures() for m, s in together.items()},
        "rates": rates,
        "recordings": {name: {m: s.figures() for m, s in found.items()} for name, found in recordings.score_all(PEERS).items()},
        "cases": cases.measure(max(count // 10, 100), seed),
        "disturbed": disturbed.measure(min(count // 100, disturbed.MOST)),
        "strikes": strikes.beside(min(count, 2000)),
    }


def sweep(count, seed, lifts, cutoffs):
    """One row for each person and each setting."""
    choices = {}
    for lift, cutoff in itertools.product(lifts or [None], cutoffs or [None]):
        engine = {} if lift is None else {"lift_us": int(float(lift) * 1000)}
        pad = {} if cutoff is None else {"min_cutoff_hz": float(cutoff)}
        name = ", ".join([f"lift {lift} ms"] * (lift is not None) + [f"cutoff {cutoff} Hz"] * (cutoff is not None))
        choices[name] = lambda trace, engine=engine, pad=pad: libpress(trace, dict(engine), pad)
    scores = score_persons(count, seed, choices)
    for person in PERSONS:
        yield f"\n## {person}\n"
        yield from table({name: scores[name][person].figures() for name in choices}, "setting")


def of_marked(folder):
    import marked

    together, asked = marked.score_all(folder, PEERS)
    columns = tuple(c for c in COLUMNS if c not in ("spikes", "force error %", "peak lost %"))
    yield f"## Marked recordings of {folder}\n"
    yield from table({method: score.figures() for method, score in together.items()}, "method", columns)
    yield "\n## libpress, by what was asked\n"
    yield from table({name: score.figures() for name, score in asked.items()}, "asked", columns)


def rows(record, indent=""):
    """JSON in which what has no names below it is one line."""
    if not isinstance(record, dict) or not any(isinstance(one, dict) for one in record.values()):
        return json.dumps(record)
    inner = indent + " "
    return "{\n" + ",\n".join(f"{inner}{json.dumps(name)}: {rows(one, inner)}" for name, one in record.items()) + f"\n{indent}}}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--presses", type=int, default=10_000, help="of each person")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lift-ms", type=lambda s: s.split(","), help="sweep: milliseconds of grace, 0,10,20")
    parser.add_argument("--min-cutoff", type=lambda s: s.split(","), help="sweep: Hz, 1,3,10")
    parser.add_argument("--marked", type=Path, metavar="FOLDER", help="judge the recordings of libpress collect in it")
    parser.add_argument(
        "--record", action="store_true", help="write Tests/quality/figures.json and the tables of docs/quality.md and docs/quality/disturbed.md"
    )
    parser.add_argument("--out", type=Path, default=HERE.parents[1] / "build" / "quality.md")
    given = parser.parse_args()
    started = time.monotonic()
    if given.lift_ms or given.min_cutoff:
        print("\n".join(sweep(given.presses, given.seed, given.lift_ms, given.min_cutoff)))
        return
    if given.marked:
        print("\n".join(of_marked(given.marked)))
        return
    record = measure(given.presses, given.seed)
    text = "\n".join(report(record)) + "\n"
    given.out.parent.mkdir(parents=True, exist_ok=True)
    given.out.write_text(text)
    if given.record:
        (HERE / "figures.json").write_text(rows(record) + "\n")
        for path, text in pages(record).items():
            path.write_text(text)
    print(text)
    print(f"took {time.monotonic() - started:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
