import { addMs, brandId, DAY_MS, type Id } from '@notafter/domain';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useApiServer } from '../../../testing/api-server.ts';
import { NOW } from '../../../testing/now.ts';
import { clearScreen, renderAppScreen } from '../../../testing/render-app-screen.tsx';
import { sampleFacts } from '../testing/samples.ts';
import { AnchorsScreen } from './anchors-screen.tsx';
import type { AnchorAssignment, AnchorSet } from './types.ts';

const api = useApiServer();
/** happy-dom lays nothing out, so that an opened menu counts as hidden. */
const laidOut = { hidden: true };
const idAt = <Kind extends string>(digit: number): Id<Kind> => brandId(`0198b5a0-0000-7000-8000-00000000030${digit}`);

const set = (digit: number, name: string, given: Partial<AnchorSet> = {}): AnchorSet => ({
  id: idAt(digit),
  name,
  anchorCount: 2,
  expiredCount: 0,
  expiresAt: addMs(NOW, 400 * DAY_MS),
  usage: { certificates: 0, tags: 0, isDefault: false },
  trustedCount: 0,
  createdAt: NOW,
  updatedAt: NOW,
  ...given,
});
const corp = set(1, 'Corp PKI', { usage: { certificates: 2, tags: 1, isDefault: true }, trustedCount: 1_204 });
const lab = set(2, 'Lab', { anchorCount: 1, expiredCount: 1 });
const tagged: AnchorAssignment = { tag: 'env=lab', set: { id: lab.id, name: lab.name }, certificateCount: 12 };

const answer = (sets: readonly AnchorSet[], assignments: readonly AnchorAssignment[] = []): void => {
  api.answer('anchors.list', { value: { sets } });
  api.answer('anchors.assignments', { value: { assignments } });
};
beforeEach(() => {
  answer([corp, lab], [{ tag: null, set: { id: corp.id, name: corp.name }, certificateCount: null }, tagged]);
  api.answer('certificates.facets', { value: { environments: [], tags: [{ tag: 'env=lab', count: 12 }] } });
});
afterEach(clearScreen);

const open = (role: 'admin' | 'viewer' = 'admin') =>
  renderAppScreen(<AnchorsScreen />, { at: '/trust-anchors', path: '/trust-anchors', role });
const region = async (name: string) => within(await screen.findByRole('region', { name }));
const rowsOf = async (name: string) => {
  const table = await screen.findByRole('table', { name });
  await waitFor(() => expect(within(table).queryAllByRole('row').length).toBeGreaterThan(1));
  return [...table.querySelectorAll('tbody tr')].map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent));
};
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const menu = async (name: string, entry: string) => {
  fireEvent.click(await screen.findByRole('button', { name }));
  fireEvent.click(await screen.findByRole('menuitem', { name: entry, ...laidOut }));
};
const PEM = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';

describe('the sets', () => {
  it('say what they hold, when the first of it expires, and what depends on them', async () => {
    open();
    expect(await rowsOf('Trust anchors')).toEqual([
      ['Corp PKI', '2 certificates', expect.any(String), '1,204 certificates', '2 certificates, 1 tag, and the default', ''],
      ['Lab', '1 certificate1 is expired', expect.any(String), 'No certificate yet', 'Not assigned', ''],
    ]);
  });

  it('are explained when there are none', async () => {
    answer([]);
    open();
    expect(await screen.findByText('No trust anchors yet')).toBeTruthy();
    expect((await region('Assignments')).getByRole<HTMLButtonElement>('button', { name: 'Add Assignment' }).disabled).toBe(true);
  });

  it('are shown to viewers, who change nothing', async () => {
    open('viewer');
    await rowsOf('Trust anchors');
    expect(await rowsOf('Assignments')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: /^(Add|Actions)/ })).toBeNull();
  });

  it('are added with a name and their certificates, and refusals are at their fields', async () => {
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Add Trust Anchors' }));
    const form = await dialog('Add Trust Anchors');
    const add = form.getByRole<HTMLButtonElement>('button', { name: 'Add' });
    fireEvent.change(form.getByLabelText('Name'), { target: { value: ' Corp PKI ' } });
    expect(add.disabled).toBe(true);
    fireEvent.change(form.getByLabelText('CA certificates (PEM)'), { target: { value: PEM } });
    const message = 'This text contains a private key. Remove it and upload the certificates only.';
    api.answer('anchors.add', { error: 'anchors_invalid', message, details: [{ path: 'pem', message }] });
    fireEvent.click(add);
    expect(await form.findByText(message)).toBeTruthy();
    const taken = 'Trust anchors with this name already exist.';
    api.answer('anchors.add', { error: 'anchor_set_exists', message: taken, details: [{ path: 'name', message: taken }] });
    fireEvent.click(add);
    expect(await form.findByText(taken)).toBeTruthy();
    api.answer('anchors.add', { value: { set: { ...corp, anchors: [] } } });
    fireEvent.click(add);
    expect(await screen.findByText('Trust anchors added')).toBeTruthy();
    expect(api.callsOf('anchors.add').at(-1)).toEqual({ name: 'Corp PKI', pem: PEM });
  });

  it('are read from a file, in PEM or DER', async () => {
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Add Trust Anchors' }));
    const form = await dialog('Add Trust Anchors');
    const pem = () => form.getByLabelText<HTMLTextAreaElement>('CA certificates (PEM)').value;
    const choose = (...parts: BlobPart[]) =>
      fireEvent.change(form.getByLabelText('File with certificates'), { target: { files: [new File(parts, 'root.cer')] } });
    choose(PEM);
    await waitFor(() => expect(pem()).toBe(PEM));
    choose(Uint8Array.from([0x30, 0x00]));
    await waitFor(() => expect(pem()).toBe('-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n'));
    choose(new Uint8Array(600_001));
    expect(await form.findByText('root.cer is too large. A file can have 600 KB.')).toBeTruthy();
    expect(pem()).toContain('MAA=');
  });

  it('are renamed, and warn before their certificates are replaced', async () => {
    open();
    await menu('Actions for Corp PKI', 'Edit');
    const form = await dialog('Edit Corp PKI');
    expect(form.getByText('Leave empty to keep 2 certificates. New ones replace them.')).toBeTruthy();
    expect(form.queryByText(/become untrusted/)).toBeNull();
    fireEvent.change(form.getByLabelText('Name'), { target: { value: 'Company' } });
    api.answer('anchors.update', { value: { set: { ...corp, anchors: [] } } });
    fireEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await menu('Actions for Corp PKI', 'Edit');
    const again = await dialog('Edit Corp PKI');
    fireEvent.change(again.getByLabelText('CA certificates (PEM)'), { target: { value: PEM } });
    expect(
      again.getByText(/^1,204 certificates end at this set now\. If the new text lacks their root, they become untrusted/),
    ).toBeTruthy();
    fireEvent.click(again.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(api.callsOf('anchors.update')).toEqual([
        { id: corp.id, name: 'Company' },
        { id: corp.id, name: 'Corp PKI', pem: PEM },
      ]),
    );
  });

  it('are deleted after a question, which shows why that is refused', async () => {
    open();
    await menu('Actions for Corp PKI', 'Delete');
    const question = await dialog('Delete Corp PKI');
    const message = 'These trust anchors are in use: 1 tag. Assign others first.';
    api.answer('anchors.remove', { error: 'anchor_set_in_use', message });
    fireEvent.click(question.getByRole('button', { name: 'Delete Trust Anchors' }));
    expect((await question.findByRole('alert')).textContent).toBe(message);
    api.answer('anchors.remove', { value: undefined });
    fireEvent.click(question.getByRole('button', { name: 'Delete Trust Anchors' }));
    expect(await screen.findByText('Trust anchors deleted')).toBeTruthy();
  });

  it('open to their certificates, each with its fields', async () => {
    const facts = (name: string) => sampleFacts({ subjectCommonName: name, fingerprint256: name });
    const anchors = [
      { certificate: facts('Corp Root'), isRoot: true, isExpired: false, trustedCount: 2 },
      { certificate: facts('Old CA'), isRoot: false, isExpired: true, trustedCount: 0 },
    ];
    api.answer('anchors.get', { value: { set: { ...corp, anchors } } });
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Corp PKI' }));
    const shown = await dialog('Corp PKI');
    expect((await shown.findAllByRole('listitem')).map((item) => item.textContent)).toEqual([
      expect.stringMatching(/^Corp RootRoot CA · ECDSA P-256 · Expires .* · Ends the chain of 2 certificates/),
      expect.stringMatching(/^Old CAIntermediate .*Expired on .*\. Chains that end at it are not trusted\./),
    ]);
    fireEvent.click(shown.getByRole('button', { name: 'Details Corp Root' }));
    expect(await screen.findByRole('dialog', { name: 'Root CA: Corp Root' })).toBeTruthy();
  });

  it('that do not load can be retried', async () => {
    api.answer('anchors.list', { error: 'internal', message: 'Something went wrong on our side.' });
    open();
    expect(await (await region('Trust Anchors')).findByText('Trust anchors did not load')).toBeTruthy();
  });
});

describe('the assignments', () => {
  it('end with the default, which has a row even without a choice', async () => {
    answer([corp, lab], [tagged, { tag: 'env=shop', set: null, certificateCount: 0 }]);
    open();
    expect(await rowsOf('Assignments')).toEqual([
      ['Tag env=lab12 with this tag', 'Lab', ''],
      ['Tag env=shopMatches no certificate', 'Public roots only', ''],
      ['All others (default)', 'Public roots only', ''],
    ]);
  });

  it('are added for a tag', async () => {
    open();
    const opener = await screen.findByRole<HTMLButtonElement>('button', { name: 'Add Assignment' });
    await waitFor(() => expect(opener.disabled).toBe(false));
    fireEvent.click(opener);
    const form = await dialog('Add Assignment');
    const add = form.getByRole<HTMLButtonElement>('button', { name: 'Add Assignment' });
    fireEvent.change(form.getByLabelText('Tag'), { target: { value: ' env=prod ' } });
    expect(add.disabled).toBe(true);
    fireEvent.change(form.getByLabelText('Trust anchors'), { target: { value: corp.id } });
    api.answer('anchors.assign', { value: undefined });
    fireEvent.click(add);
    expect(await screen.findByText('Assignment saved. Affected certificates are checked again now.')).toBeTruthy();
    expect(api.callsOf('anchors.assign')).toEqual([{ tag: 'env=prod', anchors: corp.id }]);
  });

  it('are changed', async () => {
    open();
    await menu('Actions for tag env=lab', 'Edit');
    const form = await dialog('Edit tag env=lab');
    fireEvent.change(form.getByLabelText('Trust anchors'), { target: { value: 'public' } });
    api.answer('anchors.assign', { value: undefined });
    fireEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.callsOf('anchors.assign')).toEqual([{ tag: 'env=lab', anchors: 'public' }]);
  });

  it('are removed at once', async () => {
    api.answer('anchors.assign', { value: undefined });
    open();
    await menu('Actions for tag env=lab', 'Remove');
    await waitFor(() => expect(api.callsOf('anchors.assign')).toEqual([{ tag: 'env=lab', anchors: null }]));
  });

  it('of all others become none for the public roots', async () => {
    api.answer('anchors.assign', { value: undefined });
    open();
    await menu('Actions for all others (default)', 'Edit');
    const form = await dialog('Edit the default');
    fireEvent.change(form.getByLabelText('Trust anchors'), { target: { value: 'public' } });
    fireEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(api.callsOf('anchors.assign')).toEqual([{ anchors: null }]));
  });
});
