/** A small seeded generator (mulberry32), for repeatable runs. */
export const seededRandom = (seed: number): ((below: number) => number) => {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
};

type Random = (below: number) => number;

/** Bytes with a meaning in tags and lengths. */
const significantBytes = [
  0x00, 0x01, 0x7f, 0x80, 0x81, 0x82, 0x84, 0x88, 0xff, 0x30, 0x31, 0x02, 0x03, 0x04, 0x05, 0x06, 0x17, 0x18, 0xa0, 0xa3, 0x1f,
];

const MAX_BYTES = 20_000;

const mutations: readonly ((bytes: Buffer, random: Random, other: Buffer) => Buffer)[] = [
  (bytes, random) => {
    bytes[random(bytes.length)] = random(256);
    return bytes;
  },
  (bytes, random) => {
    const at = random(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8));
    return bytes;
  },
  (bytes, random) => {
    bytes[random(bytes.length)] = significantBytes[random(significantBytes.length)] ?? 0;
    return bytes;
  },
  (bytes, random) => bytes.subarray(0, random(bytes.length)),
  (bytes, random) => {
    const at = random(bytes.length);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random(20))]);
  },
  (bytes, random) => {
    const at = random(bytes.length);
    const piece = bytes.subarray(at, at + 1 + random(100));
    return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)]);
  },
  (bytes, random, other) => {
    const from = random(other.length);
    const at = random(bytes.length);
    return Buffer.concat([bytes.subarray(0, at), other.subarray(from, from + 1 + random(200)), bytes.subarray(at)]);
  },
  (bytes, random, other) => {
    const at = random(Math.min(bytes.length, other.length));
    return Buffer.concat([bytes.subarray(0, at), other.subarray(at)]);
  },
];

/** Returns `bytes` changed in one to four ways; pieces are copied from `other`. */
export const mutate = (bytes: Buffer, random: Random, other: Buffer): Buffer => {
  let changed = Buffer.from(bytes);
  for (let left = 1 + random(4); left > 0 && changed.length > 0; left -= 1) {
    const change = mutations[random(mutations.length)];
    if (change !== undefined) changed = Buffer.from(change(changed, random, other).subarray(0, MAX_BYTES));
  }
  return changed;
};
