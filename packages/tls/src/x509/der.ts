/** Invalid or unsupported DER. The only error the reader throws; it never leaves this package. */
export class DerError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DerError';
  }
}

export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  nothing: 0x05,
  objectIdentifier: 0x06,
  enumerated: 0x0a,
  utf8String: 0x0c,
  numericString: 0x12,
  printableString: 0x13,
  teletexString: 0x14,
  ia5String: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
  universalString: 0x1c,
  bmpString: 0x1e,
  sequence: 0x30,
  set: 0x31,
} as const;

/** Context-specific and primitive, `[n] IMPLICIT` of a primitive type. */
export const implicitTag = (number: number): number => 0x80 | number;
/** Context-specific and constructed, `[n] EXPLICIT` or IMPLICIT of a SEQUENCE. */
export const explicitTag = (number: number): number => 0xa0 | number;

/**
 * Reads DER without copying: a window on the bytes and the bounds of the element read last. Accepts only definite lengths of
 * at most four bytes and one-byte tags (X.690 sections 8.1 and 10.1); does not recurse. Every method throws only DerError.
 */
export class DerReader {
  readonly bytes: Buffer;
  at: number;
  end: number;
  /** Bounds of the contents of the element read last. */
  start = 0;
  stop = 0;
  /** Whether a length was longer than needed: BER, not DER, but readable (X.690 section 10.1). */
  longLengths = false;

  constructor(bytes: Buffer, at = 0, end = bytes.length) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  get more(): boolean {
    return this.at < this.end;
  }

  /** The next element's tag, -1 at the end. */
  get peek(): number {
    return this.at < this.end ? (this.bytes[this.at] ?? -1) : -1;
  }

  /** Skips the next element; `start` and `stop` are its contents. */
  next(): number {
    const { bytes, end } = this;
    let at = this.at;
    const tag = at < end ? bytes[at] : undefined;
    const first = at + 1 < end ? bytes[at + 1] : undefined;
    if (tag === undefined || first === undefined) throw new DerError('An element is truncated.');
    if ((tag & 0x1f) === 0x1f) throw new DerError('A tag takes more than one byte.');
    at += 2;
    let length = first;
    if (first > 0x7f) {
      const lengthBytes = first & 0x7f;
      if (lengthBytes === 0) throw new DerError('A length is indefinite.');
      if (lengthBytes > 4 || at + lengthBytes > end) throw new DerError('A length is too long.');
      length = 0;
      for (const stop = at + lengthBytes; at < stop; at += 1) length = length * 256 + (bytes[at] ?? 0);
      if (length < 0x80 || length < 256 ** (lengthBytes - 1)) this.longLengths = true;
    }
    if (length > end - at) throw new DerError('An element ends outside its parent.');
    this.start = at;
    this.stop = at + length;
    this.at = this.stop;
    return tag;
  }

  /** Skips an element that must have this tag. */
  expect(tag: number): void {
    if (this.next() !== tag) throw new DerError('An element has an unexpected tag.');
  }

  /** Skips a BIT STRING of whole bytes; `start` is then after its count of unused bits. */
  expectWholeBytes(): void {
    this.expect(tags.bitString);
    if (this.start === this.stop || this.bytes[this.start] !== 0) throw new DerError('A BIT STRING is not a whole number of bytes.');
    this.start += 1;
  }

  /** Enters an element that must have this tag and fill the window: the window becomes its contents. */
  enter(tag: number): void {
    this.expect(tag);
    this.finish();
    this.at = this.start;
    this.end = this.stop;
  }

  /** Skips an element with this tag if it is the next one. */
  skipIf(tag: number): boolean {
    if (this.peek !== tag) return false;
    this.next();
    return true;
  }

  /** Sets the window. */
  window(at: number, end: number): void {
    this.at = at;
    this.end = end;
  }

  /** Returns a reader of the contents of the element read last. */
  inside(): DerReader {
    return new DerReader(this.bytes, this.start, this.stop);
  }

  /** Returns the contents of the element read last, not copied. */
  contents(): Buffer {
    return this.bytes.subarray(this.start, this.stop);
  }

  finish(): void {
    if (this.at !== this.end) throw new DerError('An element has trailing bytes.');
  }
}
