import { isUtf8 } from 'node:buffer';
import { safeText } from '../safe-text.ts';
import { DerError, DerReader, tags } from './der.ts';
import { identifierText } from './der-values.ts';

/** One attribute of a distinguished name. */
interface Attribute {
  /** Dotted. */
  readonly type: string;
  /** As written; undefined if it is not text. */
  readonly text: string | undefined;
  /** The whole value if it is not text, otherwise empty. */
  readonly hex: string;
  /** Whether the value has the type that its attribute requires; an invalid one is shown all the same. */
  readonly isSound: boolean;
}

export interface DistinguishedName {
  /** RFC 4514 order and escapes, with `, ` between the parts: `CN=R12, O=Let's Encrypt, C=US`. Safe and bounded. */
  readonly text: string;
  readonly commonName: string | null;
  readonly organization: string | null;
}

const COMMON_NAME = '2.5.4.3';
const ORGANIZATION = '2.5.4.10';
const EMAIL_ADDRESS = '1.2.840.113549.1.9.1';

/** RFC 4514 section 3 and OpenSSL's common short names. */
const shortNames = new Map([
  [COMMON_NAME, 'CN'],
  ['2.5.4.4', 'SN'],
  ['2.5.4.5', 'serialNumber'],
  ['2.5.4.6', 'C'],
  ['2.5.4.7', 'L'],
  ['2.5.4.8', 'ST'],
  ['2.5.4.9', 'street'],
  [ORGANIZATION, 'O'],
  ['2.5.4.11', 'OU'],
  ['2.5.4.12', 'title'],
  ['2.5.4.15', 'businessCategory'],
  ['2.5.4.17', 'postalCode'],
  ['2.5.4.42', 'GN'],
  ['2.5.4.46', 'dnQualifier'],
  ['2.5.4.97', 'organizationIdentifier'],
  ['0.9.2342.19200300.100.1.1', 'UID'],
  ['0.9.2342.19200300.100.1.25', 'DC'],
  [EMAIL_ADDRESS, 'emailAddress'],
  ['1.3.6.1.4.1.311.60.2.1.1', 'jurisdictionL'],
  ['1.3.6.1.4.1.311.60.2.1.2', 'jurisdictionST'],
  ['1.3.6.1.4.1.311.60.2.1.3', 'jurisdictionC'],
]);

const wideText = (bytes: Buffer, width: 2 | 4): string => {
  if (bytes.length % width !== 0) throw new DerError('A text is truncated within a character.');
  let text = '';
  for (let at = 0; at < bytes.length; at += width) {
    const point = width === 2 ? bytes.readUInt16BE(at) : bytes.readUInt32BE(at);
    text += point > 0x10ffff ? '\uFFFD' : width === 2 ? String.fromCharCode(point) : String.fromCodePoint(point);
  }
  return text;
};

/** Returns the value read last as text; undefined if its type is not a text type. */
const textValue = (reader: DerReader, tag: number): string | undefined => {
  switch (tag) {
    case tags.utf8String:
      return reader.bytes.toString('utf8', reader.start, reader.stop);
    case tags.numericString:
    case tags.printableString:
    case tags.ia5String:
    case tags.teletexString:
    case 0x1a:
      return reader.bytes.toString('latin1', reader.start, reader.stop);
    case tags.bmpString:
      return wideText(reader.contents(), 2);
    case tags.universalString:
      return wideText(reader.contents(), 4);
    default:
      return undefined;
  }
};

/** The attributes with short names are all texts (X.520, RFC 4519). */
const isSoundValue = (type: string, tag: number, value: Buffer, text: string | undefined): boolean =>
  text === undefined ? !shortNames.has(type) : tag !== tags.utf8String || isUtf8(value);

/** Reads the relative names of a Name (RFC 5280 section 4.1.2.4) with these bounds, in the certificate's order. */
const readName = (bytes: Buffer, start: number, stop: number): Attribute[][] => {
  const names: Attribute[][] = [];
  const reader = new DerReader(bytes, start, stop);
  while (reader.more) {
    reader.expect(tags.set);
    const set = reader.inside();
    const attributes: Attribute[] = [];
    while (set.more) {
      set.expect(tags.sequence);
      const attribute = set.inside();
      attribute.expect(tags.objectIdentifier);
      const type = identifierText(attribute);
      const valueAt = attribute.at;
      const tag = attribute.next();
      const text = textValue(attribute, tag);
      attributes.push({
        type,
        text,
        hex: text === undefined ? bytes.toString('hex', valueAt, Math.min(attribute.stop, valueAt + 2_000)) : '',
        isSound: isSoundValue(type, tag, attribute.contents(), text),
      });
      attribute.finish();
    }
    if (attributes.length === 0) throw new DerError('A part of a name is empty.');
    names.push(attributes);
  }
  return names;
};

const foldedText = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();

const relativeKey = (attributes: readonly Attribute[]): string =>
  attributes
    .map(({ type, text, hex, isSound }) => {
      if (!isSound) throw new DerError('A part of a name is not text.');
      const value = text === undefined ? `#${hex}` : foldedText(text);
      return `${type}=${value.length}:${value}`;
    })
    .toSorted()
    .join('+');

/**
 * Returns the relative names in a normalized form, equal for equal names: ignores case, string type and repeated spaces (RFC
 * 5280 section 7.1). Throws DerError.
 */
export const relativeNameKeys = (bytes: Buffer, start: number, stop: number): string[] => readName(bytes, start, stop).map(relativeKey);

/** Returns the email addresses among a name's attributes. Throws DerError. */
export const emailAddressesIn = (bytes: Buffer, start: number, stop: number): string[] =>
  readName(bytes, start, stop)
    .flat()
    .flatMap(({ type, text }) => (type === EMAIL_ADDRESS && text !== undefined ? [text] : []));

const MAX_REMEMBERED = 2_000;
const MAX_REMEMBERED_BYTES = 1_000;

/** Caches `read` for names that many certificates share, such as issuers: the last few thousand results. */
const remembering = <Result>(read: (bytes: Buffer, start: number, stop: number) => Result): typeof read => {
  const remembered = new Map<string, Result>();
  return (bytes, start, stop) => {
    if (stop - start > MAX_REMEMBERED_BYTES) return read(bytes, start, stop);
    const raw = bytes.toString('latin1', start, stop);
    const known = remembered.get(raw);
    if (known !== undefined) return known;
    const result = read(bytes, start, stop);
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(raw, result);
    return result;
  };
};

const UNREADABLE = 'raw:';

/** Returns a whole name in the form of `relativeNameKeys`; an unreadable one equals only the same bytes. */
export const nameKey = (bytes: Buffer, start: number, stop: number): string => {
  try {
    return relativeNameKeys(bytes, start, stop).join(',');
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    return UNREADABLE + bytes.toString('latin1', start, stop);
  }
};

/** The same for a name that many certificates share. */
export const sharedNameKey = remembering(nameKey);

/** Returns whether a `nameKey` belongs to a readable name. */
export const isReadableKey = (key: string): boolean => !key.startsWith(UNREADABLE);

/** Values without characters to escape: nearly all. */
const plainValue = /^(?![ #])[^"+,;<>\\]{0,1000}(?<! )$/;

/** RFC 4514 section 2.4. */
const escaped = (value: string): string => {
  if (plainValue.test(value)) return value;
  return value
    .slice(0, 1_000)
    .replace(/["+,;<>\\]/g, '\\$&')
    .replace(/^[ #]/, '\\$&')
    .replace(/ $/, '\\ ');
};

/** Longer names are truncated. */
const MAX_SHOWN = 100;

/** Returns a name for display. Throws DerError. */
export const readDistinguishedName = (bytes: Buffer, start: number, stop: number): DistinguishedName => {
  const names = readName(bytes, start, stop);
  const attributes = names.flat();
  const last = (wanted: string): string | null => {
    const text = attributes.findLast(({ type }) => type === wanted)?.text;
    return text === undefined ? null : safeText(text, 255);
  };
  const shown = ({ type, text, hex }: Attribute): string =>
    `${shortNames.get(type) ?? type}=${text === undefined ? `#${hex}` : escaped(text)}`;
  return {
    text: safeText(
      names
        .slice(-MAX_SHOWN)
        .toReversed()
        .map((relative) => relative.map(shown).join('+'))
        .join(', '),
    ),
    commonName: last(COMMON_NAME),
    organization: last(ORGANIZATION),
  };
};

/** The same for a name that many certificates share. Throws DerError. */
export const readSharedName = remembering(readDistinguishedName);
