import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeDatabase, type Database, openDatabase, pingDatabase } from './client.ts';
import { isMigrated, migrateDatabase } from './migrate.ts';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';

let database: TestDatabase;
let empty: { db: Database; url: string };

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.execute(sql.raw('create database migrate_me'));
  const url = new URL(database.url);
  url.pathname = '/migrate_me';
  empty = { url: url.href, db: openDatabase(url.href, { max: 2 }) };
});

afterAll(async () => {
  await closeDatabase(empty.db);
  await database.db.execute(sql.raw('drop database if exists migrate_me with (force)'));
  await database.drop();
});

describe('migrateDatabase', () => {
  test('three concurrent processes migrate an empty database once, and a later one finds nothing to do', async () => {
    expect(await isMigrated(empty.db)).toBe(false);
    await Promise.all([migrateDatabase(empty.url), migrateDatabase(empty.url), migrateDatabase(empty.url)]);
    expect(await isMigrated(empty.db)).toBe(true);
    await migrateDatabase(empty.url);
    const counts = await empty.db.execute<{ times: number }>(
      sql`select count(*)::int as times from drizzle.__drizzle_migrations group by hash`,
    );
    expect(new Set(counts.map((row) => row.times))).toEqual(new Set([1]));
  });

  test('a database without one of our migrations is not ready', async () => {
    await database.db.execute(sql`delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)`);
    expect(await isMigrated(database.db)).toBe(false);
  });
});

describe('openDatabase', () => {
  test('sessions run in UTC with a statement limit', async () => {
    await pingDatabase(database.db);
    const [row] = await database.db.execute(
      sql`select current_setting('TimeZone') as zone, current_setting('statement_timeout') as statement, current_setting('server_encoding') as encoding`,
    );
    expect(row).toEqual({ zone: 'UTC', statement: '30s', encoding: 'UTF8' });
  });
});
