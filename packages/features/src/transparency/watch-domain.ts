import { randomBytes } from 'node:crypto';
import { newId, organizations, watchedDomains } from '@notafter/db';
import { addMs, DomainError, LEARNING_MS, WATCHED_DOMAINS_MAX } from '@notafter/domain';
import { watchDomainInput } from '@notafter/domain/inputs';
import { eq } from 'drizzle-orm';
import { typedDomainOf } from '../typed-domain.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { getDomainForOrg, type WatchedDomainView } from './internal/domain-view.ts';
import { hasEndpointBelow } from './internal/monitored-below.ts';
import { searchFromStart } from './search-from-start.ts';

const TOKEN_BYTES = 16;

/**
 * Watches which certificates are issued for a domain and the names below it. It is verified at once if the organization monitors an
 * endpoint there, by `verifyDomain` otherwise. Throws `discovery_domain_invalid`, `domain_watched` or `watched_domain_limit`.
 */
export const watchDomain = useCase({
  name: 'transparency/watch-domain',
  access: 'admin',
  input: watchDomainInput,
  audit: 'Watched a domain',
})(async (ctx, { domain: typed, allowedIssuers = [] }): Promise<{ domain: WatchedDomainView }> => {
  const domain = typedDomainOf(typed);
  return withTransaction(ctx, async (tx, audit) => {
    await tx.db.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, tx.org.id)).for('no key update');
    const watched = await tx.db.select({ domain: watchedDomains.domain }).from(watchedDomains).where(eq(watchedDomains.orgId, tx.org.id));
    if (watched.some((one) => one.domain === domain)) {
      const { message } = new DomainError('domain_watched');
      throw new DomainError('domain_watched', { details: [{ path: 'domain', message }] });
    }
    if (watched.length >= WATCHED_DOMAINS_MAX) throw new DomainError('watched_domain_limit');
    const id = newId<'watched-domain'>();
    const now = tx.clock.now();
    const isMonitored = await hasEndpointBelow(tx.db, tx.org.id, domain);
    await tx.db.insert(watchedDomains).values({
      id,
      orgId: tx.org.id,
      domain,
      token: randomBytes(TOKEN_BYTES).toString('hex'),
      allowedIssuers,
      createdAt: now,
      caaNextAt: now,
      ...(isMonitored ? { verifiedBy: 'endpoint' as const, verifiedAt: now, learningUntil: addMs(now, LEARNING_MS) } : {}),
    });
    if (isMonitored) await searchFromStart(tx.db, now, [domain]);
    audit({ subjectId: id, detail: { domain } });
    return { domain: await getDomainForOrg(tx.db, tx.org.id, id, now) };
  });
});
