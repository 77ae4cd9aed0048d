import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeDatabase, openDatabase } from '../client.ts';
import { newId } from '../ids.ts';
import { isMigrated, migrateDatabase } from '../migrate.ts';
import { ensureMonthPartitions } from '../month-partitions.ts';
import { organizations } from '../schema/index.ts';
import { createTestDatabase, type TestDatabase } from '../testing/index.ts';
import { isRestored, type RestorePlan, restoreDatabase } from './restore.ts';
import { createdByMigrations, ownMigrations } from './schema-facts.ts';
import { type DatabaseSnapshot, readSnapshot } from './snapshot.ts';

type Rows = { table: string; bytes: Buffer }[];

let source: TestDatabase;
let target: TestDatabase;
beforeEach(async () => {
  [source, target] = await Promise.all([createTestDatabase({ max: 2 }), createTestDatabase({ max: 2 })]);
});
afterEach(async () => {
  await Promise.all([source.drop(), target.drop()]);
});

const tableHashes = async (url: string): Promise<Record<string, string>> => {
  const db = openDatabase(url, { max: 1, applicationName: 'test' });
  try {
    const hashes: Record<string, string> = {};
    for (const name of new Set(createdByMigrations('TABLE'))) {
      // A later migration may have dropped it.
      const [found] = await db.execute<{ exists: boolean }>(sql`select to_regclass(${name}) is not null as exists`);
      if (found?.exists !== true) continue;
      const [row] = await db.execute<{ hash: string }>(
        sql`select count(*) || coalesce(md5(string_agg(t::text, E'\n' order by t::text)), '') as hash from ${sql.identifier(name)} t`,
      );
      hashes[name] = row?.hash ?? '';
    }
    return hashes;
  } finally {
    await closeDatabase(db);
  }
};

const collect = async (rows: ReturnType<DatabaseSnapshot['rows']>): Promise<Rows> => {
  const all: Rows = [];
  for await (const row of rows) all.push(row);
  return all;
};

const read = (url: string): Promise<Pick<DatabaseSnapshot, 'migrations' | 'tables'> & { rows: Rows }> =>
  readSnapshot(url, [], async ({ migrations, tables, rows }) => ({ migrations, tables, rows: await collect(rows()) }));

const restore = async (plan: Partial<RestorePlan> & { readonly from?: Rows } = {}): Promise<void> => {
  const { rows, ...facts } = await read(source.url);
  // The test's own connections are those of a server.
  await closeDatabase(target.db);
  const { from = rows, ...other } = plan;
  async function* again() {
    yield* from;
  }
  await restoreDatabase(target.url, {
    ...facts,
    ...{ replaces: false, id: 'this', foreign: [], prepare: async () => undefined, rows: again },
    ...other,
  });
};

const fill = async ({ db }: TestDatabase, names: readonly string[]): Promise<void> => {
  for (const name of names)
    await db.insert(organizations).values({ id: newId<'organization'>(), name, plan: 'Enterprise', createdAt: new Date() });
  await db.execute(sql`
    insert into users (id, org_id, email, first_name, last_name, role, created_at)
    select ${newId()}::uuid, id, ${`${randomBytes(4).toString('hex')}@a.example`}, 'Ada', 'Lovelace', 'admin', now() from organizations limit 1`);
};

describe('a restore', () => {
  it('makes every table as it was, with odd characters, generated columns, counts and partitions', async () => {
    await fill(source, ['tab\tnew\nline \\N \\. "quoted" naïve', '\\']);
    await ensureMonthPartitions(source.db, new Date('2024-03-05T00:00:00Z'));
    await source.db.execute(sql`
      insert into certificates (id, org_id, domain, host, port, not_after, created_at)
      select ${newId()}::uuid, id, 'a.example', 'a.example', 443, now(), now() from organizations limit 1`);
    await source.db.execute(sql`
      insert into certificate_history (id, certificate_id, action, recorded_at, issuer, not_after, fingerprint256)
      select ${newId()}::uuid, id, action, '2024-04-01T00:00:00Z', 'CA', now(), 'ab' from certificates, unnest('{added,checked}'::text[]) as action`);
    await source.db.execute(sql`
      insert into delivery_attempts (message_id, attempt, org_id, started_at)
      select '018e9a00-0000-7000-8000-000000000001', 1, id, now() from organizations limit 1`);
    await restore();
    expect(await tableHashes(target.url)).toEqual(await tableHashes(source.url));
    expect(await isRestored(target.url, 'this')).toBe(true);
    expect(await isRestored(target.url, 'another')).toBe(false);
    const db = openDatabase(target.url, { max: 1 });
    expect(await db.execute(sql`select to_regclass('certificate_history_checked_2024_04') is not null as made`)).toEqual([{ made: true }]);
    expect(await isMigrated(db)).toBe(true);
    // Constraints and triggers are back.
    await expect(
      db.execute(sql`insert into environments (id, org_id, name, created_at) values (${newId()}, ${newId()}, 'x', now())`),
    ).rejects.toThrow();
    await db.execute(sql`delete from certificates`);
    expect(await db.execute(sql`select coalesce(sum(total), 0)::int as total from certificate_counts`)).toEqual([{ total: 0 }]);
    await closeDatabase(db);
    await migrateDatabase(target.url);
  });

  it('migrates the schema of an older backup, in the same transaction', async () => {
    const own = ownMigrations();
    const hashes = own.map(({ hash }) => hash);
    const { tables } = await read(source.url);
    const older = tables.filter(({ name }) => own.slice(0, 10).some(({ sql: texts }) => texts.join('').includes(`CREATE TABLE "${name}"`)));
    await restore({ migrations: hashes.slice(0, 10), tables: older, from: [] });
    const db = openDatabase(target.url, { max: 1 });
    expect(await isMigrated(db)).toBe(true);
    await closeDatabase(db);
  });

  it.each([
    ['of a newer version', { migrations: [...ownMigrations().map(({ hash }) => hash), 'newer'] }, 'newer version of Notafter'],
    ['with a table of another program', { tables: [{ name: 'payroll', columns: ['id'], partitions: [] }] }, 'not of Notafter: payroll'],
  ])('refuses a backup %s and touches nothing', async (_, plan, text) => {
    await target.db.execute(sql`create table payroll (id int); insert into payroll values (1)`);
    const before = await tableHashes(target.url);
    let prepared = false;
    const prepare = async () => {
      prepared = true;
    };
    await expect(restore({ ...plan, prepare })).rejects.toThrow(text);
    expect(prepared).toBe(false);
    expect(await tableHashes(target.url)).toEqual(before);
  });

  it('refuses a bound of a partition that is anything but dates or IDs', async () => {
    const { tables } = await read(source.url);
    const hostile = tables.map((table) => ({ ...table, partitions: [{ name: 'p', bound: 'DEFAULT; drop schema public cascade' }] }));
    await expect(restore({ tables: hostile })).rejects.toThrow('unknown bound');
  });

  it('refuses a database with data, and replaces it only on request; tables of other programs stay', async () => {
    await fill(source, ['new']);
    await fill(target, ['old']);
    await target.db.execute(sql`create table payroll (id int); insert into payroll values (1)`);
    await expect(restore()).rejects.toThrow('already has data. Use --replace');
    await restore({ replaces: true });
    expect(await tableHashes(target.url)).toEqual(await tableHashes(source.url));
    const db = openDatabase(target.url, { max: 1 });
    expect(await db.execute(sql`select id from payroll`)).toEqual([{ id: 1 }]);
    await closeDatabase(db);
  });

  it('refuses a database that a server uses', async () => {
    const server = openDatabase(target.url, { max: 1, applicationName: 'notafter-worker' });
    await server.execute(sql`select 1`);
    await expect(restore()).rejects.toThrow(/A server uses the database \(1 connections\)\. Stop every process/);
    await closeDatabase(server);
  });

  it.each([
    ['a row that does not fit', { table: 'users', bytes: Buffer.from('not a row\n') }],
    ['rows of an unknown table', { table: 'payroll', bytes: Buffer.from('1\n') }],
  ])('leaves everything as it was if it fails late, for %s', async (_, row) => {
    await fill(source, ['new']);
    await fill(target, ['old']);
    const before = await tableHashes(target.url);
    const { rows } = await read(source.url);
    await expect(restore({ replaces: true, from: [...rows, row] })).rejects.toThrow();
    expect(await tableHashes(target.url)).toEqual(before);
    expect(await isRestored(target.url, 'this')).toBe(false);
  });
});

describe('a snapshot', () => {
  it('holds one instant while rows are written', async () => {
    await fill(source, ['first']);
    const rows = await readSnapshot(source.url, [], async (snapshot) => {
      await fill(source, ['second']);
      return collect(snapshot.rows());
    });
    const text = Buffer.concat(rows.map(({ bytes }) => bytes)).toString();
    expect(text).toContain('first');
    expect(text).not.toContain('second');
  });

  it('names a database without tables of ours, and one of a newer version', async () => {
    await source.db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 99999999999999)`);
    await expect(read(source.url)).rejects.toThrow('written by a newer version of Notafter. Back it up with that version.');
    await source.db.execute(sql`drop schema drizzle cascade`);
    await expect(read(source.url)).rejects.toThrow('has no tables of Notafter');
  });
});

it('covers every table, and the schema has no sequence, whose position a backup would lose', async () => {
  const { tables } = await read(source.url);
  const found = await source.db.execute<{ name: string; kind: string }>(sql`
    select relname as name, relkind as kind from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'S', 'm', 'f') and not relispartition
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')`);
  expect(found.map(({ name }) => name).sort()).toEqual(tables.map(({ name }) => name).sort());
});
