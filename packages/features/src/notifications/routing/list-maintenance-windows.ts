import { maintenanceWindows } from '@notafter/db';
import type { MaintenanceWindowId } from '@notafter/domain';
import { and, asc, eq, gt } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';

export interface MaintenanceWindow {
  readonly id: MaintenanceWindowId;
  readonly name: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** Whether it is open now and nothing is sent. */
  readonly active: boolean;
}

/** Returns windows that are not over, by start. */
export const listMaintenanceWindows = useCase({
  name: 'notifications/list-maintenance-windows',
  access: 'member',
})(async (ctx): Promise<{ windows: MaintenanceWindow[] }> => {
  const now = ctx.clock.now();
  const { id, name, startsAt, endsAt, orgId } = maintenanceWindows;
  const rows = await ctx.db
    .select({ id, name, startsAt, endsAt })
    .from(maintenanceWindows)
    .where(and(eq(orgId, ctx.org.id), gt(endsAt, now)))
    .orderBy(asc(startsAt), asc(id));
  return { windows: rows.map((row) => ({ ...row, active: row.startsAt <= now })) };
});
