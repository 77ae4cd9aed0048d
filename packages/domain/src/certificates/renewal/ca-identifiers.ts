/** A certificate authority as its certificates and CAA records name it. */
interface CertificateAuthority {
  readonly name: string;
  /** Beginnings of the issuer's organization in its certificates, in lower case. */
  readonly organizations: readonly string[];
  /** Issuer domain names that it accepts in CAA records, its usual one first. */
  readonly identifiers: readonly [string, ...string[]];
  /** Its own text about them. */
  readonly source: string;
}

const sectigo = ['sectigo.com', 'usertrust.com', 'trust-provider.com', 'comodoca.com', 'comodo.com'] as const;
const amazon = ['amazon.com', 'amazontrust.com', 'awstrust.com', 'amazonaws.com'] as const;
const digicert = [
  'digicert.com',
  'www.digicert.com',
  'digicert.ne.jp',
  'cybertrust.ne.jp',
  'thawte.com',
  'geotrust.com',
  'rapidssl.com',
] as const;

/**
 * As of 2026-11-23. All identifiers are listed by CCADB (https://ccadb.my.salesforce-sites.com/ccadb/AllCAAIdentifiersReport); a CA
 * states them in section 4.2 of its practice statement (Baseline Requirements 2.2).
 */
const certificateAuthorities: readonly CertificateAuthority[] = [
  {
    name: 'Let’s Encrypt',
    organizations: ['let’s encrypt', "let's encrypt", 'internet security research group', 'isrg'],
    identifiers: ['letsencrypt.org'],
    source: 'https://letsencrypt.org/docs/caa/',
  },
  {
    name: 'DigiCert',
    organizations: ['digicert', 'geotrust', 'rapidssl', 'thawte', 'encryption everywhere'],
    identifiers: [...digicert],
    source: 'https://docs.digicert.com/en/certcentral/manage-certificates/dns-caa-resource-record-check.html',
  },
  {
    name: 'Sectigo',
    organizations: ['sectigo', 'comodo ca', 'the usertrust network', 'gehirn'],
    identifiers: [...sectigo],
    source: 'https://www.sectigo.com/legal',
  },
  {
    name: 'ZeroSSL',
    organizations: ['zerossl'],
    identifiers: [...sectigo],
    source: 'https://help.zerossl.com/hc/en-us/articles/360060119753',
  },
  {
    name: 'Google Trust Services',
    organizations: ['google trust services'],
    identifiers: ['pki.goog'],
    source: 'https://pki.goog/repository/',
  },
  {
    name: 'Amazon',
    organizations: ['amazon'],
    identifiers: [...amazon],
    source: 'https://docs.aws.amazon.com/acm/latest/userguide/setup-caa.html',
  },
  {
    name: 'GlobalSign',
    organizations: ['globalsign'],
    identifiers: ['globalsign.com'],
    source: 'https://www.globalsign.com/en/repository',
  },
  {
    name: 'Buypass',
    organizations: ['buypass'],
    identifiers: ['buypass.com', 'buypass.no'],
    source: 'https://www.buypass.com/security/buypass-caa-records',
  },
  { name: 'SSL.com', organizations: ['ssl corp'], identifiers: ['ssl.com'], source: 'https://www.ssl.com/repository/' },
  {
    name: 'GoDaddy',
    organizations: ['godaddy', 'starfield'],
    identifiers: ['godaddy.com', 'starfieldtech.com'],
    source: 'https://certs.godaddy.com/repository/',
  },
  {
    name: 'Entrust',
    organizations: ['entrust'],
    identifiers: ['entrust.net'],
    source: 'https://www.entrust.com/legal-compliance/entrust-certificate-services-repository',
  },
  {
    name: 'IdenTrust',
    organizations: ['identrust'],
    identifiers: ['identrust.com'],
    source: 'https://www.identrust.com/support/documents/trustid',
  },
  {
    name: 'Certainly',
    organizations: ['certainly'],
    identifiers: ['certainly.com'],
    source: 'https://www.certainly.com/repository/index.html',
  },
  { name: 'Actalis', organizations: ['actalis'], identifiers: ['actalis.it'], source: 'https://www.actalis.com/documents' },
  {
    name: 'Certum',
    organizations: ['asseco data systems', 'certum', 'unizeto'],
    identifiers: ['certum.pl', 'certum.eu'],
    source: 'https://www.certum.eu/en/repository/',
  },
  {
    name: 'HARICA',
    organizations: ['hellenic academic and research', 'harica', 'greek universities'],
    identifiers: ['harica.gr'],
    source: 'https://repo.harica.gr/',
  },
  {
    name: 'Microsoft',
    organizations: ['microsoft'],
    identifiers: ['microsoft.com'],
    source: 'https://www.microsoft.com/pkiops/docs/repository.htm',
  },
  { name: 'SwissSign', organizations: ['swisssign'], identifiers: ['swisssign.com'], source: 'https://repository.swisssign.com/' },
  {
    name: 'D-Trust',
    organizations: ['d-trust'],
    identifiers: ['d-trust.net', 'dtrust.de', 'd-trust.de'],
    source: 'https://www.d-trust.net/en/support/repository',
  },
  {
    name: 'Telekom Security',
    organizations: ['deutsche telekom security', 't-systems'],
    identifiers: ['telesec.de'],
    source: 'https://www.telesec.de/en/service/downloads/pki-repository/',
  },
];

/** A CA that is to renew a certificate. */
export interface RenewalIssuer {
  readonly name: string;
  /** Null if the table lacks it. */
  readonly identifiers: CertificateAuthority['identifiers'] | null;
}

/** Returns the CA behind an issuer's organization. */
export const issuerOfOrganization = (organization: string): RenewalIssuer => {
  const text = organization.trim().toLowerCase();
  const known = certificateAuthorities.find(({ organizations }) => organizations.some((start) => text.startsWith(start)));
  return { name: known?.name ?? organization, identifiers: known?.identifiers ?? null };
};

/** Returns the CA with this CAA identifier, which need not be in the table. */
export const issuerWithIdentifier = (identifier: string): RenewalIssuer => {
  const id = identifier.trim().toLowerCase();
  const known = certificateAuthorities.find(({ identifiers }) => identifiers.includes(id));
  return { name: known?.name ?? id, identifiers: known?.identifiers ?? [id] };
};
