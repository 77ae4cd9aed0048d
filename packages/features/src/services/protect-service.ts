import { services } from '@notafter/db';
import { protectServiceInput } from '@notafter/domain/inputs';
import { eq } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { getServiceForOrg, recordServiceEvent } from './internal/service-row.ts';

/** Switches the termination protection of a service. Throws `service_not_found`. */
export const protectService = useCase({
  name: 'services/protect-service',
  access: 'admin',
  input: protectServiceInput,
  audit: 'Changed the termination protection of a data service',
})(async (ctx, { isProtected, ...ref }): Promise<void> => {
  await withTransaction(ctx, async (tx, audit) => {
    const row = await getServiceForOrg(tx.db, tx.org.id, ref);
    await tx.db.update(services).set({ isProtected }).where(eq(services.id, row.id));
    await recordServiceEvent(tx, row.id, `Termination protection was switched ${isProtected ? 'on' : 'off'}.`);
    audit({ subjectId: row.id, detail: { resourceId: ref.resourceId, isProtected } });
  });
});
