import type { Hono } from 'hono';
import type { HttpEnv } from './identify.ts';

/** The inputs of `/readyz`. */
export interface Readiness {
  /** Resolves when database and queues respond. */
  readonly ping: () => Promise<void>;
  /** Names of the kinds of jobs that this process should run and does not. */
  readonly late: () => readonly string[];
  /** A signal to stop has arrived. */
  readonly stopping: () => boolean;
}

/** A supervisor's request has a deadline too. */
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

/** `/healthz`: the process responds. `/readyz`: database and queues respond and no kind of job is late, until the process stops; otherwise 503 with the reason. */
export const mountHealth = (app: Hono<HttpEnv>, { ping, late, stopping }: Readiness): void => {
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    const refuse = (reason: string) => c.json({ status: 'unavailable', reason }, 503, { 'retry-after': '1' });
    if (stopping()) return refuse('The process is stopping.');
    if (!(await answersInTime(ping))) return refuse('The database is not responding.');
    const names = late();
    if (names.length > 0) return refuse(`Late jobs: ${names.join(', ')}.`);
    return c.json({ status: 'ready' });
  });
};
