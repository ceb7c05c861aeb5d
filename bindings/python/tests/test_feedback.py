"""Effects that answer events, and a DRV2605L at register level, written from its data sheet and not from the library."""

import pytest
from ads1115 import FakeBus
from libpress import (
    NEVER,
    BusError,
    ButtonConfig,
    Drv2605l,
    Drv2605lFault,
    Drv2605lState,
    Effect,
    EffectRow,
    Engine,
    EventType,
    Feedback,
    ForceSensor,
    InvalidError,
    Motor,
    MotorCalibration,
    NackError,
    NoSpaceError,
    PlayedEffect,
    Reason,
    StateError,
    Strength,
)


class Chip:
    """Registers as after a reset; what plays takes 40 ms, a calibration 1.1 s."""

    def __init__(self):
        self.registers = bytearray(0x23)
        self.registers[:5] = (0xE0, 0x40, 0, 1, 1)
        self.registers[0x16:0x21] = (0x3E, 0x8C, 0x0C, 0x6C, 0x36, 0x93, 0xF5, 0xA0, 0x20, 0x80, 0x33)
        self.pointer, self.done, self.written, self.fails = 0, None, [], False

    def write(self, data, t):
        self.advance(t)
        self.pointer, values = data[0], data[1:]
        if values:
            self.written.append(f"{data[0]:02X}={values.hex().upper()}")
        for value in values:
            self.registers[self.pointer] = value
            if self.pointer == 0x0C:
                self.done = t + (1_100_000 if self.registers[1] == 7 else 40_000) if value else None
            self.pointer += 1

    def read(self, count, t):
        self.advance(t)
        data = bytes(self.registers[self.pointer : self.pointer + count])
        if self.pointer == 0:
            self.registers[0] &= 0xE0
        return data

    def advance(self, t):
        if self.done is not None and t >= self.done:
            self.registers[0x0C], self.done = 0, None
            if self.registers[1] == 7 and self.fails:
                self.registers[0] |= 8
            elif self.registers[1] == 7:
                self.registers[0x18:0x1B] = (0x0D, 0x71, self.registers[0x1A] & 0xFC | 3)


@pytest.fixture
def chip():
    return Chip()


@pytest.fixture
def bus(chip):
    return FakeBus(chip, 0x5A, transfer_us=250)


def go_on(motor, bus, us):
    end = bus.t + us
    while (due := motor.work()) < end:
        bus.t = max(bus.t, due)
    bus.t = end


def press(engine, feed=lambda t: None):
    for t, force in enumerate([*range(11), *range(9, -1, -1)], 1):
        engine.feed_force(t * 20_000, force / 2)
        feed(t)
    engine.tick(1_000_000)


SET_UP = ["01=00", "16=3D8B0C6C2A93F5A030"]


# ---- The table


def test_a_press_is_soft_then_firm():
    felt = []
    engine = Engine()
    engine.feedback = Feedback(felt.append)
    press(engine)
    assert [(e.kind, e.event, round(e.strength, 2)) for e in felt] == [
        (Effect.SOFT, EventType.PREVIEW_UPDATED, 0.6),
        (Effect.FIRM, EventType.COMMIT_UPDATED, 1.0),
    ]
    engine.feedback = None
    press_again = Engine()
    press(press_again)
    assert len(felt) == 2 and engine.feedback is None


CLICK = ["FIRM BUTTON_PRESSED", "SOFT BUTTON_RELEASED"]


def button_felt(seconds, **given):
    """What is felt of a press of 6 N on a force button at 4.5 N, which rises for so long."""
    finger = [(0.3, 0), (0.3 + seconds, 6), (0.6 + seconds, 6), (0.6 + 2 * seconds, 0), (1 + 2 * seconds, 0)]
    felt = []
    sensor = ForceSensor.simulated(finger, fast=True, button=ButtonConfig(press_force=4.5, release_force=1.3))
    sensor.engine.when_event = lambda event: None  # a hook for everything takes no previews
    for name, function in given.items():
        setattr(sensor.pad, name, function)
    sensor.feedback = Feedback(lambda effect: felt.append(f"{effect.kind.name} {effect.event.name}"))
    sensor.run()
    return felt


@pytest.mark.parametrize("seconds", [0.05, 0.1, 0.3, 1.0, 3.0])
def test_a_force_button_is_felt_at_its_click_and_at_its_release_alone(seconds):
    assert button_felt(seconds) == CLICK


@pytest.mark.parametrize("hook", ["when_previewed", "when_committed", "when_cancelled"])
def test_previews_that_a_hook_takes_are_felt_beside_a_force_button(hook):
    felt = button_felt(1.0, **{hook: lambda *_: None})
    assert felt == ["SOFT PREVIEW_UPDATED", "FIRM COMMIT_UPDATED", *CLICK]


def test_the_default_table_can_be_read_and_given_again():
    rows = Feedback.defaults()
    assert rows[0] == EffectRow(EventType.COMMIT_UPDATED, Effect.FIRM, ended=True, unless_button=True)
    assert Reason.FORBIDDEN in [row.reason for row in rows] and len(rows) == 12
    assert Feedback(rows=rows).rows == rows


def test_detents_and_levels_follow_the_press():
    felt = []
    engine = Engine(tell_moved=True)
    engine.feedback = Feedback(
        felt.append,
        rows=[
            EffectRow(EventType.CONTACT_MOVED, Effect.TICK, source=Strength.PRESSURE, detents=4, rising=True),
            EffectRow(EventType.PREVIEW_UPDATED, Effect.LEVEL, source=Strength.PROGRESS),
        ],
        gap_us=0,
    )
    press(engine)
    kinds = [e.kind for e in felt]
    assert kinds.count(Effect.TICK) == 4 and Effect.LEVEL in kinds
    level = [e.strength for e in felt if e.kind == Effect.LEVEL]
    assert level[0] > 0


def test_what_a_table_breaks_is_named():
    with pytest.raises(InvalidError, match="row 1: detents: up to 64"):
        Feedback(rows=[EffectRow(EventType.TAPPED), EffectRow(EventType.PREVIEW_UPDATED, detents=3)])
    with pytest.raises(InvalidError, match="hysteresis: 0..0.9"):
        Feedback(hysteresis=1)
    with pytest.raises(NoSpaceError, match="at most 16 rows"):
        Feedback(rows=[EffectRow(EventType.TAPPED)] * 17)
    with pytest.raises(ValueError, match="a reason or a value, not both"):
        Feedback(rows=[EffectRow(EventType.TAPPED, reason=Reason.LIFTED, value=1)])
    with pytest.raises(TypeError, match="an output is called"):
        Feedback(3)
    engine = Engine()
    with pytest.raises(ValueError, match="tell_moved=True"):
        engine.feedback = Feedback(rows=[EffectRow(EventType.CONTACT_MOVED)])
    with pytest.raises(TypeError, match="feedback is a Feedback or None, not int"):
        engine.feedback = 3
    assert engine.feedback is None


def test_an_error_of_an_output_reaches_the_program():
    def broken(effect):
        raise RuntimeError("no motor")

    engine = Engine()
    engine.feedback = Feedback(broken)
    with pytest.raises(RuntimeError, match="no motor"):
        press(engine)


# ---- The motor


def test_the_registers_of_a_press_are_these(chip, bus):
    motor = Drv2605l(bus)
    assert bus.transfers == 0, "nothing is sent before the first step"
    go_on(motor, bus, 1_000_000)
    engine = Engine()
    engine.feedback = Feedback(motor)
    press(engine, lambda t: go_on(motor, bus, 20_000))
    go_on(motor, bus, 1_000_000)
    ready, soft, firm = "01=000001", "04=080000000000000001", "04=010000000000000001"
    assert chip.written == [*SET_UP, "01=40", ready, soft, firm, "01=40"], "the preview readies it, so each effect takes one transfer"
    assert motor.status.played == 2 and motor.status.state == Drv2605lState.READY and motor.next_us == NEVER
    motor.stop()
    assert chip.written[-2:] == ["0C=00", "01=40"]


def test_a_sensor_works_its_motor(chip, bus):
    sensor = ForceSensor.simulated([(0, 0), (0.3, 0), (0.8, 5), (1.2, 5), (1.4, 0), (2, 0)], fast=True)
    motor = Drv2605l(bus)
    sensor.feedback = Feedback(motor)
    assert sensor.feedback is sensor.engine.feedback
    sensor.run()
    assert [w for w in chip.written if w.startswith("04=")] == ["04=080000000000000001", "04=010000000000000001"]


def test_a_calibration_is_kept_for_the_next_time(chip, bus):
    motor = Drv2605l(bus, Motor.LRA, rated_mv=2000, clamp_mv=2500, calibrate=True)
    go_on(motor, bus, 3_000_000)
    assert motor.status.calibration == MotorCalibration(0x0D, 0x71, 3)
    chip.written.clear()
    again = Drv2605l(bus, Motor.LRA, rated_mv=2000, clamp_mv=2500, calibration=motor.status.calibration)
    go_on(again, bus, 1_000_000)
    assert chip.written == ["01=00", "16=53760D71AB98F58030", "01=40"]


def test_a_calibration_that_fails_is_a_fault(chip, bus):
    chip.fails = True
    motor = Drv2605l(bus, calibrate=True)
    go_on(motor, bus, 3_000_000)
    assert motor.status.faults == Drv2605lFault.CALIBRATION and motor.status.calibration is None


def test_a_sequence_is_played(chip, bus):
    motor = Drv2605l(bus)
    go_on(motor, bus, 1_000_000)
    motor.play_sequence([47, 148, 1])
    motor.work()
    assert chip.written[-1] == "04=2F9401000000000001"
    for wrong in ([], [0], [124], [1] * 9):
        with pytest.raises(InvalidError, match="1 to 8 numbers"):
            motor.play_sequence(wrong)


def test_a_level_is_driven_and_ends(chip, bus):
    motor = Drv2605l(bus)
    go_on(motor, bus, 1_000_000)
    chip.written.clear()
    for strength in (0.5, 1.0, 0.0):
        motor(PlayedEffect(0, Effect.LEVEL, strength, EventType.PREVIEW_UPDATED, 0))
    assert chip.written == ["01=0540", "02=7F", "01=0000"]


def test_a_motor_that_is_not_there_says_so(bus):
    motor = Drv2605l(bus)
    bus.address = 0x48
    motor.work()
    assert isinstance(motor.last_error, NackError) and isinstance(motor.last_error.__cause__, NackError)
    assert motor.status.state == Drv2605lState.SETTING_UP
    with pytest.raises(BusError):
        motor.stop()


def test_another_chip_is_not_taken_for_one(chip, bus):
    chip.registers[0] = 0x80
    motor = Drv2605l(bus)
    assert motor.last_error is None
    motor.work()
    assert isinstance(motor.last_error, StateError) and not chip.written


def test_a_config_out_of_range_is_named(bus):
    with pytest.raises(InvalidError, match="rated_mv: 100..5000"):
        Drv2605l(bus, rated_mv=50)
    with pytest.raises(InvalidError, match="motor: PRESS_MOTOR"):
        Drv2605l(bus, 7)
    motor = Drv2605l(bus)
    with pytest.raises(InvalidError):
        motor.play(PlayedEffect(0, Effect.NONE, 1.0, EventType.TAPPED, 0))


def test_what_is_not_an_oserror_comes_back_to_the_program(bus):
    motor = Drv2605l(bus)
    bus.faults = lambda number: KeyError("a bug")
    with pytest.raises(KeyError):
        motor.step(0)
