import { brandId } from '@notafter/domain';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useApiServer } from '../../../testing/api-server.ts';
import { NOW } from '../../../testing/now.ts';
import { clearScreen, renderAppScreen } from '../../../testing/render-app-screen.tsx';
import { sampleCertificate, sampleDetail } from '../testing/samples.ts';
import EditTagsDialog from './edit-tags-dialog.tsx';

const api = useApiServer();
const production = brandId<'environment'>('0198b5a0-0000-7000-8000-00000000000a');
const staging = brandId<'environment'>('0198b5a0-0000-7000-8000-00000000000b');
const environment = (id: string, name: string) => ({ id, name, description: null, certificateCount: 1, createdAt: NOW });
const person = (id: string, firstName: string, lastName: string) => ({
  id,
  firstName,
  lastName,
  email: `${firstName.toLowerCase()}@example.com`,
});
const membersAnswer = (...users: readonly unknown[]) => ({ value: { users, nextCursor: null, total: users.length } });
const tagged = { tags: { cost: '7', team: 'Core' }, environmentId: production, environmentName: 'Production', version: 4 };
const certificate = sampleCertificate(1, 60, tagged);

beforeEach(() => {
  api.answer('environments.list', {
    value: { environments: [environment(production, 'Production'), environment(staging, 'Staging')], limit: 2 },
  });
  api.answer('team.listUsers', membersAnswer(person('1', 'Ada', 'Lovelace'), person('2', 'Maren', 'Voss')));
});
afterEach(clearScreen);

/** happy-dom lays nothing out, and Mantine hides a list whose field seems to be out of view. */
const laidOut = { hidden: true };

const open = async () => {
  const onClose = vi.fn();
  renderAppScreen(<EditTagsDialog certificate={certificate} onClose={onClose} />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Certificate Tags & Environment' }));
  await dialog.findByRole('option', { name: 'Staging' });
  const choose = (label: string, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  const preview = () => dialog.getByRole('region', { name: 'Preview' }).textContent;
  const save = () => fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  return { dialog, choose, preview, save, onClose };
};

it('saves the full name of the owner, drops blanks and leaves further tags as they are', async () => {
  const { dialog, choose, preview, save, onClose } = await open();
  fireEvent.click(dialog.getByLabelText('Owner'));
  fireEvent.click(await dialog.findByRole('option', { name: 'Ada Lovelace (ada@example.com)', ...laidOut }));
  choose('Environment', staging);
  choose('Team', '   ');
  choose('Source', ' cert-manager ');
  expect(preview()).toBe('PreviewStagingownerAda Lovelacesourcecert-managercost7');
  api.answer('certificates.updateTags', { value: { certificate } });
  save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(api.callsOf('certificates.updateTags')).toEqual([
    { id: certificate.id, version: 4, tags: { owner: 'Ada Lovelace', source: 'cert-manager', cost: '7' }, environmentId: staging },
  ]);
});

it('says No Environment as null', async () => {
  const { choose, save, onClose } = await open();
  choose('Environment', '');
  api.answer('certificates.updateTags', { value: { certificate } });
  save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(api.callsOf('certificates.updateTags')).toMatchObject([{ environmentId: null }]);
});

describe('a save that somebody else came before', () => {
  it('says so, keeps what was typed, brings theirs in and saves on top of it', async () => {
    const { dialog, choose, preview, save, onClose } = await open();
    choose('Team', 'Platform');
    api.answer('certificates.updateTags', { error: 'conflict', message: 'This changed in the meantime. Reload and try again.' });
    const latest = { tags: { cost: '9', team: 'Payments', owner: 'Maren Voss' }, environmentId: null, environmentName: null, version: 5 };
    api.answer('certificates.get', { value: { certificate: sampleDetail(60, latest) } });
    save();
    expect((await dialog.findByRole('alert')).textContent).toContain('Changed by somebody else while you edited.');
    expect(dialog.getByText('Both changed Team: theirs is \u201cPayments\u201d.')).toBeTruthy();
    expect(preview()).toBe('PreviewownerMaren VossteamPlatformcost9');
    api.answer('certificates.updateTags', { value: { certificate } });
    save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(api.callsOf('certificates.updateTags').at(-1)).toEqual({
      id: certificate.id,
      version: 5,
      tags: { owner: 'Maren Voss', team: 'Platform', cost: '9' },
    });
  });

  it('keeps the dialog as it is where the other save cannot be read', async () => {
    const { dialog, choose, save, onClose } = await open();
    choose('Team', 'Platform');
    api.answer('certificates.updateTags', { error: 'conflict', message: 'This changed in the meantime. Reload and try again.' });
    api.answer('certificates.get', { error: 'internal', message: 'Something went wrong on our side. Please try again.' });
    save();
    expect((await dialog.findByRole('alert')).textContent).toBe('Failed to save tags');
    expect(dialog.getByLabelText<HTMLInputElement>('Team').value).toBe('Platform');
    expect(onClose).not.toHaveBeenCalled();
  });
});
