import { cachedImages, certificates } from '@notafter/db';
import { type FetchedImage, parseTarget } from '@notafter/domain';
import type { GetFaviconInput } from '@notafter/domain/inputs';
import { and, eq, sql } from 'drizzle-orm';
import { type OrgContext, requirePermission } from '../../context.ts';
import { fetchFaviconJob } from '../certificate-jobs.ts';
import { cachedColumns, imageOf, isDue } from './internal/favicon-cache.ts';

export interface Favicon {
  /** Null where there is none, none yet, or the domain is not monitored by the organization. */
  readonly image: FetchedImage | null;
  /** A newer answer is being fetched. */
  readonly pending: boolean;
}

/**
 * The icon of a site that the own organization monitors, from the cache; what is missing or old is fetched by a job, so
 * that a page of rows waits for nobody's web server. Throws `target_invalid` for what is no domain.
 */
export const getFavicon = async (ctx: OrgContext, { domain }: GetFaviconInput): Promise<Favicon> => {
  requirePermission(ctx, 'certificates/get-favicon');
  const { host, port } = parseTarget(domain);
  const [found] = await ctx.db
    .select({ id: certificates.id, cached: cachedColumns })
    .from(certificates)
    .leftJoin(cachedImages, eq(cachedImages.key, sql`'favicon:' || ${certificates.id}`))
    .where(and(eq(certificates.orgId, ctx.org.id), eq(certificates.host, host), eq(certificates.port, port)));
  if (found === undefined) return { image: null, pending: false };
  const pending = ctx.gateways.images.enabled && isDue(found.cached, ctx.clock.now());
  if (pending) {
    const certificateId = found.id;
    await ctx.db.transaction((tx) => ctx.jobs.enqueue(tx, fetchFaviconJob, { certificateId }, { singletonKey: certificateId }));
  }
  return { image: imageOf(found.cached), pending };
};
