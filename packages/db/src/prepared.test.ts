import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeDatabase, type Database, openDatabase } from './client.ts';
import { newId } from './ids.ts';
import { executePrepared, preparedOnce } from './prepared.ts';
import { organizations } from './schema/index.ts';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, { max: 1 });
});
afterAll(async () => {
  await closeDatabase(db);
  await database.drop();
});

const keptBySql = async (marker: string): Promise<number> => {
  const [row] = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from pg_prepared_statements where statement like ${`%${marker}%`} and statement not like '%pg_prepared%'`,
  );
  return row?.count ?? 0;
};

it('a raw statement is parsed once for all parameters', async () => {
  const double = async (n: number) => (await executePrepared<{ doubled: number }>(db, sql`select ${n}::int * 2 as doubled`))[0]?.doubled;
  expect([await double(1), await double(2), await double(21)]).toEqual([2, 4, 42]);
  expect(await keptBySql('as doubled')).toBe(1);
});

it('runs in the given transaction', async () => {
  const setting = sql`select current_setting('notafter.test', true) as value`;
  const inside = await db.transaction(async (tx) => {
    await tx.execute(sql`set local notafter.test = 'inside'`);
    return executePrepared<{ value: string }>(tx, setting);
  });
  expect(inside[0]?.value).toBe('inside');
  expect((await executePrepared<{ value: string }>(db, setting))[0]?.value).not.toBe('inside');
});

it('a typed query is built once per database and uses the parameters of each call', async () => {
  let builds = 0;
  const byId = preparedOnce((executor) => {
    builds += 1;
    return executor
      .select({ id: organizations.id })
      .from(organizations)
      .where(eq(organizations.id, sql.placeholder('id')))
      .prepare('organization');
  });
  expect(await byId(db).execute({ id: newId<'organization'>() })).toEqual([]);
  expect(await byId(db).execute({ id: newId<'organization'>() })).toEqual([]);
  expect([builds, await keptBySql('from "organizations"')]).toEqual([1, 1]);
});
