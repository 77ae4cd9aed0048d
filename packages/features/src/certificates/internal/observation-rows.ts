import { newId, type StoredFacts, type Transaction } from '@notafter/db';
import { type CertificateFacts, issuerName, lastingReasons } from '@notafter/domain';
import { sql } from 'drizzle-orm';
import type { DecidedCheck } from './store-observations.ts';

// Rows travel as one JSON text per statement: lists inside a row cannot be nested in an SQL array, and a parameter per
// value costs more than the write itself.

/** The parsed certificates of every changed chain, each stored once for all endpoints that serve it. */
export const upsertX509 = async (db: Transaction, stored: readonly DecidedCheck[], now: Date): Promise<void> => {
  const byFingerprint = new Map<string, CertificateFacts>();
  for (const { outcome } of stored) {
    if (outcome.served === null) continue;
    for (const facts of outcome.served.chain) byFingerprint.set(facts.fingerprint256, facts);
    if (outcome.served.root !== null) byFingerprint.set(outcome.served.root.fingerprint256, outcome.served.root);
  }
  if (byFingerprint.size === 0) return;
  const rows = [...byFingerprint].map(([fingerprint256, facts]) => ({ fingerprint256, facts: storedFacts(facts) }));
  await db.execute(sql`
    insert into x509_certificates (fingerprint256, facts, first_seen_at)
    select fingerprint256, facts, ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as seen (fingerprint256 text, facts jsonb)
    order by fingerprint256
    on conflict (fingerprint256) do nothing`);
};

const storedFacts = (facts: CertificateFacts): StoredFacts => ({
  ...facts,
  notBefore: facts.notBefore.toISOString(),
  notAfter: facts.notAfter.toISOString(),
});

/** What is served now, where it differs from what is stored; answering again clears the trouble. */
export const updateServed = async (db: Transaction, stored: readonly DecidedCheck[]): Promise<void> => {
  const rows = stored.flatMap(({ id, outcome: { served } }) => {
    if (served === null) return [];
    const [leaf] = served.chain;
    return {
      id,
      issuer: issuerName(leaf),
      not_before: leaf.notBefore,
      not_after: leaf.notAfter,
      fingerprint: leaf.fingerprint,
      fingerprint256: leaf.fingerprint256,
      serial_number: leaf.serialNumber,
      san: leaf.san,
      chain: served.chain.map((facts) => facts.fingerprint256),
      root_fingerprint256: served.root?.fingerprint256 ?? null,
      reasons: lastingReasons(served),
      address: served.address,
      protocol: served.protocol,
      cipher: served.cipher,
      key_type: leaf.keyType,
      key_bits: leaf.keyBits,
    };
  });
  if (rows.length === 0) return;
  await db.execute(sql`
    update certificates as certificate
    set issuer = served.issuer, not_before = served.not_before, not_after = served.not_after,
        fingerprint = served.fingerprint, fingerprint256 = served.fingerprint256, serial_number = served.serial_number,
        san = served.san, chain = served.chain, root_fingerprint256 = served.root_fingerprint256, reasons = served.reasons,
        address = served.address, protocol = served.protocol, cipher = served.cipher,
        key_type = served.key_type, key_bits = served.key_bits,
        unreachable_reason = null, unreachable_detail = null, unreachable_since = null
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as served (
      id uuid, issuer text, not_before timestamptz, not_after timestamptz, fingerprint text, fingerprint256 text,
      serial_number text, san text[], chain text[], root_fingerprint256 text, reasons text[], address text, protocol text,
      cipher text, key_type text, key_bits integer)
    where certificate.id = served.id`);
};

/** Marks endpoints that did not answer; what they served last stays, and so does the instant their trouble began. */
export const updateUnreachable = async (db: Transaction, stored: readonly DecidedCheck[], now: Date): Promise<void> => {
  const rows = stored.flatMap(({ id, outcome: { unreachable } }) =>
    unreachable === null ? [] : { id, reason: unreachable.reason, detail: unreachable.detail },
  );
  if (rows.length === 0) return;
  await db.execute(sql`
    update certificates as certificate
    set unreachable_reason = trouble.reason, unreachable_detail = trouble.detail,
        unreachable_since = coalesce(certificate.unreachable_since, ${now.toISOString()}::timestamptz)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as trouble (id uuid, reason text, detail text)
    where certificate.id = trouble.id`);
};

export const insertHistory = async (db: Transaction, stored: readonly DecidedCheck[], now: Date): Promise<void> => {
  const rows = stored.flatMap(({ id, observation, recorded }) => {
    if (recorded === null || observation.kind !== 'served') return [];
    const [leaf] = observation.chain;
    return {
      id: newId<'history-entry'>(),
      certificate_id: id,
      action: recorded,
      issuer: issuerName(leaf),
      not_after: leaf.notAfter,
      fingerprint256: leaf.fingerprint256,
    };
  });
  if (rows.length === 0) return;
  await db.execute(sql`
    insert into certificate_history (id, certificate_id, action, recorded_at, issuer, not_after, fingerprint256)
    select id, certificate_id, action, ${now.toISOString()}::timestamptz, issuer, not_after, fingerprint256
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as entry (
      id uuid, certificate_id uuid, action text, issuer text, not_after timestamptz, fingerprint256 text)`);
};
