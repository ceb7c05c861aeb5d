"""Which target a contact belongs to, and what becomes of its preview as targets come, change and go."""

import random

import pytest
from libpress import Engine, EventType, InvalidError, NotFoundError, Target, Trait

PRESSED = 2.0  # newtons: in the preview phase


class Model:
    """Targets as a list from the lowest to the topmost, and one preview per contact."""

    def __init__(self):
        self.targets = []
        self.contacts = {}  # contact: (target of the contact, target of the preview or None)
        self.log = []

    def find(self, id):
        return next((target for target in self.targets if target.id == id), None)

    def at(self, x, y):
        inside = [t.id for t in self.targets if t.x <= x < t.x + t.width and t.y <= y < t.y + t.height]
        return inside[-1] if inside else 0

    def begin(self, contact, x, y):
        hit = at = self.at(x, y)
        while at and not self.find(at).traits & Trait.PREVIEW:
            at = self.find(at).container
        preview = at if at or not self.targets else None
        self.log.append((EventType.CONTACT_BEGAN, contact, hit))
        if preview is not None:
            self.log.append((EventType.PREVIEW_BEGAN, contact, preview))
            self.log.append((EventType.PREVIEW_UPDATED, contact, preview))
        self.contacts[contact] = (hit, preview)

    def end(self, contact):
        _, preview = self.contacts.pop(contact)
        if preview is not None:
            self.log.append((EventType.PREVIEW_CANCELLED, contact, preview))
        self.log.append((EventType.CONTACT_ENDED, contact, None))

    def within(self, id):
        """The target and all that lies in it."""
        inside = {id}
        for _ in self.targets:
            inside |= {target.id for target in self.targets if target.container in inside}
        return inside

    def remove(self, id):
        gone = self.within(id)
        self.targets = [target for target in self.targets if target.id not in gone]
        self.stop(gone)

    def update(self, target):
        self.targets = [target if t.id == target.id else t for t in self.targets]
        if not target.traits & Trait.PREVIEW:
            self.stop({target.id})

    def stop(self, ids):
        for contact, (hit, preview) in self.contacts.items():
            if preview in ids:
                self.log.append((EventType.PREVIEW_CANCELLED, contact, preview))
                self.contacts[contact] = (hit, None)


def random_target(rng, id, ids):
    return Target(
        id,
        rng.choice([-10, 0, 5, 10.5]),
        rng.choice([-10, 0, 5, 10.5]),
        rng.choice([0, 1, 10, 40]),
        rng.choice([0, 1, 10, 40]),
        traits=rng.choice([Trait.PREVIEW, Trait.PREVIEW | Trait.TAP, Trait.TAP, Trait(0)]),
        container=rng.choice([0, *ids]),
    )


def play(seed):
    rng = random.Random(seed)
    engine, model, delivered = Engine(lift_us=0, lost_after_us=0), Model(), []
    engine.when_event = delivered.append
    for t in range(1, rng.randrange(10, 80)):
        ids = [target.id for target in model.targets]
        action = rng.choices(["begin", "end", "add", "update", "remove", "again"], [6, 3, 5, 3, 2, 2])[0]
        if action == "begin" and len(model.contacts) < 10:
            contact = rng.choice([c for c in range(20) if c not in model.contacts])
            x, y = rng.choice([-10, -5, 0, 4.5, 5, 10, 10.5, 44, 45]), rng.choice([-5, 0, 5, 10.5, 44])
            assert engine.targets.at(x, y) == model.at(x, y)
            model.begin(contact, x, y)
            engine.feed_force(t, PRESSED, x, y, contact)
        elif action == "end" and model.contacts:
            contact = rng.choice(list(model.contacts))
            model.end(contact)
            engine.feed_force(t, 0, contact=contact)
        elif action == "add" and len(ids) < 32:
            target = random_target(rng, rng.choice([n for n in range(1, 60) if n not in ids]), ids)
            model.targets.append(target)
            engine.targets.add(target)
        elif action == "update" and ids:
            target = random_target(rng, rng.choice(ids), ids)
            if target.container in model.within(target.id):
                with pytest.raises(InvalidError):
                    engine.targets.update(target)
            else:
                model.update(target)
                engine.targets.update(target)
        elif action == "remove" and ids:
            id = rng.choice(ids)
            model.remove(id)
            engine.targets.remove(id)
            with pytest.raises(NotFoundError):
                engine.targets.remove(id)
        assert list(engine.targets.values()) == model.targets
    return delivered, model.log


def by_contact(log):
    """The order between contacts that one call ends is the library's own."""
    return sorted(log, key=lambda entry: entry[1])


@pytest.mark.parametrize("batch", range(10))
def test_contacts_belong_to_the_targets_that_the_model_says(batch):
    for seed in range(batch * 100, batch * 100 + 100):
        events, log = play(seed)
        delivered = [(e.type, e.contact, None if e.type == EventType.CONTACT_ENDED else e.target) for e in events]
        assert by_contact(delivered) == by_contact(log), f"seed {seed}"


def test_a_target_at_the_end_of_the_numbers_does_not_wrap():
    engine = Engine()
    engine.targets.add(Target(1, 32_000, -32_768, 32_767, 1))
    assert engine.targets.at(32_767.5, -32_768) == 1
    assert engine.targets.at(-32_000, -32_768) == 0 == engine.targets.at(31_999, -32_768)


def test_many_targets_in_one_call_are_as_one_after_the_other():
    engine = Engine(max_targets=60)
    engine.targets.put(Target(n, 0, 10 * n, 100, 10) for n in range(1, 51))
    assert list(engine.targets) == list(range(1, 51)) and engine.targets.at(5, 505) == 50
    engine.targets.put([Target(n, 0, 10 * n - 25, 100, 10) for n in (*range(1, 51), 99)])
    assert list(engine.targets) == [*range(1, 51), 99] and engine.targets.at(5, 478) == 50
    engine.targets.put([])
    engine.targets.remove(1, engine.targets[2], 3)
    assert len(engine.targets) == 48
    with pytest.raises(NotFoundError):
        engine.targets.remove(4, 1)
    assert 4 in engine.targets


@pytest.mark.parametrize(("wrong", "raised", "words"), [
    (Target(71, 0, 0, 1, 1, container=70), NotFoundError, "target 71"),
    (Target(71, 0, 0, -1, 1), InvalidError, "target 71: width: not negative"),
    (Target(4, 0, 0, 1, 1, container=5), InvalidError, "target 4: its container lies within it"),
])  # fmt: skip
def test_the_one_of_many_that_is_refused_is_named_and_those_before_it_are_taken(wrong, raised, words):
    engine = Engine(max_targets=60)
    engine.targets.put([Target(4, 0, 0, 9, 9), Target(5, 0, 0, 9, 9, container=4)])
    with pytest.raises(raised, match=words):
        engine.targets.put([Target(60, 0, 0, 1, 1), wrong, Target(61, 0, 0, 1, 1)])
    assert list(engine.targets) == [4, 5, 60]
