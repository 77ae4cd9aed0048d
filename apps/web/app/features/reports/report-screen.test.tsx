import type { PlanName } from '@notafter/domain';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useApiServer } from '../../testing/api-server.ts';
import { NOW } from '../../testing/now.ts';
import { clearScreen, renderAppScreen } from '../../testing/render-app-screen.tsx';
import { ReportScreen } from './report-screen.tsx';
import type { ReportSettings } from './types.ts';

const api = useApiServer();
afterEach(clearScreen);

const settings = (given: Partial<ReportSettings> = {}): ReportSettings => ({
  ...{ enabled: true, frequency: 'weekly', hour: 8, timeZone: 'Europe/Berlin', nextAt: NOW, lastSentAt: NOW, updatedAt: NOW },
  recipients: ['ada@example.com', 'bob@example.com', 'eve@example.com', 'mia@example.com'],
  recipientStates: [
    { email: 'ada@example.com', state: 'active', lastSentAt: NOW, problem: null },
    { email: 'bob@example.com', state: 'pending', lastSentAt: null, problem: null },
    { email: 'eve@example.com', state: 'unsubscribed', lastSentAt: NOW, problem: null },
    { email: 'mia@example.com', state: 'active', lastSentAt: null, problem: '550 No such user' },
  ],
  ...given,
});
const unsaved = settings({
  ...{ enabled: false, timeZone: 'UTC', nextAt: null, lastSentAt: null, updatedAt: null, recipients: [], recipientStates: [] },
});

beforeEach(() => api.answer('reports.settings', { value: settings() }));
const open = (options: { role?: 'admin' | 'viewer'; plan?: PlanName } = {}) =>
  renderAppScreen(<ReportScreen />, { at: '/analytics/report', path: '/analytics/report', ...options });

describe('the report', () => {
  it('shows its schedule, and what becomes of each recipient', async () => {
    open();
    expect(await screen.findByText('Weekly, on Monday at 08:00 (Europe/Berlin)')).toBeTruthy();
    const rows = within(await screen.findByRole('table', { name: 'Recipients' }))
      .getAllByRole('row')
      .slice(1);
    expect(rows.map((row) => within(row).getAllByRole('cell')[0]?.textContent)).toEqual([
      'Gets the report',
      'Waiting for confirmation',
      'Unsubscribed',
      'Not delivered: 550 No such user',
    ]);
  });

  it('is saved with one address per line', async () => {
    api.answer('reports.save', { value: settings({ recipients: ['ada@example.com', 'bob@example.com'] }) });
    open();
    const form = within(await screen.findByRole('form', { name: 'Report by mail' }));
    fireEvent.change(form.getByLabelText('Recipients'), { target: { value: 'ada@example.com\n bob@example.com, eve@example.com' } });
    fireEvent.change(form.getByLabelText('Frequency'), { target: { value: 'monthly' } });
    fireEvent.change(form.getByLabelText('Hour'), { target: { value: '17' } });
    fireEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Report saved')).toBeTruthy();
    const typed = form.getByLabelText('Recipients');
    await waitFor(() => expect(typed instanceof HTMLTextAreaElement && typed.value).toBe('ada@example.com\nbob@example.com'));
    expect(api.callsOf('reports.save')).toEqual([
      {
        ...{ enabled: true, frequency: 'monthly', hour: 17, timeZone: 'Europe/Berlin' },
        recipients: ['ada@example.com', 'bob@example.com', 'eve@example.com'],
      },
    ]);
  });

  it('says at the field which address is wrong', async () => {
    api.answer('reports.save', {
      error: 'invalid_input',
      message: 'Invalid input',
      details: [{ path: 'recipients.1', message: 'Please enter a valid email address.' }],
    });
    open();
    const form = within(await screen.findByRole('form', { name: 'Report by mail' }));
    fireEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('Please enter a valid email address.')).toBeTruthy();
    expect(form.getByLabelText('Recipients').getAttribute('aria-invalid')).toBe('true');
  });

  it('takes the time zone of the browser when it is first switched on', async () => {
    api.answer('reports.settings', { value: unsaved });
    open();
    const form = within(await screen.findByRole('form', { name: 'Report by mail' }));
    expect(screen.getByText('No recipients yet')).toBeTruthy();
    fireEvent.click(form.getByLabelText('Send the report'));
    const zone = form.getByLabelText('Time zone');
    expect(zone instanceof HTMLSelectElement && zone.value).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone);
  });

  it('can be read, but not changed, by a viewer', async () => {
    open({ role: 'viewer' });
    expect(await screen.findByText('Weekly, on Monday at 08:00 (Europe/Berlin)')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Show Preview' })).toBeTruthy();
    expect(screen.queryByRole('form')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Send Me a Test' })).toBeNull();
  });

  it('is locked on a plan without it, and asks the server nothing', async () => {
    api.answer('reports.settings', { value: settings() });
    open({ plan: 'Essentials' });
    expect(await screen.findByRole('region', { name: 'Report by mail' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Upgrade to Team' })).toBeTruthy();
    expect(screen.queryByText(/ada@example.com/)).toBeNull();
    expect(api.callsOf('reports.settings')).toEqual([]);
  });

  it('can be tried again if it did not load', async () => {
    api.answer('reports.settings', { error: 'internal', message: 'no' });
    open();
    expect(await screen.findByText('The report settings did not load')).toBeTruthy();
    api.answer('reports.settings', { value: settings() });
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Weekly, on Monday at 08:00 (Europe/Berlin)')).toBeTruthy();
  });
});

describe('the preview', () => {
  it('shows the mail in a frame that may do nothing', async () => {
    const html = '<!doctype html><html><head><style>a { color: red }</style></head><body><p style="margin:0">37 renewals</p></body></html>';
    api.answer('reports.preview', { value: { subject: 'Certificate report', text: '', html } });
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Show Preview' }));
    const frame = await screen.findByTitle('Certificate report');
    expect(frame.getAttribute('sandbox')).toBe('');
    expect(frame.getAttribute('srcdoc')).toContain('<p style="margin:0">37 renewals</p>');
    expect(frame.getAttribute('srcdoc')).not.toContain('<style>');
  });

  it('is mailed to the person who asks', async () => {
    api.answer('reports.test', { value: { sentTo: 'ada@example.com' } });
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Send Me a Test' }));
    expect(await screen.findByText('Test sent to ada@example.com')).toBeTruthy();
  });

  it('says why the test was not taken', async () => {
    api.answer('reports.test', { error: 'report_test_failed', message: 'Test failed: 451 Try later' });
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Send Me a Test' }));
    await waitFor(() => expect(screen.getByText('Test failed: 451 Try later')).toBeTruthy());
  });
});
