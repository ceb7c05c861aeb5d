"""Written by `make contract` from the tables of docs/bridges: the config of `libpress bridge`."""

from typing import Any

KEYS: dict[str, dict[str, tuple[tuple[Any, ...], str, str]]] = {
    "bridge": {
        "name": (("text", 1, 63), "none", "1 to 63 bytes of UTF-8 without control characters, and without # or ; after a blank"),
        "queue": (("whole", 512, 1000000), "1000", "512 to 1000000"),
        "retry_most": (
            ("time", 100000, 4294967295),
            "30s",
            "a time from 100ms to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds",
        ),
        "drain": (
            ("time", 0, 4294967295),
            "5s",
            "a time from 0 to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds",
        ),
    },
    "mqtt": {
        "host": (
            ("text", 1, 253),
            "localhost",
            "1 to 253 bytes of UTF-8 without control characters, and without # or ; after a blank",
        ),
        "port": (("whole", 0, 65535), "0", "0 to 65535"),
        "user": (
            ("text", 0, 255),
            "none",
            "up to 255 bytes of UTF-8 without control characters, and without # or ; after a blank",
        ),
        "password_file": (
            ("path",),
            "none",
            "a path, up to 255 bytes of UTF-8 without control characters, without # or ; after a blank",
        ),
        "password_env": (
            ("text", 0, 63),
            "none",
            "up to 63 bytes of UTF-8 without control characters, and without # or ; after a blank",
        ),
        "tls": (("yesNo",), "no", "yes or no"),
        "ca": (("path",), "none", "a path, up to 255 bytes of UTF-8 without control characters, without # or ; after a blank"),
        "certificate": (
            ("path",),
            "none",
            "a path, up to 255 bytes of UTF-8 without control characters, without # or ; after a blank",
        ),
        "key": (("path",), "none", "a path, up to 255 bytes of UTF-8 without control characters, without # or ; after a blank"),
        "topic": (
            ("text", 1, 127),
            "libpress",
            "1 to 127 bytes of UTF-8 without control characters, and without # or ; after a blank",
        ),
        "discovery": (
            ("text", 1, 127),
            "homeassistant",
            "1 to 127 bytes of UTF-8 without control characters, and without # or ; after a blank",
        ),
        "progress_hz": (("whole", 0, 1000), "10", "0 to 1000"),
        "measured": (
            ("time", 100000, 4294967295),
            "1s",
            "a time from 100ms to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds",
        ),
        "keepalive": (
            ("time", 1000000, 4294967295),
            "15s",
            "a time from 1s to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds",
        ),
        "health": (
            ("time", 1000000, 4294967295),
            "10s",
            "a time from 1s to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds",
        ),
        "commands": (("yesNo",), "no", "yes or no"),
        "profile": (
            ("path",),
            "none",
            "a path, up to 255 bytes of UTF-8 without control characters, without # or ; after a blank",
        ),
    },
    "osc": {
        "host": (
            ("text", 1, 253),
            "localhost",
            "1 to 253 bytes of UTF-8 without control characters, and without # or ; after a blank",
        ),
        "port": (("whole", 1, 65535), "9000", "1 to 65535"),
        "transport": (("word", ("udp", "tcp"), 0), "udp", "udp or tcp"),
        "prefix": (
            ("text", 1, 127),
            "/libpress",
            "1 to 127 bytes of UTF-8 without control characters, and without # or ; after a blank",
        ),
        "types": (("word", ("plain", "full"), 0), "plain", "plain or full"),
        "progress_hz": (("whole", 0, 1000), "100", "0 to 1000"),
        "heartbeat": (
            ("time", 0, 4294967295),
            "1s",
            "a time from 0 to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds",
        ),
    },
    "midi": {
        "port": (
            ("text", 1, 255),
            "/dev/snd/midiC1D0",
            "1 to 255 bytes of UTF-8 without control characters, and without # or ; after a blank",
        ),
        "channel": (("whole", 1, 16), "1", "1 to 16"),
        "plays": (("word", ("touch", "press", "preview"), 0), "touch", "touch, press or preview"),
        "note": (("whole", 0, 127), "60", "0 to 127"),
        "notes": (("numbers", 0, 127), "none", "numbers from 0 to 127, or none"),
        "velocity": (("word", ("strike", "force", "fixed"), 0), "strike", "strike, force or fixed"),
        "strike_time": (
            ("time", 0, 4294967295),
            "10ms",
            "a time from 0 to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds",
        ),
        "full_speed": (("whole", 1, 32767), "200", "1 to 32767"),
        "fixed_velocity": (("whole", 1, 127), "100", "1 to 127"),
        "pressure": (("word", ("channel", "poly", "none"), 0), "channel", "channel, poly or none"),
        "preview_cc": (("orNone", 0, 119), "none", "0 to 119, or none"),
        "commit_cc": (("orNone", 0, 119), "none", "0 to 119, or none"),
        "transition_cc": (("orNone", 0, 119), "none", "0 to 119, or none"),
        "mpe": (("word", ("off", "lower", "upper"), 0), "off", "off, lower or upper"),
        "members": (("whole", 1, 15), "15", "1 to 15"),
        "bend_points": (("whole", 1, 32767), "10", "1 to 32767"),
        "slide_points": (("whole", 1, 32767), "100", "1 to 32767"),
        "progress_hz": (("whole", 1, 1000), "200", "1 to 1000"),
    },
    "keyboard": {
        "name": (
            ("text", 1, 79),
            "libpress bridge",
            "1 to 79 bytes of UTF-8 without control characters, and without # or ; after a blank",
        ),
        "contact": (("text", 1, 79), "none", "none, a key (key_enter), or keys with + (key_leftctrl+key_c)"),
        "preview": (("text", 1, 79), "none", "none, a key (key_enter), or keys with + (key_leftctrl+key_c)"),
        "hold": (("text", 1, 79), "none", "none, a key (key_enter), or keys with + (key_leftctrl+key_c)"),
        "press": (("text", 1, 79), "none", "none, a key (key_enter), or keys with + (key_leftctrl+key_c)"),
        "peek": (("text", 1, 79), "none", "none, a key (key_enter), or keys with + (key_leftctrl+key_c)"),
        "tapped": (("text", 1, 79), "none", "none, a key (key_enter), or keys with + (key_leftctrl+key_c)"),
        "double_tapped": (("text", 1, 79), "none", "none, a key (key_enter), or keys with + (key_leftctrl+key_c)"),
        "completed": (("text", 1, 79), "none", "none, a key (key_enter), or keys with + (key_leftctrl+key_c)"),
        "popped": (("text", 1, 79), "none", "none, a key (key_enter), or keys with + (key_leftctrl+key_c)"),
    },
}
"""By section and key its form, its default as the table has it, and what it accepts."""
