import { createReceipt } from '@notafter/bundles';
import { certificates, collectorEndpoints, collectors } from '@notafter/db';
import { type CollectorId, DomainError } from '@notafter/domain';
import { and, asc, eq } from 'drizzle-orm';
import type { SystemContext } from '../../context.ts';

const listAsked = (db: SystemContext['db'], id: CollectorId) =>
  db
    .select({ domain: certificates.domain })
    .from(collectorEndpoints)
    .innerJoin(certificates, eq(certificates.id, collectorEndpoints.certificateId))
    .where(and(eq(collectorEndpoints.collectorId, id), eq(collectorEndpoints.isAsked, true)))
    .orderBy(asc(certificates.domain));

/** Returns the server's answer to a collector: how far it has its bundles, and what people ask it to probe. */
export const receiptFor = async (ctx: Pick<SystemContext, 'auth' | 'clock' | 'db'>, id: CollectorId): Promise<string> => {
  const { sequence, headHash, revokedAt, forkedAt, wantsComplete } = collectors;
  const [row] = await ctx.db
    .select({ sequence, headHash, revokedAt, forkedAt, wantsComplete })
    .from(collectors)
    .where(eq(collectors.id, id));
  if (row === undefined) throw new DomainError('collector_not_found');
  const isRevoked = row.revokedAt !== null;
  const isForked = !isRevoked && row.forkedAt !== null;
  // Its key may be somebody else's by now.
  const asked = isRevoked || isForked ? [] : await listAsked(ctx.db, id);
  const receipt = {
    collectorId: id,
    through: row.sequence,
    hash: row.headHash,
    issuedAt: ctx.clock.now(),
    targets: asked.map(({ domain }) => domain),
    isRevoked,
    isForked,
    wantsComplete: row.wantsComplete,
  };
  return createReceipt(receipt, ctx.auth.collectorKeys.receipts.privateKey);
};
