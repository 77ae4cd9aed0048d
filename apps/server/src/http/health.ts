import type { Hono } from 'hono';
import type { HttpEnv } from './identify.ts';

/** What `/readyz` asks for. */
export interface Readiness {
  /** Resolves when database and queues answer. */
  readonly ping: () => Promise<void>;
  /** Kinds of jobs that this process should do and does not, by name. */
  readonly late: () => readonly string[];
}

/** A supervisor that asks has a deadline too. */
const PING_TIMEOUT_MS = 5000;

const answersInTime = async (ping: Readiness['ping']): Promise<boolean> => {
  const timeout = Promise.withResolvers<false>();
  const timer = setTimeout(timeout.resolve, PING_TIMEOUT_MS, false);
  const pinged = ping().then(
    () => true,
    () => false,
  );
  return Promise.race([pinged, timeout.promise]).finally(() => clearTimeout(timer));
};

/** `/healthz`: the process answers. `/readyz`: database and queues answer and no kind of job is late, else 503 with what is missing. */
export const mountHealth = (app: Hono<HttpEnv>, { ping, late }: Readiness): void => {
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    const refuse = (reason: string) => c.json({ status: 'unavailable', reason }, 503, { 'retry-after': '1' });
    if (!(await answersInTime(ping))) return refuse('The database does not answer.');
    const names = late();
    if (names.length > 0) return refuse(`These jobs are late: ${names.join(', ')}.`);
    return c.json({ status: 'ready' });
  });
};
