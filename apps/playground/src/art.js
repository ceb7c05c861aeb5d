// The pictures of the album, drawn here: nothing is fetched.

const layer = (from, lift, rough, seed, color) => ({ from, lift, rough, seed, color });

export const SCENES = [
  {
    title: "Dunes",
    place: "Seen at sunset, from the last camp",
    sky: ["#2a1a55", "#c14b7b", "#ff9a62", "#ffd79a"],
    sun: [0.66, 0.5, 0.075, "#fff0c2"],
    ridges: [layer(0.56, 0.05, 2, 3, "#b4507a"), layer(0.64, 0.09, 1.4, 8, "#8a3569"), layer(0.77, 0.11, 1.1, 5, "#5a2153"), layer(0.9, 0.08, 1, 2, "#33123a")],
  },
  {
    title: "Lake",
    place: "Early, before the wind",
    sky: ["#5aa3d8", "#b7ddf0", "#fdeacb"],
    sun: [0.3, 0.4, 0.05, "#fffbe8"],
    ridges: [layer(0.47, 0.16, 4, 4, "#86a9c4"), layer(0.53, 0.12, 5, 9, "#57829f"), layer(0.575, 0.05, 9, 6, "#2f5a63")],
    water: [0.58, "#9cc9dc", "#2d6283"],
  },
  {
    title: "Forest",
    place: "The valley in fog",
    sky: ["#eef3ee", "#cfdfd6", "#b3ccbf"],
    trees: [[0.42, 34, "#a5c1b2"], [0.52, 26, "#7ba08e"], [0.63, 19, "#4f7a68"], [0.76, 13, "#2c5546"], [0.92, 9, "#143529"]],
  },
  {
    title: "City",
    place: "From the roof, at eleven",
    sky: ["#0a0f2e", "#2c2562", "#8e4178", "#ef8a74"],
    stars: 70,
    sun: [0.72, 0.24, 0.045, "#fdf6dd"],
    towers: [[0.55, 0.12, "#3a2c66"], [0.66, 0.17, "#221b4a"], [0.82, 0.16, "#0f0d2b"]],
  },
  {
    title: "North",
    place: "Minus twenty, and worth it",
    sky: ["#040a1f", "#08213b", "#0d3b4d"],
    stars: 140,
    lights: [["#38f5a6", 0.3, 0.2], ["#52d3ff", 0.4, 0.14], ["#b57bff", 0.24, 0.12]],
    ridges: [layer(0.72, 0.09, 5, 7, "#0b2536"), layer(0.84, 0.08, 4, 3, "#05121d")],
  },
  {
    title: "Sea",
    place: "Noon, and nobody in a hurry",
    sky: ["#2f93de", "#8accf4", "#dff3fb"],
    clouds: [[0.25, 0.33, 0.13], [0.76, 0.24, 0.1], [0.4, 0.43, 0.06]],
    water: [0.55, "#2f9ac9", "#0a3f75"],
    sail: [0.62, 0.55, 0.16],
  },
];

/** Numbers that are the same at each visit. */
function dice(seed) {
  let state = seed * 7919 + 13;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}

function gradient(context, from, to, colors) {
  const made = context.createLinearGradient(0, from, 0, to);
  colors.forEach((color, at) => made.addColorStop(at / (colors.length - 1), color));
  return made;
}

function glow(context, x, y, radius, color) {
  const made = context.createRadialGradient(x, y, 0, x, y, radius);
  made.addColorStop(0, color);
  made.addColorStop(1, `${color}00`);
  context.fillStyle = made;
  context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
}

function shape(context, color, points) {
  context.fillStyle = color;
  context.beginPath();
  points.forEach(([x, y]) => context.lineTo(x, y));
  context.fill();
}

function ridge(context, w, h, { from, lift, rough, seed, color }) {
  const roll = dice(seed);
  const waves = Array.from({ length: 5 }, (_, at) => [rough * (at + 1) * (0.7 + 0.6 * roll()), 6.3 * roll(), 1 / (at + 1.3)]);
  const points = Array.from({ length: 81 }, (_, at) => {
    const height = waves.reduce((sum, [pace, phase, part]) => sum + part * Math.sin((pace * at) / 40 + phase), 0);
    return [(at / 80) * w, h * (from - lift * 0.55 * height)];
  });
  shape(context, gradient(context, h * (from - lift), h, [color, color, darker(color)]), [...points, [w, h], [0, h]]);
}

/** A darker shade of #rrggbb. */
function darker(color) {
  return `rgb(${color.match(/\w\w/g).map((two) => Math.round(parseInt(two, 16) * 0.75)).join(" ")})`;
}

function trees(context, w, h, [from, count, color], seed) {
  const roll = dice(seed);
  const wide = (1.9 * w) / count;
  for (let at = -1; at <= count; at++) {
    const x = ((at + roll() * 0.7) * w) / count;
    const tall = wide * (1.3 + roll());
    const foot = h * from + wide * 0.4 * roll();
    for (const [up, part] of [[1, 0.34], [0.72, 0.46], [0.42, 0.58]])
      shape(context, color, [[x, foot - tall * up], [x + (wide * part) / 1.6, foot - tall * (up - 0.5)], [x - (wide * part) / 1.6, foot - tall * (up - 0.5)]]);
  }
  context.fillStyle = color;
  context.fillRect(0, h * from - wide * 0.2, w, h);
}

function towers(context, w, h, [from, lift, color], seed) {
  const roll = dice(seed);
  for (let x = -0.02 * w; x < w; ) {
    const wide = w * (0.05 + 0.08 * roll());
    const top = h * (from - lift * roll());
    context.fillStyle = color;
    context.fillRect(x, top, wide - w * 0.006, h - top);
    for (let row = top + h * 0.014; row < h * 0.97; row += h * 0.022)
      for (let column = x + w * 0.012; column < x + wide - w * 0.02; column += w * 0.022) {
        if (roll() > 0.3) continue;
        context.fillStyle = roll() > 0.25 ? "#ffd98a" : "#9fd7ff";
        context.globalAlpha = 0.35 + 0.65 * roll();
        context.fillRect(column, row, w * 0.009, h * 0.009);
        context.globalAlpha = 1;
      }
    x += wide;
  }
}

function lights(context, w, h, [color, from, lift], seed) {
  const roll = dice(seed);
  const [a, b, phase] = [2 + 2 * roll(), 5 + 3 * roll(), 6 * roll()];
  context.globalCompositeOperation = "lighter";
  for (let at = 0; at < 60; at++) {
    const t = at / 60;
    const y = h * (from + 0.07 * Math.sin(a * t * 3 + phase) + 0.03 * Math.sin(b * t * 3));
    const tall = h * lift * (1 + 0.5 * Math.sin(9 * t + phase));
    const shine = Math.round(26 + 34 * Math.sin(Math.PI * t) * (0.6 + 0.4 * Math.sin(13 * t + phase)));
    context.fillStyle = gradient(context, y - tall, y + tall * 0.6, [`${color}00`, color + shine.toString(16).padStart(2, "0"), `${color}00`]);
    context.fillRect(t * w - w / 90, y - tall, w / 22, tall * 1.6);
  }
  context.globalCompositeOperation = "source-over";
}

function water(context, w, h, [from, near, deep], scene) {
  context.fillStyle = gradient(context, h * from, h, [near, deep]);
  context.fillRect(0, h * from, w, h);
  const roll = dice(21);
  for (let at = 0; at < 90; at++) {
    const y = roll() ** 1.6;
    const wide = w * (0.02 + 0.12 * y * roll());
    const toSun = scene.sun && roll() < 0.5 ? scene.sun[0] * w + (roll() - 0.5) * w * 0.16 : roll() * w;
    context.fillStyle = `rgb(255 255 255 / ${0.06 + 0.2 * roll()})`;
    context.fillRect(toSun - wide / 2, h * (from + (1 - from) * y), wide, Math.max(1, h * 0.0035 * (0.4 + y)));
  }
}

function sail(context, w, h, [x, y, size]) {
  const [left, foot, s] = [x * w, y * h + 0.02 * h, size * h];
  shape(context, "#ffffff", [[left, foot - s], [left + s * 0.5, foot - s * 0.12], [left, foot - s * 0.12]]);
  shape(context, "#ffd0c4", [[left - s * 0.04, foot - s * 0.85], [left - s * 0.04, foot - s * 0.12], [left - s * 0.34, foot - s * 0.12]]);
  shape(context, "#7d2f2a", [[left - s * 0.38, foot - s * 0.08], [left + s * 0.52, foot - s * 0.08], [left + s * 0.4, foot + s * 0.05], [left - s * 0.26, foot + s * 0.05]]);
}

/** Draws a scene over the whole of a canvas. */
export function paint(context, scene) {
  const { width: w, height: h } = context.canvas;
  context.fillStyle = gradient(context, 0, h * 0.66, scene.sky);
  context.fillRect(0, 0, w, h);
  const roll = dice(11);
  for (let at = 0; at < (scene.stars ?? 0); at++) {
    context.fillStyle = `rgb(255 255 255 / ${0.25 + 0.7 * roll()})`;
    const size = w * (0.002 + 0.003 * roll());
    context.fillRect(roll() * w, roll() * h * 0.62, size, size);
  }
  if (scene.sun) {
    const [x, y, radius, color] = scene.sun;
    glow(context, x * w, y * h, radius * h * 4.2, color);
    context.fillStyle = color;
    context.beginPath();
    context.arc(x * w, y * h, radius * h, 0, 7);
    context.fill();
  }
  for (const [x, y, size] of scene.clouds ?? [])
    for (const [dx, dy, part] of [[-0.7, 0.1, 0.5], [0, -0.1, 0.8], [0.7, 0.08, 0.6], [1.3, 0.16, 0.35], [-1.3, 0.18, 0.3]])
      for (const shine of ["#ffffff66", "#ffffff99"]) {
        context.fillStyle = shine;
        context.beginPath();
        context.ellipse((x + dx * size * 0.6) * w, (y + dy * size) * h, part * size * w * (shine.endsWith("66") ? 1 : 0.8), part * size * h * 0.4, 0, 0, 7);
        context.fill();
      }
  (scene.lights ?? []).forEach((one, at) => lights(context, w, h, one, at + 2));
  (scene.towers ?? []).forEach((one, at) => towers(context, w, h, one, at + 4));
  (scene.trees ?? []).forEach((one, at) => trees(context, w, h, one, at + 6));
  (scene.ridges ?? []).forEach((one) => ridge(context, w, h, one));
  if (scene.water) water(context, w, h, scene.water, scene);
  if (scene.sail) sail(context, w, h, scene.sail);
}
