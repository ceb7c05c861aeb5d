// libpress: the force of a finger as interactions, in browsers and workers. In Node the package has node.js in its place.
import "./web.js";
export * from "./api.js";
