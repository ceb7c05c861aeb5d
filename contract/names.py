"""What the enums of the headers are called in Swift and in Python. Each is known by its first enumerator."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .model import Contract, ContractError, Enum, Enumerator


def camel(words: str, is_type: bool = False) -> str:
    """words_of_c as wordsOfC, a type as WordsOfC."""
    first, *others = words.lower().split("_")
    return (first.capitalize() if is_type else first) + "".join(other.capitalize() for other in others)


@dataclass(frozen=True)
class Name:
    prefix: str
    """What every enumerator begins with, and no name in Swift or Python."""
    swift: str = ""
    """The type in Swift; empty: the core does not name these constants."""
    type: str = "UInt32"
    """Of the field that carries them."""
    python: str = ""
    """The class in Python; empty: the package has another way to say it."""
    flags: bool = False

    def swift_case(self, member: Enumerator) -> str:
        name = member.name.removeprefix(self.prefix)
        if renamed := RENAMED.get(member.name):
            return renamed
        return camel(name)


NAMES = {
    "PRESS_OK": Name("PRESS_ERR_", "Status", "Int32"),
    "PRESS_EVENT_CONTACT_BEGAN": Name("PRESS_EVENT_", "EventType", python="EventType"),
    "PRESS_EVENT_FLAG_ENDED": Name("PRESS_EVENT_FLAG_", "EventFlag", flags=True),
    "PRESS_REASON_NONE": Name("PRESS_REASON_", "Reason", "Int32", "Reason"),
    "PRESS_TARGET_PREVIEW": Name("PRESS_TARGET_", "Trait", python="Trait", flags=True),
    "PRESS_CONFIG_CONTACT_FROM_FLAG": Name("PRESS_CONFIG_", "ConfigFlag", flags=True),
    "PRESS_SAMPLE_DOWN": Name("PRESS_SAMPLE_", "SampleFlag", flags=True),
    "PRESS_PREVIEW_NONE": Name("PRESS_PREVIEW_", python="PreviewState"),
    "PRESS_GESTURE_OPEN": Name("PRESS_GESTURE_", python="GestureState"),
    "PRESS_ACTION_DEFAULT": Name("PRESS_ACTION_", "ActionStyle", python="ActionStyle"),
    "PRESS_ACTION_FLAG_DISABLED": Name("PRESS_ACTION_FLAG_", "ActionFlag", flags=True),
    "PRESS_PEEK_FLAG_NO_SLIDE": Name("PRESS_PEEK_FLAG_", "PeekFlag", flags=True),
    "PRESS_PEEK_NONE": Name("PRESS_PEEK_", python="PeekState"),
    "PRESS_TRANSITION_FLAG_AUTOMATIC": Name("PRESS_TRANSITION_FLAG_", "TransitionFlag", flags=True),
    "PRESS_DRIVER_NONE": Name("PRESS_DRIVER_", "TransitionDriver", python="Driver"),
    "PRESS_TRANSITIONS_NO_COAST": Name("PRESS_TRANSITIONS_", "TransitionsFlag", flags=True),
    "PRESS_TRANSITION_NONE": Name("PRESS_TRANSITION_", python="TransitionState"),
    "PRESS_DROP_CANCEL": Name("PRESS_DROP_", "DropOperation", python="DropOperation"),
    "PRESS_ITEM_SELECTED": Name("PRESS_ITEM_", "ItemFlag", flags=True),
    "PRESS_HINT_PLAIN": Name("PRESS_HINT_", "PointerHint", python="PointerHint"),
    "PRESS_PROPOSAL_EXACT": Name("PRESS_PROPOSAL_", "ProposalFlag", flags=True),
    "PRESS_DRAG_NONE": Name("PRESS_DRAG_", "DragSessionState", python="DragState"),
    "PRESS_SPRING_INACTIVE": Name("PRESS_SPRING_", python="SpringState"),
    "PRESS_MODIFIER_COPY": Name("PRESS_MODIFIER_", "Modifier", python="Modifier", flags=True),
    "PRESS_DRAG_FLAG_AFTER_HOLD": Name("PRESS_DRAG_FLAG_", "DragFlag", flags=True),
    "PRESS_BUTTON_UP": Name("PRESS_BUTTON_"),
    "PRESS_BUTTON_FLAG_NOT_WHILE_MOVING": Name("PRESS_BUTTON_FLAG_", "ButtonFlag", flags=True),
    "PRESS_PINCH_NO_MOVE": Name("PRESS_PINCH_", "PinchFlag", flags=True),
    "PRESS_GESTURES_SCROLL_FROM_TOUCH": Name("PRESS_GESTURES_", "GesturesFlag", flags=True),
    "PRESS_SCROLL_NO_COAST": Name("PRESS_SCROLL_", "ScrollFlag", flags=True),
    "PRESS_STRIKE_LOG": Name("PRESS_STRIKE_", "StrikeCurve", python="StrikeCurve"),
    "PRESS_SWIPE_LEFT": Name("PRESS_SWIPE_", "SwipeDirection", python="SwipeDirection"),
    "PRESS_LEVELS_STEPPED": Name("PRESS_LEVELS_", "LevelsFlag", flags=True),
    "PRESS_EFFECT_NONE": Name("PRESS_EFFECT_", "EffectKind", python="Effect"),
    "PRESS_FEEDBACK_ENDED": Name("PRESS_FEEDBACK_", "FeedbackFlag", "UInt8", flags=True),
    "PRESS_STRENGTH_FIXED": Name("PRESS_STRENGTH_", "StrengthSource", "UInt8", "Strength"),
    "PRESS_CIRCUIT_PULL_UP": Name("PRESS_CIRCUIT_", "CircuitFlag", flags=True),
    "PRESS_CURVE_POWER": Name("PRESS_CURVE_", "CurveKind", "UInt16"),
    "PRESS_CURVE_RULE_FITS": Name("PRESS_CURVE_RULE_", "CurveRule"),
    "PRESS_PAD_NO_MEDIAN": Name("PRESS_PAD_", "PadFlag", flags=True),
    "PRESS_PAD_TARE_FORCE": Name("PRESS_PAD_TARE_", "TareFlag", flags=True),
    "PRESS_READING_TOUCHED": Name("PRESS_READING_", "ReadingFlag", flags=True),
    "PRESS_GRID_BASELINE": Name("PRESS_GRID_", "GridFlag", flags=True),
    "PRESS_GRID_CIRCUIT_PLAIN": Name("PRESS_GRID_CIRCUIT_", "GridCircuit", "UInt16"),
    "PRESS_GRID_TARE_FORCE": Name("PRESS_GRID_TARE_", "GridTareFlag", flags=True),
    "PRESS_GRID_CONTACT_HELD": Name("PRESS_GRID_CONTACT_", "GridContactFlag", flags=True),
    "PRESS_CONVERTER_ADS7828": Name("PRESS_CONVERTER_", "PartNumber", "UInt8"),
    "PRESS_CONVERTER_FLAG_CONTINUOUS": Name("PRESS_CONVERTER_FLAG_", "ConverterFlag", "UInt8", flags=True),
    "PRESS_PART_RECOGNIZED": Name("PRESS_PART_", "PartFlag", flags=True),
    "PRESS_MOTOR_ERM": Name("PRESS_MOTOR_", "MotorKind", "UInt8", "Motor"),
    "PRESS_DRV2605L_FLAG_CALIBRATE": Name("PRESS_DRV2605L_FLAG_", "DRV2605LFlag", "UInt8", flags=True),
    "PRESS_DRV2605L_SETTING_UP": Name("PRESS_DRV2605L_", "DRV2605LState", python="Drv2605lState"),
    "PRESS_DRV2605L_FAULT_CURRENT": Name("PRESS_DRV2605L_FAULT_", "DRV2605LFault", python="Drv2605lFault", flags=True),
    "PRESS_SETUP_ORIGIN_CONFIG": Name("PRESS_SETUP_ORIGIN_"),
    "PRESS_SETUP_SOURCE_CONVERTERS": Name("PRESS_SETUP_SOURCE_"),
    "PRESS_SETUP_KIND_WHOLE": Name("PRESS_SETUP_KIND_"),
    "PRESS_SETUP_FLAG_OF_PROFILE": Name("PRESS_SETUP_FLAG_", flags=True),
    "PRESS_CHECK_SENSOR_FLAG_NO_RESISTOR": Name("PRESS_CHECK_SENSOR_FLAG_", flags=True),
    "PRESS_CHECK_FLAG_RECORDED": Name("PRESS_CHECK_FLAG_", flags=True),
    "PRESS_CHECK_STAGE_OPENED": Name("PRESS_CHECK_STAGE_"),
    "PRESS_CHECK_STEP_REST": Name("PRESS_CHECK_STEP_"),
    "PRESS_FINDING_BUS_OPENS": Name("PRESS_FINDING_"),
    "PRESS_FINDING_RESULT_OK": Name("PRESS_FINDING_RESULT_"),
    "PRESS_CHECK_TEXT_FOUND": Name("PRESS_CHECK_TEXT_"),
}

RENAMED = {
    "PRESS_OK": "ok",
    "PRESS_ERR_NOENT": "notFound",
    "PRESS_ERR_INVAL": "invalid",
    "PRESS_ERR_NOSPC": "noSpace",
    "PRESS_ERR_TIMEDOUT": "timedOut",
    "PRESS_ERR_NACK": "notAcknowledged",
    "PRESS_ERR_AGAIN": "full",
    "PRESS_ERR_NOBUFS": "tooFewEvents",
}
"""Where Swift does not say what C says."""


PREFIXES = {one.prefix for one in NAMES.values()}


def bare(constant: str) -> str:
    """An enumerator without the prefix of its enum."""
    found = [one for one in PREFIXES if one != "PRESS_" and constant.startswith(one)]
    return constant.removeprefix(max(found, key=len)) if found else re.sub("^PRESS_[A-Z0-9]+_", "", constant)


def name(enum: Enum) -> Name:
    first = enum.members[0]
    if first.name not in NAMES:
        raise enum.place.error(f"contract/names.py does not know the enum that begins with {first.name}")
    found = NAMES[first.name]
    if not enum.tag and first.name != "PRESS_OK":
        raise enum.place.error("it has no type: write `enum PRESS_AS(press_..., uint32_t) {`, and behind it PRESS_TYPE or PRESS_FLAGS (base.h)")
    for member in enum.members:
        if member.name != "PRESS_OK" and max((one for one in PREFIXES if member.name.startswith(one)), key=len, default="") != found.prefix:
            raise member.place.error(f"{member.name} does not begin with {found.prefix}, or with the prefix of another enum")
    return found


def flags(contract: Contract, prefix: str) -> tuple[Enumerator, ...]:
    """The flags with a prefix; of no prefix none."""
    if not prefix:
        return ()
    for one in contract.enums:
        if name(one).flags and name(one).prefix == prefix:
            return one.members
    raise ContractError(f"no enum of flags has the prefix {prefix}")


def summary(enum: Enum) -> str:
    """What the comment says of the enum, without the field that carries it, and without the grammar of events."""
    text = " ".join(enum.comment.split()).partition(" In braces ")[0]
    head, _, rest = text.partition(": ") if text.startswith("press_") else ("", "", text)
    return rest[:1].upper() + rest[1:]
