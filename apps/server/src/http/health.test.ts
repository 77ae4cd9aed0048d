import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainScreens } from '../testing/plain-screens.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ screens: plainScreens });
});
afterAll(() => server.close());

describe('health', () => {
  it('says that the process is up and that everything behind it answers', async () => {
    expect(await server.call('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await server.call('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
  });

  it('asks for a later try on everything but /healthz when the database is gone', async () => {
    await server.database.drop();
    const ready = await server.call('/readyz');
    expect(ready.status).toBe(503);
    expect(ready.headers['retry-after']).toMatch(/^\d+$/);
    expect(ready.body).toEqual({ status: 'unavailable', reason: 'The database does not answer.' });
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
