// Shows the place of the finger, the reading of each sensor, and the events, from the texts that live.js receives.
const KEPT = 60;
/** So long the simulated finger has been still when its force is first looked at, ms; what climbs by so much from there, and above the finger, creeps. */
const STILL_MS = 300;
const CREPT = 1.02;
const HARDER = 1.1;

export default {
  template: `
    <div class="now">
      <section class="card hand" v-if="hand">
        <h2>Simulated finger</h2>
        <div class="press" role="slider" tabindex="0" aria-label="Force of the simulated finger" aria-orientation="vertical" aria-valuemin="0"
          aria-valuemax="8" :aria-valuenow="newtons.toFixed(1)" :aria-valuetext="newtons.toFixed(1) + ' newtons'" aria-describedby="creep"
          @pointerdown="down" @pointermove="move" @pointerup="up" @pointercancel="up" @keydown="key">
          <span class="fill" :style="{ height: (newtons / 8) * 100 + '%' }"></span>
          <span class="words">Press here; higher up is harder: {{ newtons.toFixed(1) }} N
            <span id="creep" class="creep">{{ creep }}</span></span>
        </div>
        <p v-if="own" class="muted">It presses by itself until you do.</p>
        <button v-else class="plain" type="button" @click="alone">Let it press by itself</button>
      </section>
      <section class="card">
        <h2>Sensors</h2>
        <div class="plate" v-if="sensors.length > 1">
          <svg :viewBox="box" role="img" :aria-label="'The plate; the finger is at ' + place.join(', ')">
            <rect v-bind="frame" rx="4" class="edge" />
            <circle v-for="(one, n) in sensors" :key="n" :cx="one.x" :cy="one.y" :r="unit * 2" class="sensor" />
            <circle v-if="touched" :cx="place[0]" :cy="place[1]" :r="unit * (2 + Math.min(force, 10))" class="finger" />
          </svg>
        </div>
        <div class="scroll">
          <table>
            <thead><tr><th scope="col">No.</th><th scope="col">code</th><th scope="col">force</th><th scope="col">µS</th>
              <th scope="col">zero</th><th scope="col">noise</th></tr></thead>
            <tbody><tr v-for="(one, n) in rows" :key="n" :class="{ bad: one.fault }">
              <th scope="row">{{ n }}</th><td>{{ one.code ?? "–" }}</td><td>{{ one.f.toFixed(2) }} N</td><td>{{ one.g?.toFixed(1) ?? "–" }}</td>
              <td>{{ one.zero?.toFixed(1) ?? "–" }}</td><td>{{ one.noise.toFixed(3) }} N</td></tr></tbody>
          </table>
        </div>
        <p v-for="(one, n) in rows.filter((row) => row.fault)" :key="'f' + n" class="fault" role="alert">
          <strong>{{ one.fault }}</strong>: {{ one.do }}</p>
      </section>
      <section class="card">
        <h2>Events</h2>
        <p v-if="left" class="muted">{{ left }} events came too fast to be shown</p>
        <ol class="events" tabindex="0" aria-label="Events, the latest first">
          <li v-for="one in events" :key="one[0]" :data-event="one[2]"><span v-for="word in words(one[1])">{{ word }} </span></li>
        </ol>
        <p v-if="!events.length" class="muted">Nothing has happened yet</p>
      </section>
    </div>`,
  props: { hand: Boolean, sensors: Array },
  data() {
    return { rows: [], events: [], left: 0, newtons: 0, place: [0, 0], touched: false, force: 0, own: true, stillSince: 0, onset: 0, hardest: 0 };
  },
  computed: {
    /** Why the sensor reads more than the finger presses; "": it does not, or nobody knows how hard it is pressed. */
    creep() {
      if (this.own || !this.onset || this.force < CREPT * this.newtons) return "";
      const reads = `The sensor reads ${this.force.toFixed(2)} N: `;
      if (this.force >= CREPT * this.onset)
        return `${reads}it creeps. A force that stays is read as more with time; that commits nothing (creep_limit), and sensor.creep takes it off.`;
      return this.hardest > HARDER * this.newtons ? `${reads}it was pressed harder before, and reads more on the way down (hysteresis).` : "";
    },
    bounds() {
      const xs = this.sensors.map((one) => one.x);
      const ys = this.sensors.map((one) => one.y);
      return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    },
    unit() {
      return Math.max(this.bounds[2] - this.bounds[0], this.bounds[3] - this.bounds[1], 1) / 50;
    },
    frame() {
      const [x, y, right, bottom] = this.bounds;
      const edge = this.unit * 6;
      return { x: x - edge, y: y - edge, width: right - x + 2 * edge, height: bottom - y + 2 * edge };
    },
    box() {
      const { x, y, width, height } = this.frame;
      return [x - 1, y - 1, width + 2, height + 2].join(" ");
    },
  },
  mounted() {
    this.last = 0;
    this.take = ({ detail }) => this.show(detail);
    window.addEventListener("press-live", this.take);
  },
  unmounted() {
    window.removeEventListener("press-live", this.take);
  },
  methods: {
    /** A line as what may stand on a line of its own: a time, a name, each value with its name. */
    words(text) {
      return text.trim().split(/ {2,}|(?<=\bs) (?=\w)/).flatMap((part) => part.trim());
    },
    show(moment) {
      if (moment.sensors) this.rows = moment.sensors;
      if (moment.place) [this.place, this.touched, this.force] = [moment.place, moment.touched, moment.force];
      if (!this.onset && this.newtons > 0 && performance.now() - this.stillSince > STILL_MS) this.onset = this.force;
      if (moment.all && moment.seen < this.last) [this.last, this.events, this.left] = [0, [], 0]; // another run of the server
      const fresh = (moment.e ?? []).filter(([number]) => number > this.last);
      if (!fresh.length) return;
      if (this.last) this.left += fresh[0][0] - this.last - 1;
      this.last = fresh.at(-1)[0];
      this.events = [...fresh.reverse(), ...this.events].slice(0, KEPT);
    },
    at(event) {
      const { top, height } = event.currentTarget.getBoundingClientRect();
      return Math.min(Math.max((1 - (event.clientY - top) / height) * 8, 0), 8);
    },
    alone() {
      this.own = true;
      this.$emit("hand", { newtons: null });
    },
    set(newtons, isNow = true) {
      this.own = false;
      if (newtons !== this.newtons) [this.stillSince, this.onset] = [performance.now(), 0];
      this.newtons = newtons;
      this.hardest = newtons > 0 ? Math.max(this.hardest, newtons) : 0;
      clearTimeout(this.pending);
      if (isNow) this.$emit("hand", { newtons });
      else this.pending = setTimeout(() => this.$emit("hand", { newtons }), 40);
    },
    down(event) {
      event.currentTarget.setPointerCapture(event.pointerId);
      this.isDown = true;
      this.set(this.at(event));
    },
    move(event) {
      if (this.isDown) this.set(this.at(event), false);
    },
    up() {
      if (this.isDown) this.set(0);
      this.isDown = false;
    },
    key(event) {
      const by = { ArrowUp: 0.5, ArrowRight: 0.5, ArrowDown: -0.5, ArrowLeft: -0.5, PageUp: 2, PageDown: -2, Home: -8, End: 8 }[event.key];
      if (!by) return;
      event.preventDefault();
      this.set(Math.min(Math.max(this.newtons + by, 0), 8));
    },
  },
};
