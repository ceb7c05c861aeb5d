// Code that tsc must accept, and, below each @ts-expect-error, code that it must refuse. Nothing here runs.
import { Config, DropOperation, Engine, EventType, Grid, Pad, PressError, fitCurve, pointerForce, pointerSample, timingCurveY } from "libpress";
import type { ButtonLevels, EngineLevels, EngineStats, GridStats, PadStats, PeekState, Trait } from "libpress";
import type { EngineOptions, Peek, PressEvent, Proposal, Sample, Touch } from "libpress";

const options: EngineOptions = {
  touchForce: 0.3,
  traits: ["preview", "tap"],
  gestures: true,
  peek: { revealDistance: 20 },
  transitions: { curve: [0, 0, 1, 1] },
};
const engine = new Engine(options);
// @ts-expect-error: a wrong name
new Engine({ touchForc: 1 });
// @ts-expect-error: a wrong trait
new Engine({ traits: ["peak"] });
// @ts-expect-error: gestures have no pressure
new Engine({ gestures: { pressure: 1 } });

const sample: Sample = { tUs: 1, force: 1 };
engine.feed(sample);
engine.feed([sample, pointerSample(new PointerEvent("pointerdown"))]);
// @ts-expect-error: a sample has a time
engine.feed({ force: 1 });

const off: () => void = engine.on("commitUpdated", (event: PressEvent) => event.progress.toFixed(2));
off();
engine.on("event", ({ type, reason, value }) => {
  if (type === "dragDropped" && value === DropOperation.move) console.log(EventType[type], reason === "lifted");
  // @ts-expect-error: no event has this name
  if (type === "tap") return;
});
// @ts-expect-error: no event has this name
engine.on("tap", () => {});

engine.previewShouldBegin = (touch: Touch) => touch.force > 1;
engine.previewDidUpdate = (touch, progress, ended) => console.log(touch.x + progress, ended);
engine.previewDidUpdate = null;
// @ts-expect-error: it answers yes or no
engine.previewShouldBegin = () => "yes";
const deadline: number | null = engine.nextDeadline;
const touch: Touch | null = engine.touch(0);

const peek: Peek = {
  id: 1,
  actions: [{ title: "Like", style: "destructive", handler: (action, of) => console.log(action.title, of.id) }],
};
engine.peek.willShow = (where) => (where.target === 1 ? peek : null);
engine.peek.declare(new Map([[1, peek]]));
if (engine.peek.status.state === "revealed") engine.peek.perform(peek.actions![0]);
engine.transitions.bind(1, { driver: "motion", dx: 100 });
engine.transitions.willStart = (_, { durationUs }) => ({ durationUs: durationUs * 2 });
// @ts-expect-error: no driver has this name
engine.transitions.bind(1, { driver: "presure" });

const proposal: Proposal = { operation: "move", accepts: ["text/plain", 7] };
engine.drag.willBegin = (where, session, capacity) => (capacity > 0 ? { id: where.target } : null);
engine.drag.willPropose = (drag, destination) => (drag.state === "dragging" && destination === 4 ? proposal : true);
engine.button.set({ pressForce: 2 });
engine.strike.set({ windowUs: 5000 });
engine.levels.set({ count: 3, stepped: true });
const level: number | undefined = engine.levels.state(0)?.level;
const struck: number | undefined = engine.strike.of(0)?.velocity;
void struck;
void level;

const pad = new Pad({ engine, sensors: [{ circuit: { pullUp: true }, curve: fitCurve([[10, 1]]).curve }], noFilter: true });
pad.feed(1, [100, null], { failed: [1] });
const { force, fault } = pad.reading;
const grid = new Grid({ columns: 4, rows: 4, gain: 0.01, engine: null });
grid.feed(1, new Int32Array(16));
const newtons: number = pointerForce(new PointerEvent("pointerdown"), { fullForce: 4 });

try {
  engine.tick(1);
} catch (error) {
  if (error instanceof PressError && error.code === "PRESS_ERR_TIME")
    console.log(error.status, error.taken, deadline, touch, force, fault, newtons);
  // @ts-expect-error: no status has this name
  if (error instanceof PressError && error.code === "PRESS_ERR_LATE") throw error;
}

// Values that are read have exact types: none is any, and all members are there.
type Same<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
const exact = <One, Other>(same: Same<One, Other>) => void same;
exact<typeof engine.config, Readonly<Required<EngineLevels>>>(true);
exact<typeof engine.stats, EngineStats>(true);
exact<typeof engine.stats.samples, number>(true);
exact<typeof engine.button.status, { readonly down: boolean } & ButtonLevels>(true);
exact<typeof engine.button.status.pressForce, number>(true);
exact<typeof engine.peek.status.state, PeekState>(true);
exact<typeof pad.stats, PadStats>(true);
exact<typeof pad.stats.busErrors, number>(true);
exact<typeof grid.stats, GridStats>(true);
exact<ReturnType<typeof timingCurveY>, number>(true);
exact<ReturnType<typeof engine.transitions.velocity>, number>(true);
const traits: readonly Trait[] = engine.config.traits;
const moved: boolean = engine.config.tellMoved;
const hold: number = new Config("").optionsOf("gestures").holdUs;
console.log(traits, moved, hold, engine.config.touchForce.toFixed(2), engine.stats.refused + 1);
// @ts-expect-error: the config in use cannot be assigned to
engine.config.touchForce = 1;
// @ts-expect-error: no counter has this name
console.log(engine.stats.sample);
// @ts-expect-error: no level has this name
console.log(engine.config.touch);
// @ts-expect-error: the button has no such member
console.log(engine.button.status.state);
