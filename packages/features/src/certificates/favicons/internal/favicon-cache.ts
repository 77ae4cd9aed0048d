import { cachedImages } from '@notafter/db';
import { addMs, type CertificateId, DAY_MS, type FetchedImage } from '@notafter/domain';

/** Sites change their icon once in years. */
const KEPT_MS = 7 * DAY_MS;
/** A site without an icon, or that did not answer, is fetched sooner. */
const ABSENCE_KEPT_MS = 2 * DAY_MS;

/** By certificate and not by name: one organization's page must not reveal what another one monitors. */
export const faviconKey = (id: CertificateId): string => `favicon:${id}`;

/** The column that is never null comes first: Drizzle uses it to detect a join without a match. */
export const cachedColumns = { fetchedAt: cachedImages.fetchedAt, contentType: cachedImages.contentType, bytes: cachedImages.bytes };

interface CachedImage {
  readonly contentType: string | null;
  readonly bytes: Uint8Array | null;
  readonly fetchedAt: Date;
}

export const imageOf = (cached: CachedImage | null | undefined): FetchedImage | null =>
  cached?.bytes && cached.contentType ? { contentType: cached.contentType, bytes: cached.bytes } : null;

/** Whether a site must be fetched: never fetched, or long ago. */
export const isDue = (cached: CachedImage | null | undefined, now: Date): boolean =>
  !cached || addMs(cached.fetchedAt, imageOf(cached) === null ? ABSENCE_KEPT_MS : KEPT_MS) <= now;
