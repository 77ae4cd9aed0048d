import { collectorBundles } from '@notafter/db';
import { collectorIdInput } from '@notafter/domain/inputs';
import { desc, eq } from 'drizzle-orm';
import { countBeyondLimit } from '../certificates/files/monitor-files.ts';
import { useCase } from '../use-case.ts';
import { type CollectorView, getCollectorForOrg } from './internal/collector-view.ts';

const BUNDLES_SHOWN = 50;

export interface BundleView {
  readonly sequence: number;
  readonly via: 'online' | 'file';
  /** By the collector's clock. */
  readonly createdAt: Date;
  readonly receivedAt: Date;
  /** Null while it waits. */
  readonly recordedAt: Date | null;
  readonly missingBefore: number;
  readonly endpoints: number;
  readonly files: number;
  readonly problem: string | null;
}

export interface CollectorDetail {
  readonly collector: CollectorView;
  readonly bundles: readonly BundleView[];
  /** Certificates in its files that the plan has no space for: they are listed, and not monitored. */
  readonly filesBeyondLimit: number;
}

/** Returns a collector with its latest 50 bundles, newest first. Throws `collector_not_found`. */
export const getCollector = useCase({
  name: 'collectors/get-collector',
  access: 'member',
  input: collectorIdInput,
})(async (ctx, { id }): Promise<CollectorDetail> => {
  const collector = await getCollectorForOrg(ctx.db, ctx.org.id, id, ctx.clock.now());
  const { sequence, via, createdAt, receivedAt, recordedAt, missingBefore, endpoints, files, problem } = collectorBundles;
  const bundles = await ctx.db
    .select({ sequence, via, createdAt, receivedAt, recordedAt, missingBefore, endpoints, files, problem })
    .from(collectorBundles)
    .where(eq(collectorBundles.collectorId, id))
    .orderBy(desc(collectorBundles.sequence))
    .limit(BUNDLES_SHOWN);
  const filesBeyondLimit = await countBeyondLimit(ctx.db, { orgId: ctx.org.id, collectorId: id }, ctx.entitlements.certificateLimit);
  return { collector, bundles, filesBeyondLimit };
});
