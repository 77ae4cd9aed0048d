import { maintenanceWindows, newId, organizations } from '@notafter/db';
import { addMs, DAY_MS, DomainError, LONGEST_SILENCE_DAYS, MAINTENANCE_WINDOWS_MAX } from '@notafter/domain';
import { addWindowInput } from '@notafter/domain/inputs';
import { and, count, eq, gt } from 'drizzle-orm';
import { requestReview } from '../../request-review.ts';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import type { MaintenanceWindow } from './list-maintenance-windows.ts';

const refuse = (message: string): never => {
  throw new DomainError('invalid_input', { details: [{ path: 'endsAt', message }] });
};

/**
 * Adds a maintenance window. Alerts raised during it are held and sent together when it ends. Throws `invalid_input` for one that
 * is over or too long, and `window_limit`.
 */
export const addMaintenanceWindow = useCase({
  name: 'notifications/add-maintenance-window',
  access: 'admin',
  input: addWindowInput,
  audit: 'Added a maintenance window',
})(async (ctx, { name, startsAt, endsAt }): Promise<MaintenanceWindow> => {
  if (endsAt <= ctx.clock.now()) refuse('Enter an end in the future.');
  if (endsAt > addMs(startsAt, LONGEST_SILENCE_DAYS * DAY_MS)) refuse(`Enter at most ${LONGEST_SILENCE_DAYS} days.`);
  return withTransaction(ctx, async (tx, audit) => {
    await tx.db.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, tx.org.id)).for('no key update');
    const [present] = await tx.db
      .select({ count: count() })
      .from(maintenanceWindows)
      .where(and(eq(maintenanceWindows.orgId, tx.org.id), gt(maintenanceWindows.endsAt, tx.clock.now())));
    if ((present?.count ?? 0) >= MAINTENANCE_WINDOWS_MAX) throw new DomainError('window_limit');
    const id = newId<'maintenance-window'>();
    await tx.db.insert(maintenanceWindows).values({ id, orgId: tx.org.id, name, startsAt, endsAt });
    await requestReview(tx, tx.org.id);
    audit({ subjectId: id, detail: { name, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() } });
    return { id, name, startsAt, endsAt, active: startsAt <= tx.clock.now() };
  });
});
