"""What people bring from other libraries is answered, the same in each place: names that are read or set, arguments, keys of a config."""

import asyncio
import dataclasses
import importlib
import inspect
import pkgutil
import pydoc
import re

import libpress
import pytest
from libpress import DragConfig, Engine, ForceSensor, GesturesConfig, InvalidError, Pad, StateError
from libpress.generated._words import KEYS, WORDS


@pytest.fixture(scope="module")
def sensor():
    return ForceSensor.simulated(fast=True)


@pytest.mark.parametrize("name", sorted({*WORDS} - {*dir(ForceSensor)}))
def test_reading_a_name_says_what_setting_it_says(sensor, name):
    with pytest.raises(AttributeError) as read:
        getattr(sensor, name)
    with pytest.raises(AttributeError) as written:
        setattr(sensor, name, 1)
    assert str(read.value) == str(written.value) and not hasattr(sensor, name) and not hasattr(ForceSensor, name)


def test_words_win_over_names_that_are_alike(sensor):
    for name, words in (
        ("tare", "write sensor.pad.tare()"),
        ("pressure", "sensor.value is the pressure, 0..1"),
        ("newtons", "sensor.force is newtons"),
        ("weight", "write sensor.force * 102"),
        ("raw", "write sensor.pad.reading.conductance[0]"),
        ("max_value", "write full_scale=4095"),
        ("when_clicked", "write sensor.when_tapped = f"),
        ("wait_for_hold", "set sensor.when_held"),
        ("maxForce", "write full_force=8"),
    ):
        with pytest.raises(AttributeError, match=re.escape(words)):
            setattr(sensor, name, 1)


def test_what_another_object_has_is_named(sensor):
    for name, words in (
        ("when_moved", "did you mean sensor.engine.when_moved"),
        ("when_committed", "sensor.engine.preview.when_committed"),
        ("min_cutoff_hz", "sensor.pad.set(min_cutoff_hz=...) changes it"),
        ("resistor", "ForceSensor(resistor=...)"),
    ):
        with pytest.raises(AttributeError, match=re.escape(words)):
            getattr(sensor, name)


@pytest.mark.parametrize("name", ["max_force", "sample_rate", "on_press", "debounce", "smoothing", "average", "sensitivity", "invert", "callback"])
def test_an_argument_has_the_same_answer_everywhere(name):
    makers = (ForceSensor.simulated, ForceSensor.fed, Engine, Pad, Engine().set, Pad().set, GesturesConfig, DragConfig)
    said = []
    for make in makers:
        with pytest.raises(TypeError) as wrong:
            make(**{name: 1})
        said.append(str(wrong.value).partition(": ")[2])
    assert set(said) == {WORDS[name]}


def test_a_name_that_nobody_knows_has_the_near_ones(sensor):
    with pytest.raises(TypeError, match="did you mean touch_force"):
        ForceSensor.simulated(tuch_force=1)
    with pytest.raises(AttributeError, match="module 'libpress' has no attribute 'Sensr': did you mean Sensor"):
        _ = libpress.Sensr


@pytest.mark.parametrize("key", ["max_force", "threshold", "debounce", "invert", "sample_rate"])
def test_a_key_of_a_config_has_its_answer(tmp_path, key):
    config = tmp_path / "a.conf"
    config.write_text(f"[engine]\n{key} = 1\n")
    with pytest.raises(InvalidError, match=re.escape(f'a.conf:2: no key "{key}" in [engine]')) as wrong:
        ForceSensor.from_config(config, finger=[(0.1, 0), (1, 2)])
    assert str(wrong.value).endswith(f"; {KEYS[key]}")


NAMES = {"sensor": ForceSensor, "sensor.pad": Pad, "sensor.engine": Engine}


@pytest.mark.parametrize("words", sorted(set(WORDS.values())))
def test_what_an_answer_names_is_there(words):
    engine = Engine(gestures=True, peek=True, drag=True, levels=True)
    for path in re.findall(r"\bsensor((?:\.[a-z]\w*)+)", words):
        here: object = ForceSensor.simulated(fast=True)
        for name in path[1:].split("."):
            if name in ("gestures", "peek", "drag", "levels"):
                here = getattr(engine, name)
                continue
            assert name in dir(here), (words, name)
            if name in ("pad", "engine", "reading"):
                here = getattr(here, name)
    known = {*inspect.signature(ForceSensor.__init__).parameters, *Engine().config, *(one.name for one in dataclasses.fields(GesturesConfig))}
    known |= {"filter", "min_cutoff_hz", "pull_up", "gestures", "timeout", "at", "f", "board"}
    for name in re.findall(r"\b([a-z]\w*)=", words):
        assert name in known, (words, name)


def test_help_and_dir_have_only_what_is_there(sensor):
    text = pydoc.render_doc(ForceSensor, renderer=pydoc.plaintext)
    assert not {"tare", "when_clicked", "max_force"} & {*dir(sensor), *dir(ForceSensor)} and " when_clicked" not in text


def test_a_coroutine_learns_what_to_await(sensor):
    async def waits():
        sensor.wait_for_press()

    async def runs():
        sensor.run()

    with pytest.raises(StateError, match=re.escape("await asyncio.wait_for(sensor.pressed(), 5)")):
        asyncio.run(waits())
    with pytest.raises(StateError, match="async for event in sensor.events"):
        asyncio.run(runs())


def test_functions_that_take_the_sensor_get_the_words(sensor):
    seen = []

    def pressed(device):
        with pytest.raises(AttributeError, match="write sensor.is_pressed"):
            _ = device.is_pressed
        seen.append(device)

    own = ForceSensor.simulated([(0.1, 0), (0.2, 3), (0.4, 0)], fast=True)
    own.when_pressed = pressed
    own.run()
    assert len(seen) == 1

    class Led:
        def toggle(self):
            pass

    with pytest.raises(TypeError, match=r"Led.toggle is of the class"):
        own.when_pressed = Led.toggle
    own.when_pressed = Led().toggle


def test_a_class_of_the_library_is_not_called_as_that_of_gpiozero():
    with pytest.raises(TypeError, match=re.escape("Engine(button=True)")):
        libpress.Button(17)


def test_each_field_of_each_dataclass_has_words_in_help():
    count = 0
    for module in pkgutil.iter_modules(libpress.__path__, "libpress."):
        if module.name.rpartition(".")[2].startswith("_") or module.name.endswith(".tools"):
            continue
        for kind in vars(importlib.import_module(module.name)).values():
            if not (inspect.isclass(kind) and dataclasses.is_dataclass(kind) and kind.__module__ == module.name) or kind.__name__.startswith("_"):
                continue
            text = pydoc.render_doc(kind, renderer=pydoc.plaintext)
            for field in dataclasses.fields(kind):
                if not field.name.startswith("_"):
                    own = re.search(rf"^ \|  {field.name}\n \|      [^\n]*: \S", text, re.M)
                    assert own or re.search(rf"\b{field.name}\b", kind.__doc__ or ""), (kind, field.name)
            count += 1
    assert count >= 40


def test_the_command_alone_shows_its_help(capsys):
    from libpress.tools.app import run

    assert run([]) == 0 and capsys.readouterr().out.startswith("Usage: libpress")


def test_a_class_of_a_program_may_have_these_names_for_its_own():
    class Scale(ForceSensor):
        def __init__(self, weight):
            super().__init__(adc=lambda: 0, full_scale=1023, thread=False)
            self.weight = weight

    scale = Scale(3)
    assert scale.weight == 3
    scale.close()
    with pytest.raises(AttributeError, match="newtons|value"):
        ForceSensor(adc=lambda: 0, full_scale=1023, thread=False).weight = 3
