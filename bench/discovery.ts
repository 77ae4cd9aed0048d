import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { seedSize } from '../apps/server/src/dev/demo-organization.ts';
import type { Closers } from '../apps/server/src/system.ts';
import { atFarm, startDiscoveryWorld, zoneOf } from '../apps/server/src/testing/discovery-world.ts';
import { request } from '../apps/server/src/testing/request.ts';
import { DAY_MS, DISCOVERY_BUDGET_MS } from '../packages/domain/src/index.ts';
import { cookieFor } from './client.ts';
import { residentMb } from './memory.ts';
import { startProgram, withSystem } from './program.ts';

const NAMES = 10_000;
const GROWTH_BUDGET_MB = 150;
const PAGE = 100;
const SAMPLE_MS = 50;

const started = z.object({ jobId: z.string() });
const seen = z.object({ status: z.enum(['running', 'completed', 'failed']), found: z.number(), error: z.string().nullable() });

/** Measures the time and the server's memory growth of a search for a domain with 10,000 names in the logs. Returns whether both are within budget. */
export const measureDiscovery = async (dataDir: string, closers: Closers): Promise<boolean> => {
  const world = await startDiscoveryWorld();
  closers.add(() => world.close());
  world.zone.set(zoneOf({ 'zone.test': atFarm }));
  const settings = {
    DEFAULT_PLAN: 'Self-hosted',
    DNS_SERVERS: world.zone.address,
    CRTSH_URL: world.crtsh.url,
    CERTSPOTTER_URL: world.certspotter.url,
    TARGET_ALLOW: '127.0.0.0/8',
  };
  const account = await withSystem(dataDir, closers, (system) => seedSize(system, 1), settings);
  const { pid, url, stop } = await startProgram(dataDir, closers, settings);
  const headers = { cookie: await cookieFor(url, account), 'sec-fetch-site': 'same-origin' };
  const call = async (path: string, json?: object): Promise<unknown> => {
    const { status, body, text } = await request(`${url}${path}`, { headers, ...(json === undefined ? {} : { json }) });
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 500)}`);
    return body;
  };
  const notAfter = new Date(Math.floor(Date.now() / 1000) * 1000 + 30 * DAY_MS);
  const log = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({ names: [`${prefix}${index}.zone.test`], notAfter }));

  /** Half of the names from each service. */
  const search = async (names: number) => {
    world.crtsh.entries = log('a', names / 2);
    world.certspotter.entries = log('b', names / 2);
    const before = await residentMb(pid);
    let most = before;
    const startedAt = performance.now();
    const { jobId } = started.parse(await call('/v1/certificates/discover', { domain: 'zone.test', fresh: true }));
    const path = `/v1/certificates/discover/${jobId}`;
    for (let asked = 0; ; asked += 1) {
      most = Math.max(most, await residentMb(pid));
      const state = asked % 20 === 0 ? seen.parse(await call(`${path}?limit=1`)) : null;
      if (state !== null && state.status !== 'running') {
        if (state.status === 'failed' || state.found < names) throw new Error(`The search found ${state.found} names: ${state.error}`);
        return { path, before, most, ms: performance.now() - startedAt };
      }
      await wait(SAMPLE_MS);
    }
  };

  // Loads the code and plans the statements.
  await search(20);
  const { path, before, most, ms } = await search(NAMES);
  const askedAt = performance.now();
  await call(`${path}?limit=${PAGE}&cursor=${NAMES - PAGE}`);
  const pageMs = performance.now() - askedAt;
  await stop();
  const grown = most - before;
  const isWithin = ms < DISCOVERY_BUDGET_MS && grown < GROWTH_BUDGET_MB;
  console.log(`
A search for a domain with ${NAMES.toLocaleString('en')} names in the logs
time        ${(ms / 1000).toFixed(1)} s (< ${DISCOVERY_BUDGET_MS / 1000} s)
resident    ${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most: ${grown.toFixed(0)} MB more (< ${GROWTH_BUDGET_MB} MB)
last page   ${pageMs.toFixed(0)} ms for ${PAGE} rows${isWithin ? '' : '\nOver budget.'}`);
  return isWithin;
};
