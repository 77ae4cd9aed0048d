import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useApiServer } from '../../../testing/api-server.ts';
import { NOW } from '../../../testing/now.ts';
import { clearScreen, renderAppScreen } from '../../../testing/render-app-screen.tsx';
import type { Widgets } from '../types.ts';
import LoadedWidgets from './loaded-widgets.tsx';

const api = useApiServer();
afterEach(clearScreen);

const framework = (name: 'PCI DSS' | 'HIPAA' | 'SOC 2', compliant: number, level: Widgets['compliance'][number]['level']) => ({
  framework: name,
  rule: 'Not expired',
  compliant,
  total: 10,
  percent: level === null ? null : compliant * 10,
  level,
});
const figures: Widgets = {
  issuers: Array.from({ length: 9 }, (_, index) => ({ name: `Issuer ${index}`, count: 20 - index, percent: 12.5 })),
  issuersTotal: 9,
  seen: 10,
  computedAt: NOW,
  compliance: [framework('PCI DSS', 10, 'Compliant'), framework('HIPAA', 8, 'Partial'), framework('SOC 2', 7, 'Non-compliant')],
  savings: {
    names: 7,
    individualCost: 1050,
    wildcardGroups: 2,
    extraDomains: 1,
    groupedCost: 1150,
    savings: 100,
    groups: [
      { parent: 'example.com', names: 4, individualCost: 600, wildcardCost: 500, saving: 100 },
      { parent: 'example.co.uk', names: 2, individualCost: 300, wildcardCost: 500, saving: -200 },
    ],
    assumptions: { individual: 150, wildcard: 500 },
  },
};

const expiries = [
  { month: '2026-11', count: 0 },
  { month: '2026-12', count: 1 },
  { month: '2027-01', count: 1200 },
];

const open = async (changes: Partial<Widgets> = {}) => {
  api.answer('certificates.widgets', { value: { ...figures, ...changes } });
  api.answer('analytics.expiries', { value: { expiries } });
  renderAppScreen(<LoadedWidgets />);
  await screen.findByRole('region', { name: 'Issuer distribution' });
};

it('says of each framework how far it is kept, and in a word', async () => {
  await open();
  const cards = within(screen.getByRole('list', { name: 'Frameworks' }))
    .getAllByRole('listitem')
    .map((card) => card.textContent);
  expect(cards).toEqual([
    expect.stringContaining('Compliant100% 10 of 10 certificates'),
    expect.stringContaining('Partial80% 8 of 10 certificates'),
    expect.stringContaining('Non-compliant70% 7 of 10 certificates'),
  ]);
});

it('lists eight issuers, the most frequent first, and all when asked; each leads to its certificates', async () => {
  await open();
  const panel = within(screen.getByRole('region', { name: 'Issuer distribution' }));
  expect(panel.getAllByRole('listitem').map((item) => item.textContent)[0]).toBe('Issuer 02012.5%');
  expect(panel.getAllByRole('listitem')).toHaveLength(8);
  fireEvent.click(panel.getByRole('button', { name: 'View All (9)' }));
  expect(panel.getAllByRole('listitem')).toHaveLength(9);
  expect(panel.getByRole('link', { name: 'Issuer 8' }).getAttribute('href')).toBe('/certificates?q=issuer%3A%22Issuer+8%22');
});

it('labels the savings with what they assume, and shows where single certificates are cheaper', async () => {
  await open();
  const panel = within(screen.getByRole('region', { name: 'Cost savings' }));
  expect(panel.getByText('$100', { selector: 'strong' })).toBeTruthy();
  expect(panel.getByText('a year less with a wildcard for one parent.')).toBeTruthy();
  expect(panel.getByText(/\$150 a year for a certificate of one name, \$500 for a wildcard/)).toBeTruthy();
  expect(panel.getByText('\u2212$200')).toBeTruthy();
});

it('invents no figures for an organization whose certificates were never seen', async () => {
  const savings = { ...figures.savings, names: 0, savings: 0, groups: [] };
  await open({ issuers: [], issuersTotal: 0, compliance: [framework('PCI DSS', 0, null)], savings });
  expect(screen.getByText('Not known')).toBeTruthy();
  expect(screen.getByText('No names to compare yet.')).toBeTruthy();
  expect(screen.queryByText(/%/)).toBeNull();
});

it('says that they did not load and that the list is not affected', async () => {
  api.answer('certificates.widgets', { error: 'internal', message: 'Something went wrong on our side. Please try again.' });
  renderAppScreen(<LoadedWidgets />);
  expect(await screen.findByText(/The list is not affected\./)).toBeTruthy();
  api.answer('certificates.widgets', { value: figures });
  api.answer('analytics.expiries', { value: { expiries } });
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('region', { name: 'Cost savings' })).toBeTruthy();
});

it('lists the months in which certificates expire; each leads to its certificates', async () => {
  await open();
  const panel = within(await screen.findByRole('list', { name: 'Months' }));
  expect(panel.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'December 20261 certificate',
    'January 20271,200 certificates',
  ]);
  const link = panel.getByRole('link', { name: 'December 2026' }).getAttribute('href') ?? '';
  expect(new URL(link, 'https://notafter.example').searchParams.get('q')).toBe('expires:>=2026-12-01 expires:<2027-01-01');
});

it('says that expiries did not load, beside the other figures', async () => {
  api.answer('certificates.widgets', { value: figures });
  api.answer('analytics.expiries', { error: 'internal', message: 'Something went wrong on our side. Please try again.' });
  renderAppScreen(<LoadedWidgets />);
  expect(await screen.findByText(/Expiries did not load/)).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Cost savings' })).toBeTruthy();
});
