import { brandId, DAY_MS } from '@notafter/domain';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useApiServer } from '../../testing/api-server.ts';
import { NOW } from '../../testing/now.ts';
import { clearScreen, renderAppScreen } from '../../testing/render-app-screen.tsx';
import { domainId, issuanceId, sampleDomain, sampleIssuance, sampleLog, sampleSources, unverifiedDomain } from './testing/samples.ts';
import { TransparencyScreen } from './transparency-screen.tsx';
import type { Issuance, IssuancePage, WatchedDomain } from './types.ts';

const api = useApiServer();
afterEach(clearScreen);

const answer = (issuances: readonly Issuance[], changes: Partial<IssuancePage> = {}): void =>
  api.answer('transparency.issuances', {
    value: { issuances, nextCursor: null, counts: { total: issuances.length, open: 0 }, ...changes },
  });
const answerDomains = (
  domains: readonly WatchedDomain[],
  suggestions: readonly { domain: string; endpoints: number }[] = [],
  issuers: readonly string[] = [],
): void => api.answer('transparency.domains', { value: { domains, suggestions, issuers } });
const open = (tab = '', who: Parameters<typeof renderAppScreen>[1] = {}) =>
  renderAppScreen(<TransparencyScreen />, { at: `/transparency${tab}`, path: '/transparency', ...who });
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const rows = async (name: string) => {
  const table = await screen.findByRole('table', { name });
  await waitFor(() => expect(table.getAttribute('aria-busy')).toBe('false'));
  return [...table.querySelectorAll('tbody tr')].map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent));
};
const failure = { error: 'internal', message: 'Something went wrong on our side.' } as const;

beforeEach(() => answerDomains([sampleDomain()]));

describe('the certificates', () => {
  it('have their names, issuer, dates and state', async () => {
    answer([
      sampleIssuance(),
      sampleIssuance({ id: brandId('0198b5a0-0000-7000-8000-000000000502'), names: ['a.example.com'], state: 'served', verdict: 'ours' }),
      sampleIssuance({ id: brandId('0198b5a0-0000-7000-8000-000000000503'), names: [], learned: true, verdict: 'not_ours' }),
    ]);
    open();
    const shown = await rows('Issued certificates');
    expect(shown.map((cells) => [cells[0], cells[1], cells.at(-2), cells.at(-1)])).toEqual([
      [`login.example.com${'and 1 more'}`, 'Other CA', '2026-11-19', 'Unknown'],
      ['a.example.com', 'Other CA', '2026-11-19', 'ServedOurs'],
      ['No name', 'Other CA', '2026-11-19', 'UnknownNot oursLearned'],
    ]);
    const link = screen.getByRole('link', { name: 'login.example.com' });
    expect(link.getAttribute('href')).toBe(`/transparency/${issuanceId}`);
  });

  it('are filtered by the address, and by the person', async () => {
    answer([sampleIssuance()]);
    open(`?filter=open&domain=${domainId}&search=login`);
    await rows('Issued certificates');
    expect(api.callsOf('transparency.issuances')).toEqual([{ limit: 25, filter: 'open', domainId, search: 'login' }]);
    fireEvent.change(screen.getByLabelText('State'), { target: { value: 'not_ours' } });
    await waitFor(() => expect(api.callsOf('transparency.issuances').at(-1)).toMatchObject({ filter: 'not_ours', search: 'login' }));
    fireEvent.change(screen.getByLabelText('Domain'), { target: { value: '' } });
    await waitFor(() => expect(api.callsOf('transparency.issuances').at(-1)).toEqual({ limit: 25, filter: 'not_ours', search: 'login' }));
  });

  it('ignores an address that the server would refuse', async () => {
    answer([sampleIssuance()]);
    open('?filter=toString&domain=1&tab=nothing');
    await rows('Issued certificates');
    expect(api.callsOf('transparency.issuances')).toEqual([{ limit: 25 }]);
  });

  it('are turned page by page, and a filter begins at its first page', async () => {
    answer([sampleIssuance()], { nextCursor: 'next', counts: { total: 30, open: 0 } });
    open();
    fireEvent.click(await button('Next'));
    await waitFor(() => expect(api.callsOf('transparency.issuances').at(-1)).toEqual({ limit: 25, cursor: 'next' }));
    expect(await screen.findByText('26')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('State'), { target: { value: 'served' } });
    await waitFor(() => expect(api.callsOf('transparency.issuances').at(-1)).toEqual({ limit: 25, filter: 'served' }));
  });

  it('that are not there are explained, with the next step for admins', async () => {
    answer([]);
    answerDomains([]);
    open();
    expect(await screen.findByText('No domain is watched')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Choose Domains' }).getAttribute('href')).toBe('/transparency?tab=domains');
    clearScreen();
    open('', { role: 'viewer' });
    expect(await screen.findByText('No domain is watched')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Choose Domains' })).toBeNull();
    clearScreen();
    open('?filter=open');
    expect(await screen.findByText('No matches')).toBeTruthy();
  });

  it('that do not load offer another try', async () => {
    api.answer('transparency.issuances', failure);
    open();
    expect(await screen.findByText('Issued certificates did not load')).toBeTruthy();
    answer([sampleIssuance()]);
    fireEvent.click(await button('Retry'));
    expect(await screen.findByText('login.example.com')).toBeTruthy();
  });
});

describe('the domains', () => {
  const DOMAINS = '?tab=domains';

  it('say how far they are, who may issue, and what was found', async () => {
    answerDomains([
      sampleDomain({ allowedIssuers: ["Let's Encrypt"] }),
      sampleDomain({
        ...{ id: brandId('0198b5a0-0000-7000-8000-000000000602'), domain: 'example.net', caa: null, open: 0, issuances: 0 },
        learningUntil: new Date(NOW.getTime() + 3 * DAY_MS),
      }),
    ]);
    open(DOMAINS);
    const shown = await rows('Watched domains');
    expect(shown.map((cells) => cells.slice(0, 5))).toEqual([
      ['example.com', 'WatchedVerified by an endpoint', "Let's Encrypt", 'letsencrypt.org', '122 open'],
      ['example.net', 'LearningUntil 2026-11-23', 'Any', 'No records: any CA', '0'],
    ]);
    expect(screen.getByRole('link', { name: '2 open' }).getAttribute('href')).toBe(`/transparency?domain=${domainId}&filter=open`);
  });

  it('are verified by a record to copy', async () => {
    answerDomains([unverifiedDomain()]);
    open(DOMAINS);
    expect(await screen.findByText('_notafter.example.com')).toBeTruthy();
    expect(screen.getByText('notafter-verification=00ff')).toBeTruthy();
    api.answer('transparency.verify', { error: 'domain_not_verified', message: 'The TXT record was not found.' });
    fireEvent.click(await button('Verify'));
    expect(await screen.findByText('The TXT record was not found.')).toBeTruthy();
    expect(api.callsOf('transparency.verify')).toEqual([{ id: domainId }]);
  });

  it('are added by typing, and refused at the field', async () => {
    answerDomains([]);
    open(DOMAINS);
    fireEvent.change(await screen.findByLabelText('Domain'), { target: { value: ' com ' } });
    api.answer('transparency.watch', { error: 'discovery_domain_invalid', message: 'Enter a domain such as example.com.' });
    fireEvent.click(await button('Watch Domain'));
    expect(await screen.findByText('Enter a domain such as example.com.')).toBeTruthy();
    expect(api.callsOf('transparency.watch')).toEqual([{ domain: 'com' }]);
  });

  it('are added from the endpoints with one click', async () => {
    answerDomains([], [{ domain: 'example.org', endpoints: 4 }]);
    open(DOMAINS);
    const suggestion = await button('Watch example.org');
    api.answer('transparency.watch', { value: { domain: sampleDomain({ domain: 'example.org' }) } });
    answerDomains([sampleDomain({ domain: 'example.org' })]);
    fireEvent.click(suggestion);
    expect(await screen.findByText('Watching example.org')).toBeTruthy();
    expect(await rows('Watched domains')).toHaveLength(1);
  });

  it('have allowed issuers, one a line', async () => {
    open(DOMAINS);
    fireEvent.click(await button('Actions for example.com'));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit Allowed Issuers' }));
    const form = await dialog('Allowed issuers of example.com');
    fireEvent.change(form.getByLabelText('Allowed issuers'), { target: { value: "Let's Encrypt\n\n DigiCert, Inc. \n" } });
    api.answer('transparency.updateDomain', { value: { domain: sampleDomain() } });
    fireEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.callsOf('transparency.updateDomain')).toEqual([{ id: domainId, allowedIssuers: ["Let's Encrypt", 'DigiCert, Inc.'] }]);
  });

  it('are allowed the issuers of certificates that we found by a click', async () => {
    answerDomains([sampleDomain({ allowedIssuers: ['DigiCert Inc'] })], [], ["Let's Encrypt", 'DigiCert Inc']);
    open(DOMAINS);
    fireEvent.click(await button('Actions for example.com'));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit Allowed Issuers' }));
    const form = await dialog('Allowed issuers of example.com');
    const field = form.getByLabelText<HTMLTextAreaElement>('Allowed issuers');
    expect(field.placeholder).toBe("Let's Encrypt\nDigiCert Inc");
    expect(form.queryByRole('button', { name: 'Allow DigiCert Inc' })).toBeNull();
    fireEvent.click(form.getByRole('button', { name: "Allow Let's Encrypt" }));
    expect(field.value).toBe("DigiCert Inc\nLet's Encrypt");
    expect(form.queryByRole('button', { name: /^Allow / })).toBeNull();
  });

  it('are removed after a question that says what is lost', async () => {
    open(DOMAINS);
    fireEvent.click(await button('Actions for example.com'));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Remove' }));
    const question = await dialog('Remove example.com');
    expect(question.getByText(/12 certificates that we found, your verdicts/)).toBeTruthy();
    api.answer('transparency.unwatch', { value: undefined });
    fireEvent.click(question.getByRole('button', { name: 'Remove Domain' }));
    await waitFor(() => expect(api.callsOf('transparency.unwatch')).toEqual([{ id: domainId }]));
  });

  it('are shown to viewers, who change nothing', async () => {
    answerDomains([unverifiedDomain()], [{ domain: 'example.org', endpoints: 4 }]);
    open(DOMAINS, { role: 'viewer' });
    await rows('Watched domains');
    expect(screen.queryByRole('button', { name: /Verify|Watch|Actions/ })).toBeNull();
  });
});

describe('the sources', () => {
  it('say how far each log is read, and why a source failed', async () => {
    api.answer('transparency.sources', {
      value: sampleSources({
        logs: [
          sampleLog(),
          sampleLog({
            id: 'log-2',
            outcome: 'unavailable',
            reason: 'The log did not answer.',
            broken: [{ kind: 'forked', reason: 'The head lacks 4 entries.' }],
            gap: { from: new Date('2026-01-02T00:00:00Z'), until: new Date('2026-03-04T00:00:00Z'), entries: 7_000 },
          }),
        ],
      }),
    });
    open('?tab=sources');
    expect((await rows('Logs')).map((cells) => cells.slice(0, 5))).toEqual([
      ['Elm 2026h2Tree Logs', 'usable', 'Up to date', '81,234of 81,300', '1.2 GB'],
      ['Elm 2026h2Tree Logs', 'usable', 'Unavailable', '81,234of 81,300', '1.2 GB'],
      [
        'Forked before: The head lacks 4 entries.The log did not answer.Not followed from 2026-01-02 to 2026-03-04: 7,000 entries were not read. The search services cover that time.',
      ],
    ]);
    expect((await rows('Search services')).map((cells) => cells.slice(0, 2))).toEqual([
      ['Cert Spotter', 'Complete'],
      ['crt.sh', 'Failed'],
      ['crt.sh answered 503.'],
    ]);
    expect(screen.getByText('1.2 GB of 100 GB today')).toBeTruthy();
  });

  it('say that the follower is off, and what it takes', async () => {
    api.answer('transparency.sources', { value: sampleSources({ followsLogs: false, logs: [], list: null }) });
    open('?tab=sources');
    expect(await screen.findByText('CT_GIGABYTES_PER_DAY')).toBeTruthy();
    expect(screen.getByText(/A large log needs some 8 GB a day\./)).toBeTruthy();
    expect(screen.queryByRole('table', { name: 'Logs' })).toBeNull();
  });

  it('say what is wrong with the log list', async () => {
    const list = { listedAt: null, askedAt: NOW, problem: 'its signature is wrong.' };
    api.answer('transparency.sources', { value: sampleSources({ logs: [], list }) });
    open('?tab=sources');
    expect(await screen.findByText(/The log list can’t be used: its signature is wrong\./)).toBeTruthy();
  });

  it('that do not load offer another try', async () => {
    api.answer('transparency.sources', failure);
    open('?tab=sources');
    expect(await screen.findByText('The sources did not load')).toBeTruthy();
  });
});
