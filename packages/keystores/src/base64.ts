const BAD = -1;
const SKIP = -2;
const PADDING = -3;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const values = new Int8Array(256).fill(BAD);
for (const [value, character] of [...alphabet].entries()) values[character.charCodeAt(0)] = value;
for (const character of ' \t\r\n') values[character.charCodeAt(0)] = SKIP;
values['='.charCodeAt(0)] = PADDING;

/** Whether a byte is in the alphabet of base64; padding is not. */
export const isBase64 = (byte: number | undefined): boolean => byte !== undefined && (values[byte] ?? BAD) >= 0;

/**
 * Decodes base64 from bytes to bytes: what is decoded may be a private key, which must not become a string. Skips white space,
 * stops at padding. Returns null for other characters.
 */
export const decodeBase64 = (bytes: Buffer, start = 0, stop = bytes.length): Buffer | null => {
  const decoded = Buffer.alloc(Math.ceil(((stop - start) * 3) / 4));
  let size = 0;
  let held = 0;
  let bits = 0;
  for (let at = start; at < stop; at += 1) {
    const value = values[bytes[at] ?? 0] ?? BAD;
    if (value === SKIP) continue;
    if (value === PADDING) break;
    if (value === BAD) {
      decoded.fill(0);
      return null;
    }
    held = (held << 6) | value;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    decoded[size] = held >> bits;
    size += 1;
    held &= (1 << bits) - 1;
  }
  return decoded.subarray(0, size);
};
