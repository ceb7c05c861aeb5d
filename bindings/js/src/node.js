// The entry for Node. It waits for nothing, so that `require` takes it, too.
import "./file.js";
export * from "./api.js";
