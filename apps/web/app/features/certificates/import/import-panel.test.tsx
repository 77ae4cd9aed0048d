import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { useApiServer } from '../../../testing/api-server.ts';
import { NOW } from '../../../testing/now.ts';
import { clearScreen, renderAppScreen } from '../../../testing/render-app-screen.tsx';
import { ImportPanel } from './import-panel.tsx';

const api = useApiServer();
afterEach(clearScreen);

const id = '0198b5a0-0000-7000-8000-00000000000c';
const counts = { added: 1, duplicate: 1, invalid: 1, unreachable: 1, limit: 1, skipped: 0 };
const line = (number: number, result: string, message: string | null = null) => ({
  line: number,
  domain: `host-${number}.example.com`,
  result,
  message,
  certificateId: result === 'added' ? id : null,
});
const lines = [
  line(1, 'added'),
  line(2, 'duplicate', 'This domain is already monitored.'),
  line(3, 'invalid', 'Enter a domain such as example.com or example.com:8443.'),
  line(4, 'unreachable', 'host-4.example.com has no address.'),
  line(5, 'limit', 'Certificate limit reached.'),
];
const finished = { id, status: 'completed', error: null, total: 5, done: 5, counts, lines, nextAfter: null, finishedAt: NOW };

const open = (plan: 'Business' | 'Team' = 'Business') => renderAppScreen(<ImportPanel />, { plan });
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Domains, one per line, or CSV');
const begin = (text: string) => {
  fireEvent.change(field(), { target: { value: text } });
  fireEvent.click(screen.getByRole('button', { name: 'Import' }));
};
const reportRows = async () => (await screen.findByRole('region', { name: 'Import report' })).querySelectorAll('tbody tr');

describe('an import', () => {
  it('shows the result of each line, and the reason if it was not added', async () => {
    open();
    api.answer('certificates.import', { value: finished });
    begin('host-1.example.com\nhost-2.example.com');
    expect([...(await reportRows())].map((row) => row.textContent)).toEqual([
      '1host-1.example.comAdded',
      '2host-2.example.comAlready monitoredThis domain is already monitored.',
      '3host-3.example.comNot addedEnter a domain such as example.com or example.com:8443.',
      '4host-4.example.comAdded, unreachablehost-4.example.com has no address.',
      '5host-5.example.comAbove the limitCertificate limit reached.',
    ]);
    expect(
      screen.getByText('2 added, 1 of them unreachable, 1 already monitored, 1 not added, 1 above the plan\u2019s limit.'),
    ).toBeTruthy();
    expect(field().value).toBe('');
    fireEvent.click(screen.getByLabelText('Problems only (3)'));
    expect(await reportRows()).toHaveLength(3);
  });

  it('of many lines is followed until it ends', async () => {
    open();
    const running = { ...finished, status: 'running', total: 500, done: 20, lines: [], finishedAt: null };
    api.answer('certificates.import', { value: running });
    api.answer('certificates.importRun', { value: { ...running, done: 260 } });
    begin('host-1.example.com');
    expect(await screen.findByText('Imported 260 of 500')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Importing...' }).disabled).toBe(true);
    api.answer('certificates.importRun', { value: { ...finished, total: 500, done: 500, nextAfter: 5 } });
    expect(await screen.findByText(/^Showing the first 5 lines/)).toBeTruthy();
  });

  describe('that runs', () => {
    const running = { ...finished, status: 'running', total: 500, done: 20, lines: [], finishedAt: null };
    const follow = async () => {
      open();
      api.answer('certificates.import', { value: running });
      api.answer('certificates.importRun', { value: running });
      begin('host-1.example.com');
      return screen.findByRole<HTMLButtonElement>('button', { name: 'Cancel' });
    };
    const skipped = line(2, 'skipped', 'The import was cancelled before this line.');
    const ended = {
      ...running,
      status: 'failed',
      done: 20,
      counts: { ...counts, skipped: 480 },
      lines: [line(1, 'added'), skipped],
      finishedAt: NOW,
    };

    it('is cancelled by its button, and says which lines were skipped', async () => {
      const button = await follow();
      const release = api.hold('jobs.cancel');
      api.answer('jobs.cancel', { value: {} });
      fireEvent.click(button);
      expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Cancelling...' })).disabled).toBe(true);
      api.answer('certificates.importRun', { value: { ...ended, error: 'Cancelled' } });
      release();
      expect(await screen.findByText(/^The import was cancelled\. 2 added, .*480 skipped\.$/)).toBeTruthy();
      expect([...(await reportRows())].map((row) => row.textContent)).toEqual([
        '1host-1.example.comAdded',
        '2host-2.example.comSkippedThe import was cancelled before this line.',
      ]);
      expect(api.callsOf('jobs.cancel')).toEqual([{ id }]);
      expect(screen.queryByRole('button', { name: /Cancel/ })).toBeNull();
      expect(screen.getByRole('button', { name: 'Import' })).toBeTruthy();
    });

    it('and ends before it is cancelled shows its result without an error', async () => {
      const button = await follow();
      api.answer('jobs.cancel', { error: 'job_finished', message: 'This job has already completed.' });
      api.answer('certificates.importRun', { value: { ...finished, total: 500, done: 500 } });
      fireEvent.click(button);
      await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
      expect(screen.queryByText('Failed to cancel the import')).toBeNull();
    });

    it('and cannot be cancelled says so and continues', async () => {
      const button = await follow();
      api.answer('jobs.cancel', 'silence');
      fireEvent.click(button);
      expect(await screen.findByText('Failed to cancel the import')).toBeTruthy();
      await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(false));
    });

    it('and fails says why', async () => {
      await follow();
      api.answer('certificates.importRun', { value: { ...ended, error: 'The import was interrupted. Import the skipped lines again.' } });
      expect(await screen.findByText(/^The import was interrupted\. Import the skipped lines again\. 2 added, /)).toBeTruthy();
    });
  });

  it('that is refused keeps the text and says why', async () => {
    open();
    api.answer('certificates.import', { error: 'import_invalid', message: 'The text has no domain.' });
    begin('# nothing');
    expect(await screen.findByText('The text has no domain.')).toBeTruthy();
    expect(field().value).toBe('# nothing');
  });

  it('accepts a file, and refuses one that is too large without sending it', async () => {
    open();
    const picker = screen.getByLabelText('File with domains');
    fireEvent.change(picker, { target: { files: [new File(['a.example.com,Production'], 'domains.csv')] } });
    await waitFor(() => expect(field().value).toBe('a.example.com,Production'));
    fireEvent.change(picker, { target: { files: [new File(['x'.repeat(901 * 1024)], 'large.csv')] } });
    expect(await screen.findByText('large.csv is 901 KB. The limit is 900 KB: split the file.')).toBeTruthy();
  });

  it('accepts a dropped file', async () => {
    open();
    const form = field().closest('form');
    if (form === null) throw new Error('the field is not in a form');
    fireEvent.drop(form, { dataTransfer: { files: [new File(['b.example.com'], 'domains.txt')] } });
    await waitFor(() => expect(field().value).toBe('b.example.com'));
  });
});

it('is named, but not offered, on a plan without it', () => {
  open('Team');
  const locked = within(screen.getByRole('region', { name: 'Add many' }));
  expect(locked.getByText(/Bulk import is available on Business and Enterprise plans\./)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
