import { DomainError } from '@notafter/domain';
import { getCalendarFeed } from '@notafter/features';
import type { RestRouter } from '../../../rest-environment.ts';

const SUFFIX = '.ics';

/** Whether a client already has what would be answered (RFC 9110 13.1.2, weak comparison). */
const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((known) => known.trim() === '*' || known.trim().replace(/^W\//, '') === etag.replace(/^W\//, '')) === true;

/** For calendar programs, which know neither cookies nor JSON: no operation of the document. */
export const serveCalendarFeed = (app: RestRouter): void => {
  app.get('/v1/calendar/:file', async (c) => {
    const file = c.req.param('file');
    if (!file.endsWith(SUFFIX)) throw new DomainError('not_found');
    const { etag, write } = await getCalendarFeed(c.env.request, { secret: file.slice(0, -SUFFIX.length) });
    c.header('ETag', etag);
    // Revalidated each time, so that a rotated address stops working at once.
    c.header('Cache-Control', 'private, no-cache');
    if (isKnown(c.req.header('If-None-Match'), etag)) return c.body(null, 304);
    return c.body(write(), 200, {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'inline; filename="certificate-expiries.ics"',
    });
  });
};
