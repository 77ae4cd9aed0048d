import { cachedImages, certificates } from '@notafter/db';
import type { CertificateId } from '@notafter/domain';
import { eq } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { cachedColumns, faviconKey, imageOf, isDue } from './internal/favicon-cache.ts';

/**
 * Job: fetches the icon of one endpoint's site and stores the result, even if the site has none. While the site fails, keeps its
 * last icon. Does nothing if the result is recent or the certificate was removed.
 */
export const refreshFavicon = useCase({
  name: 'certificates/refresh-favicon',
  access: 'system',
})(async (ctx, { certificateId }: { readonly certificateId: CertificateId }): Promise<void> => {
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
});
