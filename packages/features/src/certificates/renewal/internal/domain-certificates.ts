import { certificates, type Database, type Transaction, x509Certificates } from '@notafter/db';
import {
  type CertificateId,
  type DaneEndpoint,
  issuerOfOrganization,
  type OrganizationId,
  type PreflightRequest,
  parseTarget,
  type RenewalFinding,
  type RenewalName,
  readFoundName,
  type VerdictReason,
} from '@notafter/domain';
import { and, asc, eq, sql } from 'drizzle-orm';
import { registrableDomainOf } from '../../registrable-domain.ts';

/** A certificate of a domain, as far as its renewal goes. */
export interface DomainCertificate {
  readonly id: CertificateId;
  readonly host: string;
  readonly domain: string;
  readonly notBefore: Date | null;
  readonly notAfter: Date | null;
  /** The names that it has in the domain; `*.` before wildcards. */
  readonly names: readonly string[];
  /** Null if it is unknown or no public CA issued it. */
  readonly issuer: string | null;
}

/** A domain with more is looked at in part. */
const NAMES_MAX = 100;
const ENDPOINTS_MAX = 100;
const privateReasons: readonly VerdictReason[] = ['self_signed', 'untrusted_root'];

const shown = ({ host, isWildcard }: { readonly host: string; readonly isWildcard: boolean }): string => (isWildcard ? `*.${host}` : host);

/** Returns the certificates of an organization at hosts of this registrable domain, the first to end first. */
export const loadDomainCertificates = async (
  db: Database | Transaction,
  orgId: OrganizationId,
  domain: string,
): Promise<DomainCertificate[]> => {
  const rows = await db
    .select({
      id: certificates.id,
      host: certificates.host,
      domain: certificates.domain,
      notBefore: certificates.notBefore,
      notAfter: certificates.notAfter,
      san: certificates.san,
      reasons: certificates.reasons,
      issuer: sql<string | null>`${x509Certificates.facts} ->> 'issuerOrganization'`,
    })
    .from(certificates)
    .leftJoin(x509Certificates, eq(x509Certificates.fingerprint256, certificates.fingerprint256))
    .where(
      and(
        eq(certificates.orgId, orgId),
        // By the index of searches, then exactly.
        sql`lower(substr(${certificates.domain}, 2)) like ${`%${domain.slice(1)}%`}`,
        sql`(${certificates.host} = ${domain} or right(${certificates.host}, ${domain.length + 1}::int) = ${`.${domain}`})`,
      ),
    )
    .orderBy(asc(certificates.expiresAt), asc(certificates.id));
  return rows
    .filter(({ host }) => registrableDomainOf(host) === domain)
    .map(({ san, reasons, issuer, ...row }) => ({
      ...row,
      names: san.flatMap((name) => {
        const found = readFoundName(name, domain);
        return found === null || registrableDomainOf(found.host) !== domain ? [] : [shown(found)];
      }),
      issuer: reasons.some((reason) => privateReasons.includes(reason)) ? null : issuer,
    }));
};

const namesOf = (rows: readonly DomainCertificate[]): RenewalName[] => {
  const issuers = new Map<string, Set<string>>();
  for (const { names, issuer } of rows) {
    if (issuer === null) continue;
    for (const name of names) issuers.set(name, (issuers.get(name) ?? new Set()).add(issuer));
  }
  return [...issuers].slice(0, NAMES_MAX).map(([name, organizations]) => {
    const wildcard = name.startsWith('*.');
    return { name: wildcard ? name.slice(2) : name, wildcard, issuers: [...organizations].map(issuerOfOrganization) };
  });
};

const endpointsOf = (rows: readonly DomainCertificate[]): DaneEndpoint[] =>
  rows.slice(0, ENDPOINTS_MAX).map(({ domain }) => {
    const { host, port, protocol = 'tls' } = parseTarget(domain);
    return { host, port, protocol };
  });

/** The names and endpoints to look at. A private CA's names are not: it asks no one before it issues. */
export const requestOf = (domain: string, rows: readonly DomainCertificate[]): PreflightRequest => ({
  domain,
  names: namesOf(rows),
  endpoints: endpointsOf(rows),
});

/** The certificates that a finding concerns; all if it names none of theirs, as for the domain's registration. */
export const concernedBy = ({ names }: Pick<RenewalFinding, 'names'>, rows: readonly DomainCertificate[]): readonly DomainCertificate[] => {
  const found = rows.filter((row) => names.includes(row.host) || row.names.some((name) => names.includes(name)));
  return found.length === 0 ? rows : found;
};
