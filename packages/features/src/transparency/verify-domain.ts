import { watchedDomains } from '@notafter/db';
import { addMs, DomainError, LEARNING_MS, verificationRecordOf, verificationTextOf, type WatchVerification } from '@notafter/domain';
import { watchedDomainIdInput } from '@notafter/domain/inputs';
import { and, eq, isNull } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { getDomainForOrg, type WatchedDomainView } from './internal/domain-view.ts';
import { hasEndpointBelow } from './internal/monitored-below.ts';
import { searchFromStart } from './search-from-start.ts';

/**
 * Verifies a watched domain by its TXT record, or by an endpoint that is monitored by now, and starts its learning phase. A verified one
 * stays as it is. Throws `watched_domain_not_found`, or `domain_not_verified`.
 */
export const verifyDomain = useCase({
  name: 'transparency/verify-domain',
  access: 'admin',
  input: watchedDomainIdInput,
  audit: 'Verified a watched domain',
})(async (ctx, { id }): Promise<{ domain: WatchedDomainView }> => {
  const [row] = await ctx.db
    .select()
    .from(watchedDomains)
    .where(and(eq(watchedDomains.id, id), eq(watchedDomains.orgId, ctx.org.id)));
  if (row === undefined) throw new DomainError('watched_domain_not_found');
  let verifiedBy: WatchVerification | null = row.verifiedBy;
  if (verifiedBy === null && (await hasEndpointBelow(ctx.db, ctx.org.id, row.domain))) verifiedBy = 'endpoint';
  if (verifiedBy === null) {
    // Nobody who could be asked is like no record: the answer says to try again.
    const texts = await ctx.gateways.transparency.lookUpTxt(verificationRecordOf(row.domain)).catch((error: unknown): readonly string[] => {
      ctx.log.info({ err: error, domain: row.domain }, 'could not look up a TXT record');
      return [];
    });
    if (texts.includes(verificationTextOf(row.token))) verifiedBy = 'dns';
  }
  if (verifiedBy === null) throw new DomainError('domain_not_verified');
  return withTransaction(ctx, async (tx, audit) => {
    const now = tx.clock.now();
    const [verified] = await tx.db
      .update(watchedDomains)
      .set({ verifiedBy, verifiedAt: now, learningUntil: addMs(now, LEARNING_MS) })
      .where(and(eq(watchedDomains.id, id), eq(watchedDomains.orgId, tx.org.id), isNull(watchedDomains.verifiedAt)))
      .returning({ id: watchedDomains.id });
    if (verified !== undefined) {
      await searchFromStart(tx.db, now, [row.domain]);
      audit({ subjectId: id, detail: { domain: row.domain, by: verifiedBy } });
    }
    return { domain: await getDomainForOrg(tx.db, tx.org.id, id, now) };
  });
});
