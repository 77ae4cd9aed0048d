import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeThrowawayDir } from '@notafter/db/testing';
import { startDnsServer, startTlsFarm } from '@notafter/tls/testing';
import { idOfAdded } from './add-until-stopped.ts';
import { type Stock, takeStockOf } from './added-certificates.ts';
import { signUpAt } from './people.ts';
import { leftOf, treeOf } from './processes.ts';
import { createRandom } from './random.ts';
import { request } from './request.ts';
import { type SpawnedServer, spawnServer } from './spawned-server.ts';
import { until } from './until.ts';

const ADDERS = 8;
const LONGEST_LIFE_MS = 2500;
const GONE_TIMEOUT_MS = 120_000;

export interface KillRound extends Stock {
  readonly round: number;
  /** Measured from the first answer: a cold start takes time until then. */
  readonly killedAfterMs: number;
  /** Whether the database of the killed server had exited before the next start. */
  readonly restarted: 'after all had exited' | 'at once';
  /** From the next start to its first 200 on /readyz. */
  readonly recoveryMs: number;
  /** Certificates answered 200 in this round. */
  readonly answered: number;
  /** Adds in flight at the kill. */
  readonly cut: number;
  /** Command lines of processes that outlived the killed server, if all should have exited. */
  readonly leftBehind: readonly string[];
}

export interface KillOptions {
  readonly rounds: number;
  readonly seed: number;
  readonly by: 'bootstrap' | 'main';
  readonly onRound?: (round: KillRound) => void;
}

/** The process that runs main.ts, below the process that started it. */
const serverPid = async (spawned: SpawnedServer): Promise<number> => {
  const tree = await treeOf(spawned.pid);
  const found = tree.find(({ command }) => command.includes('apps/server/src/main.ts'));
  if (found === undefined) throw new Error('No server process.');
  return found.pid;
};

/** Adds names until the server is gone; passes each certificate answered with 200 to `onAnswer`. Resolves to the number of interrupted adds. */
const addUntilGone = async (url: string, cookie: string, nextName: () => string, onAnswer: (id: string) => void): Promise<number> => {
  const adder = async (): Promise<void> => {
    for (;;) {
      const headers = { cookie, 'sec-fetch-site': 'same-origin' };
      const answer = await request(`${url}/v1/certificates/add`, { json: { domain: nextName() }, headers }).catch(() => null);
      if (answer === null) return;
      if (answer.status !== 200) throw new Error(`An add was answered ${answer.status}: ${answer.text}`);
      onAnswer(idOfAdded(answer.body));
    }
  };
  await Promise.all(Array.from({ length: ADDERS }, adder));
  return ADDERS;
};

/** Kills the server repeatedly while certificates are added, and checks the state after each next start. */
export const killRounds = async ({ rounds, seed, by, onRound }: KillOptions): Promise<KillRound[]> => {
  const random = createRandom(seed);
  const [farm, dataDir] = await Promise.all([startTlsFarm(), makeThrowawayDir()]);
  const dns = await startDnsServer({ '*.farm.test': [farm.address] });
  const roots = join(dataDir, 'roots.pem');
  await writeFile(roots, farm.ca);
  const env = {
    DNS_SERVERS: dns.address,
    TARGET_ALLOW: '127.0.0.0/8',
    EXTRA_CA_FILE: roots,
    DEFAULT_PLAN: 'Self-hosted',
    DEV_AUTO_ACTIVATE: '1',
    LOG_LEVEL: 'warn',
  };
  const startOnce = async (): Promise<SpawnedServer> => {
    // A different port each time: by the next start, another program may use the killed one's port.
    const spawned = await spawnServer({ env, dataDir, by });
    await spawned.ready();
    return spawned;
  };
  let names = 0;
  const nextName = (): string => {
    names += 1;
    return `c${names}.farm.test:${farm.port}`;
  };
  const answered: string[] = [];
  const done: KillRound[] = [];
  let server = await startOnce();
  try {
    const cookie = await signUpAt(server.url);
    for (let round = 1; round <= rounds; round += 1) {
      const before = answered.length;
      const firstAnswer = Promise.withResolvers<void>();
      const adding = addUntilGone(server.url, cookie, nextName, (id) => {
        answered.push(id);
        firstAnswer.resolve();
      });
      const killedAfterMs = Math.round(50 + random() * LONGEST_LIFE_MS);
      const restartAtOnce = random() < 0.5;
      await Promise.race([firstAnswer.promise, adding]);
      await wait(killedAfterMs);
      const tree = await treeOf(server.pid);
      process.kill(await serverPid(server), 'SIGKILL');
      const cut = await adding;
      await server.exited;
      let left: readonly string[] = [];
      if (!restartAtOnce) {
        await until('every process has exited', GONE_TIMEOUT_MS, async () => (await leftOf(tree, dataDir)).length === 0).catch(
          () => undefined,
        );
        left = (await leftOf(tree, dataDir)).map(({ command }) => command);
      }
      const startedAt = performance.now();
      server = await startOnce();
      const recoveryMs = Math.round(performance.now() - startedAt);
      const result: KillRound = {
        round,
        killedAfterMs,
        restarted: restartAtOnce ? 'at once' : 'after all had exited',
        recoveryMs,
        answered: answered.length - before,
        cut,
        leftBehind: left,
        ...(await takeStockOf(dataDir, answered)),
      };
      done.push(result);
      onRound?.(result);
    }
    return done;
  } finally {
    const tree = await treeOf(server.pid);
    await server.kill('SIGKILL');
    try {
      await until('every process has exited', GONE_TIMEOUT_MS, async () => (await leftOf(tree, dataDir)).length === 0);
    } finally {
      await dns.close();
      await farm.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  }
};
