import type { Clock } from '@notafter/domain';
import { SECOND_MS } from '@notafter/domain';
import type { MiddlewareHandler } from 'hono';
import type { HttpEnv } from './identify.ts';

const KEPT_MS = 60 * SECOND_MS;
const ANSWERS_MAX = 500;
const ANSWER_MAX_LENGTH = 1024 * 1024;
const CACHED = `public, max-age=${KEPT_MS / SECOND_MS}`;

interface Kept {
  readonly body: string;
  readonly contentType: string;
  readonly etag: string | null;
  /** The nonce that a page was rendered with. */
  readonly nonce: string;
  readonly until: number;
}

/**
 * Keeps what is the same for all strangers for a minute. Requests with credentials get their own answer. Mounted below the policy of
 * pages, whose nonce is another one in each response.
 */
export const cachePublicAnswers = (clock: Clock): MiddlewareHandler<HttpEnv> => {
  const answers = new Map<string, Kept>();
  return async (c, next) => {
    const isPlain =
      c.req.method === 'GET' &&
      c.req.header('cookie') === undefined &&
      c.req.header('authorization') === undefined &&
      new URL(c.req.url).search === '';
    if (!isPlain) return next();
    const nonce = c.get('secureHeadersNonce') ?? '';
    const now = clock.now().getTime();
    const kept = answers.get(c.req.path);
    if (kept !== undefined && kept.until > now) {
      c.header('Cache-Control', CACHED);
      if (kept.etag !== null) c.header('ETag', kept.etag);
      if (kept.etag !== null && c.req.header('if-none-match')?.includes(kept.etag) === true) return c.body(null, 304);
      const body = kept.nonce === '' ? kept.body : kept.body.replaceAll(kept.nonce, nonce);
      return c.body(body, 200, { 'Content-Type': kept.contentType });
    }
    await next();
    answers.delete(c.req.path);
    const { status, headers } = c.res;
    if (status !== 200) return;
    const body = await c.res.clone().text();
    const contentType = headers.get('content-type') ?? '';
    const isPage = contentType.startsWith('text/html');
    if (body.length > ANSWER_MAX_LENGTH || (isPage && nonce === '')) return;
    const [oldest] = answers.keys();
    if (answers.size >= ANSWERS_MAX && oldest !== undefined) answers.delete(oldest);
    answers.set(c.req.path, { body, contentType, etag: headers.get('etag'), nonce: isPage ? nonce : '', until: now + KEPT_MS });
    c.header('Cache-Control', CACHED);
  };
};
