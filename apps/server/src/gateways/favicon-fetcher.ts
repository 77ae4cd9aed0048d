import { type FetchedImage, formatTarget, type Log, type ProbeTarget } from '@notafter/domain';
import { type GuardedFetch, GuardedFetchError, type GuardedResponse } from '@notafter/net';
import { iconLinksOf } from './icon-links.ts';
import { readPicture } from './picture.ts';

const MAX_ICON_BYTES = 512 * 1024;
/** Maximum size to store and send to every browser that shows the row. */
const MAX_KEPT_BYTES = 128 * 1024;
/** Icon links are in the head. */
const MAX_PAGE_BYTES = 256 * 1024;
const TOTAL_MS = 8000;
const MAX_LINKS_TRIED = 2;

/** One visit: all requests to one site share one time limit. */
class Visit {
  readonly #fetch: GuardedFetch;
  readonly #log: Log;
  readonly #deadline = performance.now() + TOTAL_MS;

  constructor(fetch: GuardedFetch, log: Log) {
    this.#fetch = fetch;
    this.#log = log;
  }

  /** `silent`: the host is unreachable, so other paths are not tried. */
  async #get(url: string, limits: { readonly maxBytes: number; readonly cut?: boolean }): Promise<GuardedResponse | 'silent' | 'refused'> {
    const totalTimeoutMs = Math.round(this.#deadline - performance.now());
    if (totalTimeoutMs <= 0) return 'silent';
    try {
      return await this.#fetch(url, { ...limits, totalTimeoutMs });
    } catch (error) {
      if (!(error instanceof GuardedFetchError)) throw error;
      this.#log.debug({ fault: error.fault }, 'no favicon fetched');
      return error.retryable ? 'silent' : 'refused';
    }
  }

  async icon(url: string): Promise<FetchedImage | 'silent' | null> {
    const answer = await this.#get(url, { maxBytes: MAX_ICON_BYTES });
    if (answer === 'silent') return 'silent';
    const picture = answer === 'refused' || answer.status !== 200 ? null : readPicture(answer.bytes);
    return picture !== null && picture.bytes.byteLength <= MAX_KEPT_BYTES ? picture : null;
  }

  async linksOf(page: string): Promise<string[]> {
    const answer = await this.#get(page, { maxBytes: MAX_PAGE_BYTES, cut: true });
    if (answer === 'silent' || answer === 'refused' || !answer.headers.get('content-type')?.includes('html')) return [];
    return iconLinksOf(Buffer.from(answer.bytes).toString('utf8'), answer.url);
  }
}

/** Tries the endpoint itself, then the host's web site, because mail and other ports serve no pages. */
const originsOf = ({ host, port }: ProbeTarget): string[] =>
  [...new Set([port, 443])].map((tried) => `https://${formatTarget({ host, port: tried })}`);

/** Fetches `/favicon.ico`, or else the icon that the first page links; the guard checks every redirect. */
export const createFaviconFetcher =
  (fetch: GuardedFetch, log: Log) =>
  async (target: ProbeTarget): Promise<FetchedImage | null> => {
    const visit = new Visit(fetch, log);
    for (const origin of originsOf(target)) {
      const usual = await visit.icon(`${origin}/favicon.ico`);
      if (usual === 'silent') continue;
      if (usual !== null) return usual;
      for (const link of (await visit.linksOf(`${origin}/`)).slice(0, MAX_LINKS_TRIED)) {
        const named = await visit.icon(link);
        if (named !== null && named !== 'silent') return named;
      }
    }
    return null;
  };
