import { Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { closeDatabase, type Database, openDatabase } from './client.ts';
import { createTestDatabase, type DatabaseProxy, startDatabaseProxy, type TestDatabase } from './testing/index.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

let database: TestDatabase;
let proxy: DatabaseProxy;
let db: Database;

beforeEach(async () => {
  database = await createTestDatabase({ max: 1 });
  proxy = await startDatabaseProxy(database.url);
  db = openDatabase(proxy.url, { max: 1 });
});
afterEach(async () => {
  await closeDatabase(db);
  await proxy.close();
  await database.drop();
});

it('a transaction with a lost connection rejects, and the next one gets another connection', async () => {
  for (let round = 0; round < 3; round += 1) {
    const cutOff = db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      await proxy.cut();
      await new Promise((resolve) => setImmediate(resolve));
      await tx.execute(sql`select 2`);
    });
    await expect(cutOff).rejects.toThrow();
    expect(await db.transaction((tx) => tx.execute(sql`select 3 as n`))).toMatchObject([{ n: 3 }]);
  }
});

it('no statement of a transaction with a lost connection runs in the next one', async () => {
  await db.execute(sql`create table kept (sender text)`);
  const successor = Promise.withResolvers<void>();
  const straggler = Promise.withResolvers<void>();
  const cutOff = db.transaction(async (tx) => {
    await tx.execute(sql`insert into kept values ('cut off')`);
    await proxy.cut();
    await successor.promise;
    await tx.execute(sql`insert into kept values ('straggler')`).finally(() => straggler.resolve());
  });
  await expect(cutOff).rejects.toThrow();
  await db.transaction(async (tx) => {
    await tx.execute(sql`insert into kept values ('successor')`);
    successor.resolve();
    await straggler.promise.catch(() => undefined);
    // The straggler rolls back, which must not end this transaction.
    await new Promise((resolve) => setImmediate(resolve));
    await tx.execute(sql`insert into kept values ('successor, later')`);
  });
  expect(await db.execute(sql`select sender from kept order by sender`)).toMatchObject([
    { sender: 'successor' },
    { sender: 'successor, later' },
  ]);
});

it('small writes are sent at once, and do not wait for the server to acknowledge earlier ones', async () => {
  const setNoDelay = vi.spyOn(Socket.prototype, 'setNoDelay');
  onTestFinished(() => setNoDelay.mockRestore());
  const own = openDatabase(database.url, { max: 1 });
  onTestFinished(() => closeDatabase(own));
  await own.execute(sql`select 1`);
  expect(setNoDelay.mock.calls).toEqual([[true]]);
});

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe('packets dropped without a reset', () => {
  /** Those of servers that answer are never reached on a busy machine, and those of silent ones are waited out. */
  const limits = { max: 2, statementTimeoutMs: 3000 };
  const answers = async (pool: Database): Promise<void> => {
    expect(await pool.execute(sql`select 1 as one`)).toMatchObject([{ one: 1 }]);
  };

  it.each(['swallow', 'halfOpen'] as const)(
    '%s: a query is rejected as unavailable, and the next one gets another connection',
    async (fault) => {
      await closeDatabase(db);
      db = openDatabase(proxy.url, limits);
      await Promise.all([answers(db), answers(db)]);
      proxy[fault]();
      const lost = await Promise.all([1, 2, 3].map(() => failureOf(db.execute(sql`select 1`))));
      expect(lost.map(isDatabaseUnavailable)).toEqual([true, true, true]);
      proxy.restore();
      await answers(db);
    },
  );

  it('a stalled transaction is rejected, and a working one is not', async () => {
    await closeDatabase(db);
    db = openDatabase(proxy.url, limits);
    const cutOff = db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      proxy.swallow();
      await tx.execute(sql`select 2`);
    });
    expect(isDatabaseUnavailable(await failureOf(cutOff))).toBe(true);
    proxy.restore();
    expect(await db.transaction((tx) => tx.execute(sql`select 3 as n`))).toMatchObject([{ n: 3 }]);
  });

  it('a query that gets no connection in time is rejected and never runs', async () => {
    await closeDatabase(db);
    db = openDatabase(proxy.url, { ...limits, max: 1, waitTimeoutMs: 1500 });
    await db.execute(sql`create table seen (sender text)`);
    const release = Promise.withResolvers<void>();
    const holding = Promise.withResolvers<void>();
    const holder = db.transaction(async (tx) => {
      await tx.execute(sql`insert into seen values ('holder')`);
      holding.resolve();
      await release.promise;
    });
    await holding.promise;
    const waiting = [
      failureOf(db.execute(sql`insert into seen values ('late')`)),
      failureOf(db.transaction((tx) => tx.execute(sql`insert into seen values ('late transaction')`))),
    ];
    expect((await Promise.all(waiting)).map(isDatabaseUnavailable)).toEqual([true, true]);
    release.resolve();
    await holder;
    expect([...(await db.execute(sql`select sender from seen`))]).toEqual([{ sender: 'holder' }]);
  });

  it('a query that waited for a connection to open is rejected, and the connection serves the next query', async () => {
    await closeDatabase(db);
    proxy.swallow();
    db = openDatabase(proxy.url, { ...limits, max: 1, waitTimeoutMs: 1500 });
    expect(isDatabaseUnavailable(await failureOf(db.transaction((tx) => tx.execute(sql`create table late (sender text)`))))).toBe(true);
    proxy.restore();
    await proxy.cut();
    // The pending attempt continues after its query gave up; other queries use the connection.
    await expect.poll(() => failureOf(db.execute(sql`select 1`))).toBeNull();
    expect([...(await db.execute(sql`select to_regclass('late') as late`))]).toEqual([{ late: null }]);
  });
});

it('a server that accepts connections and closes them at once is retried with a delay', async () => {
  await closeDatabase(db);
  db = openDatabase(proxy.url, { max: 1 });
  await db.execute(sql`select 1`);
  await database.drop();
  proxy.swallow();
  const asked = failureOf(db.execute(sql`select 1`));
  const before = proxy.accepted();
  for (let round = 0; round < 50; round += 1) await proxy.cut();
  expect(proxy.accepted() - before).toBeLessThan(20);
  await closeDatabase(db);
  await asked;
  database = await createTestDatabase({ max: 1 });
});
