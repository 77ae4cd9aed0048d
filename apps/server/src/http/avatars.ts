import { getAvatar, openOrganization } from '@notafter/features';
import type { Hono } from 'hono';
import type { HttpEnv } from './identify.ts';
import { answerPicture } from './pictures.ts';

const KEPT_SECONDS = 86_400;
const ABSENT_SECONDS = 3600;

/** `/avatars/{SHA-256 of the address}`: members' avatars from our cache, so that no browser contacts a third party. */
export const mountAvatars = (app: Hono<HttpEnv>): void => {
  app.get('/avatars/:hash{[0-9a-f]{64}}', async (c) => {
    if (c.get('request').actor === null) return c.notFound();
    const image = await getAvatar(await openOrganization(c.get('request')), { hash: c.req.param('hash') });
    return answerPicture(c, image, image === null ? ABSENT_SECONDS : KEPT_SECONDS);
  });
};
