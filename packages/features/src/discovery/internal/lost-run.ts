import { discoveryJobs } from '@notafter/db';
import { addMs, DAY_MS, MINUTE_MS } from '@notafter/domain';
import { and, eq, gt, lt, or, type SQL } from 'drizzle-orm';

/** A run shows life every second and its job is tried again within minutes; after this it was lost with all its tries. */
const LOST_AFTER_MS = 15 * MINUTE_MS;
/** One that nobody has begun with waits behind others. */
const FORGOTTEN_AFTER_MS = DAY_MS;

export const INTERRUPTED = 'The search was interrupted. Start it again.';

/** Runs that nobody works on any more. */
export const isLost = (now: Date): SQL | undefined =>
  and(
    eq(discoveryJobs.status, 'running'),
    or(
      and(gt(discoveryJobs.spentMs, 0), lt(discoveryJobs.heartbeatAt, addMs(now, -LOST_AFTER_MS))),
      lt(discoveryJobs.heartbeatAt, addMs(now, -FORGOTTEN_AFTER_MS)),
    ),
  );
