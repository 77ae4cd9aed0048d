import { hash } from 'node:crypto';
import type { Digest } from './cipher-suites.ts';

const sizes = { sha256: { block: 64, output: 32 }, sha384: { block: 128, output: 48 } } as const;
const MAX_BLOCK = 128;
/** The longest text authenticated here: a label, two randoms and a digest. */
const MAX_TEXT = 512;

export const digestBytes = (digest: Digest): 32 | 48 => sizes[digest].output;

export const emptyHash = { sha256: hash('sha256', '', 'buffer'), sha384: hash('sha384', '', 'buffer') } as const;

const inner = Buffer.alloc(MAX_BLOCK + MAX_TEXT);
const outer = Buffer.alloc(MAX_BLOCK + 48);

/** HMAC (RFC 2104) as two one-shot hashes: 2 us where createHmac takes four. */
export const hmac = (digest: Digest, key: Buffer, text: Buffer): Buffer => {
  const { block, output } = sizes[digest];
  if (text.length > MAX_TEXT) throw new RangeError('Too long for this HMAC.');
  // The secret of P-521 is longer than SHA-256's block.
  if (key.length > block) return hmac(digest, hash(digest, key, 'buffer'), text);
  for (let at = 0; at < block; at += 1) {
    const byte = key[at] ?? 0;
    inner[at] = byte ^ 0x36;
    outer[at] = byte ^ 0x5c;
  }
  text.copy(inner, block);
  outer.write(hash(digest, inner.subarray(0, block + text.length), 'binary'), block, 'binary');
  return hash(digest, outer.subarray(0, block + output), 'buffer');
};

/** HkdfLabel with the counter byte behind it, which is all of HKDF-Expand for outputs of one digest at most. */
const labelBytes = (label: string, context: Buffer, length: number): Buffer => {
  const name = Buffer.from(`tls13 ${label}`, 'latin1');
  const head = Buffer.from([length >> 8, length & 255, name.length]);
  return Buffer.concat([head, name, Buffer.from([context.length]), context, Buffer.from([1])]);
};

const nothing = Buffer.alloc(0);
const plainLabels = new Map<string, Buffer>();

/** HKDF-Expand-Label (RFC 8446 section 7.1) for at most one digest's length. */
export const expandLabel = (digest: Digest, secret: Buffer, label: string, length: number, context: Buffer = nothing): Buffer => {
  let text: Buffer | undefined;
  if (context.length > 0) text = labelBytes(label, context, length);
  else {
    const id = `${label}/${length}`;
    text = plainLabels.get(id);
    if (text === undefined) {
      text = labelBytes(label, nothing, length);
      plainLabels.set(id, text);
    }
  }
  return hmac(digest, secret, text).subarray(0, length);
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
