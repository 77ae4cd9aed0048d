import { discoveryJobs } from '@notafter/db';
import { addMs, MINUTE_MS } from '@notafter/domain';
import { and, eq, lt, type SQL } from 'drizzle-orm';

/** A run shows life every second and its job is tried again within minutes; after this it was lost with all its tries. */
const LOST_AFTER_MS = 15 * MINUTE_MS;

export const INTERRUPTED = 'The search was interrupted. Start it again.';

/** Runs that nobody works on any more. */
export const isLost = (now: Date): SQL | undefined =>
  and(eq(discoveryJobs.status, 'running'), lt(discoveryJobs.heartbeatAt, addMs(now, -LOST_AFTER_MS)));
