import { hash } from 'node:crypto';
import type { Digest } from './cipher-suites.ts';

const sizes = { sha256: { block: 64, output: 32 }, sha384: { block: 128, output: 48 } } as const;
const MAX_BLOCK = 128;
/** The longest text authenticated here: a label, two randoms and a digest. */
const MAX_TEXT = 512;

export const digestBytes = (digest: Digest): 32 | 48 => sizes[digest].output;

export const emptyHash = { sha256: hash('sha256', '', 'buffer'), sha384: hash('sha384', '', 'buffer') } as const;

/** Bytes in Node's shared pool: a digest as a buffer would have memory of its own, for malloc and the collector to look after. */
const pooled = (latin1: string): Buffer => {
  const bytes = Buffer.allocUnsafe(latin1.length);
  bytes.write(latin1, 'binary');
  return bytes;
};

export const digestOf = (digest: Digest, bytes: Buffer): Buffer => pooled(hash(digest, bytes, 'binary'));

const inner = Buffer.alloc(MAX_BLOCK + MAX_TEXT);
const outer = Buffer.alloc(MAX_BLOCK + 48);

/** The beginnings of `inner` that are hashed, of some ten lengths: a view made anew costs as much as a tenth of the hash. */
const beginnings: (Buffer | undefined)[] = [];
const innerUpTo = (length: number): Buffer => {
  const known = beginnings[length];
  if (known !== undefined) return known;
  const made = inner.subarray(0, length);
  beginnings[length] = made;
  return made;
};
const outerOf = {
  sha256: outer.subarray(0, sizes.sha256.block + sizes.sha256.output),
  sha384: outer.subarray(0, sizes.sha384.block + sizes.sha384.output),
} as const;

/** HMAC (RFC 2104) as two one-shot hashes, half the price of createHmac. The text stands in `inner` behind the block. */
const authenticate = (digest: Digest, key: Buffer, textBytes: number): Buffer => {
  const { block } = sizes[digest];
  const keyBytes = key.length;
  for (let at = 0; at < keyBytes; at += 1) {
    const byte = key[at] ?? 0;
    inner[at] = byte ^ 0x36;
    outer[at] = byte ^ 0x5c;
  }
  inner.fill(0x36, keyBytes, block);
  outer.fill(0x5c, keyBytes, block);
  outer.write(hash(digest, innerUpTo(block + textBytes), 'binary'), block, 'binary');
  return pooled(hash(digest, outerOf[digest], 'binary'));
};

export const hmac = (digest: Digest, key: Buffer, text: Buffer): Buffer => {
  const { block } = sizes[digest];
  if (text.length > MAX_TEXT) throw new RangeError('Too long for this HMAC.');
  // The secret of P-521 is longer than SHA-256's block.
  if (key.length > block) return hmac(digest, digestOf(digest, key), text);
  text.copy(inner, block);
  return authenticate(digest, key, text.length);
};

const nothing = Buffer.alloc(0);

/** The beginning of an HkdfLabel, up to its context. */
const label = (text: string, length: number): Buffer => {
  const name = Buffer.from(`tls13 ${text}`, 'latin1');
  return Buffer.concat([Buffer.from([length >> 8, length & 255, name.length]), name]);
};
const labelTexts = ['derived', 'c hs traffic', 's hs traffic', 'c ap traffic', 'finished', 'key', 'iv'] as const;
type Label = (typeof labelTexts)[number];
/** By label and length of the output. */
const labels = new Map<Label, ReadonlyMap<number, Buffer>>(
  labelTexts.map((text) => [text, new Map([12, 16, 32, 48].map((length) => [length, label(text, length)]))]),
);

/** HKDF-Expand-Label (RFC 8446 section 7.1) for at most one digest's length. */
export const expandLabel = (digest: Digest, secret: Buffer, text: Label, length: number, context: Buffer = nothing): Buffer => {
  const { block } = sizes[digest];
  const beginning = labels.get(text)?.get(length) ?? label(text, length);
  let at = block + beginning.copy(inner, block);
  inner[at] = context.length;
  at += 1 + context.copy(inner, at + 1);
  // The counter of HKDF-Expand, which stays at one.
  inner[at] = 1;
  const output = authenticate(digest, secret, at + 1 - block);
  return output.length === length ? output : output.subarray(0, length);
};

/** PRF of TLS 1.2 (RFC 5246 section 5). */
export const prf = (digest: Digest, secret: Buffer, label: string, seed: Buffer, length: number): Buffer => {
  const text = Buffer.concat([Buffer.from(label, 'latin1'), seed]);
  const parts: Buffer[] = [];
  let a: Buffer = text;
  for (let size = 0; size < length; size += digestBytes(digest)) {
    a = hmac(digest, secret, a);
    parts.push(hmac(digest, secret, Buffer.concat([a, text])));
  }
  return Buffer.concat(parts).subarray(0, length);
};
