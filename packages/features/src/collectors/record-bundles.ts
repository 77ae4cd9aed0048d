import { openBundle, readBundle } from '@notafter/bundles';
import { collectorBundles, collectors, organizations } from '@notafter/db';
import {
  type BundleContent,
  BundleFault,
  bundleWrittenAt,
  CHECK_SLICE_SIZE,
  type CollectorId,
  effectivePlan,
  entitlementsOf,
} from '@notafter/domain';
import { bundleContentInput } from '@notafter/domain/inputs';
import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { monitorFilesJob } from '../certificates/certificate-jobs.ts';
import { storeCertificates } from '../certificates/reports/store-certificates.ts';
import type { SystemContext } from '../context.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { readCertificates } from './internal/bundle-certificates.ts';
import { movePosition, type RecordingBundle, recordEndpoints } from './internal/record-endpoints.ts';
import { recordFiles } from './internal/record-files.ts';

/** Marks the end in `position`, so that the last step counts once too. */
const DONE = -1;

const REVOKED = 'The collector was revoked before this bundle was recorded.';

const nextWaiting = async ({ db, config }: SystemContext, collectorId: CollectorId) => {
  const [row] = await db
    .select({
      bundle: collectorBundles,
      org: organizations,
      addedAt: collectors.createdAt,
      clockOffsetMs: collectors.clockOffsetMs,
      revokedAt: collectors.revokedAt,
    })
    .from(collectorBundles)
    .innerJoin(collectors, eq(collectors.id, collectorBundles.collectorId))
    .innerJoin(organizations, eq(organizations.id, collectors.orgId))
    .where(and(eq(collectorBundles.collectorId, collectorId), isNotNull(collectorBundles.content)))
    .orderBy(asc(collectorBundles.sequence))
    .limit(1);
  if (row === undefined || row.bundle.content === null) return null;
  const { bundle, org, addedAt, clockOffsetMs, revokedAt } = row;
  return {
    ...bundle,
    isRevoked: revokedAt !== null,
    // Calls show the clock. A bundle that people carry has only its own time.
    at: bundleWrittenAt({ ...bundle, addedAt }, bundle.via === 'online' ? clockOffsetMs : null),
    bytes: row.bundle.content,
    org,
    limit: entitlementsOf(effectivePlan(org.plan, config.defaultPlan), org).certificateLimit,
  };
};

/** It was readable when it was taken: now `SECRET_KEY` is another one, or the row was changed. */
const contentOf = async (ctx: SystemContext, bytes: Buffer): Promise<BundleContent | string> => {
  try {
    return bundleContentInput.parse(await openBundle(readBundle(bytes), ctx.auth.collectorKeys.sealing.privateKey));
  } catch (error) {
    if (error instanceof BundleFault) return error.message;
    throw error;
  }
};

const finish = (ctx: SystemContext, recording: RecordingBundle, position: number, content: BundleContent | string): Promise<boolean> =>
  withTransaction(ctx, async (tx) => {
    if (!(await movePosition(tx, recording, position, DONE))) return false;
    const { collectorId, sequence } = recording;
    if (typeof content !== 'string' && content.files.length > 0) {
      await recordFiles(tx, recording, content.files);
      await tx.jobs.enqueue(tx.db, monitorFilesJob, { collectorId }, { singletonKey: collectorId });
    }
    await tx.db
      .update(collectorBundles)
      .set({ content: null, recordedAt: tx.clock.now(), problem: typeof content === 'string' ? content : null })
      .where(and(eq(collectorBundles.collectorId, collectorId), eq(collectorBundles.sequence, sequence)));
    return true;
  });

/** False if another worker has the bundle, or nothing may go on. */
const recordBundle = async (ctx: SystemContext, waiting: NonNullable<Awaited<ReturnType<typeof nextWaiting>>>, signal?: AbortSignal) => {
  const { collectorId, sequence, at, org, limit } = waiting;
  const recording = { orgId: org.id, limit, collectorId, sequence, at };
  const content = waiting.isRevoked ? REVOKED : await contentOf(ctx, waiting.bytes);
  let { position } = waiting;
  if (typeof content !== 'string') {
    const { ders, facts } = await readCertificates(ctx, content);
    await withTransaction(ctx, (tx) => storeCertificates(tx.db, facts, at));
    while (position < content.endpoints.length) {
      if (signal?.aborted === true) return false;
      const findings = content.endpoints.slice(position, position + CHECK_SLICE_SIZE);
      if (!(await recordEndpoints(ctx, recording, { findings, position, ders }))) return false;
      position += findings.length;
    }
  }
  return finish(ctx, recording, position, content);
};

/** Job: records the waiting bundles of a collector in the order of their numbers, or as many as this worker comes to until `signal` aborts. */
export const recordBundles = useCase({
  name: 'collectors/record-bundles',
  access: 'system',
})(
  async (
    ctx,
    { collectorId }: { readonly collectorId: CollectorId },
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<number> => {
    for (let recorded = 0; ; recorded += 1) {
      const waiting = signal?.aborted === true ? null : await nextWaiting(ctx, collectorId);
      if (waiting === null || !(await recordBundle(ctx, waiting, signal))) return recorded;
    }
  },
);
