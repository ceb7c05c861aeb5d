"""A study from its file to its tables: work that is not done yet goes to Dask, and every piece that comes back is a part."""

from __future__ import annotations

import contextlib
import hashlib
import json
import multiprocessing
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from queue import Queue
from threading import Thread
from time import sleep
from typing import Any

try:
    import fcntl
except ImportError:  # a system without: nothing keeps two processes apart there
    fcntl = None  # type: ignore[assignment]

from libpress import __version__
from libpress.files import create_file, replace_file
from libpress.numbers import library_path
from libpress.tools.problem import CANNOT_CREATE, UNAVAILABLE, USAGE, Problem, cannot_write

from . import parts
from .plan import Plan, Setting
from .recordings import digest_of, loader
from .work import CORE, work

IN_FLIGHT = 3
"""Pieces of work for each thread of a worker that are with the scheduler."""
LARGE = 4_000_000
ABOUT = "study.json"


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """A file that one process has at a time. Raises Problem: another has it, or it cannot be made."""
    try:
        file = create_file(path)
    except OSError as problem:
        raise cannot_write(path, problem) from problem
    try:
        try:
            if fcntl is not None:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Problem(CANNOT_CREATE, f"{path.parent}: another process runs this study now") from None
        _LOCKED.append(file)
        yield
    finally:
        if file in _LOCKED:
            _LOCKED.remove(file)
        os.close(file)


_LOCKED: list[int] = []
"""What this process has; a worker that is forked inherits it."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Some recordings under some settings."""

    path: Path
    settings: tuple[tuple[int, Setting], ...]
    first: int
    last: int
    """Of the recordings; this one no more."""
    mark: str


class Study:
    """A folder of results."""

    def __init__(self, plan: Plan, output: Path, say: Callable[[str], None] = lambda words: None) -> None:
        """Raises Problem: the folder has another study, or a recording cannot be found."""
        self.plan, self.output, self.say = plan, output, say
        self.files = plan.files()
        self.stated = plan.as_json()
        self._load = loader(plan)
        self.digests: list[str] = []
        self._sizes: list[int] = []
        for named in self.files:
            one = self._load(named)
            self.digests.append(digest_of(one))
            self._sizes.append(len(one.data))
        self.made = self.kept = 0
        """Parts."""

    def about(self) -> dict[str, Any]:
        library = hashlib.sha256(library_path().read_bytes()).hexdigest()
        names = [name for name, _ in self.files]
        recordings = hashlib.sha256("\n".join(self.digests).encode()).hexdigest()
        return {
            "study": self.stated,
            "objective": dict(self.plan.objective),
            "recordings": {"count": len(names), "digest": recordings},
            "versions": {"libpress": __version__, "core": CORE, "library": library},
        }

    @contextlib.contextmanager
    def opened(self) -> Iterator[None]:
        """The folder, for this process alone. Raises Problem: it is another study's, or somebody writes there."""
        try:
            self.output.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise cannot_write(self.output, problem) from problem
        with locked(self.output / ".lock"):
            self._claim()
            yield

    def _claim(self) -> None:
        about, path = self.about(), self.output / ABOUT
        try:
            have = json.loads(path.read_text())
        except FileNotFoundError:
            have = None
        except (OSError, ValueError):
            raise Problem(CANNOT_CREATE, f"{path}: it cannot be read; take another folder with --output") from None
        if have is None:
            if any(one.name != ".lock" for one in self.output.iterdir()):
                raise Problem(CANNOT_CREATE, f"{self.output}: a folder with other things in it; take another one with --output")
            replace_file(path, (json.dumps(about, indent=1) + "\n").encode())
        elif have != about:
            names = {
                "study": "the study file",
                "objective": "its [objective]",
                "recordings": "the recordings",
                "versions": "the version of libpress",
            }
            other = " and ".join(words for name, words in names.items() if have.get(name) != about[name])
            words = "changed since it was begun; take another folder with --output, or remove it"
            raise Problem(CANNOT_CREATE, f"{self.output}: {other} {words}")

    def pieces(self, settings: Sequence[tuple[int, Setting]]) -> list[Piece]:
        found = []
        for at in range(0, len(settings), self.plan.chunk):
            some = tuple(settings[at : at + self.plan.chunk])
            for first, last in self._spans(max(1, self.plan.chunk // len(some))):
                mark = hashlib.sha256(json.dumps([self.stated, some, self.digests[first:last], CORE]).encode()).hexdigest()
                path = self.output / "parts" / f"{some[0][0]:06d}-{first:06d}.parquet"
                found.append(Piece(path, some, first, last, mark))
        return found

    def _spans(self, most: int) -> Iterator[tuple[int, int]]:
        """Recordings of a piece: no more than so many, and LARGE bytes of traces."""
        first = size = 0
        for n, own in enumerate(self._sizes):
            if n - first == most or (n > first and size + own > LARGE):
                yield first, n
                first, size = n, 0
            size += own
        yield first, len(self._sizes)

    def pairs(self, piece: Piece) -> list[tuple[str, int]]:
        return [(name, number) for name, _ in self.files[piece.first : piece.last] for number, _ in piece.settings]

    def run(self, client: Any, settings: Sequence[tuple[int, Setting]]) -> Any:
        """The table of these settings over all recordings. Raises Problem: some work could not be done."""
        pieces = self.pieces(settings)
        tables = {piece.path: parts.load(piece.path, piece.mark, self.pairs(piece)) for piece in pieces}
        todo = [piece for piece in pieces if tables[piece.path] is None]
        self.kept += len(pieces) - len(todo)
        wrong: list[str] = []
        for done, (piece, rows) in enumerate(_results(client, todo, self._arguments), 1):
            if isinstance(rows, BaseException):
                names = [name for name, _ in self.files[piece.first : piece.last]]
                wrong.append(f"{names[0]} to {names[-1]}: {type(rows).__name__}: {rows}")
                continue
            tables[piece.path] = self._keep(piece, rows)
            self.made += 1
            self.say(f"{len(pieces) - len(todo) + done} of {len(pieces)} parts")
        if wrong:
            words = f"{len(wrong)} of {len(pieces)} parts could not be made, the first of {wrong[0]}"
            raise Problem(UNAVAILABLE, f"{words}; the same command makes what is left")
        return parts.together(tables.values())

    def _arguments(self, piece: Piece) -> tuple[Any, ...]:
        recordings = [self._load(one) for one in self.files[piece.first : piece.last]]
        if [digest_of(one) for one in recordings] != self.digests[piece.first : piece.last]:
            raise Problem(UNAVAILABLE, f"{recordings[0].name} to {recordings[-1].name}: a recording changed while it was studied")
        return {name: self.stated[name] for name in ("labels", "reference", "quiet_ms")}, piece.settings, recordings

    def _keep(self, piece: Piece, rows: list[dict[str, Any]]) -> Any:
        other = {(row["libpress"], row["core"]) for row in rows} - {(__version__, CORE)}
        if other:
            have = " with core ".join(other.pop())
            raise Problem(UNAVAILABLE, f"a worker has libpress {have}, this process {__version__} with core {CORE}")
        parts.save(piece.path, parts.table_of(rows), piece.mark)
        # Read the table back, as a resumed study does: tables that are equal in memory may be written with different bytes.
        table = parts.load(piece.path, piece.mark, self.pairs(piece))
        if table is None:
            raise Problem(CANNOT_CREATE, f"{piece.path}: what was written there reads otherwise")
        return table


class Workers:
    """Threads or processes of this machine. Dask takes seconds to start what these do at once."""

    def __init__(self, pool: Executor, many: int) -> None:
        self.many, self._pool = many, pool

    def stream(self) -> tuple[Callable[..., Any], Callable[[], Any]]:
        """What submits a piece and returns its mark, and what waits for one: a mark, and what gives its rows."""
        done: Queue[Future[Any]] = Queue()

        def submit(*arguments: Any) -> Any:
            future = self._pool.submit(work, *arguments)
            future.add_done_callback(done.put)
            return future

        def wait() -> Any:
            future = done.get()
            return future, future.result

        return submit, wait


def _end_with(parent: int) -> None:
    """A worker ends when the process ends that started it, however that ended; and it keeps no lock of it."""
    for file in _LOCKED:
        os.close(file)

    def watch() -> None:
        while os.getppid() == parent:
            sleep(0.2)
        os._exit(1)

    Thread(target=watch, name="parent", daemon=True).start()


class Cluster:
    """Workers of Dask, on other machines."""

    def __init__(self, client: Any) -> None:
        self.many, self._client = max(sum(client.nthreads().values()), 1), client

    def stream(self) -> tuple[Callable[..., Any], Callable[[], Any]]:
        distributed: Any = import_module("distributed")
        done = distributed.as_completed()
        futures: dict[str, Any] = {}

        def submit(*arguments: Any) -> Any:
            future = self._client.submit(work, *arguments, pure=False)
            futures[future.key] = future
            done.add(future)
            return future.key

        def wait() -> Any:
            future = futures.pop(next(done).key)
            return future.key, future.result

        return submit, wait


def _results(client: Any, todo: Sequence[Piece], arguments: Callable[[Piece], tuple[Any, ...]]) -> Iterator[tuple[Piece, Any]]:
    """Each piece with its rows, or what went wrong, as they come."""
    left = iter(todo)
    running: dict[Any, Piece] = {}
    submit, wait = client.stream()

    def more() -> None:
        piece = next(left, None)
        if piece is not None:
            running[submit(*arguments(piece))] = piece

    for _ in range(IN_FLIGHT * client.many):
        more()
    while running:
        mark, rows_of = wait()
        piece = running.pop(mark)
        more()
        try:
            rows = rows_of()
        except Exception as wrong:
            yield piece, wrong
        else:
            yield piece, rows
        del rows_of, mark


@contextlib.contextmanager
def client_of(scheduler: str, workers: int | None) -> Iterator[Workers | Cluster]:
    """Of `threads`, `processes`, or the address of a cluster. Raises Problem."""
    many = workers or os.cpu_count() or 1
    if scheduler in ("threads", "processes"):
        way = multiprocessing.get_context("fork" if sys.platform == "linux" else None)
        pool: Executor = ThreadPoolExecutor(many) if scheduler == "threads" else ProcessPoolExecutor(many, way, _end_with, (os.getpid(),))
        try:
            yield Workers(pool, many)
        finally:
            pool.shutdown(cancel_futures=True)
        return
    if "://" not in scheduler:
        raise Problem(USAGE, f"--scheduler {scheduler}: it must be threads, processes, or an address as tcp://192.168.1.5:8786")
    if workers is not None:
        raise Problem(USAGE, "--workers is for threads and processes: a cluster has its own")
    distributed: Any = import_module("distributed")
    import_module("dask").config.set({"distributed.admin.large-graph-warning-threshold": "1GB"})
    try:
        client = distributed.Client(scheduler, timeout=10)
    except (OSError, ValueError, TimeoutError) as problem:
        raise Problem(UNAVAILABLE, f"--scheduler {scheduler}: no scheduler of Dask answers there: {problem}") from None
    with client:
        if not client.nthreads():
            raise Problem(UNAVAILABLE, f"--scheduler {scheduler}: it has no workers")
        yield Cluster(client)
