import { newId, type Transaction } from '@notafter/db';
import { type CertificateFacts, issuerName } from '@notafter/domain';
import { sql } from 'drizzle-orm';
import { storeCertificates } from '../../reports/store-certificates.ts';
import type { DecidedCheck } from './decided-check.ts';

// Rows travel as one JSON text per statement: lists inside a row cannot be nested in an SQL array, and a parameter per
// value costs more than the write itself.

/** Stores the parsed certificates of every changed chain and checked address, each once for all endpoints that serve it. */
export const upsertX509 = async (db: Transaction, stored: readonly DecidedCheck[], now: Date): Promise<void> => {
  const seen: CertificateFacts[] = [];
  for (const { outcome, endpoint } of stored) {
    for (const each of outcome.addressProbe?.seen ?? []) {
      if (each.kind === 'served' && each.certificate.fingerprint256 !== endpoint.fingerprint256) seen.push(each.certificate);
    }
    if (outcome.served === null) continue;
    seen.push(...outcome.served.chain);
    if (outcome.served.root !== null) seen.push(outcome.served.root);
  }
  await storeCertificates(db, seen, now);
};

/**
 * Updates changed certificates to their observations. One statement for all, because each statement locks the expiry counts
 * in order, and two in one transaction could deadlock with another transaction's.
 */
export const updateCertificates = async (db: Transaction, stored: readonly DecidedCheck[], now: Date): Promise<void> => {
  const changes = stored.flatMap((check) => {
    const patch = patchOf(check, now);
    return patch === null ? [] : { id: check.id, patch };
  });
  if (changes.length === 0) return;
  await db.execute(sql`
    update certificates as certificate
    set (issuer, not_before, not_after, fingerprint, fingerprint256, serial_number, san, chain, root_fingerprint256, anchor_fingerprint256, reasons,
         warnings, others, missing_issuer, revocation, client_facts, address, protocol, cipher, key_exchange, key_type, key_bits, unreachable_reason, unreachable_detail, unreachable_since,
         expiry_sequence, updated_at) = (
      select patched.issuer, patched.not_before, patched.not_after, patched.fingerprint, patched.fingerprint256,
             patched.serial_number, patched.san, patched.chain, patched.root_fingerprint256, patched.anchor_fingerprint256, patched.reasons, patched.warnings,
             patched.others, patched.missing_issuer, patched.revocation, patched.client_facts, patched.address, patched.protocol, patched.cipher, patched.key_exchange, patched.key_type, patched.key_bits, patched.unreachable_reason,
             patched.unreachable_detail, patched.unreachable_since,
             certificate.expiry_sequence + (patched.not_after is distinct from certificate.not_after)::int, ${now.toISOString()}::timestamptz
      from jsonb_populate_record(certificate, change.patch) as patched)
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as change (id uuid, patch jsonb)
    where certificate.id = change.id`);
};

/** The columns to set; absent ones keep their value. */
const patchOf = ({ outcome: { served, judged, unreachable }, endpoint }: DecidedCheck, now: Date): object | null => {
  if (unreachable !== null) {
    return {
      unreachable_reason: unreachable.reason,
      unreachable_detail: unreachable.detail,
      ...(endpoint.unreachableReason === null ? { unreachable_since: now } : {}),
    };
  }
  if (served === null || judged === null) return null;
  const [leaf] = served.chain;
  return {
    issuer: issuerName(leaf),
    not_before: judged.notBefore,
    not_after: judged.notAfter,
    fingerprint: leaf.fingerprint,
    fingerprint256: leaf.fingerprint256,
    serial_number: leaf.serialNumber,
    san: leaf.san,
    chain: served.chain.map((facts) => facts.fingerprint256),
    root_fingerprint256: served.root?.fingerprint256 ?? null,
    anchor_fingerprint256: served.anchor ?? null,
    reasons: judged.reasons,
    warnings: judged.warnings,
    others: judged.others,
    missing_issuer: served.missingIssuer ?? null,
    revocation: served.revocation,
    client_facts: served.clientFacts ?? null,
    // Empty for a certificate that nobody served.
    address: served.address || null,
    protocol: served.protocol || null,
    cipher: served.cipher || null,
    key_exchange: judged.keyExchange,
    key_type: leaf.keyType,
    key_bits: leaf.keyBits,
    unreachable_reason: null,
    unreachable_detail: null,
    unreachable_since: null,
  };
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
