"""Studies a tenth of COUNT simulated recordings and all of them: with a kill in the middle and a resume, and on a cluster of two
workers on loopback, with the same results. Prints the time of a recording, the share of the core in it, and how it grows.

    python apps/study/tests/size.py [COUNT] [FOLDER]     make nightly, with 10,000

In FOLDER, build/study without, what was made stays; recordings that are there are studied again.
"""

import re
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq

ROOT = Path(__file__).resolve().parents[3]
COMMAND = [sys.executable, "-m", "libpress", "study"]
STUDY = """recordings = "{recordings}"
[vary]
"engine.touch_force" = [0.5]
"engine.lift_us" = ["60ms"]
"""
RESULTS = "results.parquet"
SECONDS = 7200


def study(folder, name, recordings, *options, kill_at=0):
    """Runs a study; kills it once it has so many parts. Returns how long it took, wall and CPU seconds."""
    path, output = folder / f"{name}.toml", folder / f"{name}.study"
    path.write_text(STUDY.format(recordings=recordings))
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    process = subprocess.Popen([*COMMAND, "run", path, *options], stdout=subprocess.DEVNULL)
    while kill_at and process.poll() is None:
        if len(list(output.glob("parts/*.parquet"))) >= kill_at:
            process.send_signal(signal.SIGKILL)
            break
        time.sleep(0.05)
    code = process.wait(SECONDS)
    assert code == (-signal.SIGKILL if kill_at else 0), f"{name}: exit code {code}"
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.monotonic() - started, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def cluster():
    """A scheduler of Dask and two workers on loopback: what to stop, and the address."""
    dask = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
    scheduler = subprocess.Popen(dask, stderr=subprocess.PIPE, text=True)
    found = None
    for line in scheduler.stderr:
        if found := re.search(r"Scheduler at:\s*(tcp://[\d.:]+)", line):
            break
    assert found, "the scheduler of Dask did not start"
    import threading

    threading.Thread(target=scheduler.stderr.read, daemon=True).start()
    options = ["--nthreads", "1", "--no-dashboard", "--host", "127.0.0.1", "--no-nanny"]
    worker = [sys.executable, "-m", "distributed.cli.dask_worker", found[1], *options]
    workers = [subprocess.Popen(worker, stderr=subprocess.DEVNULL) for _ in range(2)]
    time.sleep(5)
    return [*workers, scheduler], found[1]


def figures(folder, name, wall, cpu, count):
    times = pq.read_table(folder / f"{name}.study" / "times.parquet").to_pydict()
    seconds, core = sum(times["seconds"]), sum(times["core_s"])
    frames = pq.read_table(folder / f"{name}.study" / RESULTS, columns=["frames"])["frames"].to_pylist()
    pairs = len(times["seconds"])
    print(
        f"{count:6} recordings, {pairs} pairs with {sum(frames) / pairs:.0f} readings: "
        f"{1000 * seconds / count:.2f} ms of CPU for each "
        f"recording in the workers, {1000 * seconds / pairs:.2f} for each pair, {100 * core / seconds:.0f} % of it in the core; "
        f"all processes {cpu:.0f} s of CPU, wall {wall:.0f} s",
        flush=True,
    )
    return seconds / count


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    folder = Path(sys.argv[2]) if len(sys.argv) > 2 else ROOT / "build" / "study"
    folder.mkdir(parents=True, exist_ok=True)
    sizes = {"tenth": count // 10, "whole": count}
    for name, size in sizes.items():
        if not (folder / name).exists():
            subprocess.run([*COMMAND, "make", folder / name, "--count", str(size)], check=True, stdout=subprocess.DEVNULL)
    wall, cpu = study(folder, "tenth", "tenth", "--workers", "2")
    one = figures(folder, "tenth", wall, cpu, count // 10)
    parts = -(-count // (200 // 3))
    first, before = study(folder, "whole", "whole", "--workers", "2", kill_at=parts // 2)
    left = parts - len(list((folder / "whole.study" / "parts").glob("*.parquet")))
    print(f"killed after {first:.0f} s with {left} of {parts} parts left", flush=True)
    then, after = study(folder, "whole", "whole", "--workers", "2")
    print(f"resumed: {then:.0f} s")
    ten = figures(folder, "whole", first + then, before + after, count)
    print(f"growth: 10 times the recordings, {ten / one:.2f} times the time of each recording")
    running, address = cluster()
    try:
        wall, _ = study(folder, "cluster", "whole", "--scheduler", address)
    finally:
        for process in running:
            process.terminate()
            process.wait(60)
    print(f"a cluster of two workers: {wall:.0f} s")
    whole = (folder / "whole.study" / RESULTS).read_bytes()
    assert (folder / "cluster.study" / RESULTS).read_bytes() == whole, "other results on a cluster"
    print("the same results, byte by byte")


if __name__ == "__main__":
    sys.exit(main())
