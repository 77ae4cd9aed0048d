import { DerError, type DerReader, explicitTag, implicitTag } from '../x509/der.ts';
import { readGeneralName } from '../x509/general-names.ts';

/** The part of an issuer's certificates that a CRL covers (RFC 5280 section 5.2.5). */
export interface IssuingPoint {
  /** URLs of the partition; null if the CRL covers all certificates. */
  readonly urls: readonly string[] | null;
  readonly usersOnly: boolean;
  readonly authoritiesOnly: boolean;
  /** Covers some reasons only, other issuers' certificates, or attribute certificates, so it cannot answer a plain check. */
  readonly unusual: boolean;
}

export const wholeScope: IssuingPoint = { urls: null, usersOnly: false, authoritiesOnly: false, unusual: false };

const MAX_URLS = 20;

/** Returns the URLs of a DistributionPointName. */
const readUrls = (reader: DerReader): string[] => {
  const urls: string[] = [];
  if (!reader.skipIf(explicitTag(0))) return urls;
  const names = reader.inside();
  while (names.more && urls.length < MAX_URLS) {
    const { kind, start, stop } = readGeneralName(names);
    if (kind === 'uri') urls.push(names.bytes.toString('latin1', start, Math.min(stop, start + 1_000)));
  }
  return urls;
};

/** Reads an IMPLICIT BOOLEAN DEFAULT FALSE with this tag. */
const readFlag = (reader: DerReader, number: number): boolean => {
  if (!reader.skipIf(implicitTag(number))) return false;
  if (reader.stop - reader.start !== 1) throw new DerError('A BOOLEAN is neither true nor false.');
  return reader.bytes[reader.start] !== 0;
};

export const readIssuingPoint = (reader: DerReader): IssuingPoint => {
  reader.enter(0x30);
  const urls = reader.skipIf(explicitTag(0)) ? readUrls(reader.inside()) : null;
  const usersOnly = readFlag(reader, 1);
  const authoritiesOnly = readFlag(reader, 2);
  const someReasons = reader.skipIf(implicitTag(3));
  const indirect = readFlag(reader, 4);
  const attributes = readFlag(reader, 5);
  reader.finish();
  return { urls, usersOnly, authoritiesOnly, unusual: someReasons || indirect || attributes };
};
