// Sound and vibration: both off until somebody asks for them.

export const feel = {
  canVibrate: "vibrate" in navigator && matchMedia("(pointer: coarse)").matches,
  sound: false,
  vibration: false,
  context: null,

  /** A short tone; `strength` 0..1. */
  tone(frequency, strength = 0.5, lasts = 0.09) {
    if (!this.sound) return;
    this.context ??= new AudioContext();
    const { currentTime: now, destination } = this.context;
    const [source, gain] = [this.context.createOscillator(), this.context.createGain()];
    source.type = "triangle";
    source.frequency.setValueAtTime(frequency * 1.5, now);
    source.frequency.exponentialRampToValueAtTime(frequency, now + 0.02);
    gain.gain.setValueAtTime(0.5 * strength, now);
    gain.gain.exponentialRampToValueAtTime(0.001, now + lasts);
    source.connect(gain).connect(destination);
    source.start(now);
    source.stop(now + lasts);
  },

  tick() {
    this.tone(320, 0.25, 0.05);
    if (this.vibration) navigator.vibrate(8);
  },

  firm() {
    this.tone(160, 0.6, 0.14);
    if (this.vibration) navigator.vibrate(22);
  },
};
