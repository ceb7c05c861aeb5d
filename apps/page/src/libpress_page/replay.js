// A recording: its force, and its phase at each time, with the settings of before and of now.
export default {
  template: `
    <div class="replay">
      <canvas ref="canvas" role="img" :aria-label="words"></canvas>
      <p class="muted">Upper strip: with the settings when it was chosen. Lower strip: with those of now.</p>
    </div>`,
  props: { points: Array, before: Array, now: Array, marks: Array, words: String },
  watch: { points: "draw", before: "draw", now: "draw" },
  mounted() {
    this.media = matchMedia("(prefers-color-scheme: dark)");
    this.redraw = () => this.draw();
    this.media.addEventListener("change", this.redraw);
    this.sizes = new ResizeObserver(this.redraw);
    this.sizes.observe(this.$refs.canvas);
  },
  unmounted() {
    this.sizes.disconnect();
    this.media.removeEventListener("change", this.redraw);
  },
  methods: {
    draw() {
      const canvas = this.$refs.canvas;
      if (!canvas?.clientWidth || !this.points.length) return;
      const ratio = devicePixelRatio || 1;
      const [width, height] = [canvas.clientWidth, canvas.clientHeight];
      [canvas.width, canvas.height] = [width * ratio, height * ratio];
      const style = getComputedStyle(this.$el);
      const color = (name) => style.getPropertyValue(`--${name}`).trim();
      const pen = canvas.getContext("2d");
      pen.setTransform(ratio, 0, 0, ratio, 0, 0);
      const [begin, end] = [this.points[0][0], Math.max(this.points.at(-1)[0], this.points[0][0] + 0.001)];
      const x = (t) => ((t - begin) / (end - begin)) * width;
      const most = Math.max(...this.points.map((one) => one[1]), 1) * 1.1;
      const strip = 12;
      const room = height - 2 * strip - 6;
      pen.strokeStyle = color("line");
      pen.lineWidth = 1.5;
      pen.beginPath();
      for (const [t, newtons] of this.points) pen.lineTo(x(t), room * (1 - newtons / most));
      pen.stroke();
      [this.before, this.now].forEach((spans, row) => {
        const top = room + 3 + row * (strip + 3);
        pen.fillStyle = color("track");
        pen.fillRect(0, top, width, strip);
        for (const [from, to, what] of spans) {
          pen.fillStyle = color(`phase-${what}`);
          pen.fillRect(x(from), top, Math.max(x(to) - x(from), 1), strip);
        }
      });
      pen.font = "12px system-ui, sans-serif";
      pen.lineWidth = 4;
      // The words of marks: each in the first row where none is in its way, over whatever line there is.
      const ends = [];
      for (const [t, words] of [...this.marks].sort((one, other) => one[0] - other[0])) {
        const wide = Math.min(pen.measureText(words).width, width);
        const left = Math.min(x(t) + 4, width - wide);
        const free = ends.findIndex((end) => end < left - 6);
        const row = free < 0 ? ends.length : free;
        ends[row] = left + wide;
        pen.fillStyle = color("text");
        pen.fillRect(x(t), 0, 1, room);
        pen.strokeStyle = color("card");
        pen.strokeText(words, left, 12 + 15 * row, width);
        pen.fillText(words, left, 12 + 15 * row, width);
      }
    },
  },
};
