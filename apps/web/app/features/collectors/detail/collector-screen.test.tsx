import { addMs, DAY_MS } from '@notafter/domain';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useApiServer } from '../../../testing/api-server.ts';
import { NOW } from '../../../testing/now.ts';
import { clearScreen, renderAppScreen } from '../../../testing/render-app-screen.tsx';
import { collectorId, sampleBundle, sampleCollector, sampleFile, waitingCollector } from '../testing/samples.ts';
import type { Bundle, Collector, CollectorFile } from '../types.ts';
import { CollectorScreen } from './collector-screen.tsx';

const api = useApiServer();
afterEach(clearScreen);

const answer = (collector: Collector, bundles: readonly Bundle[] = [sampleBundle()], filesBeyondLimit = 0): void =>
  api.answer('collectors.get', { value: { collector, bundles, filesBeyondLimit } });
const answerFiles = (files: readonly CollectorFile[], page: { readonly total?: number; readonly nextCursor?: string } = {}): void =>
  api.answer('collectors.files', { value: { files, total: files.length, nextCursor: null, ...page } });
beforeEach(() => {
  answer(sampleCollector());
  answerFiles([sampleFile()]);
});

const open = (who: Parameters<typeof renderAppScreen>[1] = {}) =>
  renderAppScreen(<CollectorScreen id={collectorId} />, {
    at: `/collectors/${collectorId}`,
    path: '/collectors/:id',
    plan: 'Enterprise',
    ...who,
  });
const region = async (name: string) => within(await screen.findByRole('region', { name }));
const click = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const cellsOf = async (name: string) => {
  const table = await screen.findByRole('table', { name });
  return [...table.querySelectorAll('tbody tr')].map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent));
};

describe('the facts', () => {
  it('are what the collector said of itself, and when it was heard', async () => {
    open();
    await region('Facts');
    const facts = await cellsOf('Facts');
    expect(facts.map(([name, value]) => [name, value])).toEqual([
      ['Last report', '14 minutes ago, 2026-11-20 09:22 UTC'],
      ['Last call', '2026-11-20 09:35 UTC'],
      ['Silent from', '2026-11-20 12:36 UTC'],
      ['Reports', 'Online, every hour'],
      ['Host', 'vault-1'],
      ['Version', '0.1.0'],
      ['May probe', '10.0.0.0/8; ports 443, 8443'],
      ['Key', expect.stringContaining('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo')],
      ['Enrolled', '2026-10-12 09:36 UTC'],
    ]);
  });

  it('begin with what is wrong', async () => {
    answer(sampleCollector({ state: 'silent', clockOffsetMs: 600_000, missingBundles: 2 }));
    open();
    expect(await screen.findByText(/^It has not reported for three intervals,/)).toBeTruthy();
    expect(screen.getByText(/^Its clock is 10 minutes ahead\./)).toBeTruthy();
    expect(screen.getByText(/^2 bundles never arrived\./)).toBeTruthy();
  });

  it('that do not load offer another try, and a collector that is gone says so', async () => {
    api.answer('collectors.get', { error: 'internal', message: 'Something went wrong on our side.' });
    open();
    expect(await screen.findByText('The collector did not load')).toBeTruthy();
    api.answer('collectors.get', { error: 'collector_not_found', message: 'Collector not found.' });
    await click('Retry');
    expect(await screen.findByText('Collector not found')).toBeTruthy();
  });
});

describe('files', () => {
  it('say their certificate, its end, the key beside it, and why one could not be read', async () => {
    const unreadable = sampleFile({
      ...{ key: 'b', path: '/etc/java/store.jks', alias: 'corp', role: null, hasKey: false, certificate: null },
      problem: 'The password is wrong.',
    });
    const authority = sampleFile({ key: 'c', path: '/etc/ssl/ca.pem', role: 'authority', hasKey: false });
    answerFiles([sampleFile(), unreadable, authority]);
    answer(sampleCollector({ files: 3, filesWithProblems: 1 }));
    open();
    expect(await cellsOf('Files')).toEqual([
      ['/etc/nginx/tls/shop.pem', 'shop.internal and www.shop.internal Key beside it', '2026-11-25', 'Critical', '14 minutes ago'],
      ['/etc/java/store.jksEntry corp', 'The password is wrong.', '–', '–', '14 minutes ago'],
      ['/etc/ssl/ca.pem', 'shop.internal and www.shop.internal CA', '2026-11-25', 'Critical', '14 minutes ago'],
    ]);
    expect(screen.queryByText(/not monitored/)).toBeNull();
    answerFiles([unreadable]);
    fireEvent.click(screen.getByLabelText('Problems only (1)'));
    await waitFor(async () => expect(await cellsOf('Files')).toHaveLength(1));
    expect(api.callsOf('collectors.files').at(-1)).toEqual({ id: collectorId, limit: 10, problems: true });
  });

  it('say how many certificates the plan has no space for', async () => {
    answer(sampleCollector({ files: 3 }), [], 2);
    open();
    await screen.findByText('2 certificates in these files are not monitored, because your plan’s limit is reached.', { exact: false });
  });

  it('are on pages', async () => {
    answer(sampleCollector({ files: 11 }));
    answerFiles([sampleFile()], { total: 11, nextCursor: 'next' });
    open();
    const files = await region('Files');
    expect(await files.findByText('1 of 11')).toBeTruthy();
    answerFiles([sampleFile({ key: 'z', path: '/srv/last.pem' })]);
    fireEvent.click(files.getByRole('button', { name: 'Next' }));
    expect(await screen.findByText('/srv/last.pem')).toBeTruthy();
    expect(api.callsOf('collectors.files').at(-1)).toMatchObject({ cursor: 'next' });
  });
});

it('bundles say how they came, what they had, and what is missing before them', async () => {
  const late = sampleBundle({ sequence: 40, via: 'file', missingBefore: 3, recordedAt: null, endpoints: 1, files: 0 });
  const broken = sampleBundle({ sequence: 39, problem: 'The bundle is sealed to another server.' });
  answer(sampleCollector(), [sampleBundle(), late, broken]);
  open();
  expect(await cellsOf('Bundles')).toEqual([
    ['42', 'Recorded', '2026-11-20 09:22 UTC', '2026-11-20 09:22 UTC', 'Online', '12 endpoints, 30 files'],
    ['40', 'Waiting3 bundles missing before it', expect.any(String), expect.any(String), 'File', '1 endpoint, 0 files'],
    ['39', 'The bundle is sealed to another server.', expect.any(String), expect.any(String), 'Online', '12 endpoints, 30 files'],
  ]);
});

describe('an admin', () => {
  it('asks it to check an endpoint, and sees why that is refused', async () => {
    open();
    await click('Ask to Check an Endpoint');
    const form = await dialog('Ask Vault network to check an endpoint');
    const send = form.getByRole<HTMLButtonElement>('button', { name: 'Ask' });
    expect(send.disabled).toBe(true);
    fireEvent.change(form.getByLabelText('Endpoint'), { target: { value: ' *.internal ' } });
    api.answer('collectors.ask', { error: 'target_wildcard', message: 'A wildcard has no endpoint.' });
    fireEvent.click(send);
    expect(await form.findByText('A wildcard has no endpoint.')).toBeTruthy();
    fireEvent.change(form.getByLabelText('Endpoint'), { target: { value: 'db.internal:5432' } });
    api.answer('collectors.ask', { value: { certificateId: 'c', domain: 'db.internal:5432' } });
    fireEvent.click(send);
    expect(await screen.findByText('The collector checks db.internal:5432 after its next report.')).toBeTruthy();
    expect(api.callsOf('collectors.ask').at(-1)).toEqual({ id: collectorId, domain: 'db.internal:5432' });
  });

  it('renames it, and changes how often its bundles are carried', async () => {
    answer(sampleCollector({ carriedEverySeconds: 1_209_600 }));
    open();
    await click('Edit');
    const form = await dialog('Edit Vault network');
    expect(form.getByLabelText<HTMLSelectElement>('Carried').selectedOptions[0]?.text).toBe('Every 14 days');
    fireEvent.change(form.getByLabelText('Name'), { target: { value: 'Depot' } });
    fireEvent.click(form.getByLabelText('Bundles travel as files'));
    api.answer('collectors.update', { value: { collector: sampleCollector({ name: 'Depot' }) } });
    fireEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Collector saved')).toBeTruthy();
    expect(api.callsOf('collectors.update')).toEqual([{ id: collectorId, name: 'Depot', carriedEverySeconds: null }]);
  });

  it('creates another token only while it waits', async () => {
    open();
    await screen.findByRole('button', { name: 'Revoke' });
    expect(screen.queryByRole('button', { name: 'Create Another Token' })).toBeNull();
    clearScreen();
    answer(waitingCollector(), []);
    answerFiles([]);
    open();
    expect(await screen.findByText('Works once, until 2026-11-27 09:36 UTC')).toBeTruthy();
    expect(screen.getByText('No bundles yet')).toBeTruthy();
    api.answer('collectors.renewToken', { value: { collector: waitingCollector(), token: 'nac_example-token' } });
    await click('Create Another Token');
    expect((await dialog('Enroll Vault network')).getByText(/nac_exam…$/)).toBeTruthy();
  });

  it('revokes it after a question, and enrolls it again with another token', async () => {
    open();
    await click('Revoke');
    const question = await dialog('Revoke Vault network');
    expect(question.getByText(/^Nothing that it signs counts from now on\./)).toBeTruthy();
    const revoked = sampleCollector({ state: 'revoked', revokedAt: NOW });
    api.answer('collectors.revoke', { value: { collector: revoked } });
    answer(revoked);
    fireEvent.click(question.getByRole('button', { name: 'Revoke Collector' }));
    expect(await screen.findByText('Collector revoked')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Revoke' })).toBeNull());
    expect(screen.queryByRole('button', { name: 'Ask to Check an Endpoint' })).toBeNull();

    const collector = sampleCollector({ state: 'waiting', revokedAt: null, enrolledAt: null });
    api.answer('collectors.renewToken', { value: { collector, token: 'nac_example' } });
    await click('Enroll Again');
    expect((await dialog('Enroll Vault network')).getByText(/enroll nac_exam… --replace$/)).toBeTruthy();
  });

  it('deletes it after typing its name', async () => {
    open();
    await click('Delete');
    const question = await dialog('Delete Vault network');
    const remove = question.getByRole<HTMLButtonElement>('button', { name: 'Delete Collector' });
    expect(question.getByText(/12 endpoints and 30 certificates in files, their history and their alerts\./)).toBeTruthy();
    fireEvent.change(question.getByLabelText('Name of the collector'), { target: { value: 'vault network' } });
    expect(remove.disabled).toBe(true);
    fireEvent.change(question.getByLabelText('Name of the collector'), { target: { value: 'Vault network' } });
    api.answer('collectors.remove', { value: null });
    fireEvent.click(remove);
    expect(await screen.findByText('elsewhere')).toBeTruthy();
    expect(api.callsOf('collectors.remove')).toEqual([{ id: collectorId }]);
  });
});

it('is shown to viewers, who change nothing', async () => {
  open({ role: 'viewer' });
  expect(await cellsOf('Files')).toHaveLength(1);
  expect(screen.queryAllByRole('button', { name: /Edit|Revoke|Delete|Ask/ })).toEqual([]);
});

it('can only be revoked and deleted after a downgrade', async () => {
  answer(sampleCollector({ tokenExpiresAt: addMs(NOW, DAY_MS) }));
  open({ plan: 'Team' });
  expect(await screen.findByText(/refused until you upgrade/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Revoke' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Delete' })).toBeTruthy();
  expect(screen.queryAllByRole('button', { name: /Edit|Ask/ })).toEqual([]);
});
