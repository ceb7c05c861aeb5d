"""Saving: a file is whole or the old one, keeps its owner and mode, and nobody else says where it goes. What is read does not block."""

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from libpress import Calibration, Circuit, CrosstalkConfig, Curve, Engine, Profile
from libpress._config_file import ConfigFile
from libpress.files import create_file, replace_file
from libpress.tools.config import Config
from libpress.tools.plot import Story, draw
from libpress.tools.problem import Problem
from libpress.tools.trace import Recording

NOBODY = 65534
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files to others")


WAYS = {
    "replace_file": lambda path: replace_file(path, b"new\n"),
    "calibration": Calibration(Circuit(resistor_ohm=3300), Curve.power(100, 1, 1.25)).save,
    "profile": Profile("mine", engine={"touch_force": 0.5}).save,
}
ways = pytest.mark.parametrize("save", WAYS.values(), ids=WAYS)


def by_plot(path):
    """A picture, whose name says its kind."""
    picture = path.with_name(f"{path.name}.svg")
    if path.exists() or path.is_symlink():
        path.rename(picture)
    story = Story()
    story.seconds, story.newtons = [0.0, 1.0], [0.0, 1.0]
    try:
        draw(story, Config.load(None), "x", picture)
    except Problem as problem:
        raise OSError(str(problem)) from None
    finally:
        if picture.exists() or picture.is_symlink():
            picture.rename(path)


WHOLE = WAYS | {"plot": by_plot}
"""All that replaces a file, also what is not worth a wait for the disk."""
whole = pytest.mark.parametrize("save", WHOLE.values(), ids=WHOLE)


def by_recording(path):
    try:
        with Recording(path, Config.load(None), [], force=True):
            pass
    except Problem as problem:
        raise OSError(str(problem)) from None


STREAMS = {"create_file": lambda path: os.close(create_file(path)), "recording": by_recording}
"""What is written bit by bit, in its place."""
streams = pytest.mark.parametrize("save", STREAMS.values(), ids=STREAMS)


@streams
def test_a_fifo_that_nobody_reads_does_not_block_who_writes(save, tmp_path):
    os.mkfifo(tmp_path / "file")
    with pytest.raises(OSError, match="file"):
        in_time(lambda: save(tmp_path / "file"))


@streams
@needs_root
@pytest.mark.parametrize("is_there", [True, False])
def test_a_link_of_another_user_does_not_say_what_is_written(save, is_there, tmp_path):
    victim, path = tmp_path / "victim", tmp_path / "file"
    if is_there:
        victim.write_text("precious")
    path.symlink_to(victim)
    os.chown(path, NOBODY, NOBODY, follow_symlinks=False)
    with pytest.raises(OSError, match="a link of another user is not followed"):
        save(path)
    assert victim.read_text() == "precious" if is_there else not victim.exists()


@streams
def test_a_link_of_ones_own_is_written_through(save, tmp_path):
    (tmp_path / "file").symlink_to("real")
    save(tmp_path / "file")
    assert (tmp_path / "file").is_symlink() and (tmp_path / "real").is_file()


@whole
def test_a_link_that_is_planted_beside_the_file_is_not_followed(save, tmp_path):
    victim, path = tmp_path / "victim", tmp_path / "file"
    victim.write_text("precious")
    (tmp_path / "file.new").symlink_to(victim)
    save(path)
    assert victim.read_text() == "precious" and path.stat().st_size and not path.is_symlink()


@whole
def test_a_fifo_beside_the_file_does_not_block(save, tmp_path):
    os.mkfifo(tmp_path / "file.new")
    in_time(lambda: save(tmp_path / "file"))
    assert (tmp_path / "file").stat().st_size


@whole
def test_a_fifo_in_its_place_is_refused_by_name(save, tmp_path):
    os.mkfifo(tmp_path / "file")
    with pytest.raises(OSError, match="not a regular file"):
        in_time(lambda: save(tmp_path / "file"))
    assert stat.S_ISFIFO((tmp_path / "file").stat().st_mode) and [one.name for one in tmp_path.iterdir()] == ["file"]


READS = {
    "config": lambda path: ConfigFile().read(path),
    "profile": lambda path: ConfigFile().read_profile(path),
    "calibration of a config": lambda path: ConfigFile().apply(f"sensor.calibration={path}"),
    "calibration": Calibration.load,
    "shares": lambda path: Engine(crosstalk=CrosstalkConfig()).crosstalk.load(path),
}


@pytest.mark.parametrize("kind", ["pipe", "device", "folder"])
@pytest.mark.parametrize("read", READS.values(), ids=READS)
def test_only_a_regular_file_is_read_and_the_message_names_it(read, kind, tmp_path):
    path = Path("/dev/zero") if kind == "device" else tmp_path / "file"
    if kind != "device":
        os.mkfifo(path) if kind == "pipe" else path.mkdir()
    with pytest.raises((OSError, ValueError, Problem)) as raised:
        in_time(lambda: read(path))
    assert path.name in str(raised.value)
    assert ("Is a directory" if kind == "folder" else "not a regular file") in str(raised.value)


def in_time(call):
    """What blocks in a file that nobody opens would block the tests."""
    found = []

    def run():
        try:
            call()
        except BaseException as problem:
            found.append(problem)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(10)
    assert not thread.is_alive(), "it blocks"
    if found:
        raise found[0]


@ways
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o444])
def test_the_mode_of_the_old_file_stays(save, mode, tmp_path):
    path = tmp_path / "file"
    path.touch()
    path.chmod(mode)
    save(path)
    assert stat.S_IMODE(path.stat().st_mode) == mode and path.stat().st_size


@ways
@needs_root
def test_the_owner_of_the_old_file_stays(save, tmp_path):
    path = tmp_path / "file"
    path.touch()
    os.chown(path, NOBODY, NOBODY)
    save(path)
    assert (path.stat().st_uid, path.stat().st_gid) == (NOBODY, NOBODY)


@needs_root
def test_a_group_that_cannot_be_kept_gets_no_rights(tmp_path):
    folder, path = tmp_path / "shared", tmp_path / "shared" / "file"
    folder.mkdir()
    path.write_text("old")
    os.chown(path, 0, 0)
    path.chmod(0o664)
    for one in (folder, *tmp_path.parents, tmp_path):
        if one.stat().st_uid == os.geteuid() and str(one).startswith("/tmp/"):
            one.chmod(0o777)
    become = f"import os; os.setgid({NOBODY}); os.setuid({NOBODY})"  # what is imported first may lie where only root reads
    program = f"from libpress.files import replace_file\n{become}\nreplace_file({str(path)!r}, b'new')"
    subprocess.run([sys.executable, "-c", program], check=True)
    assert path.read_text() == "new" and stat.S_IMODE(path.stat().st_mode) == 0o604


@whole
def test_a_link_of_ones_own_is_followed(save, tmp_path):
    path, real = tmp_path / "link", tmp_path / "real"
    real.touch(0o600)
    path.symlink_to("real")
    save(path)
    assert path.is_symlink() and real.stat().st_size and stat.S_IMODE(real.stat().st_mode) == 0o600


@whole
@needs_root
def test_a_link_of_another_user_is_refused(save, tmp_path):
    victim, path = tmp_path / "victim", tmp_path / "file"
    victim.write_text("")
    path.symlink_to(victim)
    os.chown(path, NOBODY, NOBODY, follow_symlinks=False)
    with pytest.raises(OSError, match="a link of another user is not followed"):
        save(path)
    assert victim.read_text() == "" and sorted(one.name for one in tmp_path.iterdir()) == ["file", "victim"]


@ways
def test_what_cannot_be_finished_leaves_the_old_file_and_nothing_else(save, tmp_path, monkeypatch):
    path = tmp_path / "file"
    path.write_text("")
    synced = []

    def full(file):
        synced.append(file)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        save(path)
    assert synced and path.read_text() == "" and [one.name for one in tmp_path.iterdir()] == ["file"]


def test_links_that_lead_round_end(tmp_path):
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(OSError, match="Too many levels"):
        replace_file(tmp_path / "a", b"")
