import { dateTimeText, plural } from '../wording.ts';

/** By the beginning of the issuer's organization: the address for certificate problem reports in the CA's CPS (November 2026). */
const addresses: readonly (readonly [organization: string, address: string])[] = [
  ["Let's Encrypt", 'cert-prob-reports@letsencrypt.org'],
  ['DigiCert', 'revoke@digicert.com'],
  ['Sectigo', 'sslabuse@sectigo.com'],
  ['Actalis', 'cert-problem@actalis.it'],
  ['SSL Corp', 'https://www.ssl.com/revoke'],
  ['IdenTrust', 'support@identrust.com'],
  ['Starfield Technologies', 'practices@starfieldtech.com'],
  ['eMudhra', 'problem-reporting@emsign.com'],
  ['Chunghwa Telecom', 'report_abuse@cht.com.tw'],
  ['OISTE Foundation', 'cps@oiste.org'],
  ['WISeKey', 'cps@wisekey.com'],
];

/** Returns where a CA takes reports, a mail address or a page; null if it has to be looked up. */
export const problemReportAddress = (issuerOrganization: string | null): string | null =>
  addresses.find(([organization]) => issuerOrganization?.startsWith(organization))?.[1] ?? null;

/** Text in place of a field of a malformed certificate. */
export const UNREADABLE = 'Unreadable';

/** `2026-11-19 09:36 UTC to 2027-02-17 09:36 UTC` */
export const validityText = ({ notBefore, notAfter }: { readonly notBefore: Date | null; readonly notAfter: Date | null }): string =>
  notBefore === null || notAfter === null ? UNREADABLE : `${dateTimeText(notBefore)} to ${dateTimeText(notAfter)}`;

interface Place {
  readonly source: 'log' | 'search';
  readonly name: string;
  readonly operator: string | null;
  readonly reference: string;
  readonly at: Date | null;
}

/** A certificate that nobody ordered. Its texts are untrusted, and have no characters that would change a text around them. */
export interface ReportedIssuance {
  /** The watched domain. */
  readonly domain: string;
  readonly names: readonly string[];
  readonly issuer: string;
  readonly serialNumber: string;
  readonly notBefore: Date | null;
  readonly notAfter: Date | null;
  readonly spkiSha256: string;
  readonly places: readonly Place[];
  readonly pem: string | null;
}

/** The line of the report that names a place where the certificate is logged; null for a search service. */
const placeLine = ({ source, name, operator, reference, at }: Place): string | null =>
  source === 'log'
    ? `  ${name}${operator === null ? '' : ` (${operator})`}, entry ${reference}${at === null ? '' : `, ${dateTimeText(at)}`}`
    : null;

/**
 * Returns the text that asks a CA to revoke a certificate. The reason that it names is one of the Baseline Requirements, 4.9.1.1: the
 * original request was not authorized. Section 4.9.5 has the 24 hours.
 */
export const problemReportText = (issuance: ReportedIssuance): string => {
  const { domain, names, issuer, spkiSha256, places, pem } = issuance;
  const serialNumber = issuance.serialNumber || UNREADABLE;
  const logged = places.map(placeLine).filter((line) => line !== null);
  return [
    `Subject: Certificate problem report: unauthorized certificate, serial number ${serialNumber}`,
    '',
    `Your CA issued the certificate below for names of ${domain}, a domain that our organization controls.`,
    'We did not request this certificate, and we do not authorize the request that led to it.',
    'Please revoke it (Baseline Requirements, section 4.9.1.1), and send us your preliminary report within 24 hours (section 4.9.5).',
    'Please also report who requested it, and how you validated control of each name.',
    '',
    `Issuer: ${issuer || UNREADABLE}`,
    `Serial number: ${serialNumber}`,
    `Valid: ${validityText(issuance)}`,
    `SHA-256 of the public key: ${spkiSha256 || UNREADABLE}`,
    `Names (${plural(names.length, 'name')}):`,
    ...names.map((name) => `  ${name}`),
    ...(logged.length === 0 ? [] : ['Logged in:', ...logged]),
    ...(pem === null ? [] : ['', pem]),
  ].join('\n');
};
