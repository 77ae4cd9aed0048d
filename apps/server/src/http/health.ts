import type { Hono } from 'hono';
import type { HttpEnv } from './identify.ts';

/** `/healthz`: the process answers. `/readyz`: database, queues and migrations are there, else 503 with what is missing. */
export const mountHealth = (app: Hono<HttpEnv>, check: () => Promise<void>): void => {
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    try {
      await check();
      return c.json({ status: 'ready' });
    } catch {
      return c.json({ status: 'unavailable', reason: 'The database does not answer.' }, 503, { 'retry-after': '1' });
    }
  });
};
