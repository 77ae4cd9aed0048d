import { closeDatabase, type Database, openDatabase } from '@notafter/db';
import { startEmbeddedPostgres } from '@notafter/db/embedded';

const silent = { info: () => undefined, warn: () => undefined };

/** Faults of the stored certificates; every figure should be 0. */
export interface Damage {
  /** Answered 200, but missing. */
  readonly lost: number;
  readonly withoutSchedule: number;
  /** Not exactly one `added` in its history. */
  readonly withoutHistory: number;
  readonly withoutChain: number;
  /** Not exactly one row in the audit log. */
  readonly withoutAudit: number;
  /** Hours in which `certificate_counts` and the rows differ. */
  readonly wrongCounts: number;
}

export interface Stock {
  readonly certificates: number;
  readonly damage: Damage;
}

const countOf = async (query: PromiseLike<readonly { n: number }[]>): Promise<number> => (await query)[0]?.n ?? -1;

const takeStock = async (db: Database, answered: readonly string[]): Promise<Stock> => {
  const sql = db.$client;
  const certificates = await countOf(sql<{ n: number }[]>`select count(*)::int as n from certificates`);
  const damage = {
    lost: await countOf(sql<{ n: number }[]>`
      select count(*)::int as n from unnest(${sql.array([...answered])}::uuid[]) as a(id)
      where not exists (select from certificates c where c.id = a.id)`),
    withoutSchedule: await countOf(sql<{ n: number }[]>`
      select count(*)::int as n from certificates c left join check_schedule s on s.certificate_id = c.id
      where s.last_checked_at is null or s.next_check_at is null`),
    withoutHistory: await countOf(sql<{ n: number }[]>`
      select count(*)::int as n from certificates c
      where (select count(*) from certificate_history h where h.certificate_id = c.id and h.action = 'added') <> 1`),
    withoutChain: await countOf(sql<{ n: number }[]>`
      select count(*)::int as n from certificates c
      where cardinality(c.chain) = 0 or c.not_after is null
        or exists (select from unnest(c.chain) as f(p) where not exists (select from x509_certificates x where x.fingerprint256 = f.p))`),
    withoutAudit: await countOf(sql<{ n: number }[]>`
      select count(*)::int as n from certificates c
      where (select count(*) from audit_log a where a.subject_id = c.id and a.action = 'certificates/add-certificate') <> 1`),
    wrongCounts: await countOf(sql<{ n: number }[]>`
      with counted as (
        select org_id, certificate_expiry_hour(not_after) as expires_hour, count(*) as total, count(unreachable_reason) as unreachable
        from certificates group by 1, 2
      )
      select count(*)::int as n from counted full join certificate_counts kept using (org_id, expires_hour)
      where counted.total is distinct from kept.total or counted.unreachable is distinct from kept.unreachable`),
  };
  return { certificates, damage };
};

/** Reads the embedded database of a running server directly. */
export const takeStockOf = async (dataDir: string, answered: readonly string[]): Promise<Stock> => {
  const embedded = await startEmbeddedPostgres({ dataDir, log: silent });
  const db = openDatabase(embedded.url, { max: 1, applicationName: 'notafter-test' });
  try {
    return await takeStock(db, answered);
  } finally {
    await closeDatabase(db);
    // Does not stop the server: another process keeps it.
    await embedded.stop();
  }
};
