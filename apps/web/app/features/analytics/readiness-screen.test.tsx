import {
  brandId,
  defaultWorkAssumptions,
  firstAffected,
  nextRenewalOf,
  type RenewalFactsOfEndpoint,
  readinessLimitsOf,
  readinessStagesOf,
  readinessStateOf,
  renewalHabitOf,
  workOf,
} from '@notafter/domain';
import { clientTable } from '@notafter/domain/client-table';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useApiServer } from '../../testing/api-server.ts';
import { NOW } from '../../testing/now.ts';
import { clearScreen, renderAppScreen } from '../../testing/render-app-screen.tsx';
import { ReadinessScreen } from './readiness-screen.tsx';
import type { EndpointReadiness, Readiness, ReadinessList } from './types.ts';

const api = useApiServer();
afterEach(clearScreen);

const limits = readinessLimitsOf(clientTable, NOW);
const stages = readinessStagesOf(clientTable, NOW);
const facts: RenewalFactsOfEndpoint = { issuer: 'DigiCert Inc', isPublic: true, clientAuth: false, lifeDays: 200, rhythmDays: 182.5 };
const habit = renewalHabitOf(facts);
const id = brandId<'certificate'>('0198b5a0-0000-7000-8000-0000000000c1');

const none = { unaffected: 0, ready: 0, moreWork: 0, check: 0, misses: 0 };
const readiness = (given: Partial<Readiness> = {}): Readiness => ({
  total: 3,
  ways: { acme: 1, byHand: 2, internal: 0 },
  limits: limits.map((limit) => ({
    ...limit,
    counts: limit.id.includes('100-days') ? { ...none, ready: 1, misses: 2 } : { ...none, ready: 3 },
  })),
  stages: stages.map((stage) => ({ ...stage, work: workOf(habit, { certificates: 1, endpoints: 2 }, stage) })),
  first: [
    {
      ...{ id, domain: 'shop.example', issuer: 'DigiCert Inc', endpoints: 2, everyDays: habit.everyDays },
      work: stages.map((stage) => workOf(habit, { certificates: 1, endpoints: 2 }, stage)),
    },
  ],
  assumptions: defaultWorkAssumptions,
  ...given,
});
const endpoint: EndpointReadiness = {
  ...{ id, domain: 'shop.example' },
  renewal: { way: habit.way, everyDays: habit.everyDays, lifeDays: 200, issuer: 'DigiCert Inc', next: nextRenewalOf(habit, NOW, NOW) },
  effects: limits.map((limit) => {
    const state = readinessStateOf(habit, limit, 200);
    return { limit: limit.id, state, at: state === 'misses' ? firstAffected(habit, NOW, limit, NOW) : null };
  }),
};
const list = (endpoints: readonly EndpointReadiness[]): ReadinessList => ({ endpoints, limits, total: endpoints.length, nextCursor: null });

beforeEach(() => {
  api.answer('analytics.readiness', { value: readiness() });
  api.answer('analytics.readinessByEndpoint', {
    value: list([endpoint, { id: brandId(`${id.slice(0, -1)}2`), domain: 'never.example', renewal: null, effects: [] }]),
  });
});
const open = () => renderAppScreen(<ReadinessScreen />, { at: '/analytics/readiness', path: '/analytics/readiness', plan: 'Starter' });
const table = async (name: string) => within(await screen.findByRole('table', { name }));
const cellsOf = (row: HTMLElement): string[] =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent ?? '');

describe('readiness', () => {
  it('says what each limit does to the renewals, with its source', async () => {
    open();
    const rows = (await table('Coming limits')).getAllByRole('row').slice(1);
    expect(rows).toHaveLength(limits.length);
    const limit = within(rows.find((row) => row.textContent?.startsWith('100 days')) ?? document.body);
    expect(limit.getByText('2 renewals missed')).toBeTruthy();
    expect(limit.getByRole('link', { name: '100 days' }).getAttribute('href')).toBe(clientTable.lifetimes.source.url);
  });

  it('works out hours and cost by hand, again for each assumption', async () => {
    open();
    const hoursOfLast = async () => cellsOf((await table('Work by hand in a year')).getAllByRole('row').at(-1) ?? document.body).slice(-2);
    // 8.51 orders and validations and 17.02 installs.
    expect(await hoursOfLast()).toEqual(['15', '$1,117']);
    fireEvent.keyDown(screen.getByRole('slider', { name: 'An hour of work' }), { key: 'Home' });
    expect(await hoursOfLast()).toEqual(['15', '$0']);
    fireEvent.keyDown(screen.getByRole('slider', { name: 'Automated first' }), { key: 'End' });
    expect(await hoursOfLast()).toEqual(['0', '$0']);
  });

  it('names what to automate first, and when each endpoint is missed', async () => {
    open();
    expect((await table('Automate first')).getByRole('link', { name: 'shop.example' }).getAttribute('href')).toBe(`/certificates/${id}`);
    const [, shop, never] = (await table('Readiness of endpoints')).getAllByRole('row');
    expect(shop?.textContent).toContain('By hand, every 183 days');
    expect(shop?.textContent).toMatch(/Missed \d{4}-\d\d-\d\d: 100 days/);
    expect(never?.textContent).toContain('Never reached');
    expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe('/v1/readiness/export?format=csv');
  });

  it('says so if nothing is renewed by hand', async () => {
    api.answer('analytics.readiness', { value: readiness({ first: [], ways: { acme: 3, byHand: 0, internal: 0 } }) });
    open();
    expect(await screen.findByText('Nothing is renewed by hand')).toBeTruthy();
  });

  it('says so if nothing was reached yet', async () => {
    api.answer('analytics.readiness', { value: readiness({ total: 0 }) });
    open();
    expect(await screen.findByText('No certificates yet')).toBeTruthy();
  });

  it('says so if it did not load', async () => {
    api.answer('analytics.readiness', { error: 'internal', message: 'No.' });
    open();
    expect(await screen.findByText('The readiness did not load')).toBeTruthy();
  });
});
