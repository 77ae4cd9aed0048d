import type { Clock } from '@notafter/domain';
import { SECOND_MS } from '@notafter/domain';
import type { MiddlewareHandler } from 'hono';
import type { HttpEnv } from './identify.ts';

const KEPT_MS = 60 * SECOND_MS;
const PAGES_MAX = 500;
const PAGE_MAX_LENGTH = 1024 * 1024;

interface Page {
  readonly html: string;
  /** The nonce that it was rendered with. */
  readonly nonce: string;
  readonly until: number;
}

/**
 * Keeps rendered pages that are the same for all strangers for a minute. Requests with cookies get their own page. Mounted below the
 * policy of pages, whose nonce is another one in each response.
 */
export const cachePublicPages = (clock: Clock): MiddlewareHandler<HttpEnv> => {
  const pages = new Map<string, Page>();
  return async (c, next) => {
    const isPlain = c.req.method === 'GET' && c.req.header('cookie') === undefined && new URL(c.req.url).search === '';
    const nonce = c.get('secureHeadersNonce') ?? '';
    const now = clock.now().getTime();
    const kept = isPlain ? pages.get(c.req.path) : undefined;
    if (kept !== undefined && kept.until > now) {
      return c.html(kept.html.replaceAll(kept.nonce, nonce), 200, { 'cache-control': `public, max-age=${KEPT_MS / SECOND_MS}` });
    }
    await next();
    if (!isPlain || c.res.status !== 200 || nonce === '') return;
    const html = await c.res.clone().text();
    pages.delete(c.req.path);
    if (html.length > PAGE_MAX_LENGTH) return;
    const [oldest] = pages.keys();
    if (pages.size >= PAGES_MAX && oldest !== undefined) pages.delete(oldest);
    pages.set(c.req.path, { html, nonce, until: now + KEPT_MS });
    c.header('cache-control', `public, max-age=${KEPT_MS / SECOND_MS}`);
  };
};
