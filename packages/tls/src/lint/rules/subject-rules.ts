import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { createAddressPolicy } from '@notafter/net';
import { addressBytes } from '../../judge/host.ts';
import { safeText } from '../../safe-text.ts';
import { tags } from '../../x509/der.ts';
import { ipText } from '../../x509/general-names.ts';
import { type Attribute, attributeTypes } from '../attributes.ts';
import { isPublicName, MAX_NAME } from '../host-names.ts';
import { hasPolicy, reservedPolicies } from '../policy-lists.ts';
import type { LintRow } from '../rule.ts';
import type { LintSubject } from '../subject.ts';

const { commonName, country, organization, unit, state, locality, surname, givenName } = attributeTypes;

/** BR 2.0.0 (ballot SC-062): the certificate profiles. */
const profiles = { from: '2023-09-15' } as const;

const quoted = (text: string): string => `"${safeText(text, 100)}"`;

/** Returns the first attribute of the subject for which `finds` holds. */
const attribute =
  (finds: (attribute: Attribute) => boolean) =>
  (subject: LintSubject): string | undefined => {
    const found = subject.subject().flat().find(finds);
    return found === undefined ? undefined : quoted(found.text);
  };

const has = (subject: LintSubject, type: string): boolean => subject.attributes(type).length > 0;

/** The entries of the alternative names in their only written form (BR 7.1.4.3). */
const entriesOf = (subject: LintSubject): string[] =>
  subject
    .alternativeNames()
    .flatMap(({ kind, bytes }) => (kind === 'dns' ? [bytes.toString('latin1')] : kind === 'ip' ? [ipText(bytes.subarray(0, 64))] : []));

/** `0xC0A80101` and `192.168.001.001` are addresses to those who wrote them. */
const looseAddress = (name: string): string => {
  const octets = name.split('.');
  if (octets.length === 4 && octets.every((octet) => /^\d{1,4}$/.test(octet))) return octets.map(Number).join('.');
  const number = /^0x[0-9a-f]{1,8}$/i.test(name) ? Number(name) : Number.NaN;
  return Number.isNaN(number) ? name : [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.');
};

/** One spelling for all spellings of a name or an address. */
const canonical = (name: string): string => {
  const address = addressBytes(looseAddress(name));
  if (address !== null) return ipText(address);
  return domainToASCII(name) || name.toLowerCase();
};

const isDnsName = (name: string): boolean => name.includes('.') && isIP(name) === 0;

/** No name of a host is longer, and longer ones would cost too much here. */
const isShort = (name: string): boolean => name.length <= MAX_NAME;

/** Returns the first common name that is another spelling of an alternative name. */
const findRespelled = (subject: LintSubject): string | undefined => {
  const entries = new Set(entriesOf(subject));
  const spellings = new Set([...entries].filter(isShort).map(canonical));
  return commonNames(subject).find((name) => !entries.has(name) && isShort(name) && spellings.has(canonical(name)));
};

const publicAddresses = createAddressPolicy({ allow: [] });

/** Whether the Baseline Requirements can mean a name or an address: they have none of internal networks. */
const isOfInternet = (name: string): boolean =>
  isIP(name) === 0 ? isDnsName(name) && isPublicName(name) : publicAddresses.isAllowed(name);

/** Returns the first public common name that no public alternative name of its kind is, or is below. */
const findForeign = (subject: LintSubject): string | undefined => {
  const entries = entriesOf(subject).filter(isShort);
  const spellings = new Set(entries.map(canonical));
  const unknown = commonNames(subject).filter((name) => isShort(name) && !spellings.has(canonical(name)) && isOfInternet(name));
  if (unknown.length === 0) return undefined;
  const known = entries.filter(isOfInternet);
  const domains = new Set(unknown.filter(isDnsName).map((name) => name.toLowerCase()));
  for (const entry of known) {
    for (let dot = entry.indexOf('.'); dot !== -1; dot = entry.indexOf('.', dot + 1)) domains.delete(entry.slice(dot + 1).toLowerCase());
  }
  const hasName = known.some(isDnsName);
  const hasAddress = known.some((entry) => isIP(entry) !== 0);
  return unknown.find((name) => (isDnsName(name) ? hasName && domains.has(name.toLowerCase()) : hasAddress));
};

const commonNames = (subject: LintSubject): string[] => subject.attributes(commonName).map(({ text }) => text);

/** Returns what was found for the text. */
const quotedName =
  (finds: (subject: LintSubject) => string | undefined) =>
  (subject: LintSubject): string | undefined => {
    const found = finds(subject);
    return found === undefined ? undefined : quoted(found);
  };

/** BR 7.1.4.2: the order of the attributes, and their greatest length in characters. */
const encodings: readonly (readonly [type: string, maxLength: number])[] = [
  [attributeTypes.domainComponent, 63],
  [country, 2],
  [state, 128],
  [locality, 128],
  [attributeTypes.postalCode, 40],
  [attributeTypes.street, 128],
  [organization, 64],
  [surname, 64],
  [givenName, 64],
  [unit, 64],
  [commonName, 64],
];
const maxLengths = new Map<string, number>([
  ...encodings,
  [attributeTypes.businessCategory, 128],
  [attributeTypes.jurisdictionCountry, 2],
  [attributeTypes.jurisdictionState, 128],
  [attributeTypes.jurisdictionLocality, 128],
  [attributeTypes.serialNumber, 64],
]);
const places = new Map<string, number>(encodings.map(([type], place) => [type, place]));

const printableOnly: ReadonlySet<string> = new Set([country, attributeTypes.jurisdictionCountry, attributeTypes.serialNumber]);
const ia5Only: ReadonlySet<string> = new Set([attributeTypes.emailAddress, attributeTypes.domainComponent]);
const textTags: ReadonlySet<number> = new Set([tags.utf8String, tags.printableString]);
const mayRepeat: ReadonlySet<string> = new Set([attributeTypes.domainComponent, attributeTypes.street, unit]);

const isOutOfOrder = (subject: LintSubject): boolean => {
  const order = subject
    .subject()
    .flat()
    .flatMap(({ type }) => places.get(type) ?? []);
  return order.some((place, index) => index > 0 && place < (order[index - 1] ?? 0));
};

const repeatedType = (subject: LintSubject): boolean => {
  const types = subject
    .subject()
    .flat()
    .map(({ type }) => type)
    .filter((type) => !mayRepeat.has(type));
  return new Set(types).size < types.length;
};

const domainValidatedMay: ReadonlySet<string> = new Set([country, commonName]);

/** BR 7.1.2.7, 7.1.2.10.2 and 7.1.4: the subject, by the kind of certificate that its policy names. */
export const subjectRows = {
  cn_not_in_san: [
    'error',
    'BR 7.1.4.3',
    'leaf',
    'The common name is not one of the alternative names',
    quotedName((subject) => {
      const entries = new Set(entriesOf(subject));
      return commonNames(subject).find((each) => !entries.has(each));
    }),
  ],
  cn_respelled: [
    'error',
    'BR 7.1.4.3',
    'leaf',
    'The common name spells an alternative name differently',
    quotedName(findRespelled),
    { refusal: 'malformed' },
  ],
  cn_foreign: [
    'error',
    'BR 7.1.4.3',
    'leaf',
    'The common name is a host outside the domains of the alternative names',
    quotedName(findForeign),
    { refusal: 'malformed' },
  ],
  cn_repeated: [
    'error',
    'BR 7.1.4.3',
    'leaf',
    'The subject has more than one common name.',
    (subject) => subject.attributes(commonName).length > 1,
    { refusal: 'malformed' },
  ],
  cn_present: [
    'notice',
    'BR 7.1.2.7.2',
    'leaf',
    'The subject has a common name, which is not recommended.',
    (subject) => has(subject, commonName),
    profiles,
  ],
  dv_attribute: [
    'error',
    'BR 7.1.2.7.2',
    'leaf',
    'A domain-validated certificate has a subject attribute other than country and common name',
    (subject) => (hasPolicy(subject, reservedPolicies.domain) ? attribute(({ type }) => !domainValidatedMay.has(type))(subject) : false),
    profiles,
  ],
  ov_organization_missing: [
    'error',
    'BR 7.1.2.7.4',
    'leaf',
    'An organization-validated certificate names no organization.',
    (subject) => hasPolicy(subject, reservedPolicies.organization) && !has(subject, organization),
  ],
  iv_person_missing: [
    'error',
    'BR 7.1.2.7.3',
    'leaf',
    'An individual-validated certificate lacks the surname or given name.',
    (subject) => hasPolicy(subject, reservedPolicies.individual) && !(has(subject, surname) && has(subject, givenName)),
    profiles,
  ],
  country_missing: [
    'error',
    'BR 7.1.2.7.4',
    'leaf',
    'The certificate names an organization or a person, but no country.',
    (subject) => (has(subject, organization) || has(subject, surname)) && !has(subject, country),
  ],
  place_missing: [
    'error',
    'BR 7.1.2.7.4',
    'leaf',
    'The certificate names an organization or a person, but neither state nor locality.',
    (subject) => (has(subject, organization) || has(subject, surname)) && !has(subject, state) && !has(subject, locality),
  ],
  unit_present: [
    'error',
    'BR 7.1.2.7.4',
    'leaf',
    'The subject has an organizational unit.',
    (subject) => has(subject, unit),
    { from: '2022-09-01' },
  ],
  authority_unit_present: [
    'error',
    'BR 7.1.2.10.2',
    'authority',
    'The subject of the CA has an organizational unit.',
    (subject) => has(subject, unit),
    profiles,
  ],
  authority_name_incomplete: [
    'error',
    'BR 7.1.2.10.2',
    'authority',
    'The subject of the CA lacks its country, organization or common name.',
    (subject) => ![country, organization, commonName].every((type) => has(subject, type)),
    profiles,
  ],
  country_form: [
    'error',
    'BR 7.1.4.2',
    'all',
    'The country is not a code of two capital letters',
    attribute(({ type, text }) => type === country && !/^[A-Z]{2}$/.test(text)),
  ],
  printable_string_expected: [
    'error',
    'RFC 5280 appendix A.1',
    'all',
    'A country or serial number of the subject is not a PrintableString',
    attribute(({ type, tag }) => printableOnly.has(type) && tag !== tags.printableString),
  ],
  ia5_string_expected: [
    'error',
    'RFC 5280 appendix A.1',
    'all',
    'An email address or domain component of the subject is not an IA5String',
    attribute(({ type, tag }) => ia5Only.has(type) && tag !== tags.ia5String),
  ],
  text_string_expected: [
    'error',
    'RFC 5280 4.1.2.4',
    'all',
    'An attribute of the subject is neither a UTF8String nor a PrintableString',
    attribute(({ type, tag }) => maxLengths.has(type) && !printableOnly.has(type) && !ia5Only.has(type) && !textTags.has(tag)),
  ],
  printable_characters: [
    'error',
    'X.680 41.4',
    'all',
    'A PrintableString has a character that it may not have',
    attribute(({ tag, text }) => tag === tags.printableString && /[^A-Za-z0-9 '()+,./:=?-]/.test(text)),
  ],
  attribute_too_long: [
    'error',
    'RFC 5280 appendix A.1',
    'all',
    'An attribute of the subject is too long',
    attribute(({ type, text }) => Array.from(text).length > (maxLengths.get(type) ?? Number.POSITIVE_INFINITY)),
  ],
  attribute_meaningless: [
    'error',
    'BR 7.1.2.7.4',
    'leaf',
    'An attribute of the subject is empty or has only dots, hyphens and spaces',
    attribute(({ text }) => /^[\s.-]*$/.test(text)),
  ],
  attribute_spaces: [
    'notice',
    'RFC 5280 7.1',
    'all',
    'An attribute of the subject starts or ends with a space',
    attribute(({ text }) => text !== text.trim()),
  ],
  attribute_repeated: ['error', 'BR 7.1.4.1', 'all', 'The subject has an attribute twice.', repeatedType, profiles],
  attributes_combined: [
    'error',
    'BR 7.1.4.1',
    'all',
    'A relative name of the subject has several attributes.',
    (subject) => subject.subject().some((attributes) => attributes.length > 1),
    profiles,
  ],
  attribute_order: ['error', 'BR 7.1.4.2', 'all', 'The attributes of the subject are out of order.', isOutOfOrder, profiles],
} satisfies Record<string, LintRow>;
