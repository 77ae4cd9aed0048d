import { discoveryJobs } from '@notafter/db';
import { CANCELLED, DomainError } from '@notafter/domain';
import type { DiscoveryIdInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import { type OrgContext, requirePermission } from '../context.ts';
import { withTransaction } from '../with-transaction.ts';
import { skipWaiting } from './internal/run-store.ts';

/**
 * Ends a running search; what it found stays. One that is over stays as it is. Its worker notices within a second.
 * Throws `discovery_not_found`, for another organisation's id too.
 */
export const cancelDiscovery = async (ctx: OrgContext, { id }: DiscoveryIdInput): Promise<void> => {
  requirePermission(ctx, 'discovery/cancel-discovery');
  await withTransaction(ctx, 'discovery/cancel-discovery', async (tx, audit) => {
    const [job] = await tx.db
      .select({ domain: discoveryJobs.domain, status: discoveryJobs.status })
      .from(discoveryJobs)
      .where(and(eq(discoveryJobs.id, id), eq(discoveryJobs.orgId, tx.org.id)))
      .for('update');
    if (job === undefined) throw new DomainError('discovery_not_found');
    audit({ subjectId: id, detail: { domain: job.domain, ...(job.status === 'running' ? {} : { alreadyOver: true }) } });
    if (job.status !== 'running') return;
    await tx.db
      .update(discoveryJobs)
      .set({ status: 'failed', error: CANCELLED, finishedAt: tx.clock.now() })
      .where(eq(discoveryJobs.id, id));
    await skipWaiting(tx.db, id, 'The search was cancelled before this host was looked at.');
  });
};
