import { pipeline } from 'node:stream/promises';
import type { Sql, TransactionSql } from 'postgres';
import { MIGRATION_LOCK } from '../migrate.ts';
import { appliedMigrations, createdByMigrations, ownMigrations, type StoredTable } from './schema-facts.ts';
import { columnsOf, type ForeignRows, openConnection, quoted } from './snapshot.ts';

/** A restore that a person has to decide about; the message names the next step. */
export class RestoreRefusal extends Error {
  override readonly name = 'RestoreRefusal';
}

export interface RestorePlan {
  /** Of the backup, from its snapshot. */
  readonly migrations: readonly string[];
  readonly tables: readonly StoredTable[];
  /** Whether the database may have data, which is then replaced. */
  readonly replaces: boolean;
  /** Identifies this restore in the database once it is committed, see `isRestored`. */
  readonly id: string;
  readonly foreign: readonly ForeignRows[];
  /** Runs before the transaction: installs the tables of `foreign`. */
  readonly prepare: () => Promise<void>;
  /** As `DatabaseSnapshot.rows` returned them. */
  readonly rows: () => AsyncIterable<{ readonly table: string; readonly bytes: Uint8Array }>;
}

/**
 * Replaces the contents of a database by those of a backup in one transaction, and migrates them to this version. Rejects with
 * `RestoreRefusal`, before any change, if the backup or the database is of a newer version, if the database has data, or if a server uses it.
 */
export async function restoreDatabase(url: string, plan: RestorePlan): Promise<void> {
  const client = openConnection(url, 'notafter-restore');
  try {
    // A server that starts meanwhile waits for it.
    await client`select pg_advisory_lock(${MIGRATION_LOCK}::bigint)`;
    await requireRestorable(client, plan);
    await plan.prepare();
    await client.begin(async (sql) => {
      await dropOurs(sql);
      await applyMigrations(sql, ({ hash }) => plan.migrations.includes(hash));
      const foreignKeys = await dropForeignKeys(sql);
      await makePartitions(sql, plan.tables);
      const names = plan.tables.map(({ name }) => `public.${quoted(name)}`);
      for (const name of names) await sql.unsafe(`alter table ${name} disable trigger user`);
      await sql.unsafe(`truncate ${names.join(', ')}`);
      for (const { name } of plan.foreign) await sql.unsafe(`create temporary table ${quoted(name)} ("row" jsonb) on commit drop`);
      await copyRows(sql, plan);
      for (const name of names) await sql.unsafe(`alter table ${name} enable trigger user`);
      for (const { add } of foreignKeys) await sql.unsafe(add);
      for (const { load } of plan.foreign) await load(sql);
      await applyMigrations(sql, ({ hash }) => !plan.migrations.includes(hash));
      await sql.unsafe(`comment on schema drizzle is ${literal(plan.id)}`);
      await sql.unsafe('analyze');
    });
  } finally {
    await client.end({ timeout: 0 });
  }
}

/** Whether the last restore of this database has this ID. */
export async function isRestored(url: string, id: string): Promise<boolean> {
  const client = openConnection(url, 'notafter');
  try {
    const [row] = await client<{ id: string | null }[]>`
      select obj_description(oid, 'pg_namespace') as id from pg_namespace where nspname = 'drizzle'`;
    return row?.id === id;
  } finally {
    await client.end({ timeout: 0 });
  }
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

async function requireRestorable(sql: Sql, { migrations, tables, replaces }: RestorePlan): Promise<void> {
  const own = ownMigrations().map(({ hash }) => hash);
  if (migrations.some((hash, index) => own[index] !== hash)) {
    throw new RestoreRefusal('The backup is of a newer version of Notafter. Install that version, then restore.');
  }
  const ours = createdByMigrations('TABLE');
  const stranger = tables.find(({ name }) => !ours.includes(name));
  if (stranger !== undefined) throw new RestoreRefusal(`The backup has a table that is not of Notafter: ${stranger.name}`);
  const present = await appliedMigrations(sql);
  if (!present.every((hash) => own.includes(hash))) {
    throw new RestoreRefusal('The database was written by a newer version of Notafter. Install that version, or use an empty database.');
  }
  const [others] = await sql<{ count: number }[]>`
    select count(*)::int from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'notafter%'`;
  if (others !== undefined && others.count > 0) {
    throw new RestoreRefusal(`A server uses the database (${others.count} connections). Stop every process of Notafter, then restore.`);
  }
  if (present.length === 0 || replaces) return;
  const [users] = await sql<{ exist: boolean }[]>`select exists (select from public.users) as exist`;
  if (users?.exist === true) {
    throw new RestoreRefusal('The database already has data. Use --replace to delete it, or restore into an empty database.');
  }
}

async function dropOurs(sql: TransactionSql): Promise<void> {
  for (const name of createdByMigrations('TABLE')) await sql.unsafe(`drop table if exists public.${quoted(name)} cascade`);
  for (const name of createdByMigrations('FUNCTION')) await sql.unsafe(`drop function if exists public.${quoted(name)} cascade`);
  await sql.unsafe('drop schema if exists drizzle cascade');
}

type Migration = ReturnType<typeof ownMigrations>[number];

// As Drizzle's migrator does, but in our transaction, and up to the version of the backup first.
async function applyMigrations(sql: TransactionSql, isWanted: (migration: Migration) => boolean): Promise<void> {
  await sql.unsafe(`create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
  for (const migration of ownMigrations().filter(isWanted)) {
    for (const statement of migration.sql) await sql.unsafe(statement);
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${migration.hash}, ${migration.folderMillis})`;
  }
}

/** So the order of the tables does not matter, and each constraint is checked once. Returns the statements that add them again. */
async function dropForeignKeys(sql: TransactionSql): Promise<readonly { readonly add: string }[]> {
  const found = await sql<{ drop: string; add: string }[]>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`;
  for (const { drop } of found) await sql.unsafe(drop);
  return found;
}

/** Bounds are SQL in a file that may come from anywhere: only two of dates or IDs are accepted. */
const BOUND = /^(?:DEFAULT|FOR VALUES FROM \('[\da-f :+-]+'\) TO \('[\da-f :+-]+'\))$/;

async function makePartitions(sql: TransactionSql, tables: readonly StoredTable[]): Promise<void> {
  for (const table of tables) {
    for (const { name, bound, parent = table.name } of table.partitions) {
      if (!BOUND.test(bound)) throw new RestoreRefusal(`The backup has a partition with an unknown bound: ${bound}`);
      await sql.unsafe(`create table if not exists public.${quoted(name)} partition of public.${quoted(parent)} ${bound}`);
    }
  }
}

async function copyRows(sql: TransactionSql, { tables, foreign, rows }: RestorePlan): Promise<void> {
  const targets = new Map([
    ...tables.map((table) => [table.name, `public.${quoted(table.name)} (${columnsOf(table)})`] as const),
    ...foreign.map(({ name }) => [name, quoted(name)] as const),
  ]);
  const source = rows()[Symbol.asyncIterator]();
  let next = await source.next();
  while (next.done !== true) {
    const { table } = next.value;
    const target = targets.get(table);
    if (target === undefined) throw new RestoreRefusal(`The backup has rows of an unknown table: ${table}`);
    const ofTable = async function* () {
      for (; next.done !== true && next.value.table === table; next = await source.next()) yield next.value.bytes;
    };
    await pipeline(ofTable, await sql.unsafe(`copy ${target} from stdin`).writable());
  }
}
