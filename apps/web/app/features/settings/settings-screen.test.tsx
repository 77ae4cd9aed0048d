import { addMs, brandId, DAY_MS } from '@notafter/domain';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useApiServer } from '../../testing/api-server.ts';
import { NOW } from '../../testing/now.ts';
import { clearScreen, renderAppScreen } from '../../testing/render-app-screen.tsx';
import { SettingsScreen } from './settings-screen.tsx';
import { sampleApiKey, sampleToken } from './testing/samples.ts';
import type { ApiKey, Token } from './types.ts';

vi.mock('./profile/profile-tab.tsx', () => ({ ProfileTab: () => <p>the profile</p> }));

const api = useApiServer();
const keyId = (digit: string): ApiKey['id'] => brandId(`0198b5a0-0000-7000-8000-00000000000${digit}`);
const answerTokens = (...tokens: Token[]): void => api.answer('settings.tokens', { value: { tokens } });
const answerKeys = (...apiKeys: ApiKey[]): void => api.answer('settings.apiKeys', { value: { apiKeys } });
const environmentId = brandId<'environment'>('0198b5a0-0000-7000-8000-0000000000e1');
beforeEach(() => {
  api.answer('environments.list', { value: { environments: [], limit: null } });
  answerTokens();
  answerKeys();
});
afterEach(clearScreen);

const open = (search: string, who: Parameters<typeof renderAppScreen>[1] = {}) =>
  renderAppScreen(<SettingsScreen publicUrl="https://certs.example.com" />, {
    at: `/settings${search}`,
    path: '/settings',
    plan: 'Professional',
    ...who,
  });

const tabs = () => within(screen.getByRole('navigation', { name: 'Settings' })).getAllByRole('link');
const currentTab = () => tabs().find((tab) => tab.getAttribute('aria-current') === 'page')?.textContent;
const dialog = async () => within(await screen.findByRole('dialog'));
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

describe('the tabs', () => {
  it.each([
    ['', 'Profile'],
    ['?tab=0', 'Profile'],
    ['?tab=1', 'Tokens'],
    ['?tab=2', 'API Keys'],
    ['?tab=4', 'Profile'],
    ['?tab=01', 'Profile'],
    ['?tab=-1', 'Profile'],
    ['?tab=Tokens', 'Profile'],
  ])('%j opens %s', async (search, label) => {
    open(search);
    await waitFor(() => expect(currentTab()).toBe(label));
  });

  it('of API keys are absent without the plan; their addresses say so and lead to the plans', async () => {
    for (const search of ['?tab=2', '?tab=3']) {
      open(search, { plan: 'Team' });
      expect(tabs().map((tab) => tab.textContent)).toEqual(['Profile', 'Tokens']);
      expect(await screen.findByText('API keys are only available for Professional and Business plans')).toBeTruthy();
      expect(screen.getByRole('link', { name: 'Upgrade Plan' }).getAttribute('href')).toBe('/billing');
      clearScreen();
    }
    expect(api.calls).toEqual([]);
  });

  it('of API keys shows viewers the keys, and nothing to change them with', async () => {
    answerKeys(sampleApiKey());
    open('?tab=2', { plan: 'Self-hosted', role: 'viewer' });
    expect(tabs().map((tab) => tab.textContent)).toEqual(['Profile', 'Tokens', 'API Keys', 'API Documentation']);
    expect(await screen.findByRole('row', { name: /terraform-prod/ })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /API Key|Revoke/ })).toBeNull();
  });
});

describe('tokens', () => {
  it('are below the organization’s id, which can be copied', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    answerTokens(
      sampleToken(),
      sampleToken({ id: brandId('0198b5a0-0000-7000-8000-000000000009'), name: 'old', status: 'revoked', lastUsedAt: NOW }),
    );
    open('?tab=1');
    const row = within(await screen.findByRole('row', { name: /laptop/ }));
    expect(row.getByText('Active')).toBeTruthy();
    expect(row.getAllByText('Never')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Revoke old' })).toBeNull();
    fireEvent.click(await button('Copy organization ID'));
    expect(await button('Copied')).toBeTruthy();
    expect(writeText).toHaveBeenCalledWith('0198b5a0-0000-7000-8000-0000000000aa');
  });

  it('are made with a name, and shown once', async () => {
    open('?tab=1');
    expect(await screen.findByText('No tokens found')).toBeTruthy();
    fireEvent.click(await button('Create Token'));
    const form = await dialog();
    const create = form.getByRole<HTMLButtonElement>('button', { name: 'Create' });
    expect(create.disabled).toBe(true);
    fireEvent.change(form.getByLabelText('Name'), { target: { value: '   ' } });
    expect(create.disabled).toBe(true);
    fireEvent.change(form.getByLabelText('Name'), { target: { value: ' ci ' } });
    expect(form.getByLabelText<HTMLSelectElement>('Expires').value).toBe('null');
    fireEvent.change(form.getByLabelText('Expires'), { target: { value: '30' } });
    const token = sampleToken({ name: 'ci' });
    api.answer('settings.addToken', { value: { token, secret: 'nat_secret' } });
    answerTokens(token);
    fireEvent.click(create);
    const shown = await screen.findByRole('dialog', { name: 'Token created' });
    expect(api.callsOf('settings.addToken')).toEqual([{ name: 'ci', expiresIn: 30 }]);
    const field = () => within(shown).getByLabelText<HTMLTextAreaElement>('Token');
    expect([field().dataset.masked, field().value]).toEqual(['true', 'nat_secret']);
    fireEvent.click(within(shown).getByRole('button', { name: 'Show Token' }));
    // A text that wraps, so that none of it is out of sight.
    expect([field().dataset.masked, field().type, field().value]).toEqual([undefined, 'textarea', 'nat_secret']);
    fireEvent.keyDown(shown, { key: 'Escape' });
    expect(screen.getByRole('dialog', { name: 'Token created' })).toBeTruthy();
    fireEvent.click(within(shown).getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByRole('row', { name: /ci/ })).toBeTruthy();
  });

  it('keep the form and say why one was refused', async () => {
    open('?tab=1');
    fireEvent.click(await button('Create Token'));
    const form = await dialog();
    api.answer('settings.addToken', { error: 'token_limit', message: 'You have too many tokens.' });
    fireEvent.change(form.getByLabelText('Name'), { target: { value: 'ci' } });
    fireEvent.click(form.getByRole('button', { name: 'Create' }));
    expect((await form.findByRole('alert')).textContent).toBe('You have too many tokens.');
    api.answer('settings.addToken', { error: 'internal', message: 'Something went wrong on our side.' });
    fireEvent.click(form.getByRole('button', { name: 'Create' }));
    expect(await form.findByText('Failed to create token')).toBeTruthy();
  });

  it('end only after the question, and say where that failed', async () => {
    answerTokens(sampleToken());
    open('?tab=1');
    fireEvent.click(await button('Revoke laptop'));
    const question = await dialog();
    expect(question.getByText('Are you sure you want to revoke this token? This action cannot be undone.')).toBeTruthy();
    api.answer('settings.revokeToken', { error: 'internal', message: 'Something went wrong on our side.' });
    fireEvent.click(question.getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('Failed to revoke token')).toBeTruthy();
    api.answer('settings.revokeToken', { value: { token: sampleToken({ status: 'revoked' }) } });
    answerTokens(sampleToken({ status: 'revoked' }));
    fireEvent.click(await button('Revoke laptop'));
    fireEvent.click((await dialog()).getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('Revoked')).toBeTruthy();
    expect(screen.queryByText('Failed to revoke token')).toBeNull();
  });

  it('are on pages of ten, and a page that lost its last row turns back', async () => {
    const many = Array.from({ length: 11 }, (_, index) =>
      sampleToken({ id: brandId(`0198b5a0-0000-7000-8000-0000000001${String(index).padStart(2, '0')}`), name: `token ${index}` }),
    );
    answerTokens(...many);
    open('?tab=1');
    expect(await screen.findByText('1–10 of 11')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(screen.getByText('token 10')).toBeTruthy();
    expect(screen.queryByText('token 0')).toBeNull();
    api.answer('settings.revokeToken', { value: { token: sampleToken({ status: 'revoked' }) } });
    answerTokens(...many.slice(0, 10));
    fireEvent.click(await button('Revoke token 10'));
    fireEvent.click((await dialog()).getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('token 0')).toBeTruthy();
  });

  it('that do not load offer another try', async () => {
    api.answer('settings.tokens', { error: 'internal', message: 'Something went wrong on our side.' });
    open('?tab=1');
    expect(await screen.findByText('Failed to fetch tokens')).toBeTruthy();
    answerTokens(sampleToken());
    fireEvent.click(await button('Retry'));
    expect(await screen.findByText('laptop')).toBeTruthy();
  });
});

describe('API keys', () => {
  it('show what they may do, until when, and what became of them', async () => {
    answerKeys(
      sampleApiKey(),
      sampleApiKey({
        id: keyId('4'),
        name: 'wall',
        expiresAt: null,
        permissions: { read: true, write: true, delete: true },
        lastUsedAt: NOW,
      }),
      sampleApiKey({ id: keyId('5'), name: 'old', status: 'expired', expiresAt: addMs(NOW, -DAY_MS), createdAt: addMs(NOW, -31 * DAY_MS) }),
      sampleApiKey({ id: keyId('6'), name: 'gone', status: 'revoked' }),
    );
    open('?tab=2');
    expect((await screen.findByRole('row', { name: /terraform-prod/ })).textContent).toContain('2027-02-18');
    expect(screen.getByRole('row', { name: /wall/ }).textContent).toContain('Read, Write, Delete');
    expect(screen.getByRole('row', { name: /old/ }).textContent).toContain('Expired');
    expect(screen.getByRole('row', { name: /gone/ }).textContent).toContain('Revoked');
    expect(screen.getAllByRole('button', { name: /^Revoke / })).toHaveLength(3);
  });

  it('are created read-only by default, for the chosen time', async () => {
    open('?tab=2');
    expect(await screen.findByText('No API keys found')).toBeTruthy();
    fireEvent.click(await button('Create API Key'));
    const form = await dialog();
    const create = form.getByRole<HTMLButtonElement>('button', { name: 'Create' });
    expect(create.disabled).toBe(true);
    fireEvent.change(form.getByLabelText('Name'), { target: { value: 'terraform-prod' } });
    const [read, write] = [
      form.getByLabelText<HTMLInputElement>(/^Read \(view certificates\)/),
      form.getByLabelText(/^Write \(add\/update certificates\)/),
    ];
    expect(read.checked).toBe(true);
    fireEvent.click(read);
    expect(create.disabled).toBe(true);
    fireEvent.click(write);
    const expires = form.getByLabelText<HTMLSelectElement>('Expires');
    expect([...expires.options].map(({ text }) => text)).toEqual(['Never', '30 days', '90 days', '180 days', '365 days']);
    fireEvent.change(expires, { target: { value: 'null' } });
    api.answer('settings.addApiKey', { value: { apiKey: sampleApiKey(), secret: 'nak_secret' } });
    fireEvent.click(create);
    const shown = within(await screen.findByRole('dialog', { name: 'API key created' }));
    expect(api.callsOf('settings.addApiKey')).toEqual([
      {
        name: 'terraform-prod',
        expiresIn: null,
        permissions: { read: false, write: true, delete: false },
        scope: null,
        allowedAddresses: [],
      },
    ]);
    expect(shown.getByText('2027-02-18, in 90 days')).toBeTruthy();
    expect(shown.getByLabelText<HTMLInputElement>('Key').value).toBe('nak_secret');
  });

  it('are limited to an environment or a tag, and to addresses', async () => {
    const production = { id: environmentId, name: 'Production', description: null, certificateCount: 0, createdAt: NOW };
    api.answer('environments.list', { value: { environments: [production], limit: null } });
    api.answer('settings.addApiKey', { value: { apiKey: sampleApiKey(), secret: 'nak_secret' } });
    open('?tab=2');
    fireEvent.click(await button('Create API Key'));
    const form = await dialog();
    const create = form.getByRole<HTMLButtonElement>('button', { name: 'Create' });
    fireEvent.change(form.getByLabelText('Name'), { target: { value: 'payments' } });
    await form.findByRole('option', { name: 'Environment Production' });
    fireEvent.change(form.getByLabelText('Certificates'), { target: { value: 'tag' } });
    expect(create.disabled).toBe(true);
    fireEvent.change(form.getByLabelText('Tag'), { target: { value: 'team=payments' } });
    expect(create.disabled).toBe(false);
    fireEvent.change(form.getByLabelText('Certificates'), { target: { value: environmentId } });
    fireEvent.change(form.getByLabelText('Allowed IP addresses'), { target: { value: '192.0.2.0/24\n2001:db8::1, ' } });
    fireEvent.click(create);
    await screen.findByRole('dialog', { name: 'API key created' });
    expect(api.callsOf('settings.addApiKey')).toMatchObject([
      { scope: { environmentId }, allowedAddresses: ['192.0.2.0/24', '2001:db8::1'] },
    ]);
  });

  it('say what they are limited to, and are rotated once with an overlap', async () => {
    const tag = { name: 'team', value: 'payments' };
    answerKeys(
      sampleApiKey({ scope: { tag }, allowedAddresses: ['192.0.2.1'] }),
      sampleApiKey({ id: keyId('7'), name: 'before', replacedBy: keyId('8') }),
      sampleApiKey({ id: keyId('9'), name: 'orphan', scope: { environment: { id: environmentId, name: null } } }),
    );
    open('?tab=2');
    expect((await screen.findByRole('row', { name: /terraform-prod/ })).textContent).toContain('Tag team=payments, from 192.0.2.1');
    expect(screen.getByRole('row', { name: /before/ }).textContent).toContain('Rotated');
    expect(screen.getByRole('row', { name: /orphan/ }).textContent).toContain('Deleted environment: no certificates');
    expect(screen.queryByRole('button', { name: 'Rotate before' })).toBeNull();
    fireEvent.click(await button('Rotate terraform-prod'));
    const question = await dialog();
    fireEvent.change(question.getByLabelText('Old key keeps working for'), { target: { value: '0' } });
    api.answer('settings.rotateApiKey', { value: { apiKey: sampleApiKey(), secret: 'nak_successor' } });
    fireEvent.click(question.getByRole('button', { name: 'Rotate' }));
    const shown = within(await screen.findByRole('dialog', { name: 'API key created' }));
    expect(shown.getByLabelText<HTMLInputElement>('Key').value).toBe('nak_successor');
    expect(api.callsOf('settings.rotateApiKey')).toEqual([{ id: sampleApiKey().id, overlapHours: 0 }]);
  });

  it('end only after the question', async () => {
    answerKeys(sampleApiKey());
    open('?tab=2');
    fireEvent.click(await button('Revoke terraform-prod'));
    const question = await dialog();
    expect(question.getByText('Are you sure you want to revoke this API key? This action cannot be undone.')).toBeTruthy();
    fireEvent.click(question.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.callsOf('settings.revokeApiKey')).toEqual([]);
  });
});
