import { createServer, type Server } from 'node:http';
import { newId, processes } from '@notafter/db';
import { type CertificateImportId, MINUTE_MS } from '@notafter/domain';
import { createTestContext, dyingAt, makeOrganization, passTime, type TestContext } from '@notafter/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SystemContext } from '../context.ts';
import { defineProcess } from './define-process.ts';
import { cancelProcess } from './end-process.ts';
import { enqueueDueProcesses } from './enqueue-due-processes.ts';
import { done, hop, nap } from './outcome.ts';
import { runProcess } from './run-process.ts';
import { startProcess } from './start-process.ts';

/** A cloud as the worst of them is: creates as often as it is asked, and knows what it made by its tag only. */
let cloud: Server;
const servers: { readonly tag: string; polls: number }[] = [];
let created = 0;

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
  cloud = createServer(({ method, url = '' }, response) => {
    const tag = url.slice(1);
    const found = servers.find((one) => one.tag === tag);
    if (method === 'POST') {
      created += 1;
      servers.push({ tag, polls: 0 });
    } else if (method === 'DELETE') {
      servers.splice(0, servers.length, ...servers.filter((one) => one !== found));
    } else if (found !== undefined) found.polls += 1;
    response.writeHead(method === 'GET' && found === undefined ? 404 : 200);
    response.end(JSON.stringify({ state: found !== undefined && found.polls > 1 ? 'running' : 'starting' }));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => cloud.once('listening', resolve));
});
afterAll(async () => {
  cloud.close();
  await test.close();
});

const call = async (method: 'GET' | 'POST' | 'DELETE', tag: string) => {
  const address = cloud.address();
  const port = typeof address === 'object' ? address?.port : null;
  const response = await fetch(`http://127.0.0.1:${port}/${tag}`, { method });
  return { exists: response.ok, isRunning: (await response.text()).includes('running') };
};

/** A deployment in short: the step is the intent, so the server that a dead worker ordered is looked for before another is. */
const deployment = defineProcess({
  kind: 'import',
  deadlineSeconds: 600,
  interrupted: 'The deployment was interrupted.',
  undo: 'destroy_server',
  first: 'create_server',
  steps: {
    create_server: async ({ id }) => {
      if (!(await call('GET', id)).exists) await call('POST', id);
      return hop('wait_for_server');
    },
    wait_for_server: async ({ id }) => ((await call('GET', id)).isRunning ? done() : nap(5)),
    destroy_server: async ({ id }) => {
      await call('DELETE', id);
      return hop('wait_for_end');
    },
    wait_for_end: async ({ id }) => ((await call('GET', id)).exists ? nap(5) : done()),
  },
});

const start = async (): Promise<CertificateImportId> => {
  await test.ctx.db.delete(processes);
  servers.length = 0;
  created = 0;
  const id = newId<'certificate-import'>();
  const orgId = await makeOrganization(test.ctx);
  await test.ctx.db.transaction((db) => startProcess({ ...test.ctx, db }, deployment, { id, orgId, startedBy: null }));
  return id;
};
const run = (ctx: SystemContext, id: CertificateImportId) => runProcess(ctx, deployment, { id });
const stateOf = async () => (await test.ctx.db.select().from(processes))[0]?.state;
const cancel = (ctx: SystemContext, id: CertificateImportId) => ctx.db.transaction((db) => cancelProcess({ ...ctx, db }, deployment, id));

/** Workers in a healthy world, until nothing is left to do. */
const finish = async (id: CertificateImportId): Promise<void> => {
  for (let round = 0; round < 8 && (await stateOf()) === 'running'; round += 1) {
    await passTime(test.ctx.db, MINUTE_MS);
    expect(await enqueueDueProcesses(test.ctx)).toBe(1);
    await run(test.ctx, id);
  }
};

/** False once the worker outlived what it had to do. */
const dieAt = async (nth: number, work: (ctx: SystemContext) => Promise<unknown>): Promise<boolean> => {
  const { db, died, death, isGone } = dyingAt(test.ctx.db, nth);
  await Promise.race([work({ ...test.ctx, db }).catch(() => undefined), death]);
  await isGone();
  return died();
};

it('orders one server, whatever statement the worker dies at', async () => {
  let nth = 0;
  for (let hasDied = true; hasDied; ) {
    nth += 1;
    const id = await start();
    hasDied = await dieAt(nth, async (ctx) => {
      await run(ctx, id);
      await passTime(test.ctx.db, MINUTE_MS);
      await run(ctx, id);
    });
    await finish(id);
    expect({ nth, state: await stateOf(), created, servers: servers.length }).toEqual({ nth, state: 'completed', created: 1, servers: 1 });
  }
  expect(nth).toBeGreaterThan(10);
});

it('leaves no server after a cancel, whatever statement the worker or the cancel dies at', async () => {
  let nth = 0;
  for (let hasDied = true; hasDied; ) {
    nth += 1;
    const id = await start();
    hasDied = await dieAt(nth, async (ctx) => {
      await run(ctx, id);
      await cancel(ctx, id);
      await run(ctx, id);
    });
    // A cancel that was lost is asked for again.
    await cancel(test.ctx, id);
    await finish(id);
    expect({ nth, state: await stateOf(), servers: servers.length }).toEqual({ nth, state: 'cancelled', servers: 0 });
    expect(created).toBeLessThanOrEqual(1);
  }
  expect(nth).toBeGreaterThan(12);
});
