import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useApiServer } from '../../../testing/api-server.ts';
import { clearScreen, renderAppScreen } from '../../../testing/render-app-screen.tsx';
import { operationId, sampleDetail, sampleOffer, sampleOperation, smallServer } from '../testing/samples.ts';
import type { ServiceDetail } from '../types.ts';
import { ResizeScreen } from './resize-screen.tsx';

const api = useApiServer();
const answer = (changes: Partial<ServiceDetail> = {}) => api.answer('services.get', { value: sampleDetail(changes) });
const operation = sampleOperation({ kind: 'service_resize', label: 'Changing the size' });
beforeEach(() => {
  window.sessionStorage.clear();
  api.answer('services.catalog', { value: { clouds: [smallServer, sampleOffer('aws'), sampleOffer('azure')] } });
  answer();
});
afterEach(clearScreen);

const resourceId = 'pg-7f3a91c2';
const open = (role: 'admin' | 'viewer' = 'admin') =>
  renderAppScreen(<ResizeScreen resourceId={resourceId} />, {
    at: `/services/${resourceId}/resize`,
    path: '/services/:resourceId/resize',
    role,
  });
const rows = async (): Promise<string[]> => {
  const table = await screen.findByRole('table', { name: 'Plans' });
  return within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent).join(' | '));
};
const summary = () => within(screen.getByRole('region', { name: 'Summary' }));
const summaryTexts = () =>
  summary()
    .getAllByRole('definition')
    .map(({ textContent }) => textContent);
const button = () => summary().getByRole<HTMLButtonElement>('button', { name: 'Resize' });
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const choose = async (plan: string) => fireEvent.click(await screen.findByRole('radio', { name: plan }));

it.each(['hobbyist', 'professional'] as const)('offers the plans but %s, which the service has', async (plan) => {
  answer({ plan });
  open();
  expect(await rows()).toEqual([
    'RAM | vCPUs | Transfer | EBS | Plan | Price | Select',
    ...(plan === 'hobbyist'
      ? ['16 GB | 4 | 5 TB | 100 GB | professional | $531.61 | ']
      : ['4 GB | 2 | 3 TB | 60 GB | hobbyist | $144.56 | ']),
    '64 GB | 8 | 7 TB | 200 GB | business | $1,374.82 | ',
    '128 GB | 16 | 8 TB | 500 GB | enterprise | $2,749.65 | ',
  ]);
});

it('shows both sizes where this server is smaller than the plan', async () => {
  answer({ cloud: 'local', region: 'local', regionName: 'This server' });
  open();
  await screen.findAllByText('2 GB here');
  expect((await rows())[1]).toBe('16 GB2 GB here | 42 here | 5 TB | 100 GB | professional | $531.61 | ');
});

it('sums up what the tab remembers, and the chosen plan', async () => {
  open();
  await rows();
  expect(summaryTexts()).toEqual([resourceId, 'AWS', 'PostgreSQL', 'Europe (Frankfurt)', 'No size selected']);
  expect(button().disabled).toBe(true);
  await choose('professional');
  expect(summaryTexts().slice(4)).toEqual(['professional: 16 GB, 4 vCPUs, 100 GB', 'm4.xlarge', '$531.61 (estimated)']);
  expect(window.sessionStorage.getItem('new_size')).toBe('m4.xlarge');
  window.sessionStorage.setItem('region', 'eastus');
  await choose('business');
  expect(summaryTexts()[3]).toBe('eastus');
});

it('has one entry for Azure, which says that it cannot', async () => {
  answer({ cloud: 'azure', region: 'eastus', regionName: 'East US' });
  open();
  expect(await screen.findByText('Azure does not support resizing')).toBeTruthy();
  expect(screen.queryByRole('radio')).toBeNull();
  expect(button().disabled).toBe(true);
});

describe('a resize', () => {
  it('is followed to its end, and leads to the list', async () => {
    open();
    await choose('professional');
    api.answer('services.resize', { value: { operationId } });
    answer({ status: 'resizing', operation });
    fireEvent.click(button());
    const progress = await dialog('The resizing is in progress');
    expect((await progress.findAllByText('Changing the size')).length).toBeGreaterThan(0);
    expect(api.callsOf('services.resize')).toEqual([{ resourceId, plan: 'professional' }]);
    answer({ plan: 'professional' });
    const complete = await dialog('The instance was resized correctly');
    fireEvent.click(complete.getAllByRole('button', { name: 'Close' }).at(-1) ?? expect.fail('no button'));
    expect(await screen.findByText('elsewhere')).toBeTruthy();
  });

  it('that is refused closes the dialog and says why, until the next try', async () => {
    open();
    await choose('professional');
    api.answer('services.resize', { error: 'service_busy', message: 'Another operation on this service is running.' });
    fireEvent.click(button());
    expect((await screen.findByRole('alert')).textContent).toBe('Another operation on this service is running.');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const release = api.hold('services.resize');
    fireEvent.click(button());
    await dialog('The resizing is in progress');
    expect(screen.queryByRole('alert')).toBeNull();
    release();
    await screen.findByRole('alert');
  });

  it('that fails on the way says why', async () => {
    open();
    await choose('professional');
    api.answer('services.resize', { value: { operationId } });
    answer({ status: 'resizing', operation });
    fireEvent.click(button());
    await dialog('The resizing is in progress');
    answer({ problem: 'No capacity for this plan.' });
    expect((await screen.findByRole('alert')).textContent).toBe('No capacity for this plan.');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

it('is for admins', async () => {
  open('viewer');
  expect(await screen.findByText('Your role does not allow this. Admins resize services.')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});
