import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { closeDatabase, openDatabase } from '@notafter/db';
import { createTestDatabase, type TestDatabase } from '@notafter/db/testing';
import { runCommand } from '../backup/run-command.ts';
import { until } from './until.ts';

const command = fileURLToPath(new URL('../backup.ts', import.meta.url));

export interface Invocation {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

const optionsOf = ({ cwd, env }: Invocation) => ({ cwd, env: { NODE_ENV: 'test' as const, PATH: process.env.PATH, ...env } });

/** Runs `notafter backup` or `restore` in this process; rejects with the error that it would print. */
export const runBackup = (args: readonly string[], { cwd, env }: Invocation): Promise<string> =>
  runCommand(args, { environment: env, directory: cwd, now: new Date(), signal: new AbortController().signal });

/** Runs it in a process behind the words of `wrapper`; resolves to the exit code and what it wrote to stderr. */
export const spawnBackup = (
  wrapper: readonly string[],
  args: readonly string[],
  invocation: Invocation,
): Promise<{ readonly code: number; readonly stderr: string }> =>
  new Promise((done) => {
    const [program = '', ...words] = [...wrapper, process.execPath, command, ...args];
    execFile(program, words, optionsOf(invocation), (error, _stdout, stderr) =>
      done({ code: typeof error?.code === 'number' ? error.code : 0, stderr }),
    );
  });

/** Starts the command and kills it -9 once its session waits for the lock of `statement`. */
export const killedWhileItWaits = async (
  { db }: TestDatabase,
  statement: string,
  args: readonly string[],
  invocation: Invocation,
): Promise<void> => {
  await db.transaction(async (tx) => {
    await tx.execute(statement);
    const child = spawn(process.execPath, [command, ...args], { ...optionsOf(invocation), stdio: 'ignore' });
    const exited = once(child, 'exit');
    await until('the command waits for a lock', 120_000, async () => {
      const [row] = await db.execute<{ waits: boolean }>(
        `select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and application_name in ('notafter-backup', 'notafter-restore')) as waits`,
      );
      return row?.waits === true;
    });
    child.kill('SIGKILL');
    await exited;
  });
};

/** How many backups and restores the database serves. */
export const sessionsOf = async ({ db }: TestDatabase): Promise<number> => {
  const rows = await db.execute(
    `select from pg_stat_activity where datname = current_database() and application_name in ('notafter-backup', 'notafter-restore')`,
  );
  return rows.length;
};

/** A hash of all rows of each table, and how many mails wait. */
export const tableHashes = async (url: string): Promise<Record<string, string>> => {
  const db = openDatabase(url, { max: 1, applicationName: 'test' });
  try {
    const tables = await db.execute<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
    );
    const hashes: Record<string, string> = {};
    for (const { name } of tables) {
      const [row] = await db.execute<{ hash: string }>(
        `select count(*) || coalesce(md5(string_agg(t::text, E'\\n' order by t::text)), '') as hash from ${name} t`,
      );
      hashes[name] = row?.hash ?? '';
    }
    const [jobs] = await db.execute<{ waiting: number }>(
      `select count(*)::int as waiting from pgboss.job where name = 'send-account-mail' and state < 'completed'`,
    );
    return { ...hashes, jobs: String(jobs?.waiting) };
  } finally {
    await closeDatabase(db);
  }
};

/** A test database that no server has used. */
export const emptyDatabase = async (): Promise<TestDatabase> => {
  const database = await createTestDatabase({ max: 2 });
  await database.db.execute('drop schema drizzle cascade; drop schema public cascade; create schema public');
  await database.db.$client.end();
  return { ...database, db: openDatabase(database.url, { max: 2, applicationName: 'test' }) };
};
