"""The command line: which commands there are. What one needs is imported when it is called."""

from __future__ import annotations

import os
import signal
import sys
import threading
from types import FrameType

import click

from .._version import __version__
from .problem import INPUT_OUTPUT, OK, USAGE, Problem, Stopped

WORDS = {
    "calibrate": "Makes a calibration from masses, or a kitchen scale; writes it, and the section of the config that takes it.",
    "check": "Finds what is wrong, from the bus to the release of a press.",
    "collect": "Asks for presses, and records them with what was asked: NAME.trace, with NAME.conf for its sensors.",
    "look": "Shows what the columns of a file are, what would be taken, and the words that say otherwise.",
    "monitor": "Shows forces, levels, events, codes and faults live. Keys move the levels and write them to the config.",
    "plot": "Draws a trace to PICTURE, which ends in .png or .svg: force, levels, and what happened.",
    "record": "Writes what is read to FILE, as pressd does.",
    "replay": "Prints the events of a recording under a config, as JSON lines: the lines of pressd.",
}
"""The first paragraph of the help of each: so the list needs none of them."""


def _stop(number: int, frame: FrameType | None) -> None:
    raise Stopped


def _of_thread(one: threading.ExceptHookArgs) -> None:
    """An exception that ended a thread, in one line."""
    words = f"{one.exc_type.__name__}: {one.exc_value}" if str(one.exc_value) else one.exc_type.__name__
    print(f"libpress: {one.thread.name if one.thread else 'a thread'} ended: {words}. Please report this.", file=sys.stderr, flush=True)


class Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        from .apps import listed

        return sorted({**WORDS, **listed()})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in WORDS:
            from .commands import COMMANDS

            return COMMANDS[cmd_name]
        from .apps import command

        return command(cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from .apps import listed

        commands = {name: click.Command(name, help=words) for name, words in sorted({**WORDS, **listed()}.items())}
        click.Group(commands=commands).format_commands(ctx, formatter)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, message="libpress %(version)s")
def cli() -> None:
    """Checks, calibrates and shows a force-sensing resistor. Without --simulated or --trace it reads the converter on --bus.

    Exit codes are those of pressd: 0 done, 64 option, 65 broken trace, 66 file or node absent, 69 nothing answers or a check
    failed, 73 cannot write, 74 transfers fail, 75 timed out, 77 no permission, 78 config.
    """


def run(arguments: list[str] | None = None) -> int:
    """Runs a command. Returns its exit code; what is wrong was printed, as one sentence."""
    signal.signal(signal.SIGTERM, _stop)
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        signal.signal(signal.SIGHUP, _stop)
    name = "libpress"
    if not (sys.argv[1:] if arguments is None else arguments):
        arguments = ["--help"]
    threads, threading.excepthook = threading.excepthook, _of_thread
    try:
        code = cli.main(arguments, prog_name=name, standalone_mode=False)
        sys.stdout.flush()
        return int(code or OK)
    except click.ClickException as wrong:
        context = getattr(wrong, "ctx", None)
        where = context.command_path if context else name
        print(f"{where}: {wrong.format_message()} ({where} --help shows what there is)", file=sys.stderr)
        return USAGE
    except Problem as problem:
        print(f"{name}: {problem}", file=sys.stderr)
        return problem.code
    except SystemExit:  # click ends so where the reader went away
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return OK
    except OSError as problem:
        print(f"{name}: {problem}", file=sys.stderr)
        return INPUT_OUTPUT
    except (KeyboardInterrupt, click.Abort):
        print(f"\n{name}: stopped, nothing was written", file=sys.stderr)
        return 130
    except Stopped:
        return 143
    finally:
        threading.excepthook = threads
