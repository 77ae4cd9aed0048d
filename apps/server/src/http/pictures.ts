import type { FetchedImage } from '@notafter/domain';
import type { Context, MiddlewareHandler } from 'hono';
import type { HttpEnv } from './identify.ts';

/**
 * Strangers' bytes get a policy of their own, under which nothing in them runs even when opened as a page. Must stand
 * before the middleware that sets the pages' policy, whose headers are written last.
 */
export const isolatePictures: MiddlewareHandler = async (c, next) => {
  await next();
  c.header('content-security-policy', "default-src 'none'; sandbox");
};

/** A picture of our cache; without one 204 and not 404, which browsers write into the console of every page. */
export const answerPicture = (c: Context<HttpEnv>, image: FetchedImage | null, keptSeconds: number): Response => {
  const cacheControl = `private, max-age=${keptSeconds}`;
  if (image === null) return c.body(null, 204, { 'cache-control': cacheControl });
  return c.body(new Uint8Array(image.bytes), 200, { 'content-type': image.contentType, 'cache-control': cacheControl });
};
