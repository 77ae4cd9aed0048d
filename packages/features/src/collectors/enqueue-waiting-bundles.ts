import { collectorBundles } from '@notafter/db';
import type { CollectorId } from '@notafter/domain';
import { isNotNull, sql } from 'drizzle-orm';
import { monitorFilesJob } from '../certificates/certificate-jobs.ts';
import type { SystemContext } from '../context.ts';
import { useCase } from '../use-case.ts';
import { recordBundlesJob } from './collector-jobs.ts';

/** Collectors with a monitored file whose certificate an endpoint serves by now: its alerts are that endpoint's. */
const listServedElsewhere = async ({ db }: SystemContext): Promise<{ collectorId: CollectorId }[]> => {
  const rows = await db.execute<{ collector_id: CollectorId }>(sql`
    select distinct file.collector_id from certificates as file
    join certificate_renewals as renewal on renewal.fingerprint256 = file.fingerprint256
    join certificates as endpoint on endpoint.id = renewal.certificate_id and endpoint.org_id = file.org_id and endpoint.source = 'endpoint'
    where file.source = 'file' and file.collector_id is not null`);
  return rows.map(({ collector_id: collectorId }) => ({ collectorId }));
};

/** Each minute: has bundles recorded whose job was lost, and files compared with endpoints that serve their certificates now. */
export const enqueueWaitingBundles = useCase({
  name: 'collectors/enqueue-waiting-bundles',
  access: 'system',
})(async (ctx): Promise<void> => {
  const { collectorId, content } = collectorBundles;
  const waiting = await ctx.db.selectDistinct({ collectorId }).from(collectorBundles).where(isNotNull(content));
  const enqueue = (job: typeof recordBundlesJob | typeof monitorFilesJob, payload: { readonly collectorId: CollectorId }) =>
    ctx.db.transaction((tx) => ctx.jobs.enqueue(tx, job, payload, { singletonKey: payload.collectorId }));
  for (const payload of waiting) await enqueue(recordBundlesJob, payload);
  for (const payload of await listServedElsewhere(ctx)) await enqueue(monitorFilesJob, payload);
});
