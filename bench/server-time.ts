import { request } from 'node:http';
import type { SignIn } from '../apps/server/src/dev/demo-organization.ts';
import { cookieFor } from './client.ts';
import { percentileOf } from './meter.ts';

const ROUNDS = 5;
const CALLS = 40;
const WARM_UPS = 10;

/** Wall time of a request over loopback, from its start to the last byte of the response. */
export interface ServerTime {
  readonly p50Ms: number;
  /** Of the fastest round: other programs on the machine only add time. */
  readonly p95Ms: number;
  readonly worstP95Ms: number;
}

export const serverTimeOf = async (call: () => Promise<unknown>): Promise<ServerTime> => {
  for (let run = 0; run < WARM_UPS; run += 1) await call();
  const rounds: number[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const walls: number[] = [];
    for (let run = 0; run < CALLS; run += 1) {
      const startedAt = performance.now();
      await call();
      walls.push(performance.now() - startedAt);
    }
    rounds.push(walls.sort((one, other) => one - other));
  }
  const p95s = rounds.map((walls) => percentileOf(walls, 0.95));
  const all = rounds.flat().sort((one, other) => one - other);
  return { p50Ms: percentileOf(all, 0.5), p95Ms: Math.min(...p95s), worstP95Ms: Math.max(...p95s) };
};

/** The body as transferred, compressed as browsers request it. */
export const wireBytesOf = async (url: string, path: string, account: SignIn): Promise<number> => {
  const cookie = await cookieFor(url, account);
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { headers: { cookie, 'accept-encoding': 'gzip, deflate, br, zstd' } });
    sent.once('error', reject);
    sent.once('response', (answer) => {
      if (answer.statusCode !== 200 || answer.headers['content-encoding'] === undefined) {
        reject(new Error(`${path} came as ${answer.statusCode}, encoded as ${answer.headers['content-encoding'] ?? 'itself'}.`));
      }
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.byteLength));
      answer.once('end', () => resolve(bytes));
    });
    sent.end();
  });
};
