"""hidden.py ARGUMENTS: the command `libpress` without what Linux has and not every other system: modules, names in others."""

import os
import runpy
import select
import signal
import sys
import time

for name in ("fcntl", "grp", "pwd", "resource", "syslog", "termios", "tty"):
    sys.modules[name] = None
for module, names in (
    (os, "O_CLOEXEC O_DIRECTORY O_NOFOLLOW O_NONBLOCK chown eventfd fchown fork geteuid getuid mkfifo sched_getaffinity"),
    (select, "epoll poll"),
    (signal, "SIGHUP SIGTSTP pthread_sigmask setitimer"),
    (time, "CLOCK_BOOTTIME CLOCK_MONOTONIC_RAW clock_gettime clock_gettime_ns"),
):
    for name in names.split():
        if hasattr(module, name):
            delattr(module, name)

if __name__ == "__main__":
    runpy.run_module("libpress", run_name="__main__")
