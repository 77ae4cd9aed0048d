import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeDatabase, type Database, openDatabase } from './client.ts';
import { openPlainClient } from './plain-client.ts';
import { type ReplicatedServers, startReplicatedServers, urlOfHosts } from './testing/index.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

let servers: ReplicatedServers;
const opened: Database[] = [];
beforeAll(async () => {
  servers = await startReplicatedServers(async () => undefined);
});
afterAll(async () => {
  await Promise.all(opened.map(closeDatabase));
  await servers.remove();
});

const open = (hosts: readonly string[], max = 3): Database => {
  const db = openDatabase(urlOfHosts(hosts), { max });
  opened.push(db);
  return db;
};

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );
const placeOf = async (db: Database): Promise<unknown> => {
  const [row] = await db.execute(sql`select inet_server_port() as port, pg_is_in_recovery() as replica`);
  return row;
};
const portOf = (url: string): number => Number(new URL(url).port);

it('every connection goes to the host that takes writes, wherever it is in the list', async () => {
  const { primary, replica } = servers;
  for (const hosts of [
    [primary, replica],
    [replica, primary],
    [primary.replace(/:\d+\//, ':1/'), replica, primary],
  ]) {
    const db = open(hosts);
    const places = await Promise.all(Array.from({ length: 6 }, () => placeOf(db)));
    for (const place of places) expect(place).toEqual({ port: portOf(primary), replica: false });
  }
});

it('a replica alone is unavailable for writers, and serves readers', async () => {
  expect(isDatabaseUnavailable(await failureOf(open([servers.replica]).execute(sql`select 1`)))).toBe(true);
  const reader = openDatabase(servers.replica, { max: 1, readOnly: true });
  opened.push(reader);
  expect(await placeOf(reader)).toMatchObject({ replica: true });
});

it('a connection whose server became read-only is unavailable and is replaced', async () => {
  const db = open([servers.primary], 1);
  const pidOf = async (): Promise<unknown> => (await db.execute(sql`select pg_backend_pid() as pid`))[0]?.pid;
  const before = await pidOf();
  await db.execute(sql`set default_transaction_read_only = on`);
  expect(isDatabaseUnavailable(await failureOf(db.execute(sql`create table never (id int)`)))).toBe(true);
  // The next query may still meet the connection while it closes.
  await expect.poll(() => failureOf(pidOf())).toBeNull();
  expect(await pidOf()).not.toBe(before);
  await db.execute(sql`create table once (id int)`);
});

it('after a failover, pools and listeners move to the new primary; until then, queries are rejected as unavailable', async () => {
  const { primary, replica } = servers;
  const db = open([primary, replica]);
  const client = openPlainClient(urlOfHosts([primary, replica]), { max: 1 });
  const messages: string[] = [];
  let listenings = 0;
  await client.listen(
    'news',
    (text) => messages.push(text),
    () => {
      listenings += 1;
    },
  );
  await db.execute(sql`create table kept (id int)`);
  await servers.caughtUp();
  await servers.killPrimary();
  await expect.poll(() => failureOf(db.execute(sql`insert into kept values (1)`)).then(isDatabaseUnavailable)).toBe(true);
  await servers.promoteReplica();
  await expect.poll(() => failureOf(db.execute(sql`insert into kept values (2)`))).toBeNull();
  expect(await placeOf(db)).toEqual({ port: portOf(replica), replica: false });
  expect([...(await db.execute(sql`select id from kept`))]).toEqual([{ id: 2 }]);

  await expect.poll(() => listenings).toBe(2);
  await client.run('select pg_notify($1, $2)', ['news', 'moved']);
  await expect.poll(() => messages).toEqual(['moved']);
  await client.close();
});
