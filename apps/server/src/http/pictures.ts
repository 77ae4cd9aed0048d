import type { FetchedImage } from '@notafter/domain';
import type { Context, MiddlewareHandler } from 'hono';
import type { HttpEnv } from './identify.ts';

/**
 * Sets a separate policy for untrusted images, with which nothing in them runs even when opened as a page. Must come before the
 * middleware that sets the policy of pages, whose headers are written last.
 */
export const isolatePictures: MiddlewareHandler = async (c, next) => {
  await next();
  c.header('content-security-policy', "default-src 'none'; sandbox");
};

/** Lets other sites show the picture. Must come before the policy of pages too. */
export const showElsewhere: MiddlewareHandler = async (c, next) => {
  await next();
  c.header('cross-origin-resource-policy', 'cross-origin');
};

/** Serves a picture from our cache; if there is none, 204 and not 404, which browsers log on every page. */
export const answerPicture = (c: Context<HttpEnv>, image: FetchedImage | null, keptSeconds: number): Response => {
  const cacheControl = `private, max-age=${keptSeconds}`;
  if (image === null) return c.body(null, 204, { 'cache-control': cacheControl });
  return c.body(new Uint8Array(image.bytes), 200, { 'content-type': image.contentType, 'cache-control': cacheControl });
};
