import { certificateRenewals, certificates, type Executor, environments, x509Certificates } from '@notafter/db';
import type { CertificateId } from '@notafter/domain';
import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type CertificateReach, withinReach } from '../../certificate-reach.ts';

const SHOWN = 20;

/** A monitored certificate that is another one with the same key. */
export interface KeyUser {
  readonly id: CertificateId;
  readonly domain: string;
  readonly environmentName: string | null;
}

/** The public key of a certificate, and what else uses it. */
export interface KeyView {
  /** SHA-256 of the SubjectPublicKeyInfo in lower-case hex. */
  readonly sha256: string;
  /** Those of other environments first, at most 20. */
  readonly alsoUsedBy: readonly KeyUser[];
  readonly total: number;
  /** Those that have it, by name; empty if it is one. */
  readonly environments: readonly string[];
}

/** Returns the key of a monitored certificate with the accessible other certificates that have it; null if the key can't be read. */
export const loadKeyView = async (
  db: Executor,
  reach: CertificateReach,
  { fingerprint256, environmentName }: { readonly fingerprint256: string | null; readonly environmentName: string | null },
): Promise<KeyView | null> => {
  if (fingerprint256 === null) return null;
  const { key256 } = x509Certificates;
  const [own] = await db.select({ key256 }).from(x509Certificates).where(eq(x509Certificates.fingerprint256, fingerprint256));
  const key = own?.key256 ?? null;
  if (key === null) return null;
  const other = alias(x509Certificates, 'other');
  const rows = await db
    .select({
      ...{ id: certificates.id, domain: certificates.domain, environmentName: environments.name },
      total: sql<number>`count(*) over ()::int`,
    })
    .from(other)
    .innerJoin(certificateRenewals, eq(certificateRenewals.fingerprint256, other.fingerprint256))
    .innerJoin(certificates, eq(certificates.id, certificateRenewals.certificateId))
    .leftJoin(environments, eq(environments.id, certificates.environmentId))
    .where(and(eq(other.key256, key), ne(other.fingerprint256, fingerprint256), withinReach(reach)))
    .orderBy(sql`${environments.name} is not distinct from ${environmentName}`, asc(certificates.domain), asc(certificates.id))
    .limit(SHOWN);
  const all = new Set([environmentName, ...rows.map((row) => row.environmentName)].flatMap((name) => name ?? []));
  return {
    sha256: key.toString('hex'),
    alsoUsedBy: rows.map(({ total: _, ...row }) => row),
    total: rows[0]?.total ?? 0,
    environments: all.size > 1 ? [...all].sort() : [],
  };
};
