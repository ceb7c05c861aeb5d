#!/usr/bin/env python3
"""service_judge.py NAME FOLDER: as judge.py, for the guest whose first process is systemd: see guest/service.sh."""

import json
import re
import sys
from pathlib import Path

import rumble
from judge import HERE, Judge, Scenario, inputs, keys

# EXPECTED CHECKS: 53


class Service(Scenario):
    journal = property(lambda self: self.read("journal"))

    @property
    def events(self):
        """The events in the journal, which also has other lines."""
        return events(self.journal)

    def said(self, name):
        return self.read(name).strip()

    def code_of(self, name):
        return self.said(f"{name}.code")

    def shown(self, name):
        """The output of `systemctl show`, without the process id."""
        values = dict(line.split("=", 1) for line in self.read(name).splitlines())
        values.pop("MainPID")
        return " ".join(values[key] for key in ("ActiveState", "SubState", "Result", "ExecMainStatus", "NRestarts"))

    def pid(self, name):
        return re.search(r"MainPID=(\d+)", self.read(name))[1]

    def first(self, name, key):
        """The first line with this key that a client received."""
        return next(line for line in objects(self.read(name)) if key in line)


def objects(text):
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")]


def events(text):
    """Without their numbers, which the log has not."""
    return [{key: value for key, value in line.items() if key != "seq"} for line in objects(text) if "event" in line]


def happened(lines):
    """The events without progress, of which some may be dropped."""
    return [e for e in lines if not (e["event"].endswith("_updated") and not e["ended"])]


def main():
    judge = Judge(sys.argv[1], Path(sys.argv[2]))
    check = judge.check

    def scenario(name):
        return Service(judge.folder / "out" / name)

    running, failed = "active running success 0 0", "failed failed exit-code"

    # ---- It starts, is reloaded, and stops

    s = scenario("starts")
    print(f"SYSTEMD {judge.machine} {s.said('version')}")
    check(
        "starts: systemd-sysusers made the groups, and udev gave them the nodes",
        lambda: (s.said("nodes").splitlines() == ["/dev/i2c-1 660 root:i2c", "/dev/uinput 660 root:libpress"], s.said("nodes")),
    )
    check(
        "starts: it is active when `systemctl start` returns",
        lambda: (s.code_of("start") == "0" and s.said("is-active") == "active" and s.shown("started") == running, s.shown("started")),
    )
    check(
        "starts: `systemctl reload` makes the config count that was written since, in the same process",
        lambda: (s.code_of("reload") == "0" and s.read("reloaded") == s.read("started") and "struck" in s.journal, s.said("reload")),
    )
    check(
        "starts: with a config that is refused `systemctl reload` changes nothing, and the journal says why",
        lambda: (s.code_of("refused") == "0" and s.read("goes_on") == s.read("started") and 'no section "nothing"' in s.journal, s.journal),
    )
    check(
        "starts: `systemctl stop` ends it well",
        lambda: (s.code_of("stop") == "0" and s.shown("stopped") == "inactive dead success 0 0", s.shown("stopped")),
    )
    check("starts: the journal has its events, and the ends of what ran", lambda: judge.pin("stopped", [one for one in s.names if one != "struck"]))

    # ---- Converters that are not there

    s = scenario("absent")
    check(
        "absent: it does not start, with exit code 69",
        lambda: (s.code_of("start") == "1" and s.shown("failed") == "activating auto-restart exit-code 69 0", s.shown("failed")),
    )
    check(
        "absent: the journal says what to check",
        lambda: (all(word in s.journal for word in ("0x48", "no converter answers", "i2cdetect -y 1")), s.journal),
    )
    check(
        "absent: it is started again by itself, and runs once one answers",
        lambda: (s.shown("started").startswith("active running success 0 ") and not s.shown("started").endswith(" 0"), s.shown("started")),
    )
    s = scenario("no_node")
    check(
        "no_node: it fails with 66, and is not started again",
        lambda: (s.code_of("start") == "1" and s.shown("failed") == f"{failed} 66 0" and "/dev/i2c-1" in s.journal, s.shown("failed")),
    )

    # ---- A config that is broken

    s = scenario("config")
    check(
        "config: a broken one fails with 78, and it is not started again",
        lambda: (s.code_of("start") == "0" and s.code_of("restart") == "1" and s.shown("failed") == f"{failed} 78 0", s.shown("failed")),
    )
    check("config: the journal names its file and line", lambda: (f"/etc/pressd.conf:{s.said('line')}: " in s.journal, s.journal))
    check("config: mended, it starts", lambda: (s.code_of("mended") == "0" and s.shown("mended") == running, s.shown("mended")))

    # ---- One that hangs

    s = scenario("watchdog")
    check(
        "watchdog: what hangs is killed, and started again",
        lambda: (
            "Watchdog timeout (limit 30s)!" in s.journal
            and "Failed with result 'watchdog'" in s.journal
            and s.shown("again") == "active running success 0 1"
            and s.pid("again") != s.pid("started"),
            s.journal,
        ),
    )

    # ---- What it may do

    s = scenario("probe")
    tried = [line for line in s.journal.splitlines() if re.match(r"[A-Za-z/][^:]*: ?", line) and not line.startswith("pressd@")]
    check("probe: what the service may do is pinned", lambda: judge.pin("probe", [re.sub(r"\s+", " ", line) for line in tried]))
    check("probe: outside of it all of this can be done", lambda: outside(s.said("outside")))
    s = scenario("another_bus")
    check(
        "another_bus: it fails with 77, and says why",
        lambda: (
            s.code_of("start") == "1"
            and " 77 " in s.shown("failed")
            and "/dev/i2c-0: Operation not permitted" in s.journal
            and "DeviceAllow" in s.journal,
            s.journal,
        ),
    )
    s = scenario("keys")
    check(
        "keys: without DeviceAllow= there is no input device, with exit code 77",
        lambda: (s.code_of("refused") == "1" and " 77 " in s.shown("refused") and "DeviceAllow" in s.journal, s.journal),
    )
    check(
        "keys: with it keys follow the press",
        lambda: (
            s.code_of("start") == "0"
            and keys(s) == pressed(s.events)
            and len(keys(s)) > 2
            and s.said("input").endswith("gone")
            and "held" not in s.said("input"),
            f"{keys(s)} and not {pressed(s.events)}",
        ),
    )

    # ---- Sockets

    s = scenario("sockets")
    check(
        "sockets: they are their group's, and nobody else's",
        lambda: (
            s.said("nodes").splitlines()
            == ["/run/pressd 755 root:root", "/run/pressd/i2c-1.sock 660 root:pressd-clients", "/run/pressd/i2c-1-read.sock 660 root:readers"],
            s.said("nodes"),
        ),
    )
    refused = ("press_refused", "reader_refused", "member_refused")
    check(
        "sockets: who is not in the group cannot connect",
        lambda: (all(s.said(name) == "Permission denied" and s.code_of(name) == "2" for name in refused), [s.said(name) for name in refused]),
    )
    check("sockets: so long nothing is started", lambda: (s.shown("untouched") == "inactive dead success 0 0", s.shown("untouched")))
    check("sockets: the first connection starts it", lambda: (s.code_of("one") == "" and s.shown("started") == running, s.shown("started")))
    check(
        "sockets: one may send commands, the other may read",
        lambda: (s.first("one", "hello")["may"] == "command" and s.first("two", "hello")["may"] == "read", s.read("two")[:200]),
    )
    check("sockets: two programs at once receive what the journal has", lambda: alike(s))
    check(
        "sockets: a command is answered, and counts",
        lambda: (
            s.first("command", "answer")["ok"] is True and abs(s.first("levels", "hello")["levels"]["touch_force"] - 0.41) < 1e-4,
            s.read("levels"),
        ),
    )
    check("sockets: the one that may read is refused", lambda: (s.first("command_read", "answer")["error"] == "not_allowed", s.read("command_read")))
    check(
        "sockets: a restart says goodbye, and who comes meanwhile reaches the next run",
        lambda: (
            s.first("parted", "closed")["closed"] == "end" and s.first("restarted", "hello")["run"] != s.first("parted", "hello")["run"],
            s.read("restarted"),
        ),
    )
    check(
        "sockets: the socket stays while the service stops, and starts it again",
        lambda: (s.said("inode") == s.said("inode_at_end") and s.shown("at_end") == running and "hello" in s.read("stopped"), s.shown("at_end")),
    )
    check("sockets: stopped, they are gone", lambda: (s.said("left") == "", s.said("left")))
    s = scenario("late_socket")
    check(
        "late_socket: a service that runs must be stopped first",
        lambda: (s.code_of("socket") == "1" and s.code_of("socket_again") == "0" and "hello" in s.read("client"), s.said("socket")),
    )
    s = scenario("broken_socket")
    check(
        "broken_socket: with a broken config a program is not held up",
        lambda: (s.code_of("client") in ("1", "2") and " 78 " in s.shown("failed"), s.said("client")),
    )
    check(
        "broken_socket: mended, after `systemctl reset-failed` the socket starts again, and serves",
        lambda: (s.code_of("mended") == "0" and "hello" in s.read("client_mended"), s.read("client_mended")),
    )

    # ---- What docs/pressd/service.md says to allow

    s = scenario("saved")
    check(
        "saved: what was changed counts after a restart",
        lambda: (s.first("save", "answer")["ok"] is True and abs(s.first("hello", "hello")["levels"]["touch_force"] - 0.43) < 1e-4, s.read("hello")),
    )
    s = scenario("realtime")
    check(
        "realtime: it has the priority, and its memory is locked",
        lambda: (s.shown("started") == running and s.said("policy") == "50 1" and int(s.said("locked").split()[1]) > 0, s.said("policy")),
    )
    s = scenario("iio")
    check("iio: it reads the kernel's driver", lambda: (s.shown("started") == running and "contact_began" in s.names, s.journal))
    s = scenario("feedback")
    check(
        "feedback: without DeviceAllow= it fails with 77, and says why",
        lambda: (
            s.code_of("refused") == "1" and " 77 " in s.shown("refused") and "feedback.device" in s.journal and "DeviceAllow" in s.journal,
            s.journal,
        ),
    )
    check("feedback: with it the input device receives what the journal says", lambda: rumble.as_logged(s))
    check("feedback: its LED is lit for each effect", lambda: rumble.lit(s))

    # ---- Keys of libpress bridge

    held = ["shift 1", "ctrl 1", "f1 1"]
    for name in ("bridge_pipe", "bridge_press"):
        s = scenario(name)
        check(f"{name}: what the kernel delivers of its keys is pinned", lambda: judge.pin(f"{name}.keys", typed(s)))
        check(f"{name}: that is what the log says", lambda: (typed(s) == logged(events(s.read("log"))), typed(s)))
        check(f"{name}: it ends with 0, and nothing is held", lambda: (s.code_of("bridge") == "0" and is_up(s), s.said("bridge")))
    s = scenario("bridge_cut")
    check(
        "bridge_cut: keys are up when pressd is killed",
        lambda: (s.code_of("bridge") == "0" and typed(s) == held + released(held) and is_up(s), f"{s.said('bridge')} {typed(s)}"),
    )
    s = scenario("bridge_stopped")
    check(
        "bridge_stopped: keys are up when it is stopped, and pressd runs on",
        lambda: (
            s.code_of("bridge") == "0" and typed(s) == held + released(held) and is_up(s) and s.said("runs") == "yes",
            f"{s.said('bridge')} {typed(s)}",
        ),
    )
    s = scenario("bridge_killed")
    check(
        "bridge_killed: the kernel lets them go when it is killed, and pressd runs on",
        lambda: (
            s.code_of("bridge") == "137"
            and typed(s)[:3] == held
            and sorted(typed(s)[3:]) == sorted(released(held))
            and is_up(s)
            and s.said("runs") == "yes",
            f"{s.said('bridge')} {typed(s)}",
        ),
    )
    s = scenario("bridge_restart")
    check(
        "bridge_restart: keys are up when pressd is restarted, and follow the next run",
        lambda: (s.code_of("bridge") == "0" and typed(s) == 2 * (held + released(held)) and is_up(s), f"{s.said('bridge')} {typed(s)}"),
    )
    s = scenario("bridge_refused")
    check(
        "bridge_refused: without the group it names the group, with exit code 77",
        lambda: (s.code_of("user") == "77" and "Permission denied. Join the group libpress" in s.said("user"), s.said("user")),
    )
    check(
        "bridge_refused: to a service it says what it requires",
        lambda: (
            s.said("service.status") == "77"
            and "SupplementaryGroups=libpress, and with DevicePolicy= also DeviceAllow=/dev/uinput rw" in s.said("service.said"),
            s.said("service.said"),
        ),
    )
    check("bridge_refused: with that it may", lambda: (s.code_of("allowed") == "0" and s.said("allowed.said") == "", s.said("allowed.said")))
    check(
        "bridge_refused: without uinput it says how to load it, with exit code 66",
        lambda: (s.code_of("absent") == "66" and "modprobe uinput" in s.said("absent"), s.said("absent")),
    )

    print(f"RESULT {judge.machine} {judge.passed + judge.failed} checks, {judge.failed} failed")
    return judge.failed > 0


def outside(text):
    """Not refused to root outside of the service, though inside it is."""
    inside = dict(line.split(": ", 1) for line in (HERE / "pinned" / "probe").read_text().splitlines())
    came = dict(re.sub(r"\s+", " ", line).split(": ", 1) for line in text.splitlines())
    fields = {"CapEff", "CapBnd", "NoNewPrivs", "Seccomp"}
    wrong = [what for what, how in came.items() if (how == inside.get(what) if what in fields else how != "yes")]
    return came.keys() == inside.keys() and not wrong, wrong


def pressed(events):
    """Keys of the contacts and previews in a log, for as long as it was; none of a contact that lay there when it was switched on."""
    names = {"contact_began": "btn_touch 1", "contact_ended": "btn_touch 0", "contact_cancelled": "btn_touch 0",
             "preview_began": "btn_left 1", "preview_cancelled": "btn_left 0"}  # fmt: skip
    found, rests = [], False
    for e in events:
        rests = e.get("resting", False) if e["event"] == "contact_began" else rests
        if e["event"] in names and not rests:
            found.append(names[e["event"]])
    return found


KEYS = {42: "shift", 29: "ctrl", 59: "f1", 35: "h", 25: "p", 56: "alt", 20: "t", 46: "c", 24: "o"}


def typed(s):
    return [f"{KEYS[code]} {value}" for code, value in inputs(s, 1)]


def is_up(s):
    return s.said("input").splitlines()[-1] == "gone" and "held" not in s.said("input")


def released(pressed):
    return [f"{key.split()[0]} 0" for key in reversed(pressed)]


def logged(events):
    """What the keys of /etc/bridges.conf in the guest do at the events of a log."""
    holds = {"contact": ["shift"], "preview": ["ctrl", "f1"], "hold": ["h"], "peek": ["p"]}
    clicks = {"tapped": ["alt", "t"], "commit_updated": ["c"], "peek_popped": ["o"]}
    keys = []
    for name in [e["event"] for e in events if e.get("ended", True)]:
        subject, _, what = name.partition("_")
        if what in ("began", "shown"):
            keys += [f"{key} 1" for key in holds.get(subject, [])]
        if what in ("ended", "cancelled", "popped", "dismissed") or name == "commit_updated":
            keys += [f"{key} 0" for key in reversed(holds.get(subject.replace("commit", "preview"), []))]
        keys += [f"{key} 1" for key in clicks.get(name, [])] + [f"{key} 0" for key in reversed(clicks.get(name, []))]
    return keys


def alike(s):
    """Both received what the journal had by then, but for progress that a slow reader does not get."""
    logged = happened(events(s.read("log")))
    one, two = (happened(events(s.read(name))) for name in ("one", "two"))
    return len(one) > 3 and one == two and one == logged[: len(one)], f"{one} {two} {logged}"


if __name__ == "__main__":
    sys.exit(main())
