// A press as it was recorded, checked before it is played, and as the text that a link carries.

/** A press that a page plays: newtons, points, microseconds. */
const [MOST_FORCE, FARTHEST, LONGEST_US, MOST_SAMPLES] = [1000, 30_000, 300_000_000, 50_000];
const [DOWN, LOST, OTHER] = [1, 2, 4];
const FORCE = 65536; // as fine as the library has it
const PLACE = 1000; // of the width and height of the target
/** The contacts of a press that came by a link: no pointer of this page has these numbers. */
const FIRST_CONTACT = 8;

/** What is wrong with what a visitor opened, in words for the visitor. */
export class Damaged extends Error {}

/** Samples as a page records them, or Damaged. */
export function checked(samples) {
  const isNumber = (value, least, most) => typeof value === "number" && value >= least && value <= most;
  const isSample = (one, at) =>
    typeof one === "object" && one !== null && Number.isInteger(one.tUs) && Number.isInteger(one.contact) && isNumber(one.tUs, samples[Math.max(at - 1, 0)].tUs, samples[0].tUs + LONGEST_US) &&
    isNumber(one.contact, 0, 0xfffffffe) && isNumber(one.force, 0, MOST_FORCE) && isNumber(one.x, -FARTHEST, FARTHEST) && isNumber(one.y, -FARTHEST, FARTHEST) && typeof one.down === "boolean";
  if (!Array.isArray(samples) || samples.length === 0 || samples.length > MOST_SAMPLES || !samples.every(isSample)) throw new Damaged("its press is damaged");
  return samples.map(({ tUs, contact, force, x, y, down, lost, hasForce }) => ({ tUs, contact, force, x, y, down, lost: lost === true, hasForce: hasForce !== false }));
}

/** Samples as text: times in microseconds, as they were; places as parts of a box of the page, which has another width elsewhere. */
export function textOf(samples, box) {
  const bytes = [];
  const put = (whole) => {
    for (; whole > 127; whole = Math.floor(whole / 128)) bytes.push((whole % 128) + 128);
    bytes.push(whole);
  };
  const putSigned = (whole) => put(whole < 0 ? -2 * whole - 1 : 2 * whole);
  const contacts = [...new Set(samples.map(({ contact }) => contact))];
  let before = { tUs: samples[0].tUs, contact: samples[0].contact, numbers: [0, 0, 0] };
  put(samples.length);
  for (const { tUs, contact, force, x, y, down, lost } of samples) {
    const numbers = [force * FORCE, (PLACE * (x - box.x)) / box.width, (PLACE * (y - box.y)) / box.height].map(Math.round);
    const isOther = contact !== before.contact;
    put(8 * (tUs - before.tUs) + (down ? DOWN : 0) + (lost ? LOST : 0) + (isOther ? OTHER : 0));
    if (isOther) put(contacts.indexOf(contact));
    numbers.forEach((number, at) => putSigned(number - before.numbers[at]));
    before = { tUs, contact, numbers };
  }
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export function samplesOf(text, box) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  let at = 0;
  const take = () => {
    let [whole, unit] = [0, 1];
    for (;;) {
      if (at >= bytes.length || unit > 2 ** 45) throw new Damaged("its press is damaged");
      const byte = bytes[at++];
      whole += (byte % 128) * unit;
      if (byte < 128) return whole;
      unit *= 128;
    }
  };
  const takeSigned = (whole = take()) => (whole % 2 ? -(whole + 1) / 2 : whole / 2);
  const count = take();
  if (count > bytes.length) throw new Damaged("its press is damaged");
  let [tUs, contact, numbers] = [0, 0, [0, 0, 0]];
  const samples = Array.from({ length: count }, () => {
    const head = take();
    tUs += Math.floor(head / 8);
    if (head & OTHER) contact = take();
    numbers = numbers.map((number) => number + takeSigned());
    const [force, x, y] = numbers;
    return {
      tUs, contact: FIRST_CONTACT + contact, force: force / FORCE, x: box.x + (x / PLACE) * box.width, y: box.y + (y / PLACE) * box.height,
      down: (head & DOWN) !== 0, lost: (head & LOST) !== 0, hasForce: true,
    };
  });
  if (at !== bytes.length) throw new Damaged("its press is damaged");
  return checked(samples);
}
