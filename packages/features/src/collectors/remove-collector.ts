import { certificates, collectorFiles, collectors } from '@notafter/db';
import { collectorIdInput } from '@notafter/domain/inputs';
import { eq } from 'drizzle-orm';
import { planDeploymentsOf } from '../certificates/deployment/plan-deployments.ts';
import { removeMatching } from '../certificates/remove-matching.ts';
import { endAlertsOfRemoved } from '../notifications/ledger/end-alerts-of-removed.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { getCollectorForOrg } from './internal/collector-view.ts';

/** Deletes a collector with everything it reported, and ends the alerts on it. Throws `collector_not_found`. */
export const removeCollector = useCase({
  name: 'collectors/remove-collector',
  access: 'admin',
  input: collectorIdInput,
  audit: 'Deleted a collector',
})(
  (ctx, { id }): Promise<void> =>
    withTransaction(ctx, async (tx, audit) => {
      const { name } = await getCollectorForOrg(tx.db, tx.org.id, id, tx.clock.now());
      // Locked, so that no bundle adds an endpoint meanwhile.
      await tx.db.select({ id: collectors.id }).from(collectors).where(eq(collectors.id, id)).for('update');
      const removed = await removeMatching(tx, eq(certificates.collectorId, id));
      const files = await tx.db.select().from(collectorFiles).where(eq(collectorFiles.collectorId, id));
      await tx.db.delete(collectors).where(eq(collectors.id, id));
      await planDeploymentsOf(
        tx,
        tx.org.id,
        files.flatMap(({ chain, replaced }) => [...chain.slice(0, 1), ...replaced]),
      );
      await endAlertsOfRemoved(tx, tx.org.id);
      audit({ subjectId: id, detail: { name, count: removed.count } });
    }),
);
