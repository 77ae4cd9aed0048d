import { memoryUsage, uptime } from 'node:process';
import { checkSchedule } from '@notafter/db';
import { addMs, MINUTE_MS } from '@notafter/domain';
import { sql } from 'drizzle-orm';
import { isDueAt } from '../certificates/checks/count-backlog.ts';
import { useCase } from '../use-case.ts';

/** A check that is due for longer than this means that no worker runs. */
const CHECKS_LATE_MS = 15 * MINUTE_MS;
const BYTES_PER_MB = 1024 * 1024;

export interface AdminHealth {
  /** `degraded`: checks are late. `unhealthy`: the database does not answer. */
  readonly status: 'healthy' | 'degraded' | 'unhealthy';
  /** Of the process that answers. */
  readonly uptimeSeconds: number;
  readonly memoryUsageMb: number;
  readonly database: 'connected' | 'disconnected';
  readonly timestamp: Date;
}

/** Returns the state of the installation now. */
export const getAdminHealth = useCase({
  name: 'admin/get-admin-health',
  access: 'platform',
  via: 'session',
})(async (ctx): Promise<AdminHealth> => {
  const now = ctx.clock.now();
  const base = { uptimeSeconds: Math.floor(uptime()), memoryUsageMb: Math.round(memoryUsage.rss() / BYTES_PER_MB), timestamp: now };
  try {
    const [late] = await ctx.db
      .select({ one: sql`1` })
      .from(checkSchedule)
      .where(isDueAt(addMs(now, -CHECKS_LATE_MS)))
      .limit(1);
    return { ...base, status: late === undefined ? 'healthy' : 'degraded', database: 'connected' };
  } catch (error) {
    ctx.log.error({ err: error }, 'the database does not answer the health check');
    return { ...base, status: 'unhealthy', database: 'disconnected' };
  }
});
