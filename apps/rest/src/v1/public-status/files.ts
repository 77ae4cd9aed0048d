import { DomainError, escapeHtml, type PublicState, publicProblems } from '@notafter/domain';
import { statusAddressInput } from '@notafter/domain/inputs';
import { type PublicStatus, readPublicStatus } from '@notafter/features';
import type { Context } from 'hono';
import type { RestEnvironment, RestRouter } from '../../rest-environment.ts';

const CACHED = 'public, max-age=60';

/** Background colors with at least 4.5:1 against white text. */
const colors: Readonly<Record<PublicState, string>> = { ok: '#1a7f4b', expiring: '#9a6700', problem: '#b3261e' };
const LABEL = 'certificates';
/** Wide enough for any sans-serif font of 11 px. */
const widthOf = (text: string): number => text.length * 7 + 12;

const badgeOf = (state: PublicState): string => {
  const [left, right] = [widthOf(LABEL), widthOf(state)];
  const text = (x: number, value: string) => `<text x="${x}" y="14" text-anchor="middle">${value}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${LABEL}: ${state}">
<title>${LABEL}: ${state}</title><rect width="${left}" height="20" fill="#444"/><rect x="${left}" width="${right}" height="20" fill="${colors[state]}"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${text(left / 2, LABEL)}${text(left + right / 2, state)}</g></svg>
`;
};

const feedOf = ({ title, incidents }: PublicStatus, url: string): string => {
  const items = incidents.map(({ domain, problem, from, until }) => {
    const over = until === null ? '' : ` Over since ${until.toISOString()}.`;
    return `<item><title>${escapeHtml(domain)}: ${publicProblems[problem]}</title><description>${escapeHtml(`Since ${from.toISOString()}.${over}`)}</description>
<pubDate>${(until ?? from).toUTCString()}</pubDate><guid isPermaLink="false">${escapeHtml(`${domain} ${problem} ${from.toISOString()}${until === null ? '' : ' over'}`)}</guid><link>${escapeHtml(url)}</link></item>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>${escapeHtml(title)}</title><link>${escapeHtml(url)}</link><description>Problems of certificates in the last 90 days.</description>
${items.join('\n')}
</channel></rss>
`;
};

const read = (c: Context<RestEnvironment>): Promise<PublicStatus> => {
  const address = statusAddressInput.safeParse({ address: c.req.param('address') });
  if (!address.success) throw new DomainError('not_found');
  return readPublicStatus(c.env.request, address.data);
};

/** For pages of others and feed readers, which know no JSON: no operations of the document. */
export const serveStatusFiles = (app: RestRouter): void => {
  app.get('/v1/status/:address/badge.svg', async (c) =>
    c.body(badgeOf((await read(c)).state), 200, { 'Content-Type': 'image/svg+xml', 'Cache-Control': CACHED }),
  );
  app.get('/v1/status/:address/feed.rss', async (c) => {
    const status = await read(c);
    const url = `${c.env.request.config.publicUrl}/status/${c.req.param('address')}`;
    return c.body(feedOf(status, url), 200, { 'Content-Type': 'application/rss+xml; charset=utf-8', 'Cache-Control': CACHED });
  });
};
