import { createMiddleware } from 'hono/factory';

/**
 * Stands before the validators of an operation whose body may be left out. Clients send a content type with an empty body
 * (`curl -d ''`, many fetch wrappers): that counts as an absent body, regardless of its type.
 */
export const bodyIfAny = createMiddleware(async (c, next) => {
  if ((await c.req.text()).trim() === '') {
    const headers = new Headers(c.req.raw.headers);
    headers.delete('Content-Type');
    c.req.raw = new Request(c.req.url, { method: c.req.method, headers });
  }
  await next();
});
