import { DerError, tags } from '@notafter/tls/x509';
import { MAX_DEPTH } from '../limits.ts';

const CONSTRUCTED = 0x20;
const INDEFINITE = 0x80;

const encode = (tag: number, contents: readonly Buffer[]): Buffer => {
  const size = contents.reduce((sum, part) => sum + part.length, 0);
  const lengthBytes = size < 0x80 ? 1 : size < 0x100 ? 2 : size < 0x1_0000 ? 3 : size < 0x100_0000 ? 4 : 5;
  const element = Buffer.alloc(1 + lengthBytes + size);
  element[0] = tag;
  if (lengthBytes === 1) element[1] = size;
  else {
    element[1] = INDEFINITE | (lengthBytes - 1);
    element.writeUIntBE(size, 2, lengthBytes - 1);
  }
  let at = 1 + lengthBytes;
  for (const part of contents) {
    part.copy(element, at);
    at += part.length;
  }
  return element;
};

class BerReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  #byte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new DerError('An element is truncated.');
    this.#at += 1;
    return byte;
  }

  #length(): number | null {
    const first = this.#byte();
    if (first < INDEFINITE) return first;
    if (first === INDEFINITE) return null;
    if (first > 0x84) throw new DerError('A length is too long.');
    let length = 0;
    for (let left = first & 0x7f; left > 0; left -= 1) length = length * 256 + this.#byte();
    return length;
  }

  /** Returns the next element as DER with its tag; null at an end-of-contents. */
  element(end: number, depth: number): { readonly tag: number; readonly contents: Buffer[] } | null {
    if (depth > MAX_DEPTH) throw new DerError('Elements are nested too deep.');
    const tag = this.#byte();
    if ((tag & 0x1f) === 0x1f) throw new DerError('A tag takes more than one byte.');
    const length = this.#length();
    if (tag === 0 && length === 0) return null;
    const stop = length === null ? end : this.#at + length;
    if (stop > end) throw new DerError('An element ends outside its parent.');
    if ((tag & CONSTRUCTED) === 0) {
      if (length === null) throw new DerError('A length is indefinite.');
      const contents = this.#bytes.subarray(this.#at, stop);
      this.#at = stop;
      return { tag, contents: [contents] };
    }
    // A string in pieces becomes one, as in DER.
    const isString = tag === (tags.octetString | CONSTRUCTED);
    const contents: Buffer[] = [];
    while (length === null || this.#at < stop) {
      const child = this.element(stop, depth + 1);
      if (child === null) {
        if (length !== null) throw new DerError('An end-of-contents is unexpected.');
        break;
      }
      if (isString) contents.push(...child.contents);
      else contents.push(encode(child.tag, child.contents));
    }
    return { tag: isString ? tags.octetString : tag, contents };
  }
}

/**
 * Returns bytes that start with an element of indefinite length (BER, X.690 section 8.1.3.6; Mozilla and Bouncy Castle write such
 * keystores) with definite lengths; others unchanged. Throws DerError.
 */
export const toDer = (bytes: Buffer): Buffer => {
  if (bytes[1] !== INDEFINITE) return bytes;
  const element = new BerReader(bytes).element(bytes.length, 0);
  if (element === null) throw new DerError('An end-of-contents is unexpected.');
  return encode(element.tag, element.contents);
};
