import { cachedImages, oneTimeLinks, rateLimits, sessions } from '@notafter/db';
import { addMs, DAY_MS, ENDED_LINK_KEPT_MS } from '@notafter/domain';
import { lt } from 'drizzle-orm';
import type { SystemContext } from '../context.ts';

/** Pictures nobody asked for in a month belong to people who left, or to nobody. */
const IMAGE_KEPT_MS = 30 * DAY_MS;

/** Rows removed, by kind. */
export interface Purged {
  readonly sessions: number;
  readonly links: number;
  readonly throttles: number;
  readonly images: number;
}

/** Job: removes sessions and throttles that ended, links 30 days after their end, and pictures not fetched for 30 days. */
export const purgeExpired = async ({ db, clock }: SystemContext): Promise<Purged> => {
  const now = clock.now();
  const ended = await db.delete(sessions).where(lt(sessions.expiresAt, now));
  const links = await db.delete(oneTimeLinks).where(lt(oneTimeLinks.expiresAt, addMs(now, -ENDED_LINK_KEPT_MS)));
  const throttles = await db.delete(rateLimits).where(lt(rateLimits.expire, now.getTime()));
  const images = await db.delete(cachedImages).where(lt(cachedImages.fetchedAt, addMs(now, -IMAGE_KEPT_MS)));
  return { sessions: ended.count, links: links.count, throttles: throttles.count, images: images.count };
};
