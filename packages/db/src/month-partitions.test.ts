import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from './ids.ts';
import { dropOldMonths, ensureMonthPartitions } from './month-partitions.ts';
import { certificateHistory, certificates, organizations } from './schema/index.ts';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';

const now = new Date('2026-12-15T10:00:00Z');
let database: TestDatabase;
const certificateId = newId<'certificate'>();

beforeAll(async () => {
  database = await createTestDatabase();
  const orgId = newId<'organization'>();
  await database.db.insert(organizations).values({ id: orgId, name: 'Acme', plan: 'Team', createdAt: now });
  await database.db.insert(certificates).values({ id: certificateId, orgId, host: 'a.test', port: 443, domain: 'a.test', createdAt: now });
});
afterAll(() => database.drop());

async function record(at: string, action: 'checked' | 'renewed' = 'checked'): Promise<void> {
  await database.db.insert(certificateHistory).values({
    id: newId<'history-entry'>(),
    certificateId,
    action,
    recordedAt: new Date(at),
    issuer: 'Test CA',
    notAfter: now,
    fingerprint256: 'AA',
  });
}

async function rowsByPartition(): Promise<Record<string, number>> {
  const rows = await database.db.execute<{ name: string; rows: number }>(
    sql`select tableoid::regclass::text as name, count(*)::int as rows from certificate_history group by 1`,
  );
  return Object.fromEntries(rows.map((row) => [row.name, row.rows]));
}

test('partitions history by month, and moves earlier rows into a new partition', async () => {
  await record('2026-12-31T23:59:59.999Z');
  await record('2027-01-01T00:00:00Z');
  expect(await rowsByPartition()).toEqual({ certificate_history_checked_default: 2 });

  await Promise.all([ensureMonthPartitions(database.db, now), ensureMonthPartitions(database.db, now)]);
  await ensureMonthPartitions(database.db, now);
  await record('2027-02-28T23:59:59Z');
  await record('2027-03-01T00:00:00Z');
  expect(await rowsByPartition()).toEqual({
    certificate_history_checked_2026_12: 1,
    certificate_history_checked_2027_01: 1,
    certificate_history_checked_2027_02: 1,
    certificate_history_checked_default: 1,
  });
});

test('creates past months on request', async () => {
  await ensureMonthPartitions(database.db, now, 2);
  await record('2026-10-01T00:00:00Z');
  expect(await rowsByPartition()).toMatchObject({ certificate_history_checked_2026_10: 1 });
});

test('drops checked entries of months that ended more than a year before this month, and keeps renewals', async () => {
  const [before, after] = [new Date('2027-12-31T23:00:00Z'), new Date('2028-01-01T00:00:00Z')];
  await record('2026-10-02T00:00:00Z', 'renewed');
  expect(await dropOldMonths(database.db, before)).toEqual(['certificate_history_checked_2026_10', 'certificate_history_checked_2026_11']);
  expect(await dropOldMonths(database.db, before)).toEqual([]);
  expect(await rowsByPartition()).toMatchObject({ certificate_history_changes: 1, certificate_history_checked_2026_12: 1 });
  await Promise.all([dropOldMonths(database.db, after), dropOldMonths(database.db, after)]);
  expect(await rowsByPartition()).toEqual({
    certificate_history_changes: 1,
    certificate_history_checked_2027_01: 1,
    certificate_history_checked_2027_02: 1,
    certificate_history_checked_default: 1,
  });
});

test('removing a certificate removes its history from every partition', async () => {
  await database.db.delete(certificates);
  expect(await rowsByPartition()).toEqual({});
});

test('the newest entries of a certificate come from the index, without a sort', async () => {
  const plan = await database.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    await tx.execute(sql`set local enable_bitmapscan = off`);
    return tx.execute(
      sql`explain select * from certificate_history where certificate_id = ${certificateId} order by recorded_at desc, id desc limit 50`,
    );
  });
  expect(JSON.stringify(plan)).not.toContain('"Sort');
  expect(JSON.stringify(plan)).toContain('Index Scan Backward');
});
