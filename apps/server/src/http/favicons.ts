import { getFavicon, openOrganization } from '@notafter/features';
import type { Hono } from 'hono';
import type { HttpEnv } from './identify.ts';
import { answerPicture } from './pictures.ts';

const SETTLED_SECONDS = 86_400;
const ABSENT_SECONDS = 3600;
/** Long enough that paging does not request an icon twice, short enough that the letters of a first visit become icons. */
const PENDING_SECONDS = 20;

/** `/favicons/{domain}`: icons of the organization's domains from our cache, so that no browser contacts those sites. */
export const mountFavicons = (app: Hono<HttpEnv>): void => {
  app.get('/favicons/:domain', async (c) => {
    if (c.get('request').actor === null) return c.notFound();
    const { image, pending } = await getFavicon(await openOrganization(c.get('request')), { domain: c.req.param('domain') });
    return answerPicture(c, image, pending ? PENDING_SECONDS : image === null ? ABSENT_SECONDS : SETTLED_SECONDS);
  });
};
