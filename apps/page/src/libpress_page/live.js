// The force of the last ten seconds, and the levels, which are dragged where that is allowed. What it receives from the server it
// also gives to the other components of the page, as the event "press-live".
import { spread } from "libpress-chart";

const SECONDS = 10;
const QUIET_MS = 8000; // without any text: the connection is lost
const NAMES = {
  release_force: "release",
  touch_force: "touch",
  preview_pressure: "preview",
  commit_pressure: "commit",
  complete_pressure: "complete",
};
const PAUSE = 0.5; // seconds without a point: the line is broken there
const HANDLE = 44; // points, the least that a finger can take
const GAP = 2;
const FOOT = 18; // points below the chart, for the seconds

export default {
  template: `
    <section class="gauge" :class="{ stale: lost }" aria-label="Force and levels">
      <div class="readout">
        <output class="force" aria-label="Force">{{ shown.force }}</output>
        <span class="doing"><span class="phase" :data-phase="shown.phase">{{ shown.phase }}</span>
          <span class="rec" v-if="shown.rec !== null">● {{ shown.rec }} frames</span></span>
        <span class="rate">{{ shown.rate }}</span>
      </div>
      <div class="lost" role="status" v-if="lost">{{ lost }}</div>
      <div v-if="meter" class="meter-of">
        <div class="meter"><span :style="{ width: Math.min((100 * meter[0]) / meter[1], 100) + '%' }"></span></div>
        <span>{{ meter[0].toFixed(1) }} {{ meter[2] }}</span>
      </div>
      <div class="field">
        <canvas ref="canvas" role="img" aria-label="Force of the last ten seconds, with the levels as lines"></canvas>
        <div class="handles">
          <component :is="'div'" v-for="one in handles" :key="one.key" class="handle" :class="{ fresh: one.fresh, dragged: one.key === dragged }"
            :data-level="one.key" :style="{ top: one.top + 'px' }" v-bind="one.roles"
            @pointerdown="down($event, one)" @pointermove="move($event)" @pointerup="up($event)" @pointercancel="up($event)"
            @keydown="key($event, one)">
            <span class="name">{{ one.name }}</span> <span class="value">{{ one.value }}</span>
          </component>
        </div>
      </div>
    </section>`,
  props: { address: String, editable: Boolean },
  data() {
    return { levels: null, lost: "Connecting", height: 300, highest: 0, meter: null, dragged: null, at: 0, shown: { force: "– N", phase: "", rate: "", rec: null } };
  },
  computed: {
    most() {
      if (!this.levels) return 6;
      return Math.max(this.levels.full * 1.1, ...this.levels.rows.map((one) => one.newtons * 1.1), this.highest * 1.03);
    },
    handles() {
      if (!this.levels) return [];
      const rows = this.levels.rows.map((row) => {
        const newtons = row.key === this.dragged ? this.at : row.newtons;
        return { ...row, newtons, middle: this.y(newtons) };
      });
      // From below upwards, as newtons grow.
      const middles = spread(rows.map((one) => -one.middle), HANDLE + GAP, -this.height - GAP / 2, GAP / 2);
      rows.forEach((one, n) => (one.top = -middles[n] - HANDLE / 2));
      return rows.map((one) => ({ ...one, name: NAMES[one.key], fresh: one.new, value: `${one.newtons.toFixed(2)} N`, roles: this.roles(one) }));
    },
  },
  mounted() {
    this.points = [];
    this.media = matchMedia("(prefers-color-scheme: dark)");
    this.redraw = () => this.draw();
    this.media.addEventListener("change", this.redraw);
    this.sizes = new ResizeObserver(() => this.resize());
    this.sizes.observe(this.$refs.canvas);
    this.wake = () => document.visibilityState === "visible" && this.socket?.readyState !== 1 && this.connect();
    document.addEventListener("visibilitychange", this.wake);
    this.watch = setInterval(() => this.socket && Date.now() - this.last > QUIET_MS && this.failed(), 1000);
    this.wait = 500;
    this.connect();
  },
  unmounted() {
    this.isGone = true;
    clearInterval(this.watch);
    clearTimeout(this.later);
    this.sizes.disconnect();
    this.media.removeEventListener("change", this.redraw);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket?.close();
  },
  methods: {
    y(newtons) {
      return (this.height - FOOT) * (1 - newtons / this.most);
    },
    roles(one) {
      if (!this.editable) return {};
      return {
        role: "slider",
        tabindex: 0,
        "aria-label": `Level ${NAMES[one.key]}`,
        "aria-orientation": "vertical",
        "aria-valuemin": 0,
        "aria-valuemax": Number(this.most.toFixed(2)),
        "aria-valuenow": Number(one.newtons.toFixed(2)),
        "aria-valuetext": `${one.newtons.toFixed(2)} newtons`,
      };
    },
    connect() {
      clearTimeout(this.later);
      if (this.isGone) return;
      if (this.socket) this.socket.onclose = null;
      this.socket?.close();
      const socket = (this.socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${this.address}`));
      this.last = Date.now();
      socket.onmessage = ({ data }) => {
        this.last = Date.now();
        this.wait = 500;
        this.lost = "";
        this.stale(false);
        this.restore();
        for (const one of [JSON.parse(data)].flat()) this.take(one);
      };
      socket.onclose = ({ code }) => this.failed(code);
    },
    /** What cannot be done now takes no press and no key. */
    stale(is) {
      document.body.toggleAttribute("data-stale", is);
      for (const one of document.querySelectorAll(".handles, .q-tab-panels")) one.inert = is;
    },
    /** The tab that was looked at before the page was loaded again, once. */
    restore() {
      if (this.isRestored) return;
      this.isRestored = true;
      const tab = [...document.querySelectorAll(".q-tab")].find((one) => one.textContent.trim() === sessionStorage.getItem("libpress-tab"));
      if (tab?.getAttribute("aria-selected") === "false") tab.click();
    },
    failed(code) {
      this.stale(true);
      this.lost = code === 1013 ? "As many viewers as there may be are here: trying again" : "No connection: trying again";
      this.socket.onclose = null; // the end of one that does not answer comes late
      this.socket.close();
      this.socket = null;
      this.later = setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(this.wait * 2, 5000);
    },
    take(moment) {
      if (moment.all) this.points = [];
      if (moment.levels) this.levels = moment.levels;
      if (moment.p?.length) this.points.push(...moment.p);
      const end = this.points.at(-1)?.[0] ?? 0;
      while (this.points.length && this.points[0][0] < end - SECONDS - 1) this.points.shift();
      if (!this.dragged) this.highest = this.points.reduce((most, one) => Math.max(most, one[1]), 0);
      if (moment.p) {
        const force = moment.force ?? this.points.at(-1)?.[1];
        if (force !== undefined) this.shown.force = `${force.toFixed(2)} N`;
        this.shown.phase = moment.phase ?? "";
        this.meter = moment.meter ?? null;
        this.shown.rate = moment.rate ? `${moment.rate} /s` : "";
        this.shown.rec = moment.rec ?? null;
        this.phase = moment.phase;
      }
      window.dispatchEvent(new CustomEvent("press-live", { detail: moment }));
      if (!this.frame) this.frame = requestAnimationFrame(() => this.draw());
    },
    resize() {
      const canvas = this.$refs.canvas;
      const ratio = devicePixelRatio || 1;
      this.height = canvas.clientHeight;
      canvas.width = canvas.clientWidth * ratio;
      canvas.height = canvas.clientHeight * ratio;
      this.draw();
    },
    draw() {
      this.frame = 0;
      const canvas = this.$refs.canvas;
      if (!canvas || !canvas.width) return;
      const style = getComputedStyle(this.$el);
      const color = (name) => style.getPropertyValue(`--${name}`).trim();
      const pen = canvas.getContext("2d");
      const ratio = devicePixelRatio || 1;
      const [width, height] = [canvas.clientWidth, canvas.clientHeight];
      pen.setTransform(ratio, 0, 0, ratio, 0, 0);
      pen.clearRect(0, 0, width, height);
      const bar = width < 320 ? 16 : 44;
      const left = bar + 36; // the numbers of the newtons stand before it
      const right = width - 14;
      const foot = height - FOOT;
      pen.fillStyle = color("track");
      pen.fillRect(0, 0, bar, foot);
      const end = this.points.at(-1)?.[0] ?? 0;
      const force = this.points.at(-1)?.[1] ?? 0;
      pen.fillStyle = color(`phase-${this.phase || "untouched"}`) || color("line");
      pen.fillRect(0, this.y(Math.min(force, this.most)), bar, foot - this.y(Math.min(force, this.most)));
      pen.font = "12px system-ui, sans-serif";
      this.scale(pen, { left, right, foot, color });
      for (const one of this.handles) {
        pen.strokeStyle = color(`level-${one.key.split("_")[0]}`);
        pen.lineWidth = one.key === this.dragged ? 2 : 1.25;
        pen.setLineDash(one.key === "release_force" ? [4, 3] : []);
        pen.beginPath();
        pen.moveTo(0, one.middle);
        pen.lineTo(bar, one.middle);
        pen.moveTo(left, one.middle);
        pen.lineTo(right, one.middle);
        pen.lineTo(width, one.top + HANDLE / 2);
        pen.stroke();
      }
      pen.setLineDash([]);
      pen.strokeStyle = color("line");
      pen.lineWidth = 2;
      pen.lineJoin = "round";
      pen.lineCap = "round";
      pen.beginPath();
      let before = -Infinity;
      for (const [t, newtons] of this.points) {
        if (t < end - SECONDS) continue;
        const [x, y] = [left + (right - left) * (1 - (end - t) / SECONDS), this.y(Math.min(newtons, this.most))];
        if (t - before > PAUSE) pen.moveTo(x, y);
        pen.lineTo(x, y);
        before = t;
      }
      pen.stroke();
    },
    /** Newtons from below upwards, left of the chart, and seconds below it, as many as have room. */
    scale(pen, { left, right, foot, color }) {
      pen.lineWidth = 1;
      pen.strokeStyle = color("edge");
      pen.fillStyle = color("soft");
      const step = [0.25, 0.5, 1, 2, 5, 10].find((one) => (one / this.most) * foot >= 34) ?? 20;
      pen.textAlign = "right";
      pen.textBaseline = "middle";
      for (let newtons = step; newtons < this.most * 0.97; newtons += step) {
        const y = Math.round(this.y(newtons)) + 0.5;
        pen.beginPath();
        pen.moveTo(left, y);
        pen.lineTo(right, y);
        pen.stroke();
        pen.fillText(`${newtons} N`, left - 5, y);
      }
      const every = [1, 2, 5].find((one) => ((right - left) * one) / SECONDS >= 48) ?? SECONDS;
      pen.textAlign = "center";
      pen.textBaseline = "alphabetic";
      for (let second = every; second < SECONDS; second += every) {
        const x = Math.round(right - ((right - left) * second) / SECONDS) + 0.5;
        pen.beginPath();
        pen.moveTo(x, foot);
        pen.lineTo(x, foot - 6);
        pen.stroke();
        pen.fillText(`−${second} s`, x, foot + FOOT - 4);
      }
      pen.textAlign = "left";
    },
    down(event, one) {
      if (!this.editable || event.button) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      event.currentTarget.focus();
      this.drag = { y: event.clientY, from: one.newtons, most: this.most, key: one.key };
      this.at = one.newtons;
      this.dragged = one.key;
    },
    move(event) {
      if (!this.drag) return;
      const newtons = this.drag.from - ((event.clientY - this.drag.y) / (this.height - FOOT)) * this.drag.most;
      this.at = Math.round(Math.min(Math.max(newtons, 0), this.drag.most) * 100) / 100; // what the library refuses is said
      if (!this.pending) this.pending = setTimeout(() => this.send(false), 60);
      this.redraw();
    },
    up() {
      if (!this.drag) return;
      this.send(true);
      this.drag = null;
      setTimeout(() => (this.dragged = null), 300);
    },
    send(isLast) {
      clearTimeout(this.pending);
      this.pending = 0;
      if (this.drag && (isLast ? this.at !== this.drag.from : true)) this.$emit("level", { key: this.drag.key, newtons: this.at, last: isLast });
    },
    key(event, one) {
      const steps = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 5, PageDown: -5 }[event.key];
      if (!this.editable || !steps) return;
      event.preventDefault();
      this.$emit("step", { key: one.key, steps });
    },
  },
};
