import { DerReader, tags } from '../x509/der.ts';
import { identifierText } from '../x509/der-values.ts';

/** One attribute of a name, with the type its value is written in. */
export interface Attribute {
  /** Dotted. */
  readonly type: string;
  readonly tag: number;
  readonly value: Buffer;
  /** The characters, if the type has one byte or UTF-8 for each. */
  readonly text: string;
}

export const attributeTypes = {
  commonName: '2.5.4.3',
  surname: '2.5.4.4',
  serialNumber: '2.5.4.5',
  country: '2.5.4.6',
  locality: '2.5.4.7',
  state: '2.5.4.8',
  street: '2.5.4.9',
  organization: '2.5.4.10',
  unit: '2.5.4.11',
  businessCategory: '2.5.4.15',
  postalCode: '2.5.4.17',
  givenName: '2.5.4.42',
  organizationIdentifier: '2.5.4.97',
  domainComponent: '0.9.2342.19200300.100.1.25',
  emailAddress: '1.2.840.113549.1.9.1',
  jurisdictionCountry: '1.3.6.1.4.1.311.60.2.1.3',
  jurisdictionState: '1.3.6.1.4.1.311.60.2.1.2',
  jurisdictionLocality: '1.3.6.1.4.1.311.60.2.1.1',
} as const;

/** Reads the relative names of a Name's contents, in the certificate's order. Throws DerError. */
export const readAttributes = (name: Buffer): Attribute[][] => {
  const reader = new DerReader(name);
  const relativeNames: Attribute[][] = [];
  while (reader.more) {
    reader.expect(tags.set);
    const set = reader.inside();
    const attributes: Attribute[] = [];
    while (set.more) {
      set.expect(tags.sequence);
      const attribute = set.inside();
      attribute.expect(tags.objectIdentifier);
      const type = identifierText(attribute);
      const tag = attribute.next();
      const value = attribute.contents();
      attributes.push({ type, tag, value, text: value.toString(tag === tags.utf8String ? 'utf8' : 'latin1') });
    }
    relativeNames.push(attributes);
  }
  return relativeNames;
};
