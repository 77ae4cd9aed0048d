import { DerError, type DerReader, explicitTag, implicitTag, tags } from './der.ts';
import { identifierText, namedBits, readBoolean, smallInteger } from './der-values.ts';
import { type GeneralName, readGeneralName } from './general-names.ts';

/** RFC 5280 section 4.2.1.9. */
export interface BasicConstraints {
  readonly isCa: boolean;
  /** Maximum number of intermediates between this one and the leaf; null for no limit. */
  readonly pathLength: number | null;
}

export const readBasicConstraints = (reader: DerReader): BasicConstraints => {
  reader.enter(tags.sequence);
  const isCa = reader.peek === tags.boolean && readBoolean(reader);
  const hasLength = reader.skipIf(tags.integer);
  const pathLength = hasLength ? smallInteger(reader) : null;
  reader.finish();
  if (hasLength && !isCa) throw new DerError('A path length is set, but the certificate is not a CA.');
  return { isCa, pathLength };
};

/** Bits of KeyUsage (RFC 5280 section 4.2.1.3). */
export const keyUsages = { digitalSignature: 1, keyEncipherment: 4, keyAgreement: 16, keyCertSign: 32, crlSign: 64 } as const;

export const readKeyUsage = (reader: DerReader): number => {
  reader.expect(tags.bitString);
  const bits = namedBits(reader);
  reader.finish();
  if (bits === 0) throw new DerError('The key usage is empty.');
  return bits;
};

const MAX_PURPOSES = 100;

/** Purposes as dotted identifiers (RFC 5280 section 4.2.1.12). */
export const readExtendedKeyUsage = (reader: DerReader): readonly string[] => {
  reader.enter(tags.sequence);
  const purposes: string[] = [];
  while (reader.more) {
    if (purposes.length === MAX_PURPOSES) throw new DerError('There are too many purposes.');
    reader.expect(tags.objectIdentifier);
    purposes.push(identifierText(reader));
  }
  if (purposes.length === 0) throw new DerError('The extended key usage is empty.');
  return purposes;
};

/** keyIdentifier of the AuthorityKeyIdentifier in Latin-1; null if absent (RFC 5280 section 4.2.1.1). */
export const readAuthorityKeyIdentifier = (reader: DerReader): string | null => {
  reader.enter(tags.sequence);
  if (!reader.skipIf(implicitTag(0))) return null;
  return reader.bytes.toString('latin1', reader.start, reader.stop);
};

export const readSubjectKeyIdentifier = (reader: DerReader): string => {
  reader.expect(tags.octetString);
  reader.finish();
  return reader.bytes.toString('latin1', reader.start, reader.stop);
};

/** RFC 5280 section 4.2.1.10, both lists. */
export interface NameConstraints {
  readonly permitted: readonly GeneralName[];
  readonly excluded: readonly GeneralName[];
}

/** More are refused with the certificate: each is compared with each name below. */
const MAX_SUBTREES = 5_000;

const readSubtrees = (reader: DerReader): GeneralName[] => {
  const subtrees: GeneralName[] = [];
  while (reader.more) {
    if (subtrees.length === MAX_SUBTREES) throw new DerError('There are too many name constraints.');
    reader.expect(tags.sequence);
    const subtree = reader.inside();
    subtrees.push(readGeneralName(subtree));
    // minimum is always 0 and maximum absent; other values have no defined meaning.
    if (subtree.more) throw new DerError('A name constraint has a minimum or maximum.');
  }
  if (subtrees.length === 0) throw new DerError('A list of name constraints is empty.');
  return subtrees;
};

export const readNameConstraints = (reader: DerReader): NameConstraints => {
  reader.enter(tags.sequence);
  const permitted = reader.skipIf(explicitTag(0)) ? readSubtrees(reader.inside()) : [];
  const excluded = reader.skipIf(explicitTag(1)) ? readSubtrees(reader.inside()) : [];
  reader.finish();
  if (permitted.length + excluded.length === 0) throw new DerError('The name constraints are empty.');
  return { permitted, excluded };
};

const MAX_URLS = 20;
const MAX_URL = 1_000;

const urlOf = (reader: DerReader, { kind, start, stop }: GeneralName): string | undefined =>
  kind === 'uri' && stop - start <= MAX_URL ? reader.bytes.toString('latin1', start, stop) : undefined;

/** Returns the CRL URLs of a certificate (RFC 5280 section 4.2.1.13): those that cover every reason, in order. */
export const readCrlUrls = (reader: DerReader): readonly string[] => {
  const urls: string[] = [];
  reader.enter(tags.sequence);
  while (reader.more && urls.length < MAX_URLS) {
    reader.expect(tags.sequence);
    const point = reader.inside();
    if (!point.skipIf(explicitTag(0))) continue;
    const name = point.inside();
    // A partition without some reasons, or by another issuer, is not a complete answer.
    if (point.more) continue;
    if (!name.skipIf(explicitTag(0))) continue;
    const names = name.inside();
    while (names.more && urls.length < MAX_URLS) {
      const url = urlOf(names, readGeneralName(names));
      if (url !== undefined) urls.push(url);
    }
  }
  return urls;
};

const CA_ISSUERS = '1.3.6.1.5.5.7.48.2';

/** Returns the URLs of the issuer's certificate, from caIssuers (RFC 5280 section 4.2.2.1); http(s) only, in order. */
export const readCaIssuerUrls = (reader: DerReader): readonly string[] => {
  const urls: string[] = [];
  reader.enter(tags.sequence);
  while (reader.more && urls.length < MAX_URLS) {
    reader.expect(tags.sequence);
    const access = reader.inside();
    access.expect(tags.objectIdentifier);
    const isIssuer = identifierText(access) === CA_ISSUERS;
    const url = urlOf(access, readGeneralName(access));
    if (isIssuer && url !== undefined && /^https?:\/\//i.test(url)) urls.push(url);
  }
  return urls;
};

const STATUS_REQUEST = 5;

/** Returns whether the certificate requires a stapled OCSP response, "must staple" (RFC 7633). */
export const readMustStaple = (reader: DerReader): boolean => {
  reader.enter(tags.sequence);
  let found = false;
  while (reader.more) {
    reader.expect(tags.integer);
    if (smallInteger(reader) === STATUS_REQUEST) found = true;
  }
  return found;
};
