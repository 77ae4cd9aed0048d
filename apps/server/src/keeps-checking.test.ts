import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeOrganization } from '@notafter/testing';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { z } from 'zod';
import { addFarmEndpoints } from './testing/farm-endpoints.ts';
import { type LocalFarm, startLocalFarm } from './testing/local-farm.ts';
import { newPerson, signIn } from './testing/people.ts';
import { plainScreens } from './testing/plain-screens.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';
import { until } from './testing/until.ts';
import { watchChecks } from './testing/watch-checks.ts';

const rule = { checkIntervalHours: 0.005 };
const INTERVAL_MS = 18_000;
const INTERVALS = 2;
const ENDPOINTS = 30;

let folder: string;
let farm: LocalFarm;
let server: TestServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notafter-checking-'));
  farm = await startLocalFarm(folder);
  server = await startTestServer({ env: { ...farm.env, CHECK_INTERVAL_HOURS: String(rule.checkIntervalHours) }, screens: plainScreens });
});
afterAll(async () => {
  await server.close();
  await farm.close();
  await rm(folder, { recursive: true });
});

const added = z.object({ certificate: z.object({ id: z.string() }) });
const historyAnswer = z.object({ history: z.array(z.object({ action: z.string() })) });

// Both use the same server, so that the interval is waited for only once.
describe.concurrent('without requests', () => {
  it('sees a replaced certificate and records it as renewed', async ({ expect }) => {
    const headers = { cookie: await signIn(server, await newPerson(server)), 'sec-fetch-site': 'same-origin' };
    const answer = await server.call('/v1/certificates/add', { json: { domain: farm.domain('swapped') }, headers });
    expect(answer.status).toBe(200);
    const { id } = added.parse(answer.body).certificate;
    const actions = async (): Promise<string[]> => {
      const { body } = await server.call(`/v1/certificates/${id}/history`, { headers });
      return historyAnswer.parse(body).history.map(({ action }) => action);
    };
    expect(await actions()).toEqual(['added']);

    farm.tls.swap('swapped.farm.test', farm.tls.authority.issue('swapped.farm.test'));
    await until('the swap is seen', 10 * INTERVAL_MS, async () => (await actions()).includes('renewed'));
    expect(await actions()).toEqual(['renewed', 'added']);
  });

  it(`checks each of ${ENDPOINTS} endpoints once per interval, at its turn`, async ({ expect }) => {
    const { db } = server.system;
    const from = new Date();
    const orgId = await makeOrganization(server.system);
    const endpoints = await addFarmEndpoints(db, farm, { orgId, count: ENDPOINTS, now: from, rule, phases: 'even' });
    const { turnsByChecks, lateMs } = await watchChecks(farm.tls, endpoints, { from, intervals: INTERVALS, rule });
    expect(turnsByChecks).toEqual({ 1: ENDPOINTS * INTERVALS });
    // A busy machine delays some; without even spreading, half of the checks would be later than half the interval.
    expect(lateMs[Math.floor(lateMs.length / 2)]).toBeLessThan(INTERVAL_MS / 3);
  });
});
