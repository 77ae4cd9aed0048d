import { DerError, DerReader, explicitTag, implicitTag } from './der.ts';

export type GeneralNameKind = 'other' | 'email' | 'dns' | 'x400' | 'directory' | 'ediParty' | 'uri' | 'ip' | 'registeredId';

/** A GeneralName (RFC 5280 section 4.2.1.6), its value not copied. */
export interface GeneralName {
  readonly kind: GeneralNameKind;
  readonly start: number;
  readonly stop: number;
}

const kinds = new Map<number, GeneralNameKind>([
  [explicitTag(0), 'other'],
  [implicitTag(1), 'email'],
  [implicitTag(2), 'dns'],
  [explicitTag(3), 'x400'],
  [explicitTag(4), 'directory'],
  [explicitTag(5), 'ediParty'],
  [implicitTag(6), 'uri'],
  [implicitTag(7), 'ip'],
  [implicitTag(8), 'registeredId'],
]);

/** Reads the next GeneralName. */
export const readGeneralName = (reader: DerReader): GeneralName => {
  const kind = kinds.get(reader.next());
  if (kind === undefined) throw new DerError('A name has an unknown type.');
  return { kind, start: reader.start, stop: reader.stop };
};

/** Returns the contents of the Name within a `directory` entry. */
export const directoryBounds = (bytes: Buffer, { start, stop }: GeneralName): { readonly start: number; readonly stop: number } => {
  const reader = new DerReader(bytes, start, stop);
  reader.expect(0x30);
  reader.finish();
  return { start: reader.start, stop: reader.stop };
};

/** Returns IPv4 in dots, IPv6 as in RFC 5952; hex for any other length. */
export const ipText = (bytes: Buffer): string => {
  if (bytes.length === 4) return bytes.join('.');
  if (bytes.length !== 16) return bytes.toString('hex');
  const groups = Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16)).join(':');
  return URL.parse(`http://[${groups}]/`)?.hostname.slice(1, -1) ?? groups;
};
