"""A source and its sinks."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from libpress.tools.problem import INPUT_OUTPUT, OK

from .commands import Commands
from .config import Bridges
from .events import Event
from .keyboard import KeyboardSink
from .midi import MidiSink
from .mqtt import MqttSink
from .osc import OscSink
from .outbox import Outbox
from .pump import Pump, Sink
from .source import Lines, PressdSocket, Reading
from .stopping import Stopping


class Bridge:
    """Carries the events of a source to sinks, each in its own thread."""

    def __init__(self, bridges: Bridges, source: Lines | PressdSocket | Reading, say: Callable[[str], None]) -> None:
        """Raises Problem."""
        self._bridges, self._source, self._say = bridges, source, say
        self._began = time.monotonic()
        self.pumps: list[Pump] = []
        self._commands = Commands(source.takes_commands, bridges.get("mqtt", "profile"), self._changed)
        self._commands.profile = source.profile
        self._mqtt: MqttSink | None = None
        for kind in bridges.kinds:
            progress = bridges.get(kind, "progress_hz") if kind != "keyboard" else 0
            outbox = Outbox(bridges.get("bridge", "queue"), progress)
            retry = bridges.seconds("bridge", "retry_most")
            self.pumps.append(Pump(self._sink(kind), outbox, retry_most=retry, say=say))

    def _sink(self, kind: str) -> Sink:
        if kind == "mqtt":
            source = self._source
            self._mqtt = MqttSink(
                self._bridges,
                interactions=source.interactions,
                health=self.health,
                settings=self._settings,
                when_command=self._commands.put,
                takes_commands=source.takes_commands,
                say=self._say,
            )
            return self._mqtt
        makers: dict[str, Callable[[Bridges], Sink]] = {"osc": OscSink, "midi": MidiSink, "keyboard": KeyboardSink}
        return makers[kind](self._bridges)

    def _changed(self) -> None:
        if self._mqtt is not None:
            self._mqtt.settings()

    def _settings(self) -> dict[str, Any]:
        found = self._source.settings()
        return found | {"profile": self._commands.profile} if found else {}

    def health(self) -> dict[str, Any]:
        """Rates, faults, lateness of the source; of each sink what was sent and what waits."""
        own = {"up_s": round(time.monotonic() - self._began), "commands_refused": self._commands.refused} | self._source.health()
        return own | {"sinks": {pump.sink.name: vars(pump.status) for pump in self.pumps}}

    def _put(self, event: Event, stopping: Stopping) -> None:
        for pump in self.pumps:
            pump.put(event, self._source.waits, lambda: stopping.is_asked)

    def run(self) -> int:
        """Until the source ends. Returns an exit code. Raises Problem."""
        started: list[Pump] = []
        with Stopping() as stopping:
            try:
                for pump in self.pumps:
                    pump.start()
                    started.append(pump)
                code = self._source.run(lambda event: self._put(event, stopping), self._commands, stopping)
                for pump in started:
                    pump.settle(self._source.waits, lambda: stopping.is_asked)
            finally:
                left = [self._end(pump) for pump in started]
        return code or (INPUT_OUTPUT if any(left) else OK)

    def _end(self, pump: Pump) -> int:
        """@return what has not arrived"""
        if left := pump.stop(self._bridges.seconds("bridge", "drain")):
            self._say(f"{pump.sink.name}: {left} entries have not arrived: {pump.status.why or 'no time left'}")
        return left
