"""Every converter that pressd knows: those of the row `model` in docs/pressd/config.md."""

import ctypes
import os
import re

import pytest
from conftest import file_with
from test_storm import survives

import contract
from contract import keys

TABLES = keys.sections(contract.read(), contract.ROOT / "docs" / "pressd.md")
CONVERTER = next(one for one in TABLES if one.name == "converter")
# 170 codes for a newton, from the middle of the codes on.
LOAD_CELL = {"sensor.curve": "table 102:10", "sensor.zero": "1957"}
MODELS = re.search(r'"(.*)"', next(key for key in CONVERTER.keys if key.name == "model").form)[1].split(",")


@pytest.fixture(params=MODELS)
def settings(request, pressd):
    """The settings of a converter: its fastest rate, and four fifths of its codes, as pressd requests them."""
    found = {"converter.model": request.param}
    for _ in range(3):
        options = [f"--set={key}={value}" for key, value in found.items()]
        result = pressd("--fast", "--quiet", "--duration", "100ms", *options)
        if result.code == 0:
            return options
        assert result.code == 78, result.err
        if rates := re.search(r"rate_sps of an? \w+ must be ([\d, or]+)", result.err):
            found["converter.rate_sps"] = rates[1].split()[-1]
        if largest := re.search(r"largest code of an? \w+, (\d+)", result.err):
            found["sensor.full_scale"] = (int(largest[1]) + 1) * 4 // 5
        if "a load cell has none" in result.err:
            found |= LOAD_CELL
    pytest.fail(result.err)


def story(result):
    assert result.code == 0, result.err
    return [name for name in result.names if name != "baseline_changed"]


def test_a_press_is_the_same_story_on_every_converter(pressd, settings):
    assert story(pressd("--fast", *settings)) == story(pressd("--fast"))


@pytest.mark.not_quick
def test_every_converter_survives_a_storm(pressd, settings):
    result = pressd("--source", "sim:storm", "--fast", "--stats", "--duration", "200s", *settings)
    # The finger waits until the converter is set up: the run ends later by that time.
    setup_us = result.events[0]["t_us"] - 200_000
    survives(result, 200 + setup_us / 1_000_000)


def test_a_converter_has_the_channels_that_it_says(pressd, settings):
    refusal = pressd("--fast", "--quiet", *settings, "--set", "sensor.channel=63")
    assert refusal.code == 78
    last = int(re.search(r"must be 0 to (\d+) ", refusal.err)[1])
    assert pressd("--fast", "--quiet", "--duration", "1s", *settings, "--set", f"sensor.channel={last}").code == 0
    assert pressd("--fast", "--quiet", *settings, "--set", f"sensor.channel={last + 1}").code == 78


# ---- The table of the library, which pressd, the documents and the simulated parts follow

ADS1X15 = ("ads1115", "ads1015", "tla2024")


@pytest.fixture(scope="session")
def library():
    """The library, and the rows of its table: press_converter_part_get, with what is not given left to the part. None: settings that it refuses."""
    installed = contract.ROOT / "build" / "libpress.so.1"
    library = ctypes.CDLL(os.environ.get("LIBPRESS_LIBRARY", installed))
    library.press_converter_name.restype = ctypes.c_char_p

    class Config(ctypes.Structure):
        _fields_ = [("size", ctypes.c_uint32), ("part", ctypes.c_uint8), ("address", ctypes.c_uint8)] + [
            (name, ctypes.c_uint16)
            for name in ("channels", "gain", "rate_sps", "retries", "ready_polls", "reference_mv", "external_avdd", "range_mv", "flags")
        ]

    class Part(ctypes.Structure):
        _fields_ = [("size", ctypes.c_uint32), ("flags", ctypes.c_uint32), ("largest_code", ctypes.c_int32)]
        _fields_ += [(name, ctypes.c_uint32) for name in ("range_mv", "conversion_us", "frame_us", "bus_hz")]
        _fields_ += [("addresses", ctypes.c_uint16), ("highest_gain", ctypes.c_uint16), ("rates", ctypes.c_uint16 * 8)]
        _fields_ += [(name, ctypes.c_uint8) for name in ("first_address", "usual_address", "channels", "bits")]
        _fields_ += [("reserved", ctypes.c_uint32)]

    def row(number, **settings):
        config, part = Config(), Part()
        library.press_converter_config_init(ctypes.byref(config))
        library.press_converter_part_init(ctypes.byref(part))
        config.part, config.channels = number, 1
        for name, value in settings.items():
            setattr(config, name, value)
        return part if library.press_converter_part_get(ctypes.byref(config), ctypes.byref(part)) == 0 else None

    return library, row


def test_the_models_of_pressd_are_the_parts_of_the_library_in_their_order(library):
    names = [library[0].press_converter_name(number).decode().lower() for number in range(1, len(MODELS) + 2)]
    assert names == [*MODELS, "unknown"]


def spans(part):
    """The addresses of a part as the documents write them: 0x50..0x52, 0x54."""
    found = []
    for address in (part.first_address + n for n in range(16) if part.addresses >> n & 1):
        if found and found[-1][1] == address - 1:
            found[-1][1] = address
        else:
            found.append([address, address])
    return ", ".join(f"{first:#x}" if first == last else f"{first:#x}..{last:#x}" for first, last in found)


def most_a_second(part):
    """Readings a second, which --rate limits too."""
    return min(1_000_000 // part.frame_us, 3300)


def table(row):
    """The rows of docs/hardware/converters.md: one for parts that differ in their inputs alone."""
    groups = {}
    for number, model in enumerate(MODELS, 1):
        part = row(number)
        slowest = row(number, rate_sps=min((one for one in part.rates if one), default=0))
        signed = part.range_mv > 0
        bits = f"{part.bits + signed}" if slowest.bits == part.bits else f"{part.bits + signed} to {slowest.bits + signed}"
        full = f"{part.range_mv / 1000:g} V" if part.range_mv else "supply"
        key = (spans(part), bits, full, "yes" if part.flags & 1 else "no", most_a_second(part))
        groups.setdefault(key, []).append((model, part.channels, number))
    lines = []
    for (addresses, bits, full, recognized, single), parts in groups.items():
        models, inputs = ", ".join(f"`{model}`" for model, _, _ in parts), [count for _, count, _ in parts]
        _, most, number = max(parts, key=lambda one: one[1])
        rates = str(single)
        if most >= 4:
            rates += f" / {most_a_second(row(number, channels=15))}"
        elif most == 2:
            rates += f"; two {most_a_second(row(number, channels=3))}"
        if (without_pause := row(number, flags=1)) is not None:
            rates += f"; `mode = continuous` {most_a_second(without_pause)}"
        count = str(inputs[0]) if len(set(inputs)) == 1 else ", ".join(map(str, inputs))
        lines.append(f"| {models} | {addresses} | {count} | {bits} | {full} | {recognized} | {rates} |")
    return sorted(lines)


def test_the_table_of_the_documents_is_that_of_the_library(library):
    """PIN=1 writes it."""
    path = contract.ROOT / "docs" / "hardware" / "converters.md"
    text = path.read_text()
    head, rows, rest = re.fullmatch(r"(.*?\|---\|\n)((?:\|[^\n]*\n)+)(.*)", text, re.S).groups()
    right = "".join(f"{line}\n" for line in table(library[1]))
    if os.environ.get("PIN"):
        path.write_text(head + right + rest)
    else:
        assert rows == right


@pytest.mark.parametrize("model", MODELS)
def test_a_model_has_its_usual_address_and_refuses_one_that_it_cannot_have(pressd, library, model):
    part = library[1](MODELS.index(model) + 1)
    settings = ["--set", f"converter.model={model}", *(["--set", "sensor.full_scale=1000"] if part.range_mv else [])]
    settings += ["--set", f"converter.rate_sps={part.rates[0]}"] if model in ADS1X15 else []
    settings += [f"--set={key}={value}" for key, value in LOAD_CELL.items()] if model == "nau7802" else []
    absent = pressd("--source", "sim:absent", "--fast", *settings)
    assert absent.code == 69 and f"address {part.usual_address:#x}: no converter answers" in absent.err
    assert ("ADDR" in absent.err) == (model in ADS1X15), "that pin is of the ADS1115"
    for address in range(0x08, 0x78):
        has = 0 <= address - part.first_address < 16 and part.addresses >> address - part.first_address & 1
        if has or address % 8 == 0:
            result = pressd("--fast", "--quiet", "--duration", "50ms", *settings, "--set", f"converter.address={address:#x}")
            assert result.code == (0 if has else 78), result.err
            assert has or f"of {'an' if model[:3] in ('ads', 'adc', 'mcp') else 'a'} {model} must be {part.first_address:#x} to " in result.err


@pytest.mark.parametrize(
    "keys, address",
    [
        (["board=grove-i2c-adc"], "0x50"),
        (["board=grove-i2c-adc", "address=0x55"], "0x55"),
        (["board=grove-i2c-adc-v1"], "0x55"),
        (["board=mikroe-force-click"], "0x4d"),
        (["board=freenove-ads7830"], "0x4b"),
        (["board=adafruit-ads1115"], "0x48"),
        (["board=waveshare-sense-hat-b"], "0x48"),
        (["board=rak16001"], "0x48"),
    ],
)
def test_a_board_brings_its_model_and_its_address(pressd, keys, address):
    settings = [f"--set=converter.{one}" for one in keys]
    assert f"address {address}: no converter answers" in pressd("--source", "sim:absent", "--fast", *settings).err
    assert pressd("--fast", "--quiet", *settings).code == 0


def test_a_reference_of_its_own_gives_the_same_story(pressd):
    for model in ("ads7828", "ads7830"):
        settings = [f"--set=converter.model={model}", "--set=converter.reference_mv=2500", "--set=sensor.resistor_ohm=2200"]
        assert story(pressd("--fast", *settings)) == story(pressd("--fast"))


def test_where_the_range_is_less_than_the_supply_max_code_says_where_codes_end(pressd):
    settings = ["converter.model=mcp3421", "sensor.full_scale=3300", "sensor.max_code=2047", "sensor.resistor_ohm=1500"]
    result = pressd("--fast", *(f"--set={one}" for one in settings))
    assert story(result) == story(pressd("--fast"))


PAIRS = [
    ("ads1115", "ads7830"),
    ("ads7830", "ads1115"),
    ("mcp3424", "pcf8591"),
    ("mcp3221", "adc121c021"),
    ("max11615", "mcp3421"),
    ("ads7828", "ads7828"),
]


@pytest.fixture(params=PAIRS, ids="-".join)
def pair(request, tmp_path, library):
    """A config with two sensors, one on each of two converters on one bus."""
    lines = []
    for place, model in enumerate(request.param):
        full = "full_scale = 1600\n" if model.startswith("mcp34") else "full_scale = 26400\n" if model == "ads1115" else ""
        full = full or f"full_scale = {library[1](MODELS.index(model) + 1).largest_code}\n"
        name = str(place + 1) if place else ""
        lines += [f"[sensor{name}]\nchannel = converter{name or 1}.0\nx = {100 * place}\n{full}[converter{name}]\nmodel = {model}\n"]
    return file_with(tmp_path / "pair.conf", "".join(lines))


def test_two_converters_of_different_kinds_on_one_bus_feel_a_press_together(pressd, pair):
    result = pressd("--fast", "--config", pair)
    assert story(result) == story(pressd("--fast"))
    assert {e["x"] for e in result.events if "x" in e} != {0}


@pytest.mark.not_quick
def test_two_converters_of_different_kinds_survive_a_storm(pressd, pair):
    survives(pressd("--source", "sim:storm", "--fast", "--stats", "--duration", "200s", "--config", pair), 200)


def test_conversions_of_two_kinds_overlap(pressd, tmp_path):
    """An mcp3424 alone gives its four channels 50 times a second; with four of an ads7830 beside it hardly less."""
    lines = [f"[sensor]\nchannel = converter1.{i}\nfull_scale = 1600\n" for i in range(4)]
    path = file_with(tmp_path / "both.conf", "".join(_numbered(lines)) + "[converter]\nmodel = mcp3424\n")
    alone = rate(pressd, path)
    more = [f"[sensor]\nchannel = converter2.{i}\nfull_scale = 255\n" for i in range(4)]
    path.write_text("".join(_numbered(lines + more)) + "[converter]\nmodel = mcp3424\n[converter2]\nmodel = ads7830\n")
    assert rate(pressd, path) > 0.85 * alone > 40


def _numbered(sections):
    return [re.sub(r"^\[sensor\d*\]", f"[sensor{n if n > 1 else ''}]", one) for n, one in enumerate(sections, 1)]


def rate(pressd, path):
    """The most that it can do."""
    most = re.search(r"up to (\d+)$", pressd("--fast", "--rate", 3300, "--config", path).err.strip())[1]
    result = pressd("--fast", "--quiet", "--stats", "--duration", "5s", "--rate", most, "--config", path)
    return float(re.search(r'"per_second":([\d.]+)', result.err)[1])
