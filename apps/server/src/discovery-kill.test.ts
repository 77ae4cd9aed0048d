import { rm } from 'node:fs/promises';
import { makeThrowawayDir } from '@notafter/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { atFarm, type DiscoveryWorld, startDiscoveryWorld, zoneOf } from './testing/discovery-world.ts';
import { cookieOf } from './testing/people.ts';
import { request } from './testing/request.ts';
import { type SpawnedServer, spawnServer } from './testing/spawned-server.ts';
import { until } from './testing/until.ts';

const account = { first_name: 'Grace', last_name: 'Hopper', email: 'grace@example.com', password: 'a phrase for the killed' };
/** Logs write whole seconds. */
const notAfter = new Date((Math.floor(Date.now() / 1000) + 30 * 86_400) * 1000);
let world: DiscoveryWorld;
let dataDir: string;
const spawned: SpawnedServer[] = [];
beforeAll(async () => {
  world = await startDiscoveryWorld();
  dataDir = await makeThrowawayDir();
});
afterAll(async () => {
  await Promise.all(spawned.map((server) => server.kill('SIGKILL')));
  await world.close();
  await rm(dataDir, { recursive: true, force: true });
});

const spawn = async (): Promise<SpawnedServer> => {
  const server = await spawnServer({
    dataDir,
    env: {
      DEV_AUTO_ACTIVATE: '1',
      DEFAULT_PLAN: 'Self-hosted',
      DNS_SERVERS: world.zone.address,
      CRTSH_URL: world.crtsh.url,
      CERTSPOTTER_URL: world.certspotter.url,
      TARGET_ALLOW: '127.0.0.0/8',
    },
  });
  spawned.push(server);
  await server.ready();
  return server;
};
const signIn = async ({ url }: SpawnedServer): Promise<Record<string, string>> => {
  const { email, password } = account;
  const answer = await request(`${url}/v1/accounts/login`, { json: { email, password } });
  return { cookie: cookieOf(answer), 'sec-fetch-site': 'same-origin' };
};

it('a killed search continues with its remaining work by itself', { timeout: 600_000 }, async () => {
  world.zone.set(zoneOf({ 'zone.test': atFarm, 'www.zone.test': atFarm }));
  world.certspotter.entries = ['a', 'b', 'c'].map((name) => ({ names: [`${name}.zone.test`], notAfter }));
  world.crtsh.entries = ['c', 'd'].map((name) => ({ names: [`${name}.zone.test`], notAfter }));
  world.crtsh.misbehave({ kind: 'slow' });

  const first = await spawn();
  await request(`${first.url}/v1/accounts/register`, { json: account });
  const headers = await signIn(first);
  const { jobId } = Object((await request(`${first.url}/v1/certificates/discover`, { json: { domain: 'zone.test' }, headers })).body);
  const seenBy = async ({ url }: SpawnedServer) => Object((await request(`${url}/v1/certificates/discover/${jobId}`, { headers })).body);
  await until('DNS has answered and Cert Spotter’s names are there', 180_000, async () => {
    const { source_status, found } = await seenBy(first);
    return source_status.dns.status === 'complete' && found === 3;
  });
  // A query with a late response is sent again.
  const guesses = () => world.zone.asked.filter((query) => query === 'grafana.zone.test/A').length;
  const guessed = guesses();
  expect(guessed).toBeGreaterThan(0);
  await first.kill('SIGKILL');

  world.crtsh.misbehave({ kind: 'none' });
  const second = await spawn();
  await until('the search is done', 120_000, async () => (await seenBy(second)).status !== 'running');
  const found = await seenBy(second);
  expect(found).toMatchObject({ status: 'completed', progress: 100, error: null });
  expect(found.results.map(({ domain }: { domain: string }) => domain)).toEqual(['a', 'b', 'c', 'd'].map((name) => `${name}.zone.test`));
  expect(found.source_status.ct_logs).toMatchObject({ status: 'complete' });
  expect(guesses()).toBe(guessed);
  await second.kill('SIGTERM');
});
