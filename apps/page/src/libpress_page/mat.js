// A mat as a map of forces, with the number of each contact on its place: the darkest is the highest cell so far.
export default {
  template: `
    <section class="card mat" :class="{ stale: lost }" aria-label="Mat">
      <div class="readout">
        <output class="force" aria-label="Force">{{ mat ? mat.force.toFixed(1) : "–" }} N</output>
        <span v-if="mat">at {{ mat.x }}, {{ mat.y }}</span>
        <span class="rate" v-if="mat">highest cell {{ mat.peak.toFixed(1) }} N</span>
      </div>
      <div class="lost" role="status" v-if="lost">{{ lost }}</div>
      <canvas ref="canvas" role="img" :aria-label="words"></canvas>
      <p class="bad" v-for="fault in mat?.faults">{{ fault }}</p>
      <ul><li v-for="one in mat?.contacts" :key="one.id">{{ one.id }}: {{ one.force.toFixed(1) }} N{{ one.saturated ? ", saturated" : "" }}</li></ul>
      <p class="notice" role="status">{{ mat?.message }}</p>
    </section>`,
  props: { address: String },
  data() {
    return { mat: null, lost: "Connecting" };
  },
  computed: {
    words() {
      const count = this.mat?.contacts.length ?? 0;
      return `Forces of the cells, ${count} contact${count === 1 ? "" : "s"}`;
    },
  },
  mounted() {
    this.sizes = new ResizeObserver(() => this.draw());
    this.sizes.observe(this.$refs.canvas);
    this.connect();
  },
  unmounted() {
    clearTimeout(this.later);
    this.sizes.disconnect();
    this.socket.onclose = null;
    this.socket.close();
  },
  methods: {
    connect() {
      const socket = (this.socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${this.address}`));
      socket.onmessage = ({ data }) => {
        this.lost = "";
        this.mat = JSON.parse(data).at(-1) ?? this.mat;
        this.draw();
      };
      socket.onclose = () => {
        this.lost = "No connection: trying again";
        this.later = setTimeout(() => this.connect(), 1000);
      };
    },
    draw() {
      if (!this.mat) return;
      const { cells, contacts, most } = this.mat;
      const { canvas } = this.$refs;
      canvas.style.aspectRatio = `${cells[0].length} / ${cells.length}`;
      canvas.width = canvas.clientWidth * devicePixelRatio;
      canvas.height = canvas.clientHeight * devicePixelRatio;
      const paint = canvas.getContext("2d");
      const color = (name) => getComputedStyle(canvas).getPropertyValue(name);
      const [wide, high] = [canvas.width / cells[0].length, canvas.height / cells.length];
      paint.fillStyle = color("--line");
      cells.forEach((row, y) =>
        row.forEach((force, x) => {
          paint.globalAlpha = force > 0 ? 0.15 + 0.85 * Math.min(force / most, 1) : 0.04;
          paint.fillRect(x * wide + 0.5, y * high + 0.5, wide - 1, high - 1);
        }),
      );
      paint.globalAlpha = 1;
      paint.textAlign = "center";
      paint.textBaseline = "middle";
      paint.font = `bold ${Math.max(1.2 * Math.min(wide, high), 16 * devicePixelRatio)}px system-ui`;
      paint.lineWidth = 3 * devicePixelRatio;
      for (const { id, at } of contacts) {
        const place = [(at[0] + 0.5) * wide, (at[1] + 0.5) * high];
        paint.strokeStyle = color("--card");
        paint.fillStyle = color("--text");
        paint.strokeText(id, ...place);
        paint.fillText(id, ...place);
      }
    },
  },
};
