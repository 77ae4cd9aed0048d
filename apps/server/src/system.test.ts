import { rm } from 'node:fs/promises';
import { readConfig } from '@notafter/config';
import { createTestDatabase, makeThrowawayDir } from '@notafter/db/testing';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { Closers, openSystem } from './system.ts';

it('answers requests while jobs use all of their connections', async () => {
  const database = await createTestDatabase({ max: 1 });
  const dataDir = await makeThrowawayDir();
  const closers = new Closers();
  const done = Promise.withResolvers<void>();
  const held: Promise<unknown>[] = [];
  try {
    const config = readConfig({ DATABASE_URL: database.url, DATA_DIR: dataDir, NODE_ENV: 'test', EXTERNAL_IMAGES: 'off' }, dataDir);
    const { system, systemForJobs } = await openSystem({ config, log: pino({ level: 'silent' }), runsJobs: false, closers });
    const size = systemForJobs.db.$client.options.max;
    const holding = Array.from({ length: size }, () => Promise.withResolvers<void>());
    for (const { resolve } of holding)
      held.push(
        systemForJobs.db.transaction(async () => {
          resolve();
          await done.promise;
        }),
      );
    await Promise.all(holding.map(({ promise }) => promise));
    expect(await system.db.$client`select 1 as one`).toMatchObject([{ one: 1 }]);
  } finally {
    done.resolve();
    await Promise.all(held);
    await closers.closeAll();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
