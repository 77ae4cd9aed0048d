import { addMs, brandId, DAY_MS } from '@notafter/domain';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useApiServer } from '../../../testing/api-server.ts';
import { NOW } from '../../../testing/now.ts';
import { clearScreen, renderAppScreen } from '../../../testing/render-app-screen.tsx';
import { localService, sampleOperation, sampleService } from '../testing/samples.ts';
import type { Service, ServiceBackup } from '../types.ts';
import { ServicesScreen } from './services-screen.tsx';

const api = useApiServer();
beforeEach(() => {
  answerBackups([]);
  api.answer('services.cloudAccounts', { value: { accounts: [], clouds: [] } });
});
afterEach(clearScreen);

const answerBackups = (backups: readonly ServiceBackup[]) => api.answer('services.backups', { value: { backups, drills: [] } });

const answerList = (services: readonly Service[], total = services.length) =>
  api.answer('services.list', { value: { services, total, nextCursor: null } });
const open = (role: 'admin' | 'viewer' = 'admin') => renderAppScreen(<ServicesScreen />, { at: '/services', path: '/services', role });
const rowsOf = async (): Promise<string[]> => {
  const table = await screen.findByRole('table', { name: 'Services' });
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent).join(' | '));
};

it('lists each service with status, plan, place, price, certificate and start', async () => {
  answerList([
    sampleService(),
    localService({
      resourceId: 'gr-00000001',
      solution: 'grafana',
      plan: 'professional',
      status: 'failed',
      problem: 'No room.',
      runningSince: null,
      certificateNotAfter: null,
    }),
    localService({
      resourceId: 'my-00000002',
      solution: 'mysql',
      version: '11.8.3-MariaDB',
      status: 'resizing',
      operation: sampleOperation({ kind: 'service_resize', percent: 45.9 }),
    }),
  ]);
  open();
  await screen.findByRole('link', { name: 'pg-7f3a91c2' });
  expect(await rowsOf()).toEqual([
    'pg-7f3a91c2 | Running | PostgreSQL | hobbyist | AWSEurope (Frankfurt) | $144.56$104.56 so far | 2027-01-08 | 2026-10-10',
    'gr-00000001 | Failed | Grafana | professional | This server | $531.61 | \u2013 | \u2013',
    'No room.',
    'my-00000002 | Resizing 45% | MariaDB | hobbyist | This server | $144.56$104.56 so far | 2027-01-08 | 2026-10-10',
  ]);
  expect(screen.getByRole('link', { name: 'pg-7f3a91c2' }).getAttribute('href')).toBe('/services/pg-7f3a91c2');
});

it('follows operations to their end, and stops asking then', async () => {
  answerList([sampleService({ status: 'deploying', operation: sampleOperation() })]);
  open();
  await screen.findByText('Deploying 20%');
  answerList([sampleService()]);
  expect(await screen.findByText('Running')).toBeTruthy();
  expect(api.callsOf('services.list')).toHaveLength(2);
});

it('leads an admin to the first service, and says to a viewer who can', async () => {
  answerList([]);
  open();
  expect((await screen.findByRole('link', { name: 'Create Service' })).getAttribute('href')).toBe('/services/create');
  clearScreen();
  open('viewer');
  expect(await screen.findByText('An admin of your organization can deploy the first service.')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Create Service' })).toBeNull();
});

it('offers Create Service to admins alone', async () => {
  answerList([sampleService()]);
  open('viewer');
  await screen.findByRole('link', { name: 'pg-7f3a91c2' });
  expect(screen.queryByRole('link', { name: 'Create Service' })).toBeNull();
  clearScreen();
  open('admin');
  expect(await screen.findByRole('link', { name: 'Create Service' })).toBeTruthy();
});

it('shows a skeleton, then why the list did not load, and loads it on Retry', async () => {
  api.answer('services.list', { error: 'unavailable', message: 'Please try again shortly.' });
  const release = api.hold('services.list');
  open();
  expect(screen.getByRole('table', { name: 'Services' }).getAttribute('aria-busy')).toBe('true');
  release();
  expect((await screen.findByRole('alert')).textContent).toContain('Services did not loadPlease try again shortly. They keep running.');
  answerList([sampleService()]);
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('link', { name: 'pg-7f3a91c2' })).toBeTruthy();
});

it('turns pages, and says when there are more services than it lists', async () => {
  const services = Array.from({ length: 12 }, (_, number) => sampleService({ resourceId: `pg-000000${String(number).padStart(2, '0')}` }));
  answerList(services, 512);
  open();
  await screen.findByText('The newest 12 of 512 services are listed.');
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(screen.getByRole('link', { name: 'pg-00000011' })).toBeTruthy());
  expect(screen.queryByRole('link', { name: 'pg-00000000' })).toBeNull();
});

describe('backups of deleted services', () => {
  const backup: ServiceBackup = {
    id: brandId('0198b5a0-0000-7000-8000-000000000041'),
    resourceId: 'pg-00000009',
    solution: 'postgres',
    serviceDeletedAt: addMs(NOW, -DAY_MS),
    cause: 'deletion',
    state: 'ok',
    failure: null,
    engine: '18.4',
    bytes: 4_200_000,
    tables: 3,
    takenAt: addMs(NOW, -DAY_MS),
    finishedAt: addMs(NOW, -DAY_MS),
  };

  it('are listed if they are good, and restored as new services', async () => {
    answerList([]);
    answerBackups([
      backup,
      { ...backup, id: brandId('0198b5a0-0000-7000-8000-000000000042'), resourceId: 'pg-failed', state: 'failed', bytes: null },
      { ...backup, id: brandId('0198b5a0-0000-7000-8000-000000000043'), resourceId: 'pg-kept', serviceDeletedAt: null },
    ]);
    open();
    const table = within(await screen.findByRole('table', { name: 'Backups of deleted services' }));
    expect(table.getAllByRole('row')).toHaveLength(2);
    api.answer('services.restore', { value: { resourceId: 'pg-new' } });
    fireEvent.click(table.getByRole('button', { name: 'Restore pg-00000009' }));
    const ask = within(await screen.findByRole('dialog', { name: 'Restore as new service' }));
    fireEvent.click(ask.getByRole('button', { name: 'Restore' }));
    await waitFor(() => expect(api.callsOf('services.restore')).toEqual([{ id: backup.id, into: 'new', backsUpFirst: true }]));
  });

  it('are shown to viewers without a restore, and not at all if there are none', async () => {
    answerList([sampleService()]);
    answerBackups([backup]);
    open('viewer');
    const table = within(await screen.findByRole('table', { name: 'Backups of deleted services' }));
    expect(table.queryByRole('button', { name: /Restore/ })).toBeNull();
    clearScreen();
    answerBackups([]);
    open();
    await screen.findByRole('link', { name: 'pg-7f3a91c2' });
    expect(screen.queryByText('Backups of deleted services')).toBeNull();
  });

  it('can be asked for again if they did not load', async () => {
    answerList([]);
    api.answer('services.backups', { error: 'internal', message: 'Something went wrong.' });
    open();
    answerBackupsAfter(await screen.findByText('The backups did not load'));
    await screen.findByRole('table', { name: 'Backups of deleted services' });
  });

  const answerBackupsAfter = (shown: HTMLElement): void => {
    answerBackups([backup]);
    const panel = shown.closest('section') ?? document.body;
    fireEvent.click(within(panel).getByRole('button', { name: 'Retry' }));
  };
});
