import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { isHandshake } from '@notafter/domain';
import { startTlsFarm } from '@notafter/tls/testing';
import { makeCollectorFolder } from './collector-folder.ts';
import { startStandInServer } from './stand-in-server.ts';

export interface KillOptions {
  readonly kills: number;
  readonly seed: number;
  readonly onKill?: (round: number, killedAfterMs: number, stored: number) => void;
}

export interface KillResult {
  /** Runs that the kill came too late for. */
  readonly finished: number;
  /** Bundles that the server has, all of them in order. */
  readonly stored: number;
  readonly replays: number;
  /** Everything that was lost, doubled or wrong. */
  readonly damage: readonly string[];
}

const NAMES = ['a.test', 'b.test', 'c.test', 'd.test', 'e.test'];

/** mulberry32: the same kills for the same seed, as far as the machine is as fast. */
const randomFrom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** Kills `run --once` with SIGKILL at random moments of its work, while certificates are renewed, and compares what arrived. */
export const killCollector = async ({ kills, seed, onKill }: KillOptions): Promise<KillResult> => {
  const random = randomFrom(seed);
  const farm = await startTlsFarm();
  const server = await startStandInServer();
  const folder = makeCollectorFolder();
  const targetOf = (name: string): string => `${name}:${farm.port}?address=127.0.0.1`;
  folder.configure({ allow: { networks: ['127.0.0.1'], ports: [farm.port] }, targets: NAMES.map(targetOf) });
  try {
    await folder.run(['enroll', server.token]);
    let finished = 0;
    let longestMs = 50;
    for (let round = 1; round <= kills; round += 1) {
      const name = NAMES[Math.floor(random() * NAMES.length)] ?? '';
      if (random() < 0.5) farm.swap(name, farm.authority.issue(name));
      const child = folder.start(['run', '--once']);
      const ended = once(child, 'close');
      // Its first line: everything before is loading.
      await Promise.race([child.stdout === null ? ended : once(child.stdout, 'data'), ended]);
      const startedAt = performance.now();
      const delayMs = random() * longestMs;
      await Promise.race([wait(delayMs), ended]);
      child.kill('SIGKILL');
      await ended;
      if (child.exitCode !== null) finished += 1;
      // One that finishes shows how long the work takes; the next kills come earlier than its end.
      const tookMs = performance.now() - startedAt;
      longestMs = child.exitCode === null ? Math.min(longestMs * 1.3, 2_000) : Math.max(20, tookMs);
      onKill?.(round, Math.round(tookMs), server.stored.size);
    }
    const last = await folder.run(['run', '--once']);
    const damage = [...server.violations];
    if (last.code !== 0) damage.push(`the last run ended with ${last.code}: ${last.stdout}${last.stderr}`);
    [...server.stored.keys()].forEach((sequence, index) => {
      if (sequence !== index + 1) damage.push(`bundle ${sequence} is at place ${index + 1}`);
    });
    for (const name of NAMES) {
      const [seen] = server.endpoints.get(targetOf(name)) ?? [];
      const der = seen !== undefined && isHandshake(seen) ? server.certificates.get(seen.chain[0] ?? '') : undefined;
      if (der === undefined || !farm.certificateOf(name).pem.replaceAll('\n', '').includes(der.toString('base64')))
        damage.push(`${name} has another certificate`);
    }
    const status: unknown = JSON.parse((await folder.run(['status', '--json'])).stdout);
    if (!JSON.stringify(status).includes('"queue":{"bundles":0')) damage.push(`the queue is not empty: ${JSON.stringify(status)}`);
    return { finished, stored: server.stored.size, replays: server.counts.replays, damage };
  } finally {
    folder.remove();
    await Promise.all([server.close(), farm.close()]);
  }
};
