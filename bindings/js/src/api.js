// All that programs import.
import { PRESS_VERSION_MAJOR, PRESS_VERSION_MINOR, PRESS_VERSION_PATCH } from "./generated/raw.js";

export { Config, keys } from "./config.js";
export * from "./generated/contract.js";
export { conductance, curveForce, fitCurve, powerCurve, scaleCurve, tableCurve } from "./curves.js";
export { describe, describeText } from "./describe.js";
export { Engine } from "./engine.js";
export { PressError } from "./errors.js";
export { Grid } from "./grid.js";
export { Pad } from "./pad.js";
export { pointerForce, pointerSample } from "./pointer.js";
export { PRESS_NO_CONTACT as NO_CONTACT } from "./generated/raw.js";
export { spring, timingCurveY } from "./transitions.js";

/** The version of the library: major, minor, patch. */
export const version = /** @type {const} */ ([PRESS_VERSION_MAJOR, PRESS_VERSION_MINOR, PRESS_VERSION_PATCH]);

/** @typedef {import("./config.js").Key} Key */
/** @typedef {import("./engine.js").EngineOptions} EngineOptions */
/** @typedef {import("./types.js").Sample} Sample */
/** @typedef {import("./types.js").PressEvent} PressEvent */
/** @typedef {import("./types.js").Touch} Touch */
/** @typedef {import("./types.js").Target} Target */
/** @typedef {import("./types.js").Curve} Curve */
/** @typedef {import("./types.js").TimingCurve} TimingCurve */
/** @typedef {import("./peek.js").Peek} Peek */
/** @typedef {import("./peek.js").Action} Action */
/** @typedef {import("./peek.js").PeekStatus} PeekStatus */
/** @typedef {import("./transitions.js").Binding} Binding */
/** @typedef {import("./drag.js").DragItem} DragItem */
/** @typedef {import("./drag.js").DragSession} DragSession */
/** @typedef {import("./drag.js").Proposal} Proposal */
/** @typedef {import("./drag.js").Representation} Representation */
/** @typedef {import("./pad.js").PadOptions} PadOptions */
/** @typedef {import("./pad.js").Reading} Reading */
/** @typedef {import("./grid.js").GridOptions} GridOptions */
/** @typedef {import("./grid.js").GridContact} GridContact */
/** @typedef {import("./pointer.js").PointerOptions} PointerOptions */
