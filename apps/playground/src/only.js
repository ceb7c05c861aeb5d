// The album alone, in a frame of another page: of the module and of the library it takes what an album needs.
import { album } from "./album.js";
import { drawnFinger } from "./drawn.js";
import { Host } from "./host.js";
import { at } from "./made.js";
import { next } from "./next.js";

const host = new Host(at("surface"));
drawnFinger(host, album(host, (words) => (at("announce").textContent = words), next(host)));
if (at("press-state").value.startsWith("One moment")) at("press-state").value = "Press any picture.";
window.ready = performance.now();
document.documentElement.dataset.ready = "";
