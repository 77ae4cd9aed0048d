import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '@notafter/db';
import type { SystemContext } from '@notafter/features';

const LOOK_MS = 250;
/** Number of checks without progress before time is moved. */
const CALM_LOOKS = 3;

export interface Progress {
  readonly alerts: number;
  readonly open: number;
  readonly sent: number;
}

interface DrainOptions {
  readonly system: SystemContext;
  readonly alerts: number;
  /** How long to wait for a running send, on the workers' clock. */
  readonly sendMs: number;
  readonly deadline: number;
  /** Moves every worker's clock, and ours, ahead. */
  readonly passMs: (ms: number) => void;
}

export const readProgress = async ({ $client: sql }: Database): Promise<Progress> => {
  const [row] = await sql<Progress[]>`
    select (select count(*)::int from alerts) as alerts, count(*) filter (where state in ('pending', 'sending'))::int as open,
      count(*) filter (where state = 'sent')::int as sent
    from deliveries`;
  return row ?? { alerts: 0, open: 0, sent: 0 };
};

interface Calm {
  /** Queues to be claimed, and sends that a living worker may be running. */
  readonly busy: number;
  /** How far ahead the next queue is due, in ms; null if none is. */
  readonly nextMs: number | null;
}

const lookAround = async ({ db, clock }: SystemContext, sendMs: number): Promise<Calm> => {
  const now = clock.now();
  const [row] = await db.$client<Calm[]>`
    select (
      select count(*)::int from delivery_queues
      where due_at <= ${now.toISOString()}::timestamptz and coalesce(paused_until, '-infinity') <= ${now.toISOString()}::timestamptz
    ) + (
      select count(*)::int from delivery_attempts
      where outcome is null and started_at > ${new Date(now.getTime() - sendMs).toISOString()}::timestamptz
    ) as busy, (
      select extract(epoch from min(greatest(due_at, paused_until)) - ${now.toISOString()}::timestamptz)::float * 1000
      from delivery_queues where due_at < 'infinity'
    ) as "nextMs"`;
  return row ?? { busy: 1, nextMs: null };
};

/**
 * Lets everything finish, and moves time when everything left waits for it: retries, leases of dead workers, digests. Resolves with
 * the number of moves; rejects at the deadline.
 */
export const drain = async ({ system, alerts, sendMs, deadline, passMs }: DrainOptions): Promise<number> => {
  let [jumps, calm] = [0, 0];
  for (;;) {
    const progress = await readProgress(system.db);
    if (progress.alerts === alerts && progress.open === 0) return jumps;
    if (performance.now() > deadline) throw new Error(`Not done in time: ${JSON.stringify(progress)}`);
    const { busy, nextMs } = await lookAround(system, sendMs);
    calm = busy === 0 ? calm + 1 : 0;
    if (calm >= CALM_LOOKS && nextMs !== null && nextMs > 0) {
      passMs(Math.ceil(nextMs));
      jumps += 1;
      calm = 0;
    }
    await wait(LOOK_MS);
  }
};
