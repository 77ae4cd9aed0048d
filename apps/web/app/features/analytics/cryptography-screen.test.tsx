import { addMs, DAY_MS, dateText } from '@notafter/domain';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useApiServer } from '../../testing/api-server.ts';
import { NOW } from '../../testing/now.ts';
import { clearScreen, renderAppScreen } from '../../testing/render-app-screen.tsx';
import { CryptographyScreen } from './cryptography-screen.tsx';
import type { CryptographyInventory, DayOfTrends } from './types.ts';

const api = useApiServer();
afterEach(clearScreen);

const inventory = (given: Partial<CryptographyInventory> = {}): CryptographyInventory => ({
  ...{ total: 312, postQuantum: 280, withGroup: 300 },
  parts: [
    {
      part: 'protocol',
      values: [
        { name: 'TLSv1.3', count: 300 },
        { name: 'TLSv1.2', count: 12 },
      ],
    },
    { part: 'group', values: [] },
  ],
  ...given,
});
const day: DayOfTrends = {
  ...{ day: dateText(addMs(NOW, -DAY_MS)), total: 312, expired: 0, critical: 0, warning: 0, valid: 312, unreachable: 0, healthScore: 100 },
  ...{ riskScore: 0, late: 0, renewals: 0, issuersTotal: 1, issuers: [], groups: { X25519MLKEM768: 280, X25519: 15, 'P-256': 5 } },
};

beforeEach(() => {
  api.answer('analytics.cryptography', { value: inventory() });
  api.answer('analytics.trends', { value: { trends: [day] } });
});
const open = () =>
  renderAppScreen(<CryptographyScreen />, { at: '/analytics/cryptography', path: '/analytics/cryptography', plan: 'Starter' });

it('counts each value, and says how many endpoints resist a quantum computer', async () => {
  open();
  const cards = within(await screen.findByRole('list', { name: 'Post-quantum key exchange' }));
  expect(cards.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Post-quantum key exchange280 93.3% of known',
    'Classical key exchange20 ',
    'Unknown key exchange12 ',
  ]);
  const protocols = within(screen.getByRole('list', { name: 'Protocols' })).getAllByRole('listitem');
  expect(protocols.map(({ textContent }) => textContent)).toEqual(['TLSv1.3300', 'TLSv1.212']);
  expect(screen.getByText('Not known.')).toBeTruthy();
});

it('has the trend as a table beside its chart, and the file', async () => {
  open();
  const rows = within(await screen.findByRole('table', { name: 'Key exchange over a year' })).getAllByRole('row');
  expect(rows.at(-1)?.textContent).toBe(`${day.day}28020`);
  expect(screen.getByRole('link', { name: 'Export CBOM, CycloneDX 1.7' }).getAttribute('href')).toBe('/v1/cryptography/cbom');
});

it('says so if nothing was reached yet, and if it did not load', async () => {
  api.answer('analytics.cryptography', { value: inventory({ total: 0 }) });
  open();
  expect(await screen.findByText('No handshakes yet')).toBeTruthy();
  clearScreen();
  api.answer('analytics.cryptography', { error: 'internal', message: 'No.' });
  open();
  expect(await screen.findByText('The cryptography did not load')).toBeTruthy();
});
