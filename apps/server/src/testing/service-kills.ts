import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { createAuthService } from '@notafter/auth';
import { makeThrowawayDir, startThrowawayServer } from '@notafter/db/testing';
import type { EngineAccess } from '@notafter/domain';
import { createServiceEngines } from '@notafter/provisioning';
import { queryPostgres } from '@notafter/provisioning/testing';
import postgres from 'postgres';
import { z } from 'zod';
import { signUpAt } from './people.ts';
import { createRandom } from './random.ts';
import { request } from './request.ts';
import { openContainerGround, openProcessGround } from './service-ground.ts';
import { type SpawnedServer, spawnServer } from './spawned-server.ts';
import { until } from './until.ts';

/** Some lives outlast the lease of a dead worker (15 s with the start), or nothing would go on. */
const LONGEST_LIFE_MS = 15_000;
const SETTLED_TIMEOUT_MS = 180_000;
const PLANS = ['hobbyist', 'professional'] as const;
const SECRET_KEY = 'a fixed key for the killed server';

const listed = z.object({
  services: z.array(
    z.object({
      resource_id: z.string(),
      plan: z.string(),
      state: z.string(),
      operation: z.object({}).nullable(),
      problem: z.string().nullable(),
    }),
  ),
});
const stored = z.object({
  id: z.string(),
  solution: z.literal('postgres'),
  host: z.string(),
  ports: z.array(z.object({ name: z.string(), port: z.number() })),
  user: z.string(),
  password_sealed: z.string().nullable(),
  next_password_sealed: z.string().nullable(),
});
type Listed = z.infer<typeof listed>['services'][number];

/** The wanted state of a service, as it was answered; a call that the kill cut may have counted or not. */
interface Asked {
  readonly plans: Set<string>;
  isDeleted: boolean | 'perhaps';
  rows: number;
}

export interface ServiceKills {
  readonly kills: number;
  readonly operations: Readonly<Record<'deploy' | 'resize' | 'rotate' | 'delete', number>>;
  /** Empty if every service ended as asked; else what is wrong, in sentences. */
  readonly faults: readonly string[];
}

interface KillOptions {
  readonly kills: number;
  readonly seed: number;
  /** In containers, every second kill is of the container engine. */
  readonly by: 'processes' | 'containers';
  readonly onKill?: (kill: {
    readonly count: number;
    readonly killed: string;
    readonly afterMs: number;
    readonly underWay: readonly string[];
  }) => void;
}

/**
 * Kills the server at random moments while PostgreSQL services are deployed, resized, rotated and deleted; then checks
 * that each ended as asked, with its rows, once, and that nothing is left after all were deleted.
 */
export const killServerOfServices = async ({ kills, seed, by, onKill }: KillOptions): Promise<ServiceKills> => {
  const random = createRandom(seed);
  const [database, dataDir] = await Promise.all([startThrowawayServer(), makeThrowawayDir()]);
  const ground = await (by === 'processes' ? openProcessGround : openContainerGround)(dataDir);
  const env = {
    ...{ DATABASE_URL: database.url, SECRET_KEY, DEFAULT_PLAN: 'Self-hosted', DEV_AUTO_ACTIVATE: '1', LOG_LEVEL: 'warn' },
    ...{ SERVICES_CLOUDS: 'local', ...ground.env },
  };
  const spawn = (): Promise<SpawnedServer> => spawnServer({ env, dataDir });
  const clock = { now: () => new Date() };
  const { sealing } = createAuthService({ secretKey: SECRET_KEY, publicUrl: 'http://localhost', clock });
  const engines = createServiceEngines();
  const faults: string[] = [];
  const asked = new Map<string, Asked>();
  const operations = { deploy: 0, resize: 0, rotate: 0, delete: 0 };
  let server = await spawn();
  const db = postgres(database.url, { max: 2, onnotice: () => undefined });

  try {
    await server.ready();
    const cookie = await signUpAt(server.url);
    /** Null if the server was gone before it answered. */
    const call = async (path: string, json?: unknown, method?: string) => {
      const headers = { cookie, 'sec-fetch-site': 'same-origin' };
      const options = { headers, ...(json === undefined ? {} : { json }), ...(method === undefined ? {} : { method }) };
      return request(`${server.url}/v1/services${path}`, options).catch(() => null);
    };
    const list = async (): Promise<readonly Listed[]> => {
      const answer = await call('');
      return answer?.status === 200 ? listed.parse(answer.body).services : [];
    };
    const accessesOf = async (resourceId: string): Promise<EngineAccess[]> => {
      const [found] = await db`select * from services where resource_id = ${resourceId} and host is not null and deleted_at is null`;
      if (found === undefined) return [];
      const { id, solution, host, ports, user, password_sealed, next_password_sealed } = stored.parse(found);
      const authority = (await db`select certificate from service_authorities`).map(({ certificate }) => String(certificate)).join('\n');
      return [password_sealed, next_password_sealed].flatMap((sealed) =>
        sealed === null
          ? []
          : {
              solution,
              host,
              ports,
              servername: host,
              authority,
              user,
              password: sealing.open({ table: 'services', row: `${id}/password` }, sealed),
            },
      );
    };
    const assertPassword = async (): Promise<void> => {
      for (const [resourceId, { rows, isDeleted }] of asked) {
        if (rows === 0 || isDeleted !== false) continue;
        const accesses = await accessesOf(resourceId);
        const results = await Promise.all(
          accesses.map(async (access) => (await engines.signIn(access, AbortSignal.timeout(10_000))).result),
        );
        if (results.length > 0 && results.every((result) => result === 'refused')) faults.push(`${resourceId} refuses every password.`);
      }
    };
    /** False while one that should have rows could not be asked: its container starts again with the killed engine. */
    const addRows = async (known: readonly Listed[]): Promise<boolean> => {
      let hasAll = true;
      for (const { resource_id, state, operation } of known) {
        const entry = asked.get(resource_id);
        if (entry === undefined || entry.rows > 0 || state !== 'running' || operation !== null) continue;
        const [access] = await accessesOf(resource_id);
        if (access === undefined) continue;
        const isWritten = await queryPostgres(access, 'CREATE TABLE IF NOT EXISTS kept AS SELECT generate_series(1, 1000) AS n').then(
          () => true,
          () => false,
        );
        if (isWritten) entry.rows = 1000;
        else hasAll = false;
      }
      return hasAll;
    };
    const deploy = async (): Promise<void> => {
      operations.deploy += 1;
      const answer = await call('/deploy', { cloud: 'local', database: 'postgres', plan: 'hobbyist', region: 'local' });
      if (answer?.status === 200)
        asked.set(z.object({ resource_id: z.string() }).parse(answer.body).resource_id, {
          plans: new Set(['hobbyist']),
          isDeleted: false,
          rows: 0,
        });
    };
    const change = async ({ resource_id, plan }: Listed): Promise<void> => {
      const entry = asked.get(resource_id);
      if (entry === undefined) return;
      const kind = (['resize', 'rotate', 'rotate', 'resize', 'delete'] as const)[Math.floor(random() * 5)] ?? 'resize';
      operations[kind] += 1;
      if (kind === 'resize') {
        const wanted = PLANS.find((one) => one !== plan) ?? 'hobbyist';
        entry.plans.add(wanted);
        const answer = await call('/resize', { resource_id, plan: wanted });
        if (answer?.status === 200) entry.plans.delete(plan);
      } else if (kind === 'rotate') await call(`/${resource_id}/rotate-password`, undefined, 'POST');
      else {
        entry.isDeleted = 'perhaps';
        const answer = await call('/terminate', { resource_id });
        if (answer?.status === 200) entry.isDeleted = true;
      }
    };
    const settled = async (): Promise<readonly Listed[]> => {
      let last: readonly Listed[] = [];
      await until('every operation is over', SETTLED_TIMEOUT_MS, async () => {
        const answer = await call('');
        if (answer?.status !== 200) return false;
        last = listed.parse(answer.body).services;
        return last.every(({ operation }) => operation === null);
      });
      return last;
    };

    for (let count = 1; count <= kills; count += 1) {
      const known = await list();
      // A cut answer never named them.
      for (const { resource_id, plan } of known)
        if (!asked.has(resource_id)) asked.set(resource_id, { plans: new Set([plan]), isDeleted: false, rows: 0 });
      await addRows(known);
      const idle = known.filter(({ operation, state }) => operation === null && state === 'running');
      const afterMs = Math.round(random() * LONGEST_LIFE_MS);
      const doing = [...idle.filter(() => random() < 0.7).map(change), ...(known.length < 4 ? [deploy()] : [])];
      await wait(afterMs);
      const underWay = (await list()).flatMap(({ operation, state }) => (operation === null ? [] : state));
      const isEngineKilled = ground.killEngine !== null && count % 2 === 0;
      if (ground.killEngine !== null && isEngineKilled) await ground.killEngine();
      else await server.kill('SIGKILL');
      await Promise.all(doing);
      await assertPassword();
      onKill?.({ count, killed: isEngineKilled ? 'engine' : 'server', afterMs, underWay });
      if (isEngineKilled) continue;
      server = await spawn();
      await server.ready();
    }

    const end = await settled();
    await until('every service that runs has rows', SETTLED_TIMEOUT_MS, () => addRows(end));
    const rows = await db`select id, resource_id from services where deleted_at is null`;
    for (const { resource_id, state, plan, problem } of end) {
      const entry = asked.get(resource_id);
      if (entry === undefined || entry.isDeleted === 'perhaps') continue;
      if (entry.isDeleted) faults.push(`${resource_id} was to be deleted and is ${state}.`);
      if (state !== 'running' || problem !== null) faults.push(`${resource_id} is ${state}: ${problem}`);
      if (!entry.plans.has(plan)) faults.push(`${resource_id} has the plan ${plan}, asked was ${[...entry.plans].join(' or ')}.`);
      const accesses = await accessesOf(resource_id);
      const [access] = accesses;
      if (access === undefined || accesses.length > 1) faults.push(`${resource_id} has ${accesses.length} passwords.`);
      else if (Number((await queryPostgres(access, 'SELECT count(*) AS n FROM kept'))[0]?.n) !== 1000)
        faults.push(`${resource_id} lost rows.`);
      const id = String(rows.find((row) => row.resource_id === resource_id)?.id);
      const running = await ground.enginesOf(id);
      if (running !== 1) faults.push(`${resource_id} has ${running} engines.`);
    }
    for (const [resourceId, { isDeleted }] of asked) {
      if (isDeleted === false && !end.some(({ resource_id }) => resource_id === resourceId)) faults.push(`${resourceId} is gone.`);
    }

    await until('every service is deleted', SETTLED_TIMEOUT_MS, async () => {
      const left = await settled();
      // Again for one that was busy, or whose call was not answered.
      for (const { resource_id } of left) await call('/terminate', { resource_id });
      return left.length === 0;
    });
    faults.push(...(await ground.left()).map((name) => `Left: ${name}`));
    const [{ monitors } = { monitors: 0 }] = await db`select count(*)::int as monitors from certificates where service_id is not null`;
    if (monitors > 0) faults.push(`${monitors} monitors are left.`);
    return { kills, operations, faults };
  } finally {
    await server.kill('SIGKILL');
    await ground.close();
    await db.end();
    await database.remove();
    await rm(dataDir, { recursive: true, force: true });
  }
};
