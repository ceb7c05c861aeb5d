// Configs of pressd. What is accepted and said of each: Tests/setup/alike.py.
import assert from "node:assert/strict";
import { test } from "node:test";
import { press } from "./support.js";

const { Config, Engine, keys } = press;

const TEXT = "[engine]\ntouch_force = 0.6\ntraits = tap hold peek\n[gestures]\nhold_us = 700ms\n[peeks]\nslide = no\n[peek]\n[strike]\ncurve = power\n";

test("a config makes an engine with what it attaches", () => {
  const { options } = new Config(TEXT);
  assert.deepEqual([...options.traits].sort(), ["hold", "peek", "tap"]);
  assert.equal(options.gestures.holdUs, 700_000);
  assert.equal(options.peek.noSlide, true);
  assert.equal(options.strike.curve, 2);
  assert.deepEqual([options.drag, options.button, options.transitions], [undefined, undefined, undefined]);
  const engine = new Engine(options);
  assert.equal(engine.config.touchForce.toFixed(3), "0.600");
  engine.feed({ tUs: 1, force: 1 });
  assert.equal(engine.gestures.state(0), "open");
});

test("its values are numbers, and texts as a config has them", () => {
  const config = new Config("[sensor]\n[sensor2]\nx = 40\n[listen]\npath = /run/one\n");
  assert.equal(config.get("sensor2.x"), 40);
  assert.equal(config.get("engine.lost_after_us"), 250_000);
  assert.equal(config.get("listen.path"), "/run/one");
  assert.equal(config.show("pad.flags"), "none");
  assert.deepEqual([config.count("sensor"), config.count("gestures")], [2, 0]);
  assert.throws(() => config.get("engine.touch"), { code: "PRESS_ERR_NOENT" });
});

test("what is wrong is said as pressd says it, with its line", () => {
  assert.throws(() => new Config("[engine]\ntouch_force = -1\n"), {
    code: "PRESS_ERR_INVAL", line: 2, message: "engine.touch_force: it must be a decimal above 0, up to 32767.99998",
  });
  assert.throws(() => new Config(7), { code: "PRESS_ERR_INVAL" });
});

test("files that it names come from the program", () => {
  const asked = [];
  const read = (path) => {
    asked.push(path);
    throw new Error("it is not here");
  };
  assert.throws(() => new Config("[sensor]\ncalibration = one.cal\n", { read }), { line: 2, message: /one\.cal.*it is not here/ });
  assert.deepEqual(asked, ["one.cal"]);
  assert.throws(() => new Config("[sensor]\ncalibration = one.cal\n"), { line: 2 });
});

test("the keys are those of the library", () => {
  const found = keys().find(({ section, name }) => section === "strike" && name === "curve");
  assert.deepEqual({ ...found }, {
    section: "strike", name: "curve", kind: "word", least: 0, most: 2, accepted: "log, linear or power", words: ["log", "linear", "power"],
    unit: "", about: "how the velocity follows the speed between the two", sections: 1, ofProfile: false, orZero: false, changes: true,
  });
  const force = keys().find(({ section, name }) => section === "engine" && name === "touch_force");
  assert.ok(force?.unit === "N" && force.about.length > 3);
  assert.ok(keys().length > 200 && keys().some(({ section, sections }) => section === "target" && sections === 32));
});
