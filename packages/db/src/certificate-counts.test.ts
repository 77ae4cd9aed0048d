import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from './ids.ts';
import { certificates, organizations } from './schema/index.ts';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';

const now = new Date('2026-05-01T00:00:00Z');
let database: TestDatabase;
let orgId = newId<'organization'>();

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  orgId = newId<'organization'>();
  await database.db.insert(organizations).values({ id: orgId, name: 'Acme', plan: 'Team', createdAt: now });
});

function certificate(host: string, notAfter: string | null) {
  return {
    id: newId<'certificate'>(),
    orgId,
    host,
    port: 443,
    domain: host,
    createdAt: now,
    notAfter: notAfter === null ? null : new Date(notAfter),
    unreachableReason: notAfter === null ? ('timeout' as const) : null,
  };
}

async function counts(): Promise<Record<string, [number, number]>> {
  const rows = await database.db.execute<{ hour: string; total: number; unreachable: number }>(
    sql`select expires_hour::text as hour, total, unreachable from certificate_counts where org_id = ${orgId} order by 1`,
  );
  return Object.fromEntries(rows.map((row) => [row.hour, [row.total, row.unreachable]]));
}

test('counts follow inserts, renewals, unreachable endpoints and removals, by the hour in UTC', async () => {
  const [a, b, c] = [certificate('a', '2026-06-01T10:59:59Z'), certificate('b', '2026-06-01T10:00:00Z'), certificate('c', null)];
  await database.db.insert(certificates).values([a, b, c]);
  expect(await counts()).toEqual({ '2026-06-01 10:00:00+00': [2, 0], infinity: [1, 1] });

  await database.db
    .update(certificates)
    .set({ notAfter: new Date('2026-09-01T11:00:00Z') })
    .where(eq(certificates.id, a.id));
  await database.db.update(certificates).set({ unreachableReason: 'timeout' }).where(eq(certificates.id, b.id));
  expect(await counts()).toEqual({ '2026-06-01 10:00:00+00': [1, 1], '2026-09-01 11:00:00+00': [1, 0], infinity: [1, 1] });

  await database.db.delete(certificates).where(eq(certificates.id, c.id));
  expect(await counts()).toEqual({ '2026-06-01 10:00:00+00': [1, 1], '2026-09-01 11:00:00+00': [1, 0] });

  await database.db.delete(organizations).where(eq(organizations.id, orgId));
  expect(await counts()).toEqual({});
});

test('a rolled-back change does not change the counts', async () => {
  await expect(
    database.db.transaction(async (tx) => {
      await tx.insert(certificates).values(certificate('a', '2026-06-01T10:00:00Z'));
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  expect(await counts()).toEqual({});
});

test('an added certificate whose date follows in the same transaction causes no deadlock with one that gets its date', async () => {
  const [added, waiting] = [certificate('added', null), certificate('waiting', null)];
  const dated = { notAfter: new Date('2026-06-01T10:00:00Z') };
  await database.db.insert(certificates).values(waiting);
  let other: Promise<unknown> | undefined;
  await database.db.transaction(async (tx) => {
    await tx.insert(certificates).values(added);
    other = database.db.update(certificates).set(dated).where(eq(certificates.id, waiting.id)).execute();
    const isBlocked = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    while ((await database.db.execute(isBlocked)).length === 0);
    await tx.update(certificates).set(dated).where(eq(certificates.id, added.id));
  });
  await other;
  expect(await counts()).toEqual({ '2026-06-01 10:00:00+00': [2, 2] });
});

test('concurrent adds, renewals and removals result in exact counts', async () => {
  const rows = Array.from({ length: 120 }, (_, index) => certificate(`h${index}`, `2026-06-01T1${index % 3}:00:00Z`));
  const slices = Array.from({ length: 12 }, (_, slice) => rows.slice(slice * 10, slice * 10 + 10));
  await Promise.all(slices.map((slice) => database.db.insert(certificates).values(slice)));
  await Promise.all(
    rows.map((row, index) =>
      index % 2 === 0
        ? database.db.delete(certificates).where(eq(certificates.id, row.id))
        : database.db
            .update(certificates)
            .set({ notAfter: new Date('2027-01-01T00:30:00Z') })
            .where(eq(certificates.id, row.id)),
    ),
  );
  expect(await counts()).toEqual({ '2027-01-01 00:00:00+00': [60, 0] });
});

test('truncating certificates clears the counts', async () => {
  await database.db.insert(certificates).values(certificate('a', '2026-06-01T10:00:00Z'));
  await database.db.execute(sql`truncate certificates cascade`);
  expect(await counts()).toEqual({});
});
