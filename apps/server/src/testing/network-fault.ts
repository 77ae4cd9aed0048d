import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { closeDatabase, openDatabase } from '@notafter/db';
import { type DatabaseProxy, startDatabaseProxy } from '@notafter/db/testing';
import { addMs, DAY_MS } from '@notafter/domain';
import { saveChannel } from '@notafter/features';
import { makeOrgContext } from '@notafter/testing';
import { addFarmEndpoints } from './farm-endpoints.ts';
import { startLocalFarm } from './local-farm.ts';
import { untilMailed } from './outbox.ts';
import { plainScreens } from './plain-screens.ts';
import { startTestServer } from './test-server.ts';
import { until } from './until.ts';

export type NetworkFault = 'swallow' | 'halfOpen';

const rule = { checkIntervalHours: 0.005 };
const ENDPOINTS = 20;
/** Without the drivers' deadlines, no response would ever come. */
const PATIENCE_MS = 150_000;

export interface NetworkFaultResult {
  /** From the end of the fault; a half-open connection's fault ends when it starts. */
  readonly firstCheckMs: number;
  readonly firstAlertMs: number;
}

/** Measures a server whose connections to PostgreSQL fail without a reset: how soon it checks and alerts again by itself. */
export const runNetworkFault = async (fault: NetworkFault, faultMs: number): Promise<NetworkFaultResult> => {
  const folder = await mkdtemp(join(tmpdir(), 'notafter-network-'));
  const farm = await startLocalFarm(folder);
  let proxy: DatabaseProxy | undefined;
  const server = await startTestServer({
    screens: plainScreens,
    env: { ...farm.env, CHECK_INTERVAL_HOURS: String(rule.checkIntervalHours) },
    reachDatabase: async (url) => {
      proxy = await startDatabaseProxy(url);
      return proxy.url;
    },
  });
  try {
    const { db } = server.database;
    const direct = { ...server.system, db };
    const org = await makeOrgContext(direct, { plan: 'Enterprise' });
    const to = 'on-call@example.com';
    await saveChannel(org, { type: 'email', enabled: true, settings: { email: to } });
    const now = new Date();
    const endpoints = await addFarmEndpoints(db, farm, { orgId: org.org.id, count: ENDPOINTS, now, rule, phases: 'even' });
    const [ending] = await addFarmEndpoints(db, farm, {
      orgId: org.org.id,
      count: 1,
      now: addMs(now, DAY_MS),
      rule,
      phases: 'as ids come',
      hostOf: () => 'ending.farm.test',
    });
    if (ending === undefined || proxy === undefined) throw new Error('The server did not start through the proxy.');
    const checks = (): number => endpoints.reduce((sum, { host }) => sum + farm.tls.checksOf(host), 0);
    await until('the first round of checks', PATIENCE_MS, () => checks() >= ENDPOINTS);

    proxy[fault]();
    if (fault === 'swallow') await wait(faultMs);
    const before = checks();
    proxy.restore();
    const restoredAt = performance.now();
    const notAfter = addMs(new Date(), DAY_MS - 1).toISOString();
    // A transaction of a lost connection can hold the row for 30 s, close to the limits of `db`, or until the server ends its session.
    const patient = openDatabase(server.database.url, { max: 1, statementTimeoutMs: 0 });
    try {
      await patient.$client.unsafe('update certificates set not_after = $1 where id = $2', [notAfter, ending.id]);
    } finally {
      await closeDatabase(patient);
    }
    const since = (): number => Math.round(performance.now() - restoredAt);
    const [firstCheckMs, firstAlertMs] = await Promise.all([
      until('a check after the fault', PATIENCE_MS, () => checks() > before).then(since),
      untilMailed(server.dataDir, to, 'ending.farm.test', PATIENCE_MS).then(since),
    ]);
    return { firstCheckMs, firstAlertMs };
  } finally {
    await server.close();
    await proxy?.close();
    await farm.close();
    await rm(folder, { recursive: true });
  }
};
