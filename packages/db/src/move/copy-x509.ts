import type { TransactionSql } from 'postgres';

/** Rows have some KB each. */
const BATCH = 500;

/**
 * Copies the X.509 certificates that the organization's rows reference and the target lacks. They are shared, so the source keeps
 * them; its daily search forgets those that nothing references any longer. Returns how many were copied.
 */
export async function copyMissingX509(from: TransactionSql, to: TransactionSql, organizationId: string): Promise<number> {
  const ours = from`select id from certificates where org_id = ${organizationId}`;
  const collectors = from`select id from collectors where org_id = ${organizationId}`;
  const referenced = from`
    select unnest(chain) as fingerprint256 from certificates where org_id = ${organizationId}
    union select root_fingerprint256 from certificates where org_id = ${organizationId}
    union select fingerprint256 from certificate_addresses where certificate_id in (${ours})
    union select unnest(chain) from collector_endpoints where certificate_id in (${ours})
    union select unnest(chain) from collector_files where collector_id in (${collectors})
    union select fingerprint256 from certificate_history where certificate_id in (${ours}) and action <> 'checked'`;
  let copied = 0;
  const rows = from<{ fingerprint256: string; row: string }[]>`
    select fingerprint256, to_jsonb(x509)::text as row from x509_certificates as x509 join (${referenced}) as referenced using (fingerprint256)
    order by fingerprint256`;
  for await (const batch of rows.cursor(BATCH)) {
    const fingerprints = batch.map(({ fingerprint256 }) => fingerprint256);
    // As a check that stores them, see claimX509: none is forgotten before the move is committed.
    await to`delete from unused_x509 where fingerprint256 = any(${fingerprints})`;
    const known = await to<
      { fingerprint256: string }[]
    >`select fingerprint256 from x509_certificates where fingerprint256 = any(${fingerprints})`;
    const present = new Set(known.map(({ fingerprint256 }) => fingerprint256));
    const missing = batch.filter(({ fingerprint256 }) => !present.has(fingerprint256)).map(({ row }) => row);
    if (missing.length === 0) continue;
    const { count } = await to`
      insert into x509_certificates select (jsonb_populate_record(null::x509_certificates, value::jsonb)).* from unnest(${missing}::text[]) as value
      on conflict do nothing`;
    copied += count;
  }
  return copied;
}
