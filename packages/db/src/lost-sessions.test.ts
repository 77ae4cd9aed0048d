import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closeDatabase, type Database, openDatabase } from './client.ts';
import { endLostSessions } from './lost-sessions.ts';
import { createTestDatabase, type DatabaseProxy, startDatabaseProxy, type TestDatabase } from './testing/index.ts';

/** Of a statement: none that answers takes so long. */
const LIMIT_MS = 4_000;
let database: TestDatabase;
let proxy: DatabaseProxy;
let lost: Database;

beforeEach(async () => {
  database = await createTestDatabase({ max: 2 });
  proxy = await startDatabaseProxy(database.url);
  lost = openDatabase(proxy.url, { max: 1, statementTimeoutMs: LIMIT_MS });
});
afterEach(async () => {
  await closeDatabase(lost);
  await proxy.close();
  await database.drop();
});

const sessions = () =>
  database.db.execute(
    sql`select state, wait_event from pg_stat_activity where application_name = 'notafter' and datname = current_database()`,
  );

it('ends a session whose client vanished in the middle of a statement, and releases its locks', async () => {
  await database.db.execute(sql`create table kept (n int)`);
  const cutOff = lost.transaction(async (tx) => {
    await tx.execute(sql`lock table kept`);
    proxy.mute();
    await tx.execute(sql`select ${1}::int`);
  });
  await expect(cutOff).rejects.toThrow();
  // Its client gave up; PostgreSQL has not cancelled the statement, although its limit is over.
  expect(await sessions()).toMatchObject([{ state: 'active', wait_event: 'ClientRead' }]);
  expect(await endLostSessions(database.db)).toBe(0);
  expect(await endLostSessions(database.db, LIMIT_MS)).toBe(1);
  await database.db.execute(sql`insert into kept values (1)`);
});

it('leaves a session alone that works or is idle', async () => {
  await lost.execute(sql`select 1`);
  const [locked, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const lock = sql`select pg_advisory_xact_lock(7)`;
  const holder = database.db.transaction(async (tx) => {
    await tx.execute(lock);
    locked.resolve();
    await done.promise;
  });
  await locked.promise;
  const working = lost.transaction((tx) => tx.execute(lock));
  await expect.poll(sessions).toMatchObject([{ state: 'active' }]);
  expect(await endLostSessions(database.db, 0)).toBe(0);
  done.resolve();
  await Promise.all([holder, working]);
  expect(await endLostSessions(database.db, 0)).toBe(0);
});
