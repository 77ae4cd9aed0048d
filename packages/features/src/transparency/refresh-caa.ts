import { watchedDomains } from '@notafter/db';
import { addMs, DAY_MS, HOUR_MS } from '@notafter/domain';
import { and, asc, eq, isNotNull, lte } from 'drizzle-orm';
import { useCase } from '../use-case.ts';

/** In one run; the next one goes on. */
const DOMAINS_AT_ONCE = 100;

/**
 * Looks up daily who may issue for the watched domains by their CAA records. A domain whose resolvers don't answer keeps what is known, and is
 * looked up again after an hour.
 */
export const refreshCaa = useCase({
  name: 'transparency/refresh-caa',
  access: 'system',
})(async (ctx, { signal }: { readonly signal?: AbortSignal } = {}): Promise<void> => {
  const now = ctx.clock.now();
  const due = await ctx.db
    .select({ id: watchedDomains.id, domain: watchedDomains.domain })
    .from(watchedDomains)
    .where(and(isNotNull(watchedDomains.verifiedAt), lte(watchedDomains.caaNextAt, now)))
    .orderBy(asc(watchedDomains.caaNextAt), asc(watchedDomains.id))
    .limit(DOMAINS_AT_ONCE);
  for (const { id, domain } of due) {
    if (signal?.aborted === true) return;
    try {
      const caa = await ctx.gateways.transparency.lookUpCaa(domain);
      await ctx.db
        .update(watchedDomains)
        .set({ caa: caa === null ? null : [...caa], caaAt: now, caaNextAt: addMs(now, DAY_MS) })
        .where(eq(watchedDomains.id, id));
    } catch (error) {
      ctx.log.info({ err: error, domain }, 'could not look up CAA records');
      await ctx.db
        .update(watchedDomains)
        .set({ caaNextAt: addMs(now, HOUR_MS) })
        .where(eq(watchedDomains.id, id));
    }
  }
});
