import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useApiServer } from '../../../testing/api-server.ts';
import { clearScreen, renderAppScreen } from '../../../testing/render-app-screen.tsx';
import { sampleOffer, smallServer } from '../testing/samples.ts';
import { CloudScreen } from './cloud-screen.tsx';

const api = useApiServer();
beforeEach(() => {
  window.sessionStorage.clear();
  api.answer('services.catalog', { value: { clouds: [smallServer, sampleOffer('digitalocean')] } });
});
afterEach(clearScreen);

const open = (search = '') => renderAppScreen(<CloudScreen />, { at: `/services/create/cloud${search}`, path: '/services/create/cloud' });
const providers = async (): Promise<string[]> => {
  const table = await screen.findByRole('table', { name: 'Cloud providers' });
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent ?? '');
};
const provider = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
const summary = () => within(screen.getByRole('region', { name: 'Service Summary' }));

it('lists every provider, and lets enabled ones be chosen', async () => {
  open();
  expect(await providers()).toEqual([
    'AWS10 regionsNot enabled on this installation',
    'DigitalOcean10 regionsEnabled',
    'Google Cloud20 regionsNot enabled on this installation',
    'Azure58 regionsNot enabled on this installation',
    'This server1 regionEnabled',
  ]);
  expect([provider('AWS').disabled, provider('DigitalOcean').disabled]).toEqual([true, false]);
});

it('sums the choices up with their monthly cost, and deploys them', async () => {
  open('?solution=postgres');
  await providers();
  const deploy = summary().getByRole<HTMLButtonElement>('button', { name: 'Deploy Service' });
  expect(summary().getByText('PostgreSQL')).toBeTruthy();
  expect(summary().getByText('No cloud selected')).toBeTruthy();
  fireEvent.click(provider('DigitalOcean'));
  fireEvent.click(screen.getByRole('radio', { name: 'Frankfurt 1' }));
  expect(deploy.disabled).toBe(true);
  fireEvent.click(screen.getByRole('radio', { name: 'hobbyist' }));
  expect(
    summary()
      .getAllByRole('definition')
      .map(({ textContent }) => textContent),
  ).toEqual(['PostgreSQL', 'DigitalOcean', 'Frankfurt 1', 'fra1', 'hobbyist', 't2.medium', '4 GB, 2 vCPUs, 60 GB', '3 TB', '$144.56']);
  fireEvent.click(deploy);
  const question = within(await screen.findByRole('dialog', { name: 'Confirm Deployment' }));
  api.answer('services.deploy', { error: 'cloud_not_enabled', message: 'This cloud is not enabled on this installation.' });
  fireEvent.click(question.getByRole('button', { name: 'Confirm' }));
  await screen.findByRole('dialog', { name: 'Deployment Error' });
  expect(api.callsOf('services.deploy')).toEqual([{ cloud: 'digitalocean', database: 'postgres', region: 'fra1', plan: 'hobbyist' }]);
});

it('shows both sizes where this server is smaller than the plan', async () => {
  open('?solution=postgres');
  await providers();
  fireEvent.click(provider('This server'));
  fireEvent.click(screen.getByRole('radio', { name: 'This server', description: 'local' }));
  expect(screen.getAllByText(/In force here: 2 GB, 2 vCPUs/)).toHaveLength(4);
  fireEvent.click(screen.getByRole('radio', { name: 'business' }));
  expect(summary().getByText('2 GB, 2 vCPUs')).toBeTruthy();
});
