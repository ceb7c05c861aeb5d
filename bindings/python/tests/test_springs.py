"""Springs beside an oracle of their own: x'' = -w² (x - target) - 2 d w x', solved by its eigenvalues in complex numbers."""

from __future__ import annotations

import cmath
import math
import random

import pytest
from libpress import Engine, Spring, TransitionsConfig, TransitionState


def exact(x: float, v: float, damping: float, response: float, seconds: float) -> tuple[float, float]:
    """Where a spring is that pulls to 0, `seconds` after it was at x with v. Equal eigenvalues are taken 1e-6 apart."""
    w = 2 * math.pi / response
    root = cmath.sqrt(damping * damping - 1) or 1e-6
    p, q = w * (-damping + root), w * (-damping - root)
    a = (v - q * x) / (p - q)
    b = x - a
    ep, eq = cmath.exp(p * seconds), cmath.exp(q * seconds)
    return (a * ep + b * eq).real, (a * p * ep + b * q * eq).real


@pytest.mark.parametrize("seed", range(200))
def test_a_spring_with_targets_is_where_the_equation_says(seed: int) -> None:
    rng = random.Random(seed)
    damping = 0.0 if seed % 10 == 0 else 1.0 if seed % 10 == 1 else round(math.exp(rng.uniform(math.log(0.01), math.log(10))) * 65536) / 65536
    response = round(math.exp(rng.uniform(math.log(0.001), math.log(10))) * 65536 + 1) / 65536
    engine = Engine(transitions=TransitionsConfig(curve=Spring(damping, response), overshoot=True))
    spring = engine.transitions.new()
    spring.start()
    x = v = target = 0.0
    t, size = 0, 1.0
    for _ in range(4):
        following = round(rng.uniform(-4, 4) * 65536) / 65536
        spring.run_to(following)
        assert spring.fraction == pytest.approx(target + x, abs=1e-4 * size)
        x, target = x + target - following, following
        w = 2 * math.pi / response
        size = max(size, abs(x), abs(v) / w)
        for _ in range(rng.randrange(1, 40)):
            step = max(1, round(response * 1e6 * rng.uniform(0.01, 0.3)))
            x, v = exact(x, v, damping, response, step / 1e6)
            t += step
            engine.tick(t)
            if spring.state is not TransitionState.MOVING:
                assert math.hypot(x, v / w) < 3e-4 and spring.fraction == target
                x = v = 0.0
                break
            assert spring.fraction == pytest.approx(target + x, abs=1e-4 * size)
            assert spring.velocity / w == pytest.approx(v / w, abs=1e-4 * size)
