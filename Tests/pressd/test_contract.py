"""The keys that are fields of C configs: what pressd takes and refuses, against the comments of the headers."""

import pytest

import contract
from contract import keys, names
from contract.tables import number

CONTRACT = contract.read()
SECTIONS = keys.sections(CONTRACT, contract.ROOT / "docs" / "pressd.md")
KEYS = {
    f"{section.name}.{key.name}": found[2]
    for section in SECTIONS
    for key in section.keys
    if (found := section.field(key.name)) and found[2] and f"{section.name}.{key.name}" not in keys.SPECIAL
}

OPTIONAL = {one.name for one in SECTIONS if "enabled" in [key.name for key in one.keys]} & set(keys.interactions(CONTRACT, SECTIONS).values())


def text(value, rule):
    return number(value, rule) if rule.fixed else str(value)


def refused(pressd, key, value):
    """Whether pressd says that the value of the key is none that it takes."""
    # The library refuses such a config when the interaction is attached.
    section = key.partition(".")[0]
    attached = ["--set", f"{section}.enabled=yes"] if section in OPTIONAL else []
    done = pressd("--source", "sim", "--duration", "1ms", "--fast", "--quiet", *attached, "--set", f"{key}={value}")
    assert done.code in (0, 64, 78) and "no key" not in done.err and "no section" not in done.err, done.err
    return done.code != 0


@pytest.mark.parametrize("key", KEYS)
def test_a_key_takes_its_default_and_refuses_what_is_out_of_range(pressd, key):
    rule = KEYS[key]
    if rule.flags or rule.token.startswith("PRESS_"):
        return
    assert not refused(pressd, key, text(rule.default, rule))
    for bound, step in ((rule.least, -1), (rule.most, 1)):
        if bound and isinstance(bound.operand, int):
            outside = bound.operand if bound.exclusive else bound.operand + step
            if outside >= 0 or rule.fixed:
                assert refused(pressd, key, text(outside, rule)), f"{key} = {text(outside, rule)}"


def test_the_rows_of_the_documents_name_many_keys_and_every_interaction():
    assert len(KEYS) > 80
    assert all(any(f"press_{name}_config" in section.structs for section in SECTIONS) for name in CONTRACT.interactions)


@pytest.mark.parametrize("key", [key for key, rule in KEYS.items() if rule.flags])
def test_the_words_of_flags_are_their_names(pressd, key):
    prefix = KEYS[key].flags
    flags = next(one for one in CONTRACT.enums if names.name(one).flags and names.name(one).prefix == prefix)
    words = [member.name.removeprefix(prefix).lower() for member in flags.members]
    done = pressd("--source", "sim", "--duration", "1ms", "--fast", "--quiet", "--set", f"{key}={' '.join(words)} other")
    assert done.code == 64
    assert all(word in done.err for word in words), "the message names every word"
    done = pressd("--source", "sim", "--duration", "1ms", "--fast", "--quiet", "--set", f"{key}={' '.join(words)}")
    assert "accepted" not in done.err, done.err
