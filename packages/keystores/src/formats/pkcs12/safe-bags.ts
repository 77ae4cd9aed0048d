import { type Certificate, DerError, type DerReader, explicitTag, identifierText, tags } from '@notafter/tls/x509';
import { readCertificate } from '../../arrange.ts';
import { MAX_CERTIFICATES_PER_FILE, MAX_DEPTH } from '../../limits.ts';

interface Attributes {
  alias: string | null;
  /** Pairs a certificate with its key; hex. */
  localKeyId: string | null;
  /** Java marks what it trusts. */
  isTrusted: boolean;
}

export interface Bags {
  readonly certificates: (Attributes & { readonly certificate: Certificate })[];
  /** Keys are skipped, encrypted or not; only their attributes are read. */
  readonly keys: Attributes[];
  unreadable: number;
}

const bagTypes = new Map([
  ['1.2.840.113549.1.12.10.1.1', 'key'],
  ['1.2.840.113549.1.12.10.1.2', 'key'],
  ['1.2.840.113549.1.12.10.1.3', 'certificate'],
  ['1.2.840.113549.1.12.10.1.6', 'bags'],
]);
const X509_CERTIFICATE = '1.2.840.113549.1.9.22.1';
const FRIENDLY_NAME = '1.2.840.113549.1.9.20';
const LOCAL_KEY_ID = '1.2.840.113549.1.9.21';
const JAVA_TRUSTED = '2.16.840.1.113894.746875.1.1';

const readAttributes = (reader: DerReader): Attributes => {
  const attributes: Attributes = { alias: null, localKeyId: null, isTrusted: false };
  if (!reader.more) return attributes;
  reader.expect(tags.set);
  for (const list = reader.inside(); list.more; ) {
    list.expect(tags.sequence);
    const attribute = list.inside();
    attribute.expect(tags.objectIdentifier);
    const name = identifierText(attribute);
    attribute.expect(tags.set);
    const values = attribute.inside();
    if (!values.more) continue;
    const tag = values.next();
    const value = values.contents();
    if (name === FRIENDLY_NAME && tag === tags.bmpString && value.length % 2 === 0)
      attributes.alias = Buffer.from(value).swap16().toString('utf16le');
    if (name === LOCAL_KEY_ID) attributes.localKeyId = value.toString('hex');
    if (name === JAVA_TRUSTED) attributes.isTrusted = true;
  }
  return attributes;
};

const readCertificateBag = (reader: DerReader): Certificate | null => {
  reader.enter(tags.sequence);
  reader.expect(tags.objectIdentifier);
  if (identifierText(reader) !== X509_CERTIFICATE) return null;
  reader.enter(explicitTag(0));
  reader.expect(tags.octetString);
  return readCertificate(reader.contents());
};

/** Adds the bags of a SafeContents (RFC 7292 section 4.2). Throws DerError. */
export const readBags = (contents: DerReader, bags: Bags, depth = 0): void => {
  if (depth > MAX_DEPTH) throw new DerError('Elements are nested too deep.');
  contents.enter(tags.sequence);
  while (contents.more && bags.certificates.length <= MAX_CERTIFICATES_PER_FILE) {
    contents.expect(tags.sequence);
    const bag = contents.inside();
    bag.expect(tags.objectIdentifier);
    const type = bagTypes.get(identifierText(bag));
    bag.expect(explicitTag(0));
    const value = bag.inside();
    if (type === 'bags') readBags(value, bags, depth + 1);
    else if (type === 'key') bags.keys.push(readAttributes(bag));
    else if (type === 'certificate') {
      const certificate = readCertificateBag(value);
      if (certificate === null) bags.unreadable += 1;
      else bags.certificates.push({ ...readAttributes(bag), certificate });
    }
  }
};
