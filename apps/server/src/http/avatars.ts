import { getAvatar, openOrganization } from '@notafter/features';
import type { Hono } from 'hono';
import type { HttpEnv } from './identify.ts';

/** `/avatars/{SHA-256 of the address}`: members' own pictures from our cache, so that no browser talks to a third party. */
export const mountAvatars = (app: Hono<HttpEnv>): void => {
  app.get('/avatars/:hash{[0-9a-f]{64}}', async (c) => {
    if (c.get('request').actor === null) return c.notFound();
    const image = await getAvatar(await openOrganization(c.get('request')), { hash: c.req.param('hash') });
    // Not 404, which browsers write into the console of every page.
    if (image === null) return c.body(null, 204, { 'cache-control': 'private, max-age=3600' });
    return c.body(new Uint8Array(image.bytes), 200, {
      'content-type': image.contentType,
      'cache-control': 'private, max-age=86400',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
  });
};
