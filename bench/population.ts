import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type SignIn, seedSize } from '../apps/server/src/dev/demo-organization.ts';
import type { Closers } from '../apps/server/src/system.ts';
import type { Database } from '../packages/db/src/index.ts';
import { SHARDS } from '../packages/domain/src/index.ts';
import { withSystem } from './program.ts';

/** One organization of this many certificates in a separate DATA_DIR. */
export interface Population {
  readonly size: number;
  readonly dataDir: string;
  readonly signIn: SignIn;
}

const keptSignIn = z.object({ email: z.string(), password: z.string() });

/** Runs raw statements without the time limit of requests. */
export const runAtLeisure = (db: Database, statement: string): Promise<unknown> =>
  db.$client.begin(async (tx) => {
    await tx.unsafe('set local statement_timeout = 0');
    await tx.unsafe(statement);
  });

/** Marks every endpoint as checked a moment ago and due tomorrow, so that no worker probes during a benchmark. */
const schedule = async (db: Database): Promise<void> => {
  await runAtLeisure(
    db,
    // The digits of the ID that `shardOf` reads.
    `insert into check_schedule (certificate_id, shard, next_check_at, last_checked_at, last_recorded_at)
     select id, ('x' || substr(id::text, 25, 4))::bit(16)::int % ${SHARDS}, now() + interval '1 day' + random() * interval '6 hours', now(), now()
     from certificates`,
  );
  await db.$client.unsafe('vacuum (analyze) check_schedule');
  await db.$client.unsafe('checkpoint');
};

/** Seeds the population, unless an earlier run left it in `dataDir`. */
export const populate = async (size: number, dataDir: string, closers: Closers): Promise<Population> => {
  const signInFile = join(dataDir, 'sign-in.json');
  if (existsSync(signInFile)) return { size, dataDir, signIn: keptSignIn.parse(JSON.parse(readFileSync(signInFile, 'utf8'))) };
  const startedAt = performance.now();
  const signIn = await withSystem(dataDir, closers, async (system) => {
    const made = await seedSize(system, size);
    await schedule(system.db);
    return made;
  });
  writeFileSync(signInFile, JSON.stringify(signIn));
  console.log(`Seeded ${size.toLocaleString('en')} certificates in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
  return { size, dataDir, signIn };
};

export const describeDatabase = (dataDir: string, closers: Closers): Promise<string> =>
  withSystem(dataDir, closers, async ({ db }) => {
    const [row] = await db.$client.unsafe<{ version: string; buffers: string }[]>(
      "select current_setting('server_version') as version, current_setting('shared_buffers') as buffers",
    );
    return `PostgreSQL ${row?.version ?? '?'}, shared_buffers ${row?.buffers ?? '?'}`;
  });
