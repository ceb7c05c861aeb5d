"""What the applications save and read goes the way of `libpress.files`, whose rules are tested there: a link of another user says nowhere
where, a pipe does not block, and only a regular file is read."""

import os
from pathlib import Path

import pytest
from libpress.tools.problem import Problem
from libpress_bridges.commands import Chosen, Commands
from libpress_bridges.config import Bridges
from libpress_page.files import Unsaved
from libpress_page.rights import Refused
from libpress_study import plan
from test_replace import NOBODY, in_time, needs_root

PROFILE = b'{"id": 1, "text": "[engine]\\ntouch_force = 0.5\\n"}'


class Taker:
    """A sensor that accepts every profile."""

    def choose(self, profile, text):
        return Chosen((), ())


def by_command(path):
    """A profile that comes by MQTT."""
    answers = []
    commands = Commands(True, str(path))
    commands.put("profile", PROFILE, answers.append)
    commands.run(Taker())
    if not answers[0]["accepted"]:
        raise OSError(answers[0]["why"])


def by_page(path):
    """What a page keeps of changes."""
    try:
        Unsaved(path).keep({"engine.touch_force": "0.5"})
    except Refused as problem:
        raise OSError(str(problem)) from None


def by_lock(path):
    """The file by which a study keeps others out of its folder."""
    running = pytest.importorskip("libpress_study.running")
    try:
        with running.locked(path):
            pass
    except Problem as problem:
        raise OSError(str(problem)) from None


SAVES = {"a profile by MQTT": by_command, "what a page keeps": by_page}
saves = pytest.mark.parametrize("save", SAVES.values(), ids=SAVES)
all_writes = pytest.mark.parametrize("write", [*SAVES.values(), by_lock], ids=[*SAVES, "the lock of a study"])


@all_writes
def test_a_fifo_in_its_place_does_not_block(write, tmp_path):
    os.mkfifo(tmp_path / "file")
    with pytest.raises(OSError, match="file"):
        in_time(lambda: write(tmp_path / "file"))


@all_writes
@needs_root
def test_a_link_of_another_user_is_refused(write, tmp_path):
    victim, path = tmp_path / "victim", tmp_path / "file"
    victim.write_text("")
    path.symlink_to(victim)
    os.chown(path, NOBODY, NOBODY, follow_symlinks=False)
    with pytest.raises(OSError, match="a link of another user is not followed"):
        write(path)
    assert victim.read_text() == ""


@saves
def test_a_link_that_is_planted_beside_the_file_is_not_followed(save, tmp_path):
    victim, path = tmp_path / "victim", tmp_path / "file"
    victim.write_text("precious")
    (tmp_path / "file.new").symlink_to(victim)
    save(path)
    assert victim.read_text() == "precious" and path.stat().st_size and not path.is_symlink()


READS = {"bridges": Bridges.load, "plan": plan.read, "unsaved": lambda path: Unsaved(path).read()}


@pytest.mark.parametrize("kind", ["pipe", "device", "folder"])
@pytest.mark.parametrize("read", READS.values(), ids=READS)
def test_only_a_regular_file_is_read_and_the_message_names_it(read, kind, tmp_path):
    path = Path("/dev/zero") if kind == "device" else tmp_path / "file"
    if kind != "device":
        os.mkfifo(path) if kind == "pipe" else path.mkdir()
    with pytest.raises((OSError, ValueError, Problem, Refused)) as raised:
        in_time(lambda: read(path))
    assert path.name in str(raised.value)
    assert ("Is a directory" if kind == "folder" else "not a regular file") in str(raised.value)
