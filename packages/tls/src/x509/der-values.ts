import { DerError, type DerReader, tags } from './der.ts';

/** BOOLEAN, which is only 00 or FF in DER (X.690 section 11.1). */
export const readBoolean = (reader: DerReader): boolean => {
  reader.expect(tags.boolean);
  const value = reader.bytes[reader.start];
  if (reader.stop - reader.start !== 1 || (value !== 0 && value !== 0xff)) throw new DerError('A BOOLEAN is neither true nor false.');
  return value === 0xff;
};

const digit = (bytes: Buffer, at: number): number => {
  const value = (bytes[at] ?? 0) - 0x30;
  if (value < 0 || value > 9) throw new DerError('A time contains a character other than a digit.');
  return value;
};
const twoDigits = (bytes: Buffer, at: number): number => digit(bytes, at) * 10 + digit(bytes, at + 1);

const monthDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Returns the UTCTime or GeneralizedTime read last in milliseconds since 1970: with seconds, in zone Z; two-digit years from
 * 50 on mean 19xx (RFC 5280 section 4.1.2.5).
 */
export const timeValue = (reader: DerReader, tag: number): number => {
  const { bytes, start, stop } = reader;
  const length = stop - start;
  const short = tag === tags.utcTime;
  if (!(short && length === 13) && !(tag === tags.generalizedTime && length === 15)) throw new DerError('A time has an unsupported form.');
  if (bytes[stop - 1] !== 0x5a) throw new DerError('A time is not in UTC.');
  const at = short ? start + 2 : start + 4;
  const first = twoDigits(bytes, start);
  const year = short ? (first < 50 ? 2000 : 1900) + first : first * 100 + twoDigits(bytes, start + 2);
  const month = twoDigits(bytes, at);
  const day = twoDigits(bytes, at + 2);
  const hour = twoDigits(bytes, at + 4);
  const minute = twoDigits(bytes, at + 6);
  const second = twoDigits(bytes, at + 8);
  if (year < 100 || day < 1 || day > (monthDays[month - 1] ?? 0) || hour > 23 || minute > 59 || second > 59)
    throw new DerError('A time does not exist.');
  const value = Date.UTC(year, month - 1, day, hour, minute, second);
  if (day > 28 && new Date(value).getUTCDate() !== day) throw new DerError('A time does not exist.');
  return value;
};

/** Reads a UTCTime or GeneralizedTime; see `timeValue`. */
export const readTime = (reader: DerReader): number => timeValue(reader, reader.next());

/** Returns the element read last as a small non-negative number; larger ones become `Number.MAX_SAFE_INTEGER`. */
export const smallInteger = (reader: DerReader): number => {
  const { bytes, start, stop } = reader;
  const first = bytes[start];
  if (first === undefined || first > 0x7f) throw new DerError('A number is negative or empty.');
  if (stop - start > 6) return Number.MAX_SAFE_INTEGER;
  let value = 0;
  for (let at = start; at < stop; at += 1) value = value * 256 + (bytes[at] ?? 0);
  return value;
};

/** Returns whether the INTEGER read last is in its shortest form (X.690 section 8.3.2). */
export const isShortestInteger = ({ bytes, start, stop }: DerReader): boolean => {
  const first = bytes[start];
  const second = bytes[start + 1];
  if (first === undefined) return false;
  if (stop - start === 1 || second === undefined) return true;
  return !(first === 0 && second < 0x80) && !(first === 0xff && second > 0x7f);
};

/** Longer identifiers are not in use. */
const MAX_IDENTIFIER_BYTES = 64;

/**
 * Returns the element read last as a dotted object identifier, e.g. `2.5.4.3`; in hex if an arc is too large for a number, as
 * in those made from UUIDs. At most 64 bytes.
 */
export const identifierText = ({ bytes, start, stop }: DerReader): string => {
  if (stop === start || stop - start > MAX_IDENTIFIER_BYTES) throw new DerError('An object identifier is empty or too long.');
  let text = '';
  let arc = 0;
  for (let at = start; at < stop; at += 1) {
    const byte = bytes[at] ?? 0;
    if (arc === 0 && byte === 0x80) throw new DerError('An object identifier is not in its shortest form.');
    arc = arc * 128 + (byte & 0x7f);
    if (byte > 0x7f) {
      if (at === stop - 1) throw new DerError('An object identifier is truncated.');
      continue;
    }
    if (arc > Number.MAX_SAFE_INTEGER) return `0x${bytes.toString('hex', start, stop)}`;
    if (text === '') {
      const first = Math.min(Math.floor(arc / 40), 2);
      text = `${first}.${arc - 40 * first}`;
    } else text += `.${arc}`;
    arc = 0;
  }
  return text;
};

/** The contents of an object identifier as a Latin-1 string, for tables; see `identifierKey`. */
export const identifierBytes = (reader: DerReader): string => reader.bytes.toString('latin1', reader.start, reader.stop);

/** Returns the key under which `identifierBytes` finds this dotted object identifier. */
export const identifierKey = (dotted: string): string => {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  let key = '';
  for (const arc of [first * 40 + second, ...rest]) {
    let groups = String.fromCharCode(arc & 127);
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128))
      groups = String.fromCharCode((left & 127) | 128) + groups;
    key += groups;
  }
  return key;
};

/** Returns the bits of the BIT STRING read last as one number, bit 0 lowest, at most 16; the rest must be unused. */
export const namedBits = ({ bytes, start, stop }: DerReader): number => {
  const unused = bytes[start];
  if (unused === undefined || unused > 7 || (stop - start === 1 && unused > 0)) throw new DerError('A BIT STRING is truncated.');
  const last = bytes[stop - 1] ?? 0;
  if (stop - start > 1 && (last & ((1 << unused) - 1)) !== 0) throw new DerError('A BIT STRING has set bits in its padding.');
  let bits = 0;
  for (let at = start + 1; at < Math.min(stop, start + 3); at += 1) {
    const byte = bytes[at] ?? 0;
    for (let bit = 0; bit < 8; bit += 1) if ((byte & (0x80 >> bit)) !== 0) bits |= 1 << ((at - start - 1) * 8 + bit);
  }
  return bits;
};
