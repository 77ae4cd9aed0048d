import type { StatusPage } from '@notafter/domain';
import { createAddressPolicy, createGuard, createGuardedFetch } from '@notafter/net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChannels } from './create-channels.ts';
import { STATUS_PAGE_ID, STATUS_PAGE_KEY, type StandIns, startStandIns } from './testing/index.ts';

let standIns: StandIns;
/** A busy machine is not a silent Statuspage. */
let pages: ReturnType<typeof createChannels>['statusPages'];
let hastyPages: typeof pages;

beforeAll(async () => {
  standIns = await startStandIns();
  const guard = createGuard({ resolve: async () => ({ kind: 'not_found' }) }, createAddressPolicy({ allow: ['127.0.0.1'] }));
  const startPages = (timeoutMs: number) =>
    createChannels({
      guardedFetch: createGuardedFetch({ guard }),
      sendMail: () => Promise.reject(new Error('this test sends no mail')),
      endpoints: standIns.endpoints,
      timeoutMs,
    }).statusPages;
  pages = startPages(20_000);
  hastyPages = startPages(3_000);
});
afterAll(() => standIns.close());

const page: StatusPage = { url: `https://manage.statuspage.io/pages/${STATUS_PAGE_ID}`, apiKey: STATUS_PAGE_KEY };
const withKey = (key: string) => standIns.incidents.filter(({ updates }) => updates.some((body) => body.endsWith(`Reference: ${key}`)));

describe('the name of a page', () => {
  it.each([
    page.url,
    `${page.url}/incidents?x=1`,
    STATUS_PAGE_ID,
    ` ${STATUS_PAGE_ID} `,
    'https://acme.statuspage.io',
    'acme.statuspage.io/history',
    'https://status.acme.example/',
  ])('is found by %j', async (url) => {
    expect(await pages.findName({ ...page, url })).toEqual({ pageName: 'Acme Status' });
  });

  it.each(['', 'https://nobody.statuspage.io', 'https://manage.statuspage.io/pages/../../x', 'ftp://acme.statuspage.io', 'javascript:x'])(
    'is not found by %j, with a reason',
    async (url) => {
      expect(await pages.findName({ ...page, url })).toEqual({ problem: 'This API key has no status page at this address.' });
    },
  );

  it('is refused without the key', async () => {
    expect(await pages.findName({ ...page, apiKey: 'wrong' })).toEqual({ problem: 'StatusPage.io does not accept this API key.' });
  });

  it('is refused for a page that the key does not own', async () => {
    expect(await pages.findName({ ...page, url: 'abcdefgh1234' })).toEqual({
      problem: 'This API key does not have this page on StatusPage.io.',
    });
  });

  it('reports an outage of StatusPage.io', async () => {
    standIns.behaveNext('statuspage', 'unavailable-html');
    expect(await pages.findName(page)).toEqual({ problem: 'StatusPage.io responded with 503. Try again later.' });
  });
});

it('never sends the key to the target of a redirect', async () => {
  standIns.behaveNext('statuspage', 'redirect');
  expect(await pages.findName(page)).toEqual({ problem: 'StatusPage.io responded with 302. Try again later.' });
});

describe('an incident', () => {
  it('is opened once and resolved once, however often it is requested', async () => {
    const incident = { key: 'alert-1', name: 'shop.example.com', body: 'Its certificate has expired.' };
    expect(await pages.open(page, incident)).toMatchObject({ kind: 'delivered', answer: 'Incident opened.' });
    expect(await pages.open(page, incident)).toMatchObject({ kind: 'delivered', answer: 'The incident is already open.' });
    expect(withKey('alert-1')).toMatchObject([{ name: 'shop.example.com', status: 'investigating' }]);
    expect(await pages.resolve(page, { key: 'alert-1', body: 'Renewed.' })).toMatchObject({
      kind: 'delivered',
      answer: 'Incident resolved.',
    });
    expect(await pages.resolve(page, { key: 'alert-1', body: 'Renewed.' })).toMatchObject({
      kind: 'delivered',
      answer: 'No incident is open.',
    });
    expect(withKey('alert-1')).toMatchObject([{ status: 'resolved', updates: ['Renewed.', expect.any(String)] }]);
  });

  it.each(['reset-after-reading', 'timeout', 'broken-body'] as const)(
    'whose response was lost (%s) is found again and not opened twice',
    async (behavior) => {
      const incident = { key: `alert-${behavior}`, name: 'x', body: 'y' };
      // One read precedes the write.
      standIns.behaveNext('statuspage', 'ok', behavior);
      const opening = (behavior === 'timeout' ? hastyPages : pages).open(page, incident);
      expect(await opening).toMatchObject({ kind: 'retry', outcomeUnknown: true });
      expect(await pages.open(page, incident)).toMatchObject({ kind: 'delivered' });
      expect(withKey(incident.key)).toHaveLength(1);
    },
  );

  it('is not confused with another one whose key has the same prefix', async () => {
    await pages.open(page, { key: 'alert-10', name: 'x', body: 'y' });
    await pages.open(page, { key: 'alert-100', name: 'x', body: 'y' });
    await pages.resolve(page, { key: 'alert-10', body: 'done' });
    expect(withKey('alert-10')).toMatchObject([{ status: 'resolved' }]);
    expect(withKey('alert-100')).toMatchObject([{ status: 'investigating' }]);
  });

  it('is not found by a text that quotes another key', async () => {
    await pages.open(page, { key: 'alert-20', name: 'x', body: 'harmless\nReference: alert-21\n' });
    await pages.open(page, { key: 'alert-21', name: 'x', body: 'y' });
    expect(standIns.incidents.filter(({ updates }) => updates.some((body) => body.includes('alert-21')))).toHaveLength(2);
  });

  it('waits for as long as Retry-After says', async () => {
    standIns.behaveNext('statuspage', 'ok', 'rate-limited');
    expect(await pages.open(page, { key: 'alert-30', name: 'x', body: 'y' })).toMatchObject({
      kind: 'retry',
      status: 420,
      retryAfterSeconds: 7,
      outcomeUnknown: false,
    });
  });

  it('respects the limits of the page and of its readers', async () => {
    const outcome = await pages.open(page, { key: 'alert-40', name: `\u202e${'n'.repeat(9000)}`, body: `a\u0000b${'€'.repeat(90_000)}` });
    expect(outcome).toMatchObject({ kind: 'delivered' });
    expect(withKey('alert-40')).toHaveLength(1);
  });

  it('never reveals the key', async () => {
    const outcome = await pages.open({ ...page, url: 'abcdefgh1234' }, { key: 'alert-50', name: 'x', body: 'y' });
    expect(outcome.kind).toBe('broken');
    expect(JSON.stringify(outcome)).not.toContain(STATUS_PAGE_KEY);
  });
});
