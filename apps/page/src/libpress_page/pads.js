// Shows all pads side by side: the reading of each, on a bar with its levels, from the texts that live.js receives.
export default {
  template: `
    <nav class="pads" aria-label="Pads">
      <a v-for="(name, n) in names" :key="n" class="pad" :href="'/?pad=' + (n + 1)" :aria-current="n === here ? 'page' : null">
        <span class="name">{{ name }}</span>
        <span class="newtons">{{ pads[n] ? pads[n].force.toFixed(2) + " N" : "–" }}</span>
        <span class="bar" v-if="pads[n]">
          <i :data-phase="pads[n].phase" :style="{ width: part(n, pads[n].force) }"></i>
          <b v-for="(level, at) in pads[n].levels" :key="at" :style="{ left: part(n, level) }"></b>
        </span>
        <span class="doing" :class="{ wrong: pads[n]?.wrong }">{{ pads[n]?.wrong || pads[n]?.phase }}</span>
        <span class="end" v-if="pads[n]">{{ most(n).toFixed(1) }} N</span>
      </a>
    </nav>`,
  props: { names: Array, here: Number },
  data() {
    return { pads: [] };
  },
  mounted() {
    this.take = ({ detail }) => detail.pads && (this.pads = detail.pads);
    window.addEventListener("press-live", this.take);
  },
  unmounted() {
    window.removeEventListener("press-live", this.take);
  },
  methods: {
    /** Newtons at the right end of the bar. */
    most(n) {
      return Math.max(this.pads[n].full, ...this.pads[n].levels) * 1.1;
    },
    part(n, newtons) {
      return `${Math.min(Math.max((100 * newtons) / this.most(n), 0), 100).toFixed(1)}%`;
    },
  },
};
