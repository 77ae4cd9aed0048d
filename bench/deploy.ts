import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { Closers } from '../apps/server/src/system.ts';
import { signUpAt } from '../apps/server/src/testing/people.ts';
import { request } from '../apps/server/src/testing/request.ts';
import { openContainerGround, openProcessGround } from '../apps/server/src/testing/service-ground.ts';
import { until } from '../apps/server/src/testing/until.ts';
import { closeDatabase, openDatabase, pingDatabase } from '../packages/db/src/index.ts';
import { makeThrowawayDir } from '../packages/db/src/testing/index.ts';
import { freePort } from '../packages/net/src/testing/index.ts';
import { queryPostgres, testImageTable } from '../packages/provisioning/src/testing/index.ts';
import { percentileOf } from './meter.ts';
import { startProgram } from './program.ts';

const ROUNDS = 5;
const PATIENCE_MS = 120_000;
const run = promisify(execFile);

const detail = z.object({
  service: z.object({
    status: z.string().nullable(),
    host: z.string().nullable(),
    ports: z.array(z.object({ name: z.string(), port: z.number() })),
    authority: z.string().nullable(),
  }),
});
const deployed = z.object({ resource_id: z.string() });
const secret = z.object({ user: z.string(), password: z.string() });

interface Way {
  readonly name: string;
  /** Milliseconds from the request to the first row read; removes the database after. */
  measure(): Promise<number>;
}

/** From `POST /v1/services/deploy` to a row over TLS that is verified by the CA file. */
const byNotafter = async (name: string, closers: Closers, openGround: typeof openContainerGround): Promise<Way> => {
  const dataDir = await makeThrowawayDir();
  closers.add(() => rm(dataDir, { recursive: true, force: true, maxRetries: 10 }));
  const ground = await openGround(dataDir);
  closers.add(() => ground.close());
  const program = await startProgram(dataDir, closers, {
    ...{ SERVICES_CLOUDS: 'local', DEFAULT_PLAN: 'Self-hosted', DEV_AUTO_ACTIVATE: '1' },
    ...ground.env,
  });
  const headers = { cookie: await signUpAt(program.url), 'sec-fetch-site': 'same-origin' };
  const call = async (path: string, json?: unknown) => {
    const { status, body } = await request(`${program.url}/v1/services${path}`, { headers, ...(json === undefined ? {} : { json }) });
    return { status, body };
  };
  return {
    name,
    async measure() {
      const startedAt = performance.now();
      const wanted = { cloud: 'local', database: 'postgres', plan: 'hobbyist', region: 'local' };
      const { resource_id } = deployed.parse((await call('/deploy', wanted)).body);
      const service = async () => detail.parse((await call(`/${resource_id}`)).body).service;
      await until('the service runs', PATIENCE_MS, async () => (await service()).status === 'running');
      const { host, ports, authority } = await service();
      const credentials = secret.parse((await call(`/${resource_id}/password`)).body);
      if (host === null || authority === null) throw new Error('A service that runs has an address.');
      await queryPostgres({ solution: 'postgres', host, ports, servername: host, authority, ...credentials }, 'SELECT 1');
      const took = performance.now() - startedAt;
      await call('/terminate', { resource_id });
      await until('the service is deleted', PATIENCE_MS, async () => (await call(`/${resource_id}`)).status === 404);
      return took;
    },
  };
};

/** From `docker run` to a row, without TLS: as many would do it. */
const byHand = async (closers: Closers): Promise<Way> => {
  const folder = await makeThrowawayDir();
  closers.add(() => rm(folder, { recursive: true, force: true }));
  const { env, close } = await openContainerGround(folder);
  closers.add(close);
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, 'by-hand', { mode: 0o644 });
  // The official image allows connections from outside by itself.
  const rulesFile = join(folder, 'pg_hba.conf');
  await writeFile(rulesFile, 'local all all trust\nhost all all all scram-sha-256\n', { mode: 0o644 });
  const docker = (...args: string[]) => run('docker', ['-H', env.DOCKER_HOST ?? '', ...args]);
  return {
    name: 'docker run by hand, no TLS',
    async measure() {
      const port = await freePort();
      const startedAt = performance.now();
      await docker(
        ...['run', '-d', '--name', 'by-hand', '-p', `127.0.0.1:${port}:5432`],
        ...['-v', `${passwordFile}:/run/password:ro`, '-v', `${rulesFile}:/run/pg_hba.conf:ro`],
        ...['-e', 'POSTGRES_USER=postgres', '-e', 'POSTGRES_PASSWORD_FILE=/run/password'],
        ...[testImageTable.postgres?.image ?? '', 'postgres', '-c', 'hba_file=/run/pg_hba.conf'],
      );
      await until('PostgreSQL answers', PATIENCE_MS, async () => {
        const db = openDatabase(`postgres://postgres:by-hand@127.0.0.1:${port}/postgres`, { max: 1 });
        try {
          await pingDatabase(db);
          return true;
        } finally {
          await closeDatabase(db);
        }
      });
      const took = performance.now() - startedAt;
      await docker('rm', '-f', '-v', 'by-hand');
      return took;
    },
  };
};

const medianOf = (values: readonly number[]): number =>
  percentileOf(
    values.toSorted((a, b) => a - b),
    0.5,
  );

/** Measures from a deployment to the first row, in turns: containers and processes of Notafter beside `docker run`. */
export const measureDeploy = async (closers: Closers): Promise<boolean> => {
  const ways = [
    await byHand(closers),
    await byNotafter('a container of Notafter, TLS verified', closers, openContainerGround),
    await byNotafter('a process of Notafter, TLS verified', closers, openProcessGround),
  ];
  const took = new Map(ways.map(({ name }): [string, number[]] => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) for (const { name, measure } of ways) took.get(name)?.push(await measure());
  const [first] = [...took.values()].map(medianOf);
  console.log(`\nFrom the request to the first row of PostgreSQL, median of ${ROUNDS} in turns`);
  for (const [name, values] of took) {
    const median = medianOf(values);
    console.log(
      `${name.padEnd(40)} ${(median / 1000).toFixed(2)} s  ${(median / (first ?? median)).toFixed(2)} x  (${values.map((ms) => (ms / 1000).toFixed(2)).join(' ')})`,
    );
  }
  return true;
};
