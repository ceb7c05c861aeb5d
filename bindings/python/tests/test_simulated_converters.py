"""ForceSensor.simulated with a converter at register level, which the library's driver reads."""

import pytest
from libpress import Calibration, Circuit, Curve, ForceSensor, I2CConverter, InvalidError
from libpress.generated._boards import BOARDS
from libpress.simulation import conductance

MODELS = I2CConverter.PARTS
FAMILIES = ["ads1115", "ads7830", "pcf8591", "mcp3221", "adc121c021", "max11613", "mcp3424", "nau7802", "tla2528"]
FINGER = [(0.5, 0), (1.5, 0), (1.7, 4), (3.0, 4), (3.2, 0), (4, 0)]
CELL = Calibration(Circuit(0xFFFFFF, 1, max_code=65535), Curve.table([(102, 10)]), zero=1957)


def settings_of(model):
    """What a real sensor on it is given, too: the codes of an MCP342x end at 2.048 V."""
    if model.upper() == "NAU7802":
        return {"calibration": CELL}
    return {"full_scale": 3300, "max_code": 2047, "resistor": 1_500} if model.upper().startswith("MCP34") else {}


def settings_on(board):
    """The board knows where its codes end."""
    model, _, ends_mv = BOARDS[board]
    return {"resistor": 1_500} if ends_mv == 2048 else {} if ends_mv else settings_of(model)


def plays(**settings):
    """What a finger of 4 N makes: forces while it holds, what happened, and the sensor."""
    sensor = ForceSensor.simulated(FINGER, fast=True, thread=False, **settings)
    held, happened = [], []
    sensor.when_pressed = lambda: happened.append("pressed")
    sensor.when_released = lambda: happened.append("released")
    sensor.when_fault = lambda: happened.append("fault")
    with sensor:
        while not sensor._loop.is_ended:
            if sensor.poll() and 2.2 < sensor._loop.source.last_us / 1e6 < 2.9:
                held.append(sensor.force)
    return held, happened, sensor


def code_of(sensor, newtons=4):
    """The code of a force, and how far a reading may be off it: one code, and five times the noise of the simulated bus."""
    one = sensor._wired.sensors[0]
    parts = (one.zero + conductance(one, newtons)) * 1e-6 * one.circuit.resistor_ohm
    noise = 0.3e-6 / (1.5 / 128) * 32768 if one.zero else 0.0005 / 3.3 * one.circuit.full_scale
    return one.circuit.full_scale * parts / (1 + parts), 1 + 5 * noise


def error_of(sensor):
    """Newtons by which 4 N may be off for that error of the code: the derivative of divider and curve, whose exponent is at most 1.5."""
    circuit, (code, off) = sensor._wired.sensors[0].circuit, code_of(sensor)
    if circuit.full_scale == 0xFFFFFF:
        return off / 170
    return 4 * 1.5 * circuit.full_scale / (code * (circuit.full_scale - code)) * off


@pytest.mark.parametrize("model", MODELS)
def test_a_press_on_each_converter_is_felt_within_its_error(model):
    held, happened, sensor = plays(model=model, **settings_of(model))
    assert happened == ["pressed", "released"]
    assert f"simulated {model}" in repr(sensor)
    assert len(held) > 90
    assert held == pytest.approx([4] * len(held), abs=error_of(sensor))


@pytest.mark.parametrize("board", BOARDS)
def test_a_press_on_each_board_is_felt_within_the_error_of_its_converter(board):
    held, happened, sensor = plays(board=board, **settings_on(board))
    assert happened == ["pressed", "released"]
    assert held == pytest.approx([4] * len(held), abs=error_of(sensor))


@pytest.mark.parametrize("trouble", ["shared", "slow", "flaky"])
@pytest.mark.parametrize("model", FAMILIES)
def test_no_code_is_one_of_another_input_or_setting_whatever_happens_to_the_converter(model, trouble):
    sensor = ForceSensor.simulated(lambda seconds: 4.0, fast=True, thread=False, model=model, trouble=trouble, **settings_of(model))
    source, (expected, off) = sensor._loop.source, code_of(sensor)
    codes = [source.step().codes[0] for _ in range(200)]
    sensor.close()
    taken = [code for code in codes if code is not None]
    assert taken == pytest.approx([expected] * len(taken), abs=off)
    # After each write of the other program a load cell needs longer to settle than the time until the next write.
    assert len(taken) > 130 or (model, trouble) == ("nau7802", "shared")


@pytest.mark.parametrize(("trouble", "settings"), [("absent", {}), ("hang", {}), ("shorted", {}), ("open", {"parallel_ohm": 100_000})])
def test_a_fault_of_the_simulated_converter_or_its_sensor_is_a_fault_of_the_sensor(trouble, settings):
    held, happened, _ = plays(model="ADS1115", trouble=trouble, **settings)
    assert happened == ["fault"]


def test_pads_on_one_converter_have_the_force_of_their_own_finger():
    forces = [1.0, 2.0, 3.0, 4.0]
    fingers = [[(0.5, 0), (0.8, force), (5, force)] for force in forces]
    with ForceSensor.pads([2, 0, 3, 1], finger=fingers, model="ADS7828", fast=True, thread=False) as pads:
        source = pads._loop.source
        while source.last_us < 2_000_000:
            pads.poll()
        assert [pad.force for pad in pads] == pytest.approx(forces, abs=0.02)


def test_a_plate_on_a_simulated_converter_knows_where_it_is_pressed():
    finger = [(0.5, 0, 70, 20), (0.8, 4, 70, 20), (5, 4, 70, 20)]
    places = [(0, 0), (100, 0), (0, 100), (100, 100)]
    with ForceSensor.plate(places, [3, 1, 0, 2], finger=finger, preload_force=0.5, board="adc-pi", fast=True, thread=False) as plate:
        while plate._loop.source.last_us < 2_000_000:
            plate.poll()
        assert (plate.force, plate.x, plate.y) == (pytest.approx(4, abs=0.1), pytest.approx(70, abs=2), pytest.approx(20, abs=2))


def test_the_same_seed_gives_the_same_codes():
    def codes(seed):
        with ForceSensor.simulated(FINGER, model="mcp3221", seed=seed, fast=True, thread=False) as sensor:
            return [sensor._loop.source.step().codes for _ in range(100)]

    assert codes(1) == codes(1) != codes(2)


def test_a_trouble_that_is_unknown_or_of_no_converter_is_refused():
    with pytest.raises(InvalidError, match=r"trouble='sharde': there are shared, slow, .*: did you mean shared"):
        ForceSensor.simulated(model="ADS1115", trouble="sharde")
    with pytest.raises(InvalidError, match="trouble=1: there are shared"):
        ForceSensor.simulated(model="ADS1115", trouble=1)
    with pytest.raises(InvalidError, match=r"trouble='shared': say of which converter, model='ADS1115' or board=\.\.\."):
        ForceSensor.simulated(trouble="shared")


OF_SOME = {"range_mv": 4096, "continuous": True, "poll_ready": True, "gain": 1, "reference_mv": 2500, "external_avdd": True}


@pytest.mark.parametrize("name", OF_SOME)
@pytest.mark.parametrize("model", I2CConverter.PARTS)
def test_a_setting_that_this_converter_does_not_have_is_named_with_the_converters_that_have_it(model, name):
    ads = {"range_mv", "continuous", "poll_ready"}
    if (name in ads) == (model in ("ADS1115", "ADS1015", "TLA2024")):
        return
    with pytest.raises(InvalidError, match=rf"^{name}={OF_SOME[name]!r}: .*(only [a-z\d]+ .*ha[sv]e? it|has range_mv)$") as raised:
        ForceSensor.simulated(model=model, **{name: OF_SOME[name]})
    assert "__init__" not in str(raised.value)


@pytest.mark.parametrize("board", sorted({"adafruit-mcp3421", *BOARDS} & set(BOARDS))[:4])
def test_neither_does_a_board_take_settings_that_its_converter_does_not_have(board):
    refused = 0
    for name, value in OF_SOME.items():
        try:
            ForceSensor.simulated(board=board, **{name: value}).close()
        except InvalidError:
            refused += 1
    assert refused >= 3, "of settings of one family and of another"


def test_without_a_model_the_codes_follow_from_the_force_alone():
    with ForceSensor.simulated(FINGER, fast=True, thread=False) as plain:
        assert repr(plain).startswith("<ForceSensor: simulated, 200 readings/s")
        assert [plain._loop.source.step().codes[0] for _ in range(5)] == [2, 2, 0, 0, 0]
