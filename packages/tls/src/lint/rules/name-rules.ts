import { domainToUnicode } from 'node:url';
import { createAddressPolicy } from '@notafter/net';
import { safeText } from '../../safe-text.ts';
import { type GeneralNameKind, ipText } from '../../x509/general-names.ts';
import { findWildcardOfSuffix, isDottedQuad, isPublicName, labelsOf, MAX_LABEL, MAX_NAME } from '../host-names.ts';
import { firstRepeated, type LintRow } from '../rule.ts';
import type { LintSubject } from '../subject.ts';

const SAN = '2.5.29.17';

const quoted = (name: string | undefined): string | undefined => (name === undefined ? undefined : `"${safeText(name, MAX_NAME)}"`);

/** Returns the first dNSName for which `finds` holds. */
const dns =
  (finds: (name: string) => boolean) =>
  (subject: LintSubject): string | undefined =>
    quoted(subject.dnsNames().find(finds));

const someLabel = (finds: (label: string) => boolean) => dns((name) => labelsOf(name).some(finds));

/** Returns the first iPAddress for which `finds` holds. */
const ip =
  (finds: (bytes: Buffer) => boolean) =>
  (subject: LintSubject): string | undefined => {
    const found = subject.alternativeNames().find(({ kind, bytes }) => kind === 'ip' && finds(bytes));
    return found === undefined ? undefined : ipText(found.bytes.subarray(0, 64));
  };

const publicAddresses = createAddressPolicy({ allow: [] });
const isAddress = (bytes: Buffer): boolean => bytes.length === 4 || bytes.length === 16;

const permittedKinds: ReadonlySet<GeneralNameKind> = new Set(['dns', 'ip']);

/** `xn--` labels that no Unicode name has. Longer ones have a rule of their kind, and take long to decode. */
const isBrokenLabel = (label: string): boolean =>
  /^xn--/i.test(label) && label.length <= MAX_LABEL && (domainToUnicode(label) === '' || /^xn--$/i.test(label));

/** RFC 5280 section 4.2.1.6 and BR 7.1.2.7.12: the alternative names. */
export const nameRows = {
  san_missing: [
    'error',
    'BR 7.1.2.7.12',
    'leaf',
    'The certificate has no alternative names.',
    (subject) => subject.extension(SAN) === undefined,
    { refusal: 'malformed' },
  ],
  san_empty: [
    'error',
    'RFC 5280 4.2.1.6',
    'all',
    'The list of alternative names is empty.',
    (subject) => subject.extension(SAN) !== undefined && subject.alternativeNames().length === 0,
    { refusal: 'malformed' },
  ],
  san_critical: [
    'error',
    'BR 7.1.2.7.12',
    'leaf',
    'The alternative names are critical, although the certificate has a subject.',
    (subject) => subject.isCritical(SAN) && subject.certificate.subject.length > 0,
    { refusal: 'malformed' },
  ],
  san_not_critical: [
    'error',
    'RFC 5280 4.2.1.6',
    'leaf',
    'The subject is empty, but the alternative names are not critical.',
    (subject) => subject.isNotCritical(SAN) && subject.certificate.subject.length === 0,
    { refusal: 'malformed' },
  ],
  san_name_type: [
    'error',
    'BR 7.1.2.7.12',
    'leaf',
    'An alternative name is neither a DNS name nor an IP address',
    (subject) => subject.alternativeNames().find(({ kind }) => !permittedKinds.has(kind))?.kind,
  ],
  dns_underscore: [
    'error',
    'RFC 5280 4.2.1.6',
    'leaf',
    'A DNS name has an underscore',
    dns((name) => name.includes('_')),
    { from: '2019-04-01', refusal: 'malformed' },
  ],
  dns_address: ['error', 'RFC 5280 4.2.1.6', 'leaf', 'A DNS name is an IP address', dns(isDottedQuad), { refusal: 'malformed' }],
  dns_characters: [
    'error',
    'RFC 5280 4.2.1.6',
    'leaf',
    'A DNS name has characters other than letters, digits and hyphens',
    someLabel((label) => /[^A-Za-z0-9_*-]/.test(label)),
    { refusal: 'malformed' },
  ],
  dns_empty_label: [
    'error',
    'RFC 5280 4.2.1.6',
    'leaf',
    'A DNS name has an empty label: a dot at its start or end, or two in a row',
    someLabel((label) => label === ''),
    { refusal: 'malformed' },
  ],
  dns_hyphen: [
    'error',
    'RFC 5280 4.2.1.6',
    'leaf',
    'A label of a DNS name starts or ends with a hyphen',
    someLabel((label) => /^-|-$/.test(label)),
    { refusal: 'malformed' },
  ],
  dns_label_too_long: [
    'error',
    'RFC 5280 4.2.1.6',
    'leaf',
    'A label of a DNS name has more than 63 characters',
    someLabel((label) => label.length > MAX_LABEL),
    { refusal: 'malformed' },
  ],
  dns_too_long: [
    'error',
    'RFC 5280 4.2.1.6',
    'leaf',
    'A DNS name has more than 253 characters',
    dns((name) => name.length > MAX_NAME),
    { refusal: 'malformed' },
  ],
  dns_reserved_label: [
    'error',
    'BR 7.1.2.7.12',
    'leaf',
    'A label of a DNS name has hyphens in its third and fourth place without being punycode',
    someLabel((label) => /^..--/.test(label) && !/^xn--/i.test(label)),
    { from: '2021-10-01' },
  ],
  dns_punycode: [
    'warning',
    'BR 7.1.2.7.12',
    'leaf',
    'A label of a DNS name is not valid punycode',
    someLabel(isBrokenLabel),
    { from: '2021-10-01' },
  ],
  dns_wildcard_position: [
    'error',
    'BR 7.1.2.7.12',
    'leaf',
    'The star of a wildcard is not the whole first label',
    dns((name) => name.lastIndexOf('*') > 0 || (name.startsWith('*') && !name.startsWith('*.'))),
    { refusal: 'malformed' },
  ],
  dns_wildcard_suffix: [
    'error',
    'BR 3.2.2.6',
    'leaf',
    'A wildcard covers a whole public suffix',
    (subject) => quoted(findWildcardOfSuffix(subject.dnsNames())),
    { refusal: 'malformed' },
  ],
  dns_internal: [
    'error',
    'BR 7.1.2.7.12',
    'leaf',
    'A DNS name does not end in a public top-level domain',
    dns((name) => !isDottedQuad(name) && !isPublicName(name)),
    { from: '2015-11-01' },
  ],
  dns_reverse_zone: [
    'error',
    'BR 7.1.2.7.12',
    'leaf',
    'A DNS name belongs to the reverse zone of addresses',
    dns((name) => /\.(?:in-addr|ip6)\.arpa$/i.test(name)),
    { from: '2026-03-15' },
  ],
  dns_onion_version: [
    'error',
    'BR appendix B',
    'leaf',
    'An onion name is not a version 3 address',
    dns((name) => /\.onion$/i.test(name) && !/(?:^|\.)[a-z2-7]{55}d\.onion$/i.test(name)),
    { from: '2021-10-15' },
  ],
  dns_repeated: [
    'notice',
    'BR 7.1.2.7.12',
    'leaf',
    'A DNS name is listed twice',
    (subject) => quoted(firstRepeated(subject.dnsNames().map((name) => name.toLowerCase()))),
  ],
  email_form: [
    'error',
    'RFC 5280 4.2.1.6',
    'leaf',
    'An email address does not have one @ between a mailbox and a domain',
    (subject) => {
      const found = subject
        .alternativeNames()
        .find(({ kind, bytes }) => kind === 'email' && !/^[^@\s<>]+@[^@\s<>]+$/.test(bytes.toString('latin1')));
      return found === undefined ? undefined : `"${safeText(found.bytes.toString('latin1'), MAX_NAME)}"`;
    },
    { refusal: 'malformed' },
  ],
  ip_length: [
    'error',
    'RFC 5280 4.2.1.6',
    'leaf',
    'An IP address does not have 4 or 16 octets',
    ip((bytes) => !isAddress(bytes)),
    { refusal: 'malformed' },
  ],
  ip_reserved: [
    'error',
    'BR 7.1.2.7.12',
    'leaf',
    'An IP address is not one of the public internet',
    ip((bytes) => isAddress(bytes) && !publicAddresses.isAllowed(ipText(bytes))),
    { from: '2015-11-01' },
  ],
} satisfies Record<string, LintRow>;
