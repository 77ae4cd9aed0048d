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
import { ensureMonthPartitions } from './month-partitions.ts';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';

const migrations = fileURLToPath(new URL('../migrations', import.meta.url));
interface OldDatabase {
  readonly db: Database;
  readonly url: string;
}

let database: TestDatabase;
const names: string[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  for (const name of names) await database.db.execute(sql.raw(`drop database if exists ${name} with (force)`));
  await database.drop();
});

/** A database of the version before `tag`. */
const withVersionBefore = async (tag: string, work: (old: OldDatabase) => Promise<void>): Promise<void> => {
  const name = `before_${tag}`;
  names.push(name);
  await database.db.execute(sql.raw(`create database ${name}`));
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  const db = openDatabase(url.href, { max: 1 });
  try {
    await migrateUntil(db, tag);
    await work({ db, url: url.href });
  } finally {
    await closeDatabase(db);
  }
};

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
  await withVersionBefore('0006_channels_and_routes', async (old) => {
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
});

test('0028 moves history and attempts of several months into partitions, and loses none', async () => {
  await withVersionBefore('0028_monthly_partitions', async (old) => {
    const [orgId, certificateId] = [newId(), newId()];
    await old.db.execute(sql`insert into organizations (id, name, plan, created_at) values (${orgId}, 'Acme', 'Team', now())`);
    await old.db.execute(sql`
      insert into certificates (id, org_id, host, port, domain, created_at) values (${certificateId}, ${orgId}, 'a.test', 443, 'a.test', now())`);
    await old.db.execute(sql`
      create table certificate_history_2026_02 partition of certificate_history for values from ('2026-02-01T00:00:00Z') to ('2026-03-01T00:00:00Z')`);
    const entries = [
      ['2026-02-01T00:00:00Z', 'added'],
      ['2026-02-28T23:59:59.999Z', 'checked'],
      ['2026-03-01T00:00:00Z', 'checked'],
      ['2026-04-05T00:00:00Z', 'renewed'],
    ] as const;
    for (const [at, action] of entries) {
      await old.db.execute(sql`
        insert into certificate_history (id, certificate_id, action, recorded_at, issuer, not_after, fingerprint256)
        values (${newId()}, ${certificateId}, ${action}, ${at}, 'CA', now(), 'AA')`);
    }
    const idAt = (at: string): string =>
      Date.parse(at).toString(16).padStart(12, '0').replace(/^.{8}/, '$&-').concat('-7000-8000-000000000000');
    const messages = [idAt('2026-01-31T23:59:59.999Z'), idAt('2026-02-01T00:00:00Z'), '11111111-1111-4111-8111-111111111111'];
    for (const messageId of messages)
      await old.db.execute(
        sql`insert into delivery_attempts (message_id, attempt, org_id, started_at) values (${messageId}, 1, ${orgId}, now())`,
      );

    await migrateDatabase(old.url);
    expect([
      ...(await old.db.execute(sql`select tableoid::regclass::text as partition, action from certificate_history order by recorded_at`)),
    ]).toEqual([
      { partition: 'certificate_history_changes', action: 'added' },
      { partition: 'certificate_history_checked_2026_02', action: 'checked' },
      { partition: 'certificate_history_checked_default', action: 'checked' },
      { partition: 'certificate_history_changes', action: 'renewed' },
    ]);
    const attempts = sql`select tableoid::regclass::text as partition, message_id from delivery_attempts order by partition`;
    const [first, second, random] = messages;
    expect([...(await old.db.execute(attempts))]).toEqual([
      { partition: 'delivery_attempts_2026_01', message_id: first },
      { partition: 'delivery_attempts_2026_02', message_id: second },
      { partition: 'delivery_attempts_default', message_id: random },
    ]);
    // The months that a server makes continue these.
    await ensureMonthPartitions(old.db, new Date('2026-03-10T00:00:00Z'), 2);
    expect(
      await old.db.execute(
        sql`select tableoid::regclass::text as partition from certificate_history where recorded_at = '2026-03-01T00:00:00Z'`,
      ),
    ).toEqual([{ partition: 'certificate_history_checked_2026_03' }]);
    await old.db.execute(sql`delete from organizations`);
    expect(
      await old.db.execute(
        sql`select (select count(*)::int from certificate_history) + (select count(*)::int from delivery_attempts) as left`,
      ),
    ).toEqual([{ left: 0 }]);
  });
});

test('0031 finds the keys of stored certificates', async () => {
  await withVersionBefore('0031_public_keys', async (old) => {
    // SEQUENCE { SEQUENCE { serial, signature, issuer, validity, subject, key } }, and no certificate.
    for (const [name, der] of [
      ['A', '3010300e020101300030003000300030020500'],
      ['B', '3000'],
    ] as const) {
      const facts = JSON.stringify({ pem: `-----BEGIN X-----\n${Buffer.from(der, 'hex').toString('base64')}\n-----END X-----\n` });
      await old.db.execute(
        sql`insert into x509_certificates (fingerprint256, facts, first_seen_at) values (${name}, ${facts}::jsonb, now())`,
      );
    }
    await migrateDatabase(old.url);
    const keys = await old.db.execute(
      sql`select fingerprint256, key256 = sha256('\\x30020500'::bytea) as is_key from x509_certificates order by 1`,
    );
    expect([...keys]).toEqual([
      { fingerprint256: 'A', is_key: true },
      { fingerprint256: 'B', is_key: null },
    ]);
  });
});
