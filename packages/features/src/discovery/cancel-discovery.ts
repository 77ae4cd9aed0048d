import { processes } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { discoveryIdInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import { cancelProcess } from '../steps/end-process.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { isDiscoveryOf } from './internal/run-view.ts';
import { discoveryProcess } from './run-discovery.ts';

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
      .select({ domain: processes.subject })
      .from(processes)
      .where(and(eq(processes.id, id), isDiscoveryOf(tx.org.id)));
    if (job === undefined) throw new DomainError('discovery_not_found');
    const isCancelled = await cancelProcess(tx, discoveryProcess, id);
    audit({ subjectId: id, detail: { domain: job.domain, ...(isCancelled ? {} : { alreadyOver: true }) } });
  });
});
