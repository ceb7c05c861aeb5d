"""Which interaction takes part in which trait: Python's table says what the library says."""

import warnings
from ctypes import byref, c_uint32

import pytest
from libpress import Engine, Trait
from libpress.generated import _raw
from libpress.targets import _SERVES
from libpress.types import Target

INTERACTIONS = ("gestures", "peek", "drag")


@pytest.mark.parametrize("trait", list(Trait))
@pytest.mark.parametrize("attached", ["", *INTERACTIONS])
def test_a_trait_warns_where_the_library_says_that_it_does_nothing(trait, attached):
    engine = Engine(**({attached: True} if attached else {}))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        engine.targets.add(Target(7, 0, 0, 10, 10, traits=trait))
    idle = c_uint32()
    status = _raw.press_targets_check(engine._core.handle, byref(idle), None)
    assert (status, idle.value) == ((_raw.PRESS_ERR_STATE, 7) if caught else (0, 0))
    assert bool(caught) == (not _SERVES[trait] & {"preview", attached})
