import type { Transaction } from '@notafter/db';
import type { CertificateFacts } from '@notafter/domain';
import { sql } from 'drizzle-orm';
import { claimX509 } from '../internal/unused-x509.ts';
import { storedFacts } from '../stored-certificate.ts';

/** Stores X.509 certificates, each once for all that serve or hold it. */
export const storeCertificates = async (db: Transaction, certificates: Iterable<CertificateFacts>, now: Date): Promise<void> => {
  const byFingerprint = new Map([...certificates].map((facts) => [facts.fingerprint256, facts]));
  if (byFingerprint.size === 0) return;
  await claimX509(db, [...byFingerprint.keys()]);
  const rows = [...byFingerprint].map(([fingerprint256, facts]) => ({ fingerprint256, facts: storedFacts(facts) }));
  await db.execute(sql`
    insert into x509_certificates (fingerprint256, facts, first_seen_at)
    select fingerprint256, facts, ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as seen (fingerprint256 text, facts jsonb)
    order by fingerprint256
    on conflict (fingerprint256) do nothing`);
};
