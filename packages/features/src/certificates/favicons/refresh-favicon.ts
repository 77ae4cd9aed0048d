import { cachedImages, certificates } from '@notafter/db';
import type { CertificateId } from '@notafter/domain';
import { eq } from 'drizzle-orm';
import type { SystemContext } from '../../context.ts';
import { cachedColumns, faviconKey, imageOf, isDue } from './internal/favicon-cache.ts';

/**
 * Job: asks the site of one endpoint for its icon and remembers the answer, also that there is none. While the site
 * fails, its last icon stands. Does nothing where the answer is new enough or the certificate is gone.
 */
export const refreshFavicon = async (ctx: SystemContext, { certificateId }: { readonly certificateId: CertificateId }): Promise<void> => {
  const key = faviconKey(certificateId);
  const [target] = await ctx.db
    .select({ host: certificates.host, port: certificates.port })
    .from(certificates)
    .where(eq(certificates.id, certificateId));
  const [cached] = await ctx.db.select(cachedColumns).from(cachedImages).where(eq(cachedImages.key, key));
  const now = ctx.clock.now();
  if (target === undefined || !ctx.gateways.images.enabled || !isDue(cached, now)) return;

  const fetched = await ctx.gateways.images.fetchFavicon(target).catch((err: unknown) => {
    ctx.log.warn({ err, host: target.host }, 'favicon not fetched');
    return null;
  });
  const image = fetched ?? imageOf(cached);
  const row = { contentType: image?.contentType ?? null, bytes: image === null ? null : Buffer.from(image.bytes), fetchedAt: now };
  await ctx.db
    .insert(cachedImages)
    .values({ key, ...row })
    .onConflictDoUpdate({ target: cachedImages.key, set: row });
};
