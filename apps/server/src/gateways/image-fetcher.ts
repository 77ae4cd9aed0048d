import type { FetchedImage, ImageFetcher, Log } from '@notafter/domain';
import { type GuardedFetch, GuardedFetchError } from '@notafter/net';
import { createFaviconFetcher } from './favicon-fetcher.ts';
import { readPicture } from './picture.ts';

const AVATAR_URL = 'https://gravatar.com/avatar';
const MAX_AVATAR_BYTES = 256 * 1024;
const AVATAR_TIMEOUT_MS = 4000;

/** Fetches avatars from the public service, by the SHA-256 of an address, and icons from the sites. On any failure, the letter is shown. */
export const createImageFetcher = (fetch: GuardedFetch, log: Log): ImageFetcher => ({
  enabled: true,
  fetchFavicon: createFaviconFetcher(fetch, log),
  fetchAvatar: async (emailSha256): Promise<FetchedImage | null> => {
    try {
      const limits = { maxBytes: MAX_AVATAR_BYTES, totalTimeoutMs: AVATAR_TIMEOUT_MS };
      const answer = await fetch(`${AVATAR_URL}/${emailSha256}?s=96&d=404&r=g`, limits);
      return answer.status === 200 ? readPicture(answer.bytes) : null;
    } catch (error) {
      if (!(error instanceof GuardedFetchError)) throw error;
      log.debug({ fault: error.fault }, 'no avatar fetched');
      return null;
    }
  },
});

/** `EXTERNAL_IMAGES=off`: nothing is fetched. */
export const noImages: ImageFetcher = { enabled: false, fetchAvatar: async () => null, fetchFavicon: async () => null };
