import { discoveryJobs } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { discoveryIdInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { cancelRun } from './run-store.ts';

/**
 * Ends a running search; what it found stays. One that is over stays as it is. Its worker notices within a second.
 * Throws `discovery_not_found`, for another organization's id too.
 */
export const cancelDiscovery = useCase({
  name: 'discovery/cancel-discovery',
  access: 'admin',
  apiKey: 'write',
  input: discoveryIdInput,
  audit: 'Cancelled a discovery',
})(async (ctx, { id }): Promise<void> => {
  await withTransaction(ctx, async (tx, audit) => {
    const [job] = await tx.db
      .select({ domain: discoveryJobs.domain, status: discoveryJobs.status })
      .from(discoveryJobs)
      .where(and(eq(discoveryJobs.id, id), eq(discoveryJobs.orgId, tx.org.id)))
      .for('update');
    if (job === undefined) throw new DomainError('discovery_not_found');
    audit({ subjectId: id, detail: { domain: job.domain, ...(job.status === 'running' ? {} : { alreadyOver: true }) } });
    await cancelRun(tx.db, id, tx.clock.now());
  });
});
