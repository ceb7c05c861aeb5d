"""Home Assistant itself, without its page, in a Python of its own: python home_assistant.py FOLDER BROKER_PORT OWN_PORT

It prints a line of JSON for each message to the topic `asked`, the name of a board: what it has of that, its states, each change of a state since the
last line, and what it warned of. A message to the topic `called` is a service that it calls. It ends with its standard input.
"""

import asyncio
import json
import logging
import pathlib
import sys

from homeassistant import bootstrap, runner
from homeassistant.components import mqtt
from homeassistant.components.device_automation import DeviceAutomationType, async_get_device_automations
from homeassistant.helpers import device_registry, entity_registry

TIME = "2026-01-01T00:00:00+00:00"
BROKER = {
    "entry_id": "broker", "version": 2, "minor_version": 1, "domain": "mqtt", "title": "broker", "source": "user", "unique_id": None, "options": {},
    "disabled_by": None, "pref_disable_new_entities": False, "pref_disable_polling": False, "discovery_keys": {}, "subentries": [],
    "created_at": TIME, "modified_at": TIME,
}  # fmt: skip


class Warned(logging.Handler):
    def __init__(self):
        super().__init__(logging.WARNING)
        self.lines = []

    def emit(self, record):
        self.lines.append(f"{record.name}: {record.getMessage()}")


def prepare(folder, broker_port, own_port):
    (folder / ".storage").mkdir(parents=True)
    (folder / "configuration.yaml").write_text(f"http:\n  server_host: 127.0.0.1\n  server_port: {own_port}\n")
    entry = BROKER | {"data": {"broker": "127.0.0.1", "port": broker_port, "discovery": True, "protocol": "5"}}
    entries = {"version": 1, "minor_version": 5, "key": "core.config_entries", "data": {"entries": [entry]}}
    (folder / ".storage/core.config_entries").write_text(json.dumps(entries))


async def found(hass, name):
    """The entities of a board, by what each is of it, and its triggers."""
    boards = device_registry.async_get(hass).devices.values()
    (board,) = [one.id for one in boards if one.name == name] or [None]
    triggers = (await async_get_device_automations(hass, DeviceAutomationType.TRIGGER, [board])) if board else {}
    entities = entity_registry.async_entries_for_device(entity_registry.async_get(hass), board, include_disabled_entities=True) if board else []
    return {
        "entities": {one.unique_id.removeprefix(f"libpress_{name}_"): one.entity_id for one in entities},
        "triggers": sorted([one["type"], one["subtype"]] for one in triggers.get(board, ()) if one["domain"] == "mqtt"),
    }


async def main(folder, broker_port, own_port):
    prepare(pathlib.Path(folder), int(broker_port), int(own_port))
    hass = await bootstrap.async_setup_hass(runner.RuntimeConfig(config_dir=folder, skip_pip=True))
    warned, changes = Warned(), []
    logging.getLogger().addHandler(warned)
    await hass.async_start()
    hass.bus.async_listen("state_changed", lambda event: changes.append([event.data["entity_id"], getattr(event.data["new_state"], "state", None)]))
    asked = asyncio.Queue()

    async def call(message):
        await hass.services.async_call(*json.loads(message.payload))

    await mqtt.async_subscribe(hass, "called", call)
    await mqtt.async_subscribe(hass, "asked", lambda message: asked.put_nowait(message.payload))
    # Home Assistant subscribes some time after it is asked to.
    while asked.empty():
        await mqtt.async_publish(hass, "asked", "ready")
        await asyncio.sleep(0.5)
    while not asked.empty():
        asked.get_nowait()
    changes.clear()
    print(json.dumps({"ready": True}), flush=True)

    async def answer():
        while True:
            line = await asked.get()
            await hass.async_block_till_done()
            states = {one.entity_id: one.state for one in hass.states.async_all()}
            said = {"asked": line, **await found(hass, line), "states": states, "changes": changes[:], "warned": warned.lines[:]}
            changes.clear()
            warned.lines.clear()
            print(json.dumps(said), flush=True)

    answering = asyncio.create_task(answer())
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    answering.cancel()
    await hass.async_stop()


asyncio.run(main(*sys.argv[1:]))
