/** Just enough DER to write certificates, valid or deliberately invalid. */
export const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  const lengthBytes =
    size < 0x80
      ? [size]
      : size < 0x100
        ? [0x81, size]
        : size < 0x1_0000
          ? [0x82, size >> 8, size & 255]
          : [0x83, size >> 16, (size >> 8) & 255, size & 255];
  return Buffer.concat([Buffer.from([tag, ...lengthBytes]), ...parts]);
};

export const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
export const setOf = (...parts: readonly Uint8Array[]): Buffer => der(0x31, ...parts);
export const octetString = (bytes: Uint8Array): Buffer => der(0x04, bytes);
export const bitString = (bytes: Uint8Array): Buffer => der(0x03, Buffer.from([0]), bytes);
export const utf8 = (text: string): Buffer => der(0x0c, Buffer.from(text));
export const boolean = (value: boolean): Buffer => der(0x01, Buffer.from([value ? 0xff : 0]));
export const nothing = (): Buffer => der(0x05);
/** Context-specific and constructed, e.g. `[0]`. */
export const explicit = (tag: number, ...parts: readonly Uint8Array[]): Buffer => der(0xa0 | tag, ...parts);
/** Context-specific and primitive. */
export const implicit = (tag: number, bytes: Uint8Array): Buffer => der(0x80 | tag, bytes);

/** A non-negative INTEGER from big-endian bytes, in its shortest form (X.690, 8.3.2): random bytes can start with zeros. */
export const integer = (bytes: Uint8Array | number): Buffer => {
  const big = typeof bytes === 'number' ? Buffer.from([bytes]) : Buffer.from(bytes);
  const first = big.findIndex((byte) => byte !== 0);
  const least = first === -1 ? Buffer.alloc(0) : big.subarray(first);
  return der(0x02, (least[0] ?? 0x80) > 127 ? Buffer.concat([Buffer.alloc(1), least]) : least);
};

export const objectIdentifier = (dotted: string): Buffer => {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second];
  for (const part of rest) {
    const groups = [part & 127];
    for (let left = part >>> 7; left > 0; left >>>= 7) groups.unshift((left & 127) | 128);
    bytes.push(...groups);
  }
  return der(0x06, Buffer.from(bytes));
};

/** UTCTime until 2049, GeneralizedTime after (RFC 5280 section 4.1.2.5). */
export const time = (date: Date): Buffer => {
  const digits = `${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`;
  const year = date.getUTCFullYear();
  return year < 2050 && year >= 1950 ? der(0x17, Buffer.from(digits.slice(2))) : der(0x18, Buffer.from(digits));
};
