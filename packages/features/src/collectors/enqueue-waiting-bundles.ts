import { collectorBundles } from '@notafter/db';
import { isNotNull } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { recordBundlesJob } from './collector-jobs.ts';

/** Each minute: has bundles recorded whose job was lost. */
export const enqueueWaitingBundles = useCase({
  name: 'collectors/enqueue-waiting-bundles',
  access: 'system',
})(async (ctx): Promise<void> => {
  const { collectorId, content } = collectorBundles;
  const waiting = await ctx.db.selectDistinct({ collectorId }).from(collectorBundles).where(isNotNull(content));
  for (const payload of waiting) {
    await ctx.db.transaction((tx) => ctx.jobs.enqueue(tx, recordBundlesJob, payload, { singletonKey: payload.collectorId }));
  }
});
