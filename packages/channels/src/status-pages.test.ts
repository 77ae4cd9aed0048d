import type { StatusPage } from '@notafter/domain';
import { createAddressPolicy, createGuard, createGuardedFetch } from '@notafter/net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChannels } from './create-channels.ts';
import { STATUS_PAGE_ID, STATUS_PAGE_KEY, type StandIns, startStandIns } from './testing/index.ts';

let standIns: StandIns;
/** A busy machine is not a silent StatusPage.io. */
let pages: ReturnType<typeof createChannels>['statusPages'];
let hastyPages: typeof pages;

beforeAll(async () => {
  standIns = await startStandIns();
  const guard = createGuard({ resolve: async () => ({ kind: 'not_found' }) }, createAddressPolicy({ allow: ['127.0.0.1'] }));
  const startPages = (timeoutMs: number) =>
    createChannels({
      guardedFetch: createGuardedFetch({ guard }),
      sendMail: () => Promise.reject(new Error('nothing is mailed here')),
      endpoints: standIns.endpoints,
      timeoutMs,
    }).statusPages;
  pages = startPages(20_000);
  hastyPages = startPages(500);
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
    'is not found by %j, and the answer says so',
    async (url) => {
      expect(await pages.findName({ ...page, url })).toEqual({ problem: 'No status page of this API key has this address.' });
    },
  );

  it('is not told without the key', async () => {
    expect(await pages.findName({ ...page, apiKey: 'wrong' })).toEqual({ problem: 'StatusPage.io does not accept this API key.' });
  });

  it('is not told of a page that the key does not own', async () => {
    expect(await pages.findName({ ...page, url: 'abcdefgh1234' })).toEqual({ problem: 'This API key has no such page on StatusPage.io.' });
  });

  it('says that StatusPage.io is in trouble when it is', async () => {
    standIns.behaveNext('statuspage', 'unavailable-html');
    expect(await pages.findName(page)).toEqual({ problem: 'StatusPage.io answered with 503. Try again later.' });
  });
});

it('never takes the key along to where a redirect leads', async () => {
  standIns.behaveNext('statuspage', 'redirect');
  expect(await pages.findName(page)).toEqual({ problem: 'StatusPage.io answered with 302. Try again later.' });
});

describe('an incident', () => {
  it('is opened once and resolved, however often it is asked for', async () => {
    const incident = { key: 'alert-1', name: 'shop.example.com', body: 'Its certificate has expired.' };
    expect(await pages.open(page, incident)).toMatchObject({ kind: 'delivered', answer: 'Incident opened.' });
    expect(await pages.open(page, incident)).toMatchObject({ kind: 'delivered', answer: 'The incident is open already.' });
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
    'whose answer was lost (%s) is found again and not opened twice',
    async (behaviour) => {
      const incident = { key: `alert-${behaviour}`, name: 'x', body: 'y' };
      // One read comes before the write.
      standIns.behaveNext('statuspage', 'ok', behaviour);
      const opening = (behaviour === 'timeout' ? hastyPages : pages).open(page, incident);
      expect(await opening).toMatchObject({ kind: 'retry', outcomeUnknown: true });
      expect(await pages.open(page, incident)).toMatchObject({ kind: 'delivered' });
      expect(withKey(incident.key)).toHaveLength(1);
    },
  );

  it('is not taken for another whose key begins alike', async () => {
    await pages.open(page, { key: 'alert-10', name: 'x', body: 'y' });
    await pages.open(page, { key: 'alert-100', name: 'x', body: 'y' });
    await pages.resolve(page, { key: 'alert-10', body: 'done' });
    expect(withKey('alert-10')).toMatchObject([{ status: 'resolved' }]);
    expect(withKey('alert-100')).toMatchObject([{ status: 'investigating' }]);
  });

  it('is not found by a text that says another key', async () => {
    await pages.open(page, { key: 'alert-20', name: 'x', body: 'harmless\nReference: alert-21\n' });
    await pages.open(page, { key: 'alert-21', name: 'x', body: 'y' });
    expect(standIns.incidents.filter(({ updates }) => updates.some((body) => body.includes('alert-21')))).toHaveLength(2);
  });

  it('waits as long as it is told to', async () => {
    standIns.behaveNext('statuspage', 'ok', 'rate-limited');
    expect(await pages.open(page, { key: 'alert-30', name: 'x', body: 'y' })).toMatchObject({
      kind: 'retry',
      status: 420,
      retryAfterSeconds: 7,
      outcomeUnknown: false,
    });
  });

  it('keeps to the limits of the page and of its readers', async () => {
    const outcome = await pages.open(page, { key: 'alert-40', name: `\u202e${'n'.repeat(9000)}`, body: `a\u0000b${'€'.repeat(90_000)}` });
    expect(outcome).toMatchObject({ kind: 'delivered' });
    expect(withKey('alert-40')).toHaveLength(1);
  });

  it('never tells the key', async () => {
    const outcome = await pages.open({ ...page, url: 'abcdefgh1234' }, { key: 'alert-50', name: 'x', body: 'y' });
    expect(outcome.kind).toBe('broken');
    expect(JSON.stringify(outcome)).not.toContain(STATUS_PAGE_KEY);
  });
});
