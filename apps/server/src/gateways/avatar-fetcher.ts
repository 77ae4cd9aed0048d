import type { FetchedImage, ImageFetcher, Log } from '@notafter/domain';
import { type GuardedFetch, GuardedFetchError } from '@notafter/net';

const AVATAR_URL = 'https://gravatar.com/avatar';
const MAX_BYTES = 256 * 1024;
const TIMEOUT_MS = 4000;
/** Pictures only, and none that can carry script. */
const imageTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Avatars from the public service that knows addresses by their SHA-256. Whatever goes wrong, the letter stands in. */
export const createAvatarFetcher = (fetch: GuardedFetch, log: Log): ImageFetcher => ({
  fetchAvatar: async (emailSha256): Promise<FetchedImage | null> => {
    try {
      const answer = await fetch(`${AVATAR_URL}/${emailSha256}?s=96&d=404&r=g`, { maxBytes: MAX_BYTES, totalTimeoutMs: TIMEOUT_MS });
      const contentType = (answer.headers.get('content-type') ?? '').split(';')[0]?.trim() ?? '';
      return answer.status === 200 && imageTypes.has(contentType) ? { contentType, bytes: answer.bytes } : null;
    } catch (error) {
      if (!(error instanceof GuardedFetchError)) throw error;
      log.debug({ fault: error.fault }, 'no avatar fetched');
      return null;
    }
  },
});

/** `EXTERNAL_IMAGES=off`: nothing is fetched. */
export const noImages: ImageFetcher = { fetchAvatar: async () => null };
