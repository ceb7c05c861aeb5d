"""The settings of a study, all at once or one batch after the other as Optuna asks for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from . import parts
from .figures import sums_of
from .plan import DEFAULT, Plan, Setting, setting
from .running import Study


@dataclass(frozen=True, slots=True)
class Found:
    settings: list[Setting]
    """By number; the base is the first."""
    table: Any
    """By setting and recording."""


def everything(study: Study, client: Any) -> Found:
    """Raises Problem."""
    if study.plan.how == "search":
        return _searched(study, client)
    settings = study.plan.settings()
    return Found(settings, study.run(client, list(enumerate(settings))))


def _searched(study: Study, client: Any) -> Found:
    """What is asked follows from the seed and from what was found before alone, so it goes on where it stopped by asking the
    same again: those parts are there."""
    import optuna

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    plan = study.plan
    sampler = optuna.samplers.TPESampler(seed=int(plan.search["seed"]), constant_liar=True)
    search = optuna.create_study(sampler=sampler)
    settings: list[Setting] = [()]
    numbers: dict[Setting, int] = {(): 0}
    tables = [study.run(client, [(0, ())])]
    left = int(plan.search["trials"])
    while left > 0:
        trials = [search.ask() for _ in range(min(left, int(plan.search["batch"])))]
        left -= len(trials)
        asked = [setting({key: _suggested(trial, key, texts) for key, texts in plan.vary.items()}) for trial in trials]
        new = [one for one in dict.fromkeys(asked) if one not in numbers]
        for one in new:
            numbers[one] = len(settings)
            settings.append(one)
        if new:
            tables.append(study.run(client, [(numbers[one], one) for one in new]))
        costs = _costs(pa.concat_tables(tables), len(settings), plan)
        for trial, one in zip(trials, asked, strict=True):
            cost = costs[numbers[one]]
            search.tell(trial, *([None, optuna.trial.TrialState.FAIL] if cost == float("inf") else [cost]))
        study.say(f"{len(settings) - 1} settings of {plan.search['trials']} trials, the best costs {min(costs):.2f}")
    return Found(settings, parts.together(tables))


def _suggested(trial: Any, key: str, texts: tuple[str, ...]) -> str:
    if all(text[:1].isdigit() for text in texts if text != DEFAULT) and DEFAULT not in texts:
        return texts[int(trial.suggest_int(key, 0, len(texts) - 1))]
    return str(trial.suggest_categorical(key, texts))


def _costs(table: Any, settings: int, plan: Plan) -> list[float]:
    weights: Mapping[str, float] = plan.objective
    return [float(one) for one in sums_of(parts.together([table]), settings).cost(weights)]
