import { certificates } from '@notafter/db';
import type { CertificateId, OrganizationId } from '@notafter/domain';
import { and, asc, eq, gt } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { judgeUploads } from '../uploads/judge-uploads.ts';
import { recheckOutdated } from './internal/recheck-outdated.ts';

/** Locked at once: few enough that checks of them rarely wait. */
const BATCH = 500;

/**
 * Job: makes the organization's endpoints due that were judged by other anchors than those in force, spread over at most five
 * minutes, and judges its uploaded certificates. What a check stores in the meantime was judged by the new ones.
 */
export const recheckAnchors = useCase({
  name: 'certificates/recheck-anchors',
  access: 'system',
})(async (ctx, { orgId }: { readonly orgId: OrganizationId }, { signal }: { readonly signal?: AbortSignal } = {}): Promise<number> => {
  const now = ctx.clock.now();
  let rechecked = 0;
  let after: CertificateId | null = null;
  for (;;) {
    signal?.throwIfAborted();
    const rows: { id: CertificateId }[] = await ctx.db
      .select({ id: certificates.id })
      .from(certificates)
      .where(and(eq(certificates.orgId, orgId), after === null ? undefined : gt(certificates.id, after)))
      .orderBy(asc(certificates.id))
      .limit(BATCH);
    after = rows.at(-1)?.id ?? null;
    if (after === null) break;
    const ids = rows.map(({ id }) => id);
    rechecked += await withTransaction(ctx, (tx) => recheckOutdated(tx.db, ids, { now, before: rechecked }));
  }
  await judgeUploads(ctx, { orgId }, signal === undefined ? {} : { signal });
  return rechecked;
});
