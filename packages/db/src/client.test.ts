import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closeDatabase, type Database, openDatabase } from './client.ts';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';

let database: TestDatabase;
let cut: () => Promise<void>;
let close: () => Promise<void>;
let db: Database;

beforeEach(async () => {
  database = await createTestDatabase({ max: 1 });
  const { hostname, port } = new URL(database.url);
  const pairs = new Set<Socket>();
  const proxy = createServer((near) => {
    const far = connect(Number(port), hostname);
    near.pipe(far).pipe(near);
    pairs.add(near);
    for (const socket of [near, far]) socket.on('error', () => undefined).once('close', () => pairs.delete(near));
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  const url = new URL(database.url);
  url.port = String(typeof address === 'object' && address !== null ? address.port : 0);
  db = openDatabase(url.href, { max: 1 });
  cut = async () => {
    const closing = [...pairs].map((socket) => once(socket, 'close'));
    for (const socket of pairs) socket.end();
    await Promise.all(closing);
  };
  close = async () => {
    await closeDatabase(db);
    for (const socket of pairs) socket.destroy();
    proxy.close();
    await database.drop();
  };
});
afterEach(() => close());

it('a transaction whose connection is gone rejects, and the next one finds another connection', async () => {
  for (let round = 0; round < 3; round += 1) {
    const cutOff = db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      await cut();
      await new Promise((resolve) => setImmediate(resolve));
      await tx.execute(sql`select 2`);
    });
    await expect(cutOff).rejects.toThrow();
    expect(await db.transaction((tx) => tx.execute(sql`select 3 as n`))).toMatchObject([{ n: 3 }]);
  }
});

it('nothing of a transaction whose connection is gone runs on the one that follows it', async () => {
  await db.execute(sql`create table kept (who text)`);
  const successor = Promise.withResolvers<void>();
  const straggler = Promise.withResolvers<void>();
  const cutOff = db.transaction(async (tx) => {
    await tx.execute(sql`insert into kept values ('cut off')`);
    await cut();
    await successor.promise;
    await tx.execute(sql`insert into kept values ('straggler')`).finally(() => straggler.resolve());
  });
  await expect(cutOff).rejects.toThrow();
  await db.transaction(async (tx) => {
    await tx.execute(sql`insert into kept values ('successor')`);
    successor.resolve();
    await straggler.promise.catch(() => undefined);
    // The straggler rolls back, which must not be this transaction's end.
    await new Promise((resolve) => setImmediate(resolve));
    await tx.execute(sql`insert into kept values ('successor, later')`);
  });
  expect(await db.execute(sql`select who from kept order by who`)).toMatchObject([{ who: 'successor' }, { who: 'successor, later' }]);
});
