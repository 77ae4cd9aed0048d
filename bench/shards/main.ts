/**
 * `npm run simulate:shards`: three databases with equal shares of the certificates, a directory that routes organizations to them,
 * what each costs, and the move of one organization under writes. `--each` says how many certificates are loaded into each
 * database, in organizations of `--organization`; sizes for `--total` are calculated from their measured rows. Linux only. Exits with 1 if a row or a write is lost or doubled.
 */
import { mkdirSync } from 'node:fs';
import { rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Closers } from '../../apps/server/src/system.ts';
import { startEmbeddedPostgres } from '../../packages/db/src/embedded/index.ts';
import { closeDatabase, type Database, ensureMonthPartitions, migrateDatabase, openDatabase } from '../../packages/db/src/index.ts';
import { makeThrowawayDir } from '../../packages/db/src/testing/index.ts';
import { figuresTable } from '../figures.ts';
import { describeMachine } from '../machine.ts';
import { openBenchSystem } from '../program.ts';
import { measureCosts } from './costs.ts';
import { loadDatabase } from './load.ts';
import { rebalance, type Shard } from './rebalance.ts';
import { openRouter } from './router.ts';
import { readSizes, sizesTable } from './sizes.ts';

const DATABASES = 3;
/** With its WAL. */
const BYTES_PER_CERTIFICATE = 14_000;
/** How far the loaded alerts and entries go back. */
const MONTHS_LOADED = 4;
const MOVE_ROOM_BYTES = 4e9;
const quiet = { info: () => undefined, warn: (...text: unknown[]) => console.error(...text) };

const { values } = parseArgs({
  options: {
    each: { type: 'string', default: '1000000' },
    total: { type: 'string', default: '30000000' },
    organization: { type: 'string', default: '100000' },
  },
});
const [each, total, size] = [Number(values.each), Number(values.total), Number(values.organization)];
if (!(size > 0 && each % size === 0 && each >= 2 * size && each >= 10_000)) {
  throw new Error('--each takes a multiple of --organization, at least two of it and 10000.');
}

const number = (value: number): string => value.toLocaleString('en');
const startedAt = performance.now();
const say = (text: string): void => console.log(`[${((performance.now() - startedAt) / 1000).toFixed(0)} s] ${text}`);

const openShard = async (folder: string, index: number, closers: Closers): Promise<Shard & { readonly loader: Database }> => {
  const dataDir = join(folder, String(index));
  mkdirSync(dataDir, { mode: 0o755 });
  const server = await startEmbeddedPostgres({ dataDir, log: quiet, settings: { max_wal_size: '2GB' } });
  closers.add(() => server.stop());
  await migrateDatabase(server.url);
  // Without a time limit, for loading and counting.
  const loader = openDatabase(server.url, { max: 2, statementTimeoutMs: 0 });
  closers.add(() => closeDatabase(loader));
  await ensureMonthPartitions(loader, new Date(), MONTHS_LOADED);
  const name = `db${index}`;
  const clock = { now: () => new Date() };
  const onOrganization = (loaded: number) => say(`${name}: ${number(loaded)} certificates loaded`);
  const organizations = await loadDatabase({ db: loader, clock }, { name, count: each, size, onOrganization });
  const system = await openBenchSystem(dataDir, closers, { DATABASE_URL: server.url });
  return { url: server.url, system, organizations, loader };
};

const run = async (folder: string, closers: Closers): Promise<boolean> => {
  const { bavail, bsize } = await statfs(folder);
  const needed = each * DATABASES * BYTES_PER_CERTIFICATE + MOVE_ROOM_BYTES;
  if (bavail * bsize < needed) throw new Error(`Needs ${(needed / 1e9).toFixed(0)} GB of disk in ${folder}. Use a smaller --each.`);
  console.log(describeMachine());
  const shards = await Promise.all(Array.from({ length: DATABASES }, (_, index) => openShard(folder, index, closers)));
  const share = total / DATABASES;
  console.log(
    `\nLoaded: ${number(each)} certificates in each of ${DATABASES} databases. Calculated: ${number(share)} in each, ${number(total)} in all.`,
  );
  for (const [index, { loader }] of shards.entries())
    console.log(`\nDatabase ${index}\n${sizesTable(await readSizes(loader), each, share)}`);
  for (const [index, { system, organizations }] of shards.entries()) {
    const [organization] = organizations;
    if (organization === undefined) continue;
    console.log(`\nDatabase ${index}\n${figuresTable(await measureCosts(system, organization))}`);
  }
  const [first] = shards;
  const directoryUrl = new URL(first?.url ?? '');
  await first?.loader.$client.unsafe('create database directory');
  directoryUrl.pathname = '/directory';
  const directory = openDatabase(directoryUrl.href, { max: 10 });
  closers.add(() => closeDatabase(directory));
  const router = await openRouter(directory.$client);
  for (const [index, { organizations }] of shards.entries()) for (const { orgId } of organizations) await router.add(orgId, index);
  const loaders = new Map<Shard, Database>(shards.map((shard) => [shard, shard.loader]));
  const { report, acknowledged, turnedAway, problems } = await rebalance(router, shards, (shard) => loaders.get(shard) ?? shard.system.db);
  const rows = Object.entries(report.rows ?? {}).filter(([, count]) => count > 0);
  say(
    `moved one organization in ${(report.lockedMs / 1000).toFixed(1)} s: ${rows.map(([name, count]) => `${name} ${number(count)}`).join(', ')}; ${number(report.x509)} X.509 certificates`,
  );
  say(
    `writes acknowledged: ${acknowledged.moved} of the moved organization, ${acknowledged.others} of others; turned away during the move: ${turnedAway}`,
  );
  for (const problem of problems) console.error(`Wrong: ${problem}`);
  say(problems.length === 0 ? 'every row and every acknowledged write is there once, with equal checksums' : `${problems.length} problems`);
  return problems.length === 0;
};

const closers = new Closers();
const folder = await makeThrowawayDir();
closers.add(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void closers.closeAll().finally(() => process.exit(1)));
try {
  process.exitCode = (await run(folder, closers)) ? 0 : 1;
} finally {
  await closers.closeAll();
}
