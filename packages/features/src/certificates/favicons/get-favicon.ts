import { cachedImages, certificates } from '@notafter/db';
import { type FetchedImage, formatTarget, parseTarget } from '@notafter/domain';
import type { GetFaviconInput } from '@notafter/domain/inputs';
import { and, eq, sql } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { fetchFaviconJob } from '../certificate-jobs.ts';
import { isCheckedHere } from '../reports/collector-endpoints.ts';
import { cachedColumns, imageOf, isDue } from './internal/favicon-cache.ts';

export interface Favicon {
  /** Null if the site has none, it is not fetched yet, or the domain is not monitored by the organization. */
  readonly image: FetchedImage | null;
  /** A newer icon is being fetched. */
  readonly pending: boolean;
}

/**
 * Returns the icon of a site that the organization monitors, from the cache. A job fetches missing and old ones, so that a page
 * of rows waits for no web server. Throws `target_invalid` for anything but a domain.
 */
export const getFavicon = useCase({
  name: 'certificates/get-favicon',
  access: 'member',
})(async (ctx, { domain }: GetFaviconInput): Promise<Favicon> => {
  const target = parseTarget(domain);
  const [found] = await ctx.db
    .select({ id: certificates.id, cached: cachedColumns })
    .from(certificates)
    .leftJoin(cachedImages, eq(cachedImages.key, sql`'favicon:' || ${certificates.id}`))
    .where(and(eq(certificates.orgId, ctx.org.id), eq(certificates.domain, formatTarget(target)), isCheckedHere));
  if (found === undefined) return { image: null, pending: false };
  const pending = ctx.gateways.images.enabled && isDue(found.cached, ctx.clock.now());
  if (pending) {
    const certificateId = found.id;
    await ctx.db.transaction((tx) => ctx.jobs.enqueue(tx, fetchFaviconJob, { certificateId }, { singletonKey: certificateId }));
  }
  return { image: imageOf(found.cached), pending };
});
