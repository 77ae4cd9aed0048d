import { addMs, brandId, DAY_MS, defaultCostAssumptions, lifecycleBands, timelineBoundaries } from '@notafter/domain';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useApiServer } from '../../testing/api-server.ts';
import { NOW } from '../../testing/now.ts';
import { clearScreen, renderAppScreen } from '../../testing/render-app-screen.tsx';
import { AnalyticsScreen } from './analytics-screen.tsx';
import { daysUntil } from './trend-days.ts';
import type { Analytics, DayOfTrends, SslScore, TeamAnalytics, Timeline } from './types.ts';

const api = useApiServer();
afterEach(clearScreen);

const figures = (given: Partial<Analytics> = {}): Analytics => ({
  ...{ riskScore: 45, healthScore: 75, total: 312, expired: 0, critical: 1, expiring: 2, healthy: 309 },
  ...{ averageDaysLeft: 58, chainValidation: 99, addedThisMonth: 14, issuersTotal: 1 },
  issuers: [{ name: "Let's Encrypt", count: 171, percent: 54.8 }],
  ...given,
});
const score = (given: Partial<SslScore> = {}): SslScore => ({
  id: brandId('0198b5a0-0000-7000-8000-0000000000c1'),
  ...{ domain: 'api.example', score: 96, grade: 'A', reasons: [], protocol: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384' },
  ...{ keyType: 'ec', keyBits: 256, chainValid: true },
  ...given,
});
const team: TeamAnalytics = {
  lifecycle: lifecycleBands.map((band, index) => ({ ...band, count: [171, 103, 38][index] ?? 0 })),
  cost: {
    ...{ names: 31, wildcardGroups: 7, extraDomains: 20, annual: 3100, individual: 4650, savings: 1550, savingsPercent: 33 },
    assumptions: defaultCostAssumptions,
  },
};
const boundaries = timelineBoundaries(NOW, 90);
const timeline: Timeline = {
  ...{ days: 90, total: 5 },
  segments: boundaries.slice(1).map((until, index) => {
    const from = boundaries[index] ?? NOW;
    const certificates = ['a', 'b', 'c'].map((host) => ({
      id: brandId<'certificate'>(`0198b5a0-0000-7000-8000-0000000000e${host}`),
      domain: `${host}.example`,
      expiresAt: from,
    }));
    return index === 2
      ? { from, until, count: 5, status: 'warning', certificates }
      : { from, until, count: 0, status: null, certificates: [] };
  }),
};

const trendDay = (day: string, given: Partial<DayOfTrends> = {}): DayOfTrends => ({
  ...{ day, total: 312, expired: 0, critical: 1, warning: 2, valid: 309, unreachable: 3, healthScore: 75, riskScore: 45 },
  ...{ late: 1, renewals: 4, issuersTotal: 5, issuers: [], groups: {} },
  ...given,
});
const dayBefore = (days: number): string =>
  addMs(NOW, -days * DAY_MS)
    .toISOString()
    .slice(0, 10);

beforeEach(() => {
  api.answer('analytics.trends', { value: { trends: [trendDay(dayBefore(3), { renewals: 2 }), trendDay(dayBefore(1))] } });
  api.answer('analytics.get', { value: figures() });
  api.answer('analytics.team', { value: team });
  api.answer('analytics.timeline', { value: timeline });
  api.answer('certificates.sslScores', { value: { sslScores: [score()], total: 1, nextCursor: null } });
});
const open = (who: Parameters<typeof renderAppScreen>[1] = {}) =>
  renderAppScreen(<AnalyticsScreen />, { at: '/analytics', path: '/analytics', plan: 'Enterprise', ...who });
const section = (name: string) => within(screen.getByRole('region', { name }));

describe('the scores', () => {
  it('have the words and the sums of the specification', async () => {
    open();
    expect(await screen.findByRole('img', { name: 'Security Risk Score 45 of 100: Good' })).toBeTruthy();
    expect(screen.getByText('1 critical × 25, 2 expiring soon × 10. Lower is better.')).toBeTruthy();
    expect(screen.getByRole('img', { name: 'SSL Health Score 75 of 100: Fair' })).toBeTruthy();
    expect(screen.getByText('15 points off for 1 critical, 10 for 2 expiring soon.')).toBeTruthy();
    expect(screen.getByText('of 312 healthy')).toBeTruthy();
    expect(screen.getByText('1 critical, 2 expiring soon')).toBeTruthy();
    expect(screen.getByText(/^Last updated/)).toBeTruthy();
  });

  it('are loaded again by Refresh', async () => {
    open();
    await screen.findByText('of 312 healthy');
    api.answer('analytics.get', { value: figures({ total: 313 }) });
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('of 313 healthy')).toBeTruthy();
  });

  it('of nothing say so', async () => {
    api.answer('analytics.get', {
      value: figures({
        ...{ total: 0, healthy: 0, critical: 0, expiring: 0, riskScore: 0, healthScore: 100 },
        averageDaysLeft: null,
        issuers: [],
      }),
    });
    open();
    expect(await screen.findByText('Nothing is monitored yet.')).toBeTruthy();
    expect(screen.getByText('No certificate was seen yet.')).toBeTruthy();
  });

  it('that did not load leave the rest', async () => {
    api.answer('analytics.get', { error: 'internal', message: 'Something failed.' });
    open();
    expect(await screen.findByText('The figures did not load')).toBeTruthy();
    expect(await screen.findByRole('link', { name: 'api.example' })).toBeTruthy();
  });
});

it('the table of scores turns its pages by the cursors of the server', async () => {
  const page = (domain: string, nextCursor: string | null) => ({
    value: { sslScores: [score({ domain, score: 58, chainValid: false })], total: 11, nextCursor },
  });
  api.answer('certificates.sslScores', page('first.example', 'later'));
  open();
  await screen.findByText('first.example');
  expect(screen.getByText('Not valid')).toBeTruthy();
  api.answer('certificates.sslScores', page('second.example', null));
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText('second.example');
  expect(api.callsOf('certificates.sslScores').at(-1)).toEqual({ sort: 'domain', order: 'asc', limit: 10, cursor: 'later' });
  fireEvent.click(screen.getByRole('button', { name: 'Previous' }));
  expect(await screen.findByText('first.example')).toBeTruthy();
});

it('the table of scores is sorted by the server, and begins again at the first page', async () => {
  const page = (domain: string) => ({ value: { sslScores: [score({ domain })], total: 11, nextCursor: 'later' } });
  api.answer('certificates.sslScores', page('first.example'));
  open();
  await screen.findByText('first.example');
  api.answer('certificates.sslScores', page('next.example'));
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText('next.example');
  api.answer('certificates.sslScores', page('sorted.example'));
  fireEvent.click(screen.getByRole('link', { name: 'Score' }));
  await screen.findByText('sorted.example');
  api.answer('certificates.sslScores', page('reversed.example'));
  fireEvent.click(screen.getByRole('link', { name: 'Score' }));
  await screen.findByText('reversed.example');
  expect(screen.getByRole('columnheader', { name: 'Score' }).getAttribute('aria-sort')).toBe('descending');
  expect(api.callsOf('certificates.sslScores').slice(-2)).toEqual([
    { sort: 'score', order: 'asc', limit: 10 },
    { sort: 'score', order: 'desc', limit: 10 },
  ]);
  expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe('/v1/certificates/ssl-scores/export?format=csv');
  expect(screen.getByRole('link', { name: '30 d' }).getAttribute('href')).toBe('/analytics?sort=score&order=desc&days=30');
});

describe('Team Analytics', () => {
  it('estimates the cost again for other assumptions', async () => {
    open();
    expect(await screen.findByText('$3,100')).toBeTruthy();
    const card = section('Estimated annual cost');
    expect(card.getByText('33% saved by grouping')).toBeTruthy();
    expect(card.getByText('An estimate. Actual savings may vary.')).toBeTruthy();
    fireEvent.change(card.getByLabelText('A wildcard group'), { target: { value: '1000' } });
    expect(card.getByText('$8,000')).toBeTruthy();
    expect(card.getByText('\u2212$3,350')).toBeTruthy();
    for (const odd of ['-5', '', 'NaN']) {
      fireEvent.change(card.getByLabelText('A wildcard group'), { target: { value: odd } });
      expect(card.getAllByText('$1,000')).toHaveLength(1);
    }
  });

  it('says how many certificates live too long for today', async () => {
    open();
    expect(await screen.findByText('38 certificates live for longer than a public CA may issue today.')).toBeTruthy();
  });
});

it('the timeline lists the first three of each segment, and leads to its certificates', async () => {
  open();
  const table = within(await screen.findByRole('table', { name: 'Lifecycle timeline' }));
  expect(screen.getByText('5 certificates expire in the next 90 days.')).toBeTruthy();
  const rows = table.getAllByRole('row').slice(1);
  expect(rows).toHaveLength(10);
  expect(rows[2]?.textContent).toMatch(/5a\.example \d+ d, b\.example \d+ d, c\.example \d+ d, 2 more$/);
  const [from, until] = boundaries.slice(2, 4).map((at) => at.toISOString().slice(0, 10));
  const [link] = within(rows[2] ?? document.body).getAllByRole('link');
  expect(decodeURIComponent(link?.getAttribute('href') ?? '').replaceAll('+', ' ')).toContain(`expires:>=${from} expires:<${until}`);
  expect(screen.getByRole('link', { name: '365 d' }).getAttribute('href')).toBe('/analytics?days=365');
});

describe('a plan without a part', () => {
  it.each([
    ['Essentials', ['Lifecycle', 'Estimated annual cost', 'Lifecycle timeline']],
    ['Team', ['Lifecycle timeline']],
  ] as const)('%s has a locked card, asks for no figure, and leads to the plans', async (plan, locked) => {
    open({ plan });
    await screen.findByText('of 312 healthy');
    for (const name of locked) expect(section(name).getByRole('link').getAttribute('href')).toBe('/billing');
    expect(api.callsOf('analytics.timeline')).toEqual([]);
    expect(api.callsOf('analytics.team')).toHaveLength(plan === 'Team' ? 1 : 0);
  });
});

describe('the trends', () => {
  it('are a table of the recorded days beside the charts, and a file', async () => {
    open();
    const table = within(await screen.findByRole('table', { name: 'Trends' }));
    const cellsOf = (row: HTMLElement) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    const [first, ...rest] = table.getAllByRole('row').slice(1);
    expect([first?.textContent?.slice(0, 10), rest.length]).toEqual([dayBefore(3), 1]);
    expect(cellsOf(first ?? document.body)).toEqual(['312', '0', '1', '2', '3', '75', '1', '2', '5']);
    expect(screen.getByRole('link', { name: 'Export CSV of the trends' }).getAttribute('href')).toBe(
      '/v1/analytics/trends/export?format=csv',
    );
    fireEvent.click(screen.getByRole('link', { name: '365 days' }));
    await waitFor(() => expect(api.callsOf('analytics.trends')).toEqual([{ days: 30 }, { days: 365 }]));
  });

  it('without a day say when the first comes', async () => {
    api.answer('analytics.trends', { value: { trends: [] } });
    open();
    expect(await screen.findByText('Each day is recorded after it ends, in UTC.')).toBeTruthy();
  });

  it('show the five most frequent issuers of the last day, and all others', async () => {
    const issuers = (...counts: number[]) => counts.map((count, index) => ({ name: `CA ${index}`, count }));
    const full = { issuersTotal: 12, issuers: [...issuers(90, 80, 70, 60), { name: 'CA 5', count: 1 }] };
    const last = { issuersTotal: 6, issuers: issuers(100, 90, 50, 40, 20, 10) };
    api.answer('analytics.trends', {
      value: {
        trends: [
          trendDay(dayBefore(4), full),
          trendDay(dayBefore(2), { total: 100, issuersTotal: 1, issuers: issuers(90) }),
          trendDay(dayBefore(1), last),
        ],
      },
    });
    open();
    const table = within(await screen.findByRole('table', { name: 'Issuers over 30 days' }));
    const cellsOf = (row: HTMLElement) => [...row.children].map(({ textContent }) => textContent);
    expect(table.getAllByRole('row').map(cellsOf)).toEqual([
      ['Day', 'CA 0', 'CA 1', 'CA 2', 'CA 3', 'CA 4', 'All others'],
      // Not among the ten that a day has, and there were more.
      [dayBefore(4), '90', '80', '70', '60', 'Not known', 'Not known'],
      [dayBefore(2), '90', '0', '0', '0', '0', '10'],
      [dayBefore(1), '100', '90', '50', '40', '20', '12'],
    ]);
  });

  it('leave a gap for a day that was not recorded', () => {
    const days = daysUntil(NOW, 30, [trendDay(dayBefore(3)), trendDay(dayBefore(1))]);
    expect(days).toHaveLength(30);
    expect(days.slice(-4).map(({ row }) => row?.total ?? null)).toEqual([null, 312, null, 312]);
  });
});

it('offers the evidence to admins alone', async () => {
  open({ role: 'admin' });
  expect((await screen.findByRole('link', { name: 'Export evidence' })).getAttribute('href')).toBe('/v1/evidence?format=file');
  clearScreen();
  open({ role: 'viewer' });
  await screen.findByText('of 312 healthy');
  expect(screen.queryByRole('link', { name: 'Export evidence' })).toBeNull();
});
