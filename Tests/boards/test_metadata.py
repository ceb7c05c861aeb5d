"""What the packages say of themselves, by the programs of the frameworks that read it: PlatformIO, the component manager of ESP-IDF, Kconfig."""

import json
import re
import subprocess
import sys

import pytest
import yaml
from conftest import PACKAGES, ROOT, said

KINDS = ("arduino", "esp-idf", "zephyr")
VERSION = subprocess.run([sys.executable, "-B", "-m", "contract", "version"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
# The fields in Arduino's specification of libraries.
ARDUINO_FIELDS = {"name", "version", "author", "maintainer", "sentence", "paragraph", "category", "url", "architectures"}
ARDUINO_CATEGORIES = {
    "Display",
    "Communication",
    "Signal Input/Output",
    "Sensors",
    "Device Control",
    "Timing",
    "Data Storage",
    "Data Processing",
    "Other",
}
# The part of the schema in Zephyr's scripts/zephyr_module.py for a module without blobs and settings.
ZEPHYR_FIELDS = {"name": str, "build": dict, "samples": list, "tests": list, "boards": list}
ZEPHYR_BUILD = {"cmake", "kconfig", "depends", "cmake-ext", "kconfig-ext", "sysbuild-cmake", "sysbuild-kconfig", "settings"}


def read_arduino(folder):
    from platformio.package.manifest.parser import ManifestParserFactory
    from platformio.package.manifest.schema import ManifestSchema

    lines = (folder / "library.properties").read_text().splitlines()
    fields = dict(line.split("=", 1) for line in lines if line)
    assert fields.keys() >= ARDUINO_FIELDS
    assert all(fields.values())
    assert re.fullmatch(r"[A-Za-z0-9][\w.-]{0,62}", fields["name"])
    assert fields["category"] in ARDUINO_CATEGORIES
    assert all((folder / "src" / header).is_file() for header in fields["includes"].split(","))
    assert list((folder / "examples").glob("*/*.ino"))
    assert all(path.stem == path.parent.name for path in (folder / "examples").glob("*/*.ino"))
    described = ManifestParserFactory.new_from_file(str(folder / "library.json")).as_dict()
    assert described.pop("license") == "MIT"  # whose list PlatformIO has from elsewhere
    data = ManifestSchema().load_manifest(described)
    assert (folder / json.loads((folder / "library.json").read_text())["build"]["srcDir"] / data["headers"][0]).is_file()
    assert all((folder / one["base"] / name).is_file() for one in data["examples"] for name in one["files"])
    return fields["name"], fields["version"], data["name"], data["version"]


def read_esp_idf(folder):
    from idf_component_tools.manager import ManifestManager

    manifest = ManifestManager(str(folder), "libpress").load()
    example = ManifestManager(str(folder / "examples/press/main"), "main").load()
    (needed,) = [one for one in example.requirements if one.name.endswith("libpress")]
    assert (folder / "examples/press/main" / needed.override_path).resolve() == folder.resolve()
    assert all((folder / one["path"]).is_dir() for one in manifest.examples)
    return "libpress", str(manifest.version)


def read_zephyr(folder):
    import kconfiglib

    module = yaml.safe_load((folder / "zephyr/module.yml").read_text())
    assert all(isinstance(value, ZEPHYR_FIELDS[name]) for name, value in module.items())
    assert module["build"].keys() <= ZEPHYR_BUILD
    assert (folder / module["build"]["cmake"] / "CMakeLists.txt").is_file()
    symbols = kconfiglib.Kconfig(str(folder / module["build"]["kconfig"]), warn_to_stderr=False)
    assert not symbols.warnings
    asked = re.findall(r"CONFIG_(\w*PRESS\w*)", "".join(path.read_text() for path in folder.rglob("*") if path.suffix in (".txt", ".conf")))
    assert asked
    assert set(asked) <= symbols.syms.keys()
    for samples in module["samples"]:
        sample = yaml.safe_load((folder / samples / "press/sample.yaml").read_text())
        assert sample.keys() == {"sample", "tests"}
        assert all({"build_only", "platform_allow"} <= test.keys() for test in sample["tests"].values())
    return (module["name"],)


READ = dict(zip(KINDS, (read_arduino, read_esp_idf, read_zephyr), strict=True))


@pytest.mark.parametrize("kind", KINDS)
def test_the_programs_of_a_framework_read_its_package(kind):
    assert set(READ[kind](PACKAGES / kind / "libpress")) <= {"libpress", VERSION}


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_left_to_fill_in_and_the_sources_are_the_same(kind):
    folder = PACKAGES / kind / "libpress"
    assert (folder / "src/libpress.c").read_bytes() == (ROOT / "build/one/libpress.c").read_bytes()
    assert {path.name for path in (folder / "src/press").iterdir()} == {path.name for path in (ROOT / "include/press").iterdir()}
    templates = [path for path in folder.rglob("*") if path.is_file() and "src" not in path.relative_to(folder).parts[:1]]
    assert not [path for path in templates if re.search("@[A-Z]+@", path.read_text())]
    assert (folder / "LICENSE").read_text() == (ROOT / "LICENSE").read_text()


DAMAGES = {
    "a file of the sketch is called otherwise": ("arduino", "examples/Press/Press.ino", None, None),
    "a header is missing": ("arduino", "src/press.h", None, None),
    "no version": ("arduino", "library.properties", r"version=.*\n", ""),
    "a category that is none": ("arduino", "library.properties", "Sensors", "Force"),
    "json that is none": ("arduino", "library.json", r"\]", ""),
    "a version of PlatformIO that is none": ("arduino", "library.json", r'"version": "[^"]*"', '"version": "new"'),
    "a version of ESP-IDF that is none": ("esp-idf", "idf_component.yml", r'version: ".*"', 'version: "new"'),
    "a version of ESP-IDF itself that is none": ("esp-idf", "idf_component.yml", ">=5.0", "five"),
    "another folder": ("esp-idf", "examples/press/main/idf_component.yml", r"\.\./\.\./\.\./", "../../"),
    "a key that Zephyr does not know": ("zephyr", "zephyr/module.yml", "samples:", "examples:"),
    "no file of Kconfig": ("zephyr", "zephyr/Kconfig", None, None),
    "a symbol that is none": ("zephyr", "zephyr/Kconfig", "config LIBPRESS", "config PRESSLIB"),
    "Kconfig that is none": ("zephyr", "zephyr/Kconfig", "bool", "boolean_of"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_wrong_file_in_a_package_is_noticed(package, damage):
    kind, name, pattern, new = DAMAGES[damage]
    folder = package(kind)
    READ[kind](folder)
    if pattern is None:
        (folder / name).unlink()
    else:
        text, count = re.subn(pattern, new, (folder / name).read_text())
        assert count
        (folder / name).write_text(text)
    with pytest.raises(Exception):  # noqa: B017, of whichever program reads it
        READ[kind](folder)


def test_the_packages_are_the_same_each_time(tmp_path):
    said([sys.executable, "-B", ROOT / "packaging/boards", tmp_path])
    for kind in KINDS:
        said(["diff", "-r", tmp_path / kind, PACKAGES / kind])
        name = f"libpress_{VERSION}_{kind}.zip"
        assert (tmp_path / name).read_bytes() == (PACKAGES / name).read_bytes()
