import { createHash } from 'node:crypto';
import { addMs, type CertificateId, DAY_MS, type EnvironmentId } from '@notafter/domain';
import { eq } from 'drizzle-orm';
import type { Database } from '../client.ts';
import { newId } from '../ids.ts';
import { certificateHistory, certificates, type StoredFacts, x509Certificates } from '../schema/certificates/certificates.ts';

export interface SeedPast {
  readonly certificateId: CertificateId;
  readonly environmentId: EnvironmentId | null;
  readonly tags: Readonly<Record<string, string>>;
  readonly lifetimeDays: number;
  readonly renewals: number;
}

const fingerprintOf = (text: string): string =>
  (createHash('sha256').update(text).digest('hex').toUpperCase().match(/../g) ?? []).join(':');

/** Facts of an earlier certificate: those of the current one, except for the fields that every renewal changes. */
const pastFacts = (present: StoredFacts, fingerprint256: string, notBefore: Date, notAfter: Date): StoredFacts => ({
  ...present,
  notBefore: notBefore.toISOString(),
  notAfter: notAfter.toISOString(),
  serialNumber: fingerprint256.replaceAll(':', '').slice(0, 32),
  fingerprint: fingerprint256.slice(0, 59),
  fingerprint256,
  // The certificate itself is not stored.
  pem: '',
});

/** Gives a newly added certificate a history: earlier certificates with their renewals, an environment and tags. */
export const seedCertificatePast = async (db: Database, past: SeedPast): Promise<void> => {
  const { certificateId, environmentId, tags, lifetimeDays, renewals } = past;
  await db
    .update(certificates)
    .set({ environmentId, tags: { ...tags } })
    .where(eq(certificates.id, certificateId));
  const [row] = await db.select().from(certificates).where(eq(certificates.id, certificateId));
  if (row?.notBefore == null || row.issuer === null || renewals === 0) return;
  const { notBefore, issuer } = row;
  const entries = Array.from({ length: renewals }, (_, index) => {
    // Each certificate was replaced after two thirds of its lifetime.
    const issuedAt = addMs(notBefore, -(index + 1) * lifetimeDays * DAY_MS * (2 / 3));
    return {
      id: newId<'history-entry'>(),
      certificateId,
      action: index === renewals - 1 ? ('added' as const) : ('renewed' as const),
      recordedAt: addMs(issuedAt, DAY_MS / 12),
      issuer,
      notAfter: addMs(issuedAt, lifetimeDays * DAY_MS),
      fingerprint256: fingerprintOf(`${certificateId} ${index}`),
    };
  });
  const oldest = entries.at(-1)?.recordedAt;
  if (oldest !== undefined) await db.update(certificates).set({ createdAt: oldest }).where(eq(certificates.id, certificateId));
  await db
    .update(certificateHistory)
    .set({ action: 'renewed', recordedAt: addMs(notBefore, DAY_MS / 12) })
    .where(eq(certificateHistory.certificateId, certificateId));
  await db.insert(certificateHistory).values(entries);
  const [present] = await db
    .select()
    .from(x509Certificates)
    .where(eq(x509Certificates.fingerprint256, row.fingerprint256 ?? ''));
  if (present === undefined) return;
  const earlier = entries.map(({ fingerprint256, notAfter, recordedAt }) => ({
    fingerprint256,
    facts: pastFacts(present.facts, fingerprint256, addMs(notAfter, -lifetimeDays * DAY_MS), notAfter),
    firstSeenAt: recordedAt,
  }));
  await db.insert(x509Certificates).values(earlier);
};
