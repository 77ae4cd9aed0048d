import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useApiServer } from '../../../testing/api-server.ts';
import { clearScreen, renderAppScreen } from '../../../testing/render-app-screen.tsx';
import { operationId, sampleDetail, sampleOffer, sampleOperation, smallServer } from '../testing/samples.ts';
import type { CloudOffer } from '../types.ts';
import { CreateScreen } from './create-screen.tsx';

const api = useApiServer();
const answerCatalog = (...clouds: readonly CloudOffer[]) => api.answer('services.catalog', { value: { clouds } });
beforeEach(() => {
  window.sessionStorage.clear();
  api.answer('services.list', { value: { services: [], total: 0, nextCursor: null } });
  answerCatalog(smallServer, sampleOffer('aws'), sampleOffer('azure'));
});
afterEach(clearScreen);

const open = (role: 'admin' | 'viewer' = 'admin') =>
  renderAppScreen(<CreateScreen />, { at: '/services/create', path: '/services/create', role });
const radio = (group: string, name: string) =>
  within(screen.getByRole('radiogroup', { name: group })).getByRole<HTMLInputElement>('radio', { name });
const choose = (group: string, name: string) => fireEvent.click(radio(group, name));
const choosePlan = (name: string) => fireEvent.click(screen.getByRole('radio', { name }));
const bar = () => within(screen.getByRole('region', { name: 'Selection' }));
const barTexts = (): (string | null)[] =>
  bar()
    .getAllByRole('definition')
    .map(({ textContent }) => textContent?.trim() ?? null);
const deployButton = () => bar().getByRole<HTMLButtonElement>('button', { name: 'Deploy' });
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const chooseAll = async (): Promise<void> => {
  await screen.findByRole('radiogroup', { name: 'Solution' });
  choose('Solution', 'PostgreSQL');
  choose('Cloud provider', 'AWS');
  choose('Region', 'Frankfurt');
  choosePlan('hobbyist');
};
const confirm = async (): Promise<void> => {
  fireEvent.click(deployButton());
  fireEvent.click((await dialog('Confirm Deployment')).getByRole('button', { name: 'Confirm' }));
};

describe('the choices', () => {
  it('open one after another, fill the bar, and are stored in the tab', async () => {
    open();
    await screen.findByRole('radiogroup', { name: 'Solution' });
    expect(barTexts()).toEqual(['No solution selected', 'No region selected', 'No size selected']);
    expect(screen.queryByRole('radiogroup', { name: 'Region' })).toBeNull();
    choose('Solution', 'PostgreSQL');
    choose('Cloud provider', 'AWS');
    expect(screen.queryByRole('table', { name: 'Plans' })).toBeNull();
    choose('Region', 'Frankfurt');
    expect(deployButton().disabled).toBe(true);
    choosePlan('hobbyist');
    expect(barTexts()).toEqual(['PostgreSQL', 'Frankfurt eu-central-1', 'hobbyist 4 GB, 2 vCPUs']);
    expect(bar().getByText('$144.56')).toBeTruthy();
    expect(deployButton().disabled).toBe(false);
    expect(['database', 'cloud', 'region', 'plan'].map((key) => window.sessionStorage.getItem(key))).toEqual([
      'postgres',
      'aws',
      'eu-central-1',
      'hobbyist',
    ]);
  });

  it('offer AWS and this server, and no other cloud', async () => {
    open();
    await screen.findByRole('radiogroup', { name: 'Solution' });
    const names = within(screen.getByRole('radiogroup', { name: 'Cloud provider' })).getAllByRole('radio');
    expect(names.map((one) => one.closest('label')?.textContent)).toEqual([
      expect.stringContaining('This server'),
      expect.stringContaining('AWS10 regions'),
    ]);
    expect(screen.getByRole('link', { name: 'All cloud providers' }).getAttribute('href')).toBe('/services/create/cloud');
  });

  it('say why a solution cannot run on the chosen cloud, and let go of it', async () => {
    open();
    await screen.findByRole('radiogroup', { name: 'Solution' });
    expect(radio('Solution', 'Grafana').disabled).toBe(false);
    choose('Solution', 'Grafana');
    choose('Cloud provider', 'This server');
    expect(radio('Solution', 'Grafana').disabled).toBe(true);
    expect(screen.getByText(/grafana needs a container engine\./)).toBeTruthy();
    expect(barTexts()[0]).toBe('No solution selected');
    expect(radio('Solution', 'PostgreSQL').disabled).toBe(false);
  });

  it('show the version that would run, and how long it has updates', async () => {
    const old = { runs: true, by: 'process', version: '15.20' } as const;
    answerCatalog({ ...smallServer, solutions: { ...smallServer.solutions, postgres: old } });
    open();
    await screen.findByRole('radiogroup', { name: 'Solution' });
    expect(screen.queryByText(/updates until/)).toBeNull();
    choose('Cloud provider', 'This server');
    expect(screen.getByText(/Version 15\.20, updates until November 11, 2027/)).toBeTruthy();
  });

  it('list what only this server runs, and say that other clouds do not have it', async () => {
    const mariadb = { runs: true, by: 'process', version: '11.8.3-MariaDB' } as const;
    answerCatalog({ ...smallServer, solutions: { ...smallServer.solutions, mysql: mariadb } }, sampleOffer('aws'));
    open();
    await screen.findByRole('radiogroup', { name: 'Solution' });
    expect(radio('Solution', 'MariaDB').disabled).toBe(false);
    expect(screen.queryByText('Loki')).toBeNull();
    choose('Cloud provider', 'AWS');
    expect(screen.getByText(/MySQL is not offered on AWS\./)).toBeTruthy();
  });

  it('begin again below another cloud', async () => {
    open();
    await chooseAll();
    choose('Cloud provider', 'This server');
    expect(barTexts()).toEqual(['PostgreSQL', 'No region selected', 'No size selected']);
    expect(window.sessionStorage.getItem('region')).toBeNull();
  });

  it('scroll to the next step after a press, and stay where arrow keys choose', async () => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined);
    open();
    await screen.findByRole('radiogroup', { name: 'Solution' });
    choose('Solution', 'PostgreSQL');
    expect(scrolled).not.toHaveBeenCalled();
    fireEvent.pointerDown(radio('Cloud provider', 'AWS'));
    choose('Cloud provider', 'AWS');
    expect(scrolled.mock.instances.map((element) => element instanceof Element && element.id)).toEqual(['region']);
    scrolled.mockRestore();
  });

  it('show both sizes where this server is smaller than the plan', async () => {
    open();
    await screen.findByRole('radiogroup', { name: 'Solution' });
    choose('Solution', 'PostgreSQL');
    choose('Cloud provider', 'This server');
    choose('Region', 'This server');
    const row = screen.getByRole('row', { name: /professional/ });
    expect(within(row).getByText('16 GB')).toBeTruthy();
    expect(within(row).getByText('2 GB here')).toBeTruthy();
    choosePlan('professional');
    fireEvent.click(deployButton());
    const question = await dialog('Confirm Deployment');
    expect(question.getByText('16 GB, 4 vCPUs')).toBeTruthy();
    expect(question.getByText('2 GB, 2 vCPUs')).toBeTruthy();
  });
});

describe('a deployment', () => {
  it('is confirmed, followed to its end, and leads to the list', async () => {
    open();
    await chooseAll();
    fireEvent.click(deployButton());
    const question = await dialog('Confirm Deployment');
    expect(question.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      'PostgreSQL',
      'AWS',
      'Account of this installation',
      'Europe (Frankfurt) (eu-central-1)',
      'hobbyist',
      '4 GB, 2 vCPUs',
      '$144.56',
    ]);
    api.answer('services.deploy', { value: { resourceId: 'pg-7f3a91c2', status: 'deploying' } });
    api.answer('services.get', {
      value: sampleDetail({ status: 'deploying', runningSince: null, operation: sampleOperation({ percent: 33.4 }) }),
    });
    fireEvent.click(question.getByRole('button', { name: 'Confirm' }));
    const progress = await dialog('The deploy is in progress');
    expect(await progress.findByText('33%')).toBeTruthy();
    expect(progress.getAllByText('Creating the instance').length).toBeGreaterThan(0);
    expect(api.callsOf('services.deploy')).toEqual([{ cloud: 'aws', database: 'postgres', region: 'eu-central-1', plan: 'hobbyist' }]);
    api.answer('services.get', { value: sampleDetail() });
    const complete = await dialog('The deploy is complete');
    expect(complete.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('100');
    fireEvent.click(complete.getAllByRole('button', { name: 'Close' }).at(-1) ?? expect.fail('no button'));
    expect(await screen.findByText('elsewhere')).toBeTruthy();
  });

  it('says what it waits for when it takes longer than usual, and is cancelled', async () => {
    open();
    await chooseAll();
    api.answer('services.deploy', { value: { resourceId: 'pg-7f3a91c2', status: 'deploying' } });
    const slow = sampleOperation({ isSlow: true, lastAnswer: 'The cloud answered: throttled' });
    api.answer('services.get', { value: sampleDetail({ status: 'deploying', runningSince: null, operation: slow }) });
    await confirm();
    const progress = await dialog('The deploy is in progress');
    expect(
      await progress.findByText(/^Taking longer than usual: Creating the instance\. Last answer: The cloud answered: throttled\.$/),
    ).toBeTruthy();
    api.answer('jobs.cancel', { value: {} });
    api.answer('services.get', { error: 'service_not_found', message: 'Service not found.' });
    fireEvent.click(progress.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Deployment cancelled')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.callsOf('jobs.cancel')).toEqual([{ id: operationId }]);
    expect(deployButton().disabled).toBe(false);
  });

  it.each([
    [
      { error: 'cloud_not_enabled', message: 'This cloud is not enabled on this installation.' },
      'This cloud is not enabled on this installation.',
    ],
    [
      { error: 'invalid_input', message: 'Invalid input.', details: [{ path: 'region', message: 'is not a region of AWS' }] },
      'The region is not a region of AWS.',
    ],
    [{ error: 'internal', message: 'Something went wrong on our side. Please try again.' }, 'Deployment failed.'],
    ['silence', 'An unexpected error occurred.'],
  ] as const)('that the server refuses with %j says: %s', async (refusal, text) => {
    open();
    await chooseAll();
    api.answer('services.deploy', refusal);
    await confirm();
    const failure = await dialog('Deployment Error');
    expect(failure.getByRole('alert').textContent).toBe(text);
    fireEvent.click(failure.getAllByRole('button', { name: 'Close' }).at(-1) ?? expect.fail('no button'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(barTexts()[0]).toBe('PostgreSQL');
  });

  it.each([
    ['No capacity in this region.', 'No capacity in this region.'],
    [null, 'Deployment failed.'],
  ])('that fails later with %j says: %s', async (problem, text) => {
    open();
    await chooseAll();
    api.answer('services.deploy', { value: { resourceId: 'pg-7f3a91c2', status: 'deploying' } });
    api.answer('services.get', { value: sampleDetail({ status: 'failed', runningSince: null, problem }) });
    await confirm();
    expect((await dialog('Deployment Error')).getByRole('alert').textContent).toBe(text);
  });
});

it('asks for the first user of Metabase, and sends them with the deployment', async () => {
  answerCatalog(sampleOffer('local'));
  open();
  await screen.findByRole('radiogroup', { name: 'Solution' });
  choose('Solution', 'Metabase');
  choose('Cloud provider', 'This server');
  choose('Region', 'This server');
  choosePlan('hobbyist');
  fireEvent.click(deployButton());
  expect(await screen.findByText('Enter the email address of the first user.')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  const password = `~'"$(x) \\{}`;
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: ' ada@example.com ' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } });
  api.answer('services.deploy', { error: 'internal', message: '' });
  fireEvent.click(deployButton());
  const question = await dialog('Confirm Deployment');
  expect(question.getByText('ada@example.com')).toBeTruthy();
  fireEvent.click(question.getByRole('button', { name: 'Confirm' }));
  await dialog('Deployment Error');
  const place = { cloud: 'local', database: 'metabase', region: 'local', plan: 'hobbyist' };
  expect(api.callsOf('services.deploy')).toEqual([{ ...place, user: 'ada@example.com', password }]);
});

it('says that no cloud is enabled', async () => {
  answerCatalog();
  open();
  expect(await screen.findByText(/No cloud is enabled here\./)).toBeTruthy();
  expect(radio('Solution', 'PostgreSQL').disabled).toBe(true);
});

it('is for admins', async () => {
  open('viewer');
  expect(await screen.findByText('Your role does not allow this. Admins create services.')).toBeTruthy();
  expect(api.calls).toEqual([]);
});

it('says why the catalog did not load, and loads it on Retry', async () => {
  api.answer('services.catalog', { error: 'unavailable', message: 'Please try again shortly.' });
  open();
  expect((await screen.findByRole('alert')).textContent).toContain('The catalog did not load');
  answerCatalog(sampleOffer('aws'));
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('radiogroup', { name: 'Solution' })).toBeTruthy();
});
