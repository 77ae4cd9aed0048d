import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { plainScreens } from '../testing/plain-screens.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { mountHealth, type Readiness } from './health.ts';
import type { HttpEnv } from './identify.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ screens: plainScreens });
});
afterAll(() => server.close());

describe('/readyz', () => {
  const ask = (readiness: Readiness) => {
    const app = new Hono<HttpEnv>();
    mountHealth(app, readiness);
    return app.request('/readyz');
  };

  it('names the jobs that are late', async () => {
    const answer = await ask({ ping: async () => undefined, late: () => ['check-slice', 'sweep-alerts'], stopping: () => false });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({ status: 'unavailable', reason: 'Late jobs: check-slice, sweep-alerts.' });
  });

  it('responds within its deadline when the database does not', async () => {
    vi.useFakeTimers();
    try {
      const answer = ask({ ping: () => new Promise(() => undefined), late: () => [], stopping: () => false });
      await vi.advanceTimersByTimeAsync(5000);
      expect((await answer).status).toBe(503);
    } finally {
      vi.useRealTimers();
    }
  });
});

it('refuses readiness while the process stops, and still serves, without keeping connections', async () => {
  const stopping = await startTestServer({ screens: plainScreens, env: { SHUTDOWN_DELAY_SECONDS: '8' } });
  const headers = { connection: 'keep-alive' };
  expect(await stopping.call('/healthz', { headers })).toMatchObject({ headers: { connection: 'keep-alive' } });
  const closed = stopping.close();
  expect(await stopping.call('/readyz')).toMatchObject({ status: 503, body: { reason: 'The process is stopping.' } });
  expect(await stopping.call('/v1/openapi.json', { headers })).toMatchObject({ status: 200, headers: { connection: 'close' } });
  await closed;
  await expect(stopping.call('/healthz')).rejects.toThrow('ECONNREFUSED');
});

describe('health', () => {
  it('answers requests without a connection with 503, and the metrics without database figures', async () => {
    const { db } = server.system;
    const release = Promise.withResolvers<void>();
    const holding = Array.from({ length: db.$client.options.max }, () => Promise.withResolvers<void>());
    const held = holding.map(({ resolve }) =>
      db.transaction(async () => {
        resolve();
        await release.promise;
      }),
    );
    await Promise.all(holding.map(({ promise }) => promise));
    const headers = { cookie: `notafter_session=${'a'.repeat(43)}` };
    const answers = await Promise.all(Array.from({ length: 50 }, () => server.call('/v1/certificates/list', { headers })));
    expect(answers.filter(({ status }) => status !== 503)).toEqual([]);
    expect(answers[0]?.headers['retry-after']).toMatch(/^\d+$/);
    const metrics = await server.call('/metrics');
    expect(metrics.text).not.toMatch(/^notafter_endpoints /m);
    expect(metrics.text).toMatch(/^notafter_jobs_late 0$/m);
    release.resolve();
    await Promise.all(held);
    expect(await server.call('/readyz')).toMatchObject({ status: 200 });
  });

  it('reports that the process is up and its dependencies respond', async () => {
    expect(await server.call('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await server.call('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
  });

  it('answers 503 with Retry-After everywhere except /healthz when the database is down', async () => {
    await server.database.drop();
    const ready = await server.call('/readyz');
    expect(ready.status).toBe(503);
    expect(ready.headers['retry-after']).toMatch(/^\d+$/);
    expect(ready.body).toEqual({ status: 'unavailable', reason: 'The database is not responding.' });
    expect((await server.call('/healthz')).status).toBe(200);

    const headers = { cookie: `notafter_session=${'a'.repeat(43)}` };
    const page = await server.call('/certificates', { headers: { ...headers, accept: 'text/html' } });
    expect(page.status).toBe(503);
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    const api = await server.call('/v1/certificates/list', { headers });
    expect(api).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(api.headers['retry-after']).toMatch(/^\d+$/);
  });
});
