import { hash } from 'node:crypto';
import type { Digest } from './cipher-suites.ts';

/** Bytes as a Latin-1 string: Node returns digests and accepts keys this way for less than as buffers. */
export type Octets = string;

export const octetsOf = (bytes: Buffer): Octets => bytes.toString('latin1');
export const bytesOf = (octets: Octets): Buffer => Buffer.from(octets, 'latin1');

/** Writes at a given offset. Returns the end offset. */
export const put = (target: Buffer, at: number, octets: Octets): number => {
  const { length } = octets;
  for (let n = 0; n < length; n += 1) target[at + n] = octets.charCodeAt(n);
  return at + length;
};

const sizes = { sha256: { block: 64, output: 32 }, sha384: { block: 128, output: 48 } } as const;
const INNER_PAD = 0x36;
const OUTER_PAD = 0x5c;
/** The longest text authenticated here: a label, two randoms and a digest. */
const MAX_TEXT = 512;

export const digestBytes = (digest: Digest): 32 | 48 => sizes[digest].output;

export const digestOf = (digest: Digest, bytes: Buffer): Octets => hash(digest, bytes, 'binary');

export const emptyHash = { sha256: hash('sha256', '', 'binary'), sha384: hash('sha384', '', 'binary') } as const;

/** HMAC (RFC 2104) as two one-shot hashes, half the cost of createHmac. Not reentrant. */
class Authenticator {
  readonly #digest: Digest;
  readonly #block: number;
  /** The padded key, followed by the hashed bytes. */
  readonly #inner: Buffer;
  readonly #outer: Buffer;
  /** Cached prefixes of `inner`, of some ten lengths: a new view costs a tenth of the hash. */
  readonly #beginnings: (Buffer | undefined)[] = [];
  /** Number of leading bytes that still differ from the padding. */
  #keyBytes = 0;

  constructor(digest: Digest) {
    const { block, output } = sizes[digest];
    this.#digest = digest;
    this.#block = block;
    this.#inner = Buffer.alloc(block + MAX_TEXT, INNER_PAD);
    this.#outer = Buffer.alloc(block + output, OUTER_PAD);
  }

  hmac(key: Octets, text: Octets): Octets {
    if (text.length > MAX_TEXT) throw new RangeError('Too long for this HMAC.');
    return this.#finish(key, put(this.#inner, this.#block, text));
  }

  /** HKDF-Expand of an HkdfLabel: its `beginning`, up to the context, and the counter, always one. */
  expand(secret: Octets, beginning: Octets, context: Octets): Octets {
    const inner = this.#inner;
    let at = put(inner, this.#block, beginning);
    inner[at] = context.length;
    at = put(inner, at + 1, context);
    inner[at] = 1;
    return this.#finish(secret, at + 1);
  }

  /** `end` is the end of the text. */
  #finish(key: Octets, end: number): Octets {
    // The secret of P-521 is longer than SHA-256's block.
    this.#setKey(key.length > this.#block ? digestOf(this.#digest, bytesOf(key)) : key);
    const beginning = this.#beginnings[end] ?? this.#inner.subarray(0, end);
    this.#beginnings[end] = beginning;
    put(this.#outer, this.#block, hash(this.#digest, beginning, 'binary'));
    return hash(this.#digest, this.#outer, 'binary');
  }

  #setKey(key: Octets): void {
    const inner = this.#inner;
    const outer = this.#outer;
    const { length } = key;
    for (let at = 0; at < length; at += 1) {
      const byte = key.charCodeAt(at);
      inner[at] = byte ^ INNER_PAD;
      outer[at] = byte ^ OUTER_PAD;
    }
    for (let at = length; at < this.#keyBytes; at += 1) {
      inner[at] = INNER_PAD;
      outer[at] = OUTER_PAD;
    }
    this.#keyBytes = length;
  }
}

const authenticators = { sha256: new Authenticator('sha256'), sha384: new Authenticator('sha384') } as const;

export const hmac = (digest: Digest, key: Octets, text: Octets): Octets => authenticators[digest].hmac(key, text);

/** The prefix of an HkdfLabel, up to its context. */
const label = (text: string, length: number): Octets => {
  const name = `tls13 ${text}`;
  return String.fromCharCode(length >> 8, length & 255, name.length) + name;
};
const labelTexts = ['derived', 'c hs traffic', 's hs traffic', 'c ap traffic', 'finished', 'key', 'iv'] as const;
type Label = (typeof labelTexts)[number];
/** By label and length of the output. */
const labels = new Map<Label, ReadonlyMap<number, Octets>>(
  labelTexts.map((text) => [text, new Map([12, 16, 32, 48].map((length) => [length, label(text, length)]))]),
);

/** HKDF-Expand-Label (RFC 8446 section 7.1) for at most one digest's length. */
export const expandLabel = (digest: Digest, secret: Octets, text: Label, length: number, context: Octets = ''): Octets => {
  const output = authenticators[digest].expand(secret, labels.get(text)?.get(length) ?? label(text, length), context);
  return output.length === length ? output : output.slice(0, length);
};

/** PRF of TLS 1.2 (RFC 5246 section 5). */
export const prf = (digest: Digest, secret: Octets, label: string, seed: Octets, length: number): Octets => {
  const text = label + seed;
  let output = '';
  for (let a = hmac(digest, secret, text); output.length < length; a = hmac(digest, secret, a)) output += hmac(digest, secret, a + text);
  return output.slice(0, length);
};
