import { domainRegistrations } from '@notafter/db';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS, type Registration } from '@notafter/domain';
import { eq, lte, sql } from 'drizzle-orm';
import { getDomain } from 'tldts';
import type { SystemContext } from '../../../context.ts';

const LEASE_MS = 5 * MINUTE_MS;
const RETRY_MS = 6 * HOUR_MS;

const known = (endsAt: Date | null): Registration =>
  endsAt === null ? { kind: 'unknown', reason: 'The registry does not say.', isTransient: false } : { kind: 'known', endsAt };

/** Returns when the domain's registration ends; asks its registry at most once a day, for all organizations. */
export const findRegistration = async (ctx: SystemContext, domain: string, signal?: AbortSignal): Promise<Registration> => {
  // Below a private suffix such as github.io, nobody but its owner has a registration.
  if (getDomain(domain, { extractHostname: false, validateHostname: false }) !== domain) {
    return { kind: 'unknown', reason: `${domain} is not registered at a registry.`, isTransient: false };
  }
  const { db, clock, gateways } = ctx;
  const now = clock.now();
  const [claimed] = await db
    .insert(domainRegistrations)
    .values({ domain, nextLookAt: addMs(now, LEASE_MS) })
    .onConflictDoUpdate({
      target: domainRegistrations.domain,
      set: { nextLookAt: addMs(now, LEASE_MS) },
      setWhere: lte(domainRegistrations.nextLookAt, now),
    })
    .returning({ endsAt: domainRegistrations.endsAt });
  if (claimed === undefined) {
    const [row] = await db.select().from(domainRegistrations).where(eq(domainRegistrations.domain, domain));
    return known(row?.endsAt ?? null);
  }
  const { registration, retryAt } = await gateways.renewalPreflight.findRegistration(domain, signal);
  const isFailed = registration.kind === 'unknown' && registration.isTransient;
  const later = addMs(now, isFailed ? RETRY_MS : DAY_MS);
  await db
    .update(domainRegistrations)
    .set({
      // After a failure, the last known end remains.
      endsAt: isFailed ? sql`${domainRegistrations.endsAt}` : registration.kind === 'known' ? registration.endsAt : null,
      nextLookAt: retryAt !== null && retryAt > later ? retryAt : later,
    })
    .where(eq(domainRegistrations.domain, domain));
  return isFailed && claimed.endsAt !== null ? known(claimed.endsAt) : registration;
};
