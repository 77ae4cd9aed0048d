import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { closeDatabase, type Database, openDatabase } from './client.ts';
import { newId } from './ids.ts';
import { migrateDatabase } from './migrate.ts';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';

const migrations = fileURLToPath(new URL('../migrations', import.meta.url));
const NAME = 'migrate_old_rows';

let database: TestDatabase;
let old: { db: Database; url: string };
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.execute(sql.raw(`create database ${NAME}`));
  const url = new URL(database.url);
  url.pathname = `/${NAME}`;
  old = { url: url.href, db: openDatabase(url.href, { max: 1 }) };
});
afterAll(async () => {
  await closeDatabase(old.db);
  await database.db.execute(sql.raw(`drop database if exists ${NAME} with (force)`));
  await database.drop();
});

const journal = z.object({ entries: z.array(z.object({ tag: z.string() }).loose()) }).loose();

/** Migrates to the version before `tag`. */
const migrateUntil = async (db: Database, tag: string): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  try {
    await cp(migrations, folder, { recursive: true });
    const path = join(folder, 'meta/_journal.json');
    const { entries, ...rest } = journal.parse(JSON.parse(await readFile(path, 'utf8')));
    const until = entries.findIndex((entry) => entry.tag === tag);
    expect(until).toBeGreaterThan(0);
    await writeFile(path, JSON.stringify({ ...rest, entries: entries.slice(0, until) }));
    await migrate(db, { migrationsFolder: folder });
  } finally {
    await rm(folder, { recursive: true });
  }
};

test('0006 names each channel after its type, puts it in the default route, and leaves its queue and settings', async () => {
  await migrateUntil(old.db, '0006_channels_and_routes');
  const [one, other] = [newId<'organization'>(), newId<'organization'>()];
  for (const id of [one, other])
    await old.db.execute(sql`insert into organizations (id, name, plan, created_at) values (${id}, 'Acme', 'Team', now())`);
  for (const [orgId, type, enabled] of [
    [one, 'slack', true],
    [one, 'google_chat', false],
    [other, 'slack', true],
  ] as const) {
    await old.db.execute(sql`
      insert into notification_channels (org_id, type, enabled, complete, sealed_settings, broken_reason, updated_at)
      values (${orgId}, ${type}, ${enabled}, true, ${`sealed ${type}`}, 'kept', '2026-11-10T12:00:00Z')`);
  }
  await migrateDatabase(old.url);
  const rows = await old.db.execute(sql`
    select org_id, type, name, queue, in_default_route, enabled, complete, sealed_settings, broken_reason, created_at = updated_at as aged,
      substr(id::text, 15, 1) as version
    from notification_channels order by org_id, type desc`);
  const kept = { in_default_route: true, complete: true, broken_reason: 'kept', aged: true, version: '7' };
  const slack = { ...kept, type: 'slack', name: 'Slack', queue: 'slack', enabled: true, sealed_settings: 'sealed slack' };
  const chat = { type: 'google_chat', name: 'Google Chat', queue: 'google_chat', enabled: false, sealed_settings: 'sealed google_chat' };
  expect(rows).toEqual([
    { ...slack, org_id: one },
    { ...kept, ...chat, org_id: one },
    { ...slack, org_id: other },
  ]);
  const [routes] = await old.db.execute(sql`select count(*)::int as count from alert_routes`);
  expect(routes).toEqual({ count: 0 });
});
