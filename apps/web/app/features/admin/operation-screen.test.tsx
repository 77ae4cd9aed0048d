import { brandId } from '@notafter/domain';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useApiServer } from '../../testing/api-server.ts';
import { NOW } from '../../testing/now.ts';
import { clearScreen, renderAppScreen } from '../../testing/render-app-screen.tsx';
import { OperationScreen } from './operation-screen.tsx';
import type { DatabaseFigures, FailingChannel, OperatorView } from './types.ts';

const api = useApiServer();
afterEach(clearScreen);

const quiet: OperatorView = {
  ...{ queues: [{ name: 'check-slice', ready: 0, active: 0 }], failedJobs: 0, overdueChecks: 0, oldestCheck: null, slowChecks: [] },
  serviceCounts: { services: 2, unwell: 0, withoutBackups: 0, orphans: 0 },
  ...{ serviceProblems: [], orphans: [] },
};
const database: DatabaseFigures = {
  ...{ bytes: 48_000_000, connections: 12, maxConnections: 100, oldestTransactionSeconds: 0.2 },
  tables: [{ name: 'certificates', bytes: 24_000_000, rows: 1200, deadRows: 3 }],
  slowStatements: [{ statement: 'select pg_sleep($1)', calls: 3, meanMs: 51.2, maxMs: 160, totalMs: 153.6 }],
};
const channel = (given: Partial<FailingChannel> = {}): FailingChannel => ({
  organizationId: brandId('0198b5a0-0000-7000-8000-0000000000c1'),
  ...{ organization: 'Harborline', queue: 'slack', kind: 'slack', name: 'On-call', brokenAt: null },
  ...{ problem: 'The receiver answered 503.', deadLetters: 3, retried: 1, oldestAt: NOW },
  ...given,
});

beforeEach(() => {
  api.answer('admin.operatorView', { value: quiet });
  api.answer('admin.database', { value: database });
  api.answer('admin.failingChannels', { value: { channels: [], total: 0 } });
});

const open = (platformAdmin = true) =>
  renderAppScreen(<OperationScreen />, { at: '/admin/operation', path: '/admin/operation', platformAdmin });

it('without the right says so, and asks for nothing', () => {
  open(false);
  expect(screen.getByText('Access Denied')).toBeTruthy();
  expect(api.callsOf('admin.operatorView')).toEqual([]);
});

it('of a quiet installation says that nothing fails', async () => {
  open();
  for (const text of ['All messages get through', 'No slow check', 'No check is overdue.', 'No service has a problem'])
    expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByText('1 queue has nothing to do. Counted every ten seconds.')).toBeTruthy();
  expect(screen.queryByText('Orphans')).toBeNull();
});

it('shows queues with work, slow and overdue checks, services, orphans, tables and statements', async () => {
  api.answer('admin.operatorView', {
    value: {
      ...quiet,
      queues: [...quiet.queues, { name: 'deliver-slice', ready: 1200, active: 2 }],
      overdueChecks: 7,
      oldestCheck: { domain: 'late.example', organization: 'Harborline', dueAt: NOW },
      slowChecks: [{ domain: 'slow.example', organization: 'Quillon', durationMs: 9412, checkedAt: NOW }],
      serviceProblems: [{ name: 'pg-down', organization: 'Quillon', problem: 'The engine does not answer.', since: NOW }],
      orphans: [
        { cloud: 'aws', account: null, serviceId: brandId('0198b5a0-0000-7000-8000-0000000000d1'), firstSeenAt: NOW, lastSeenAt: NOW },
      ],
    } satisfies OperatorView,
  });
  open();
  const rowOf = async (table: string, text: string) =>
    (await within(await screen.findByRole('table', { name: table })).findByText(text)).closest('tr')?.textContent;
  expect(await rowOf('Queues', 'deliver-slice')).toContain('1,200');
  expect(await rowOf('Slow checks', 'Quillon')).toContain('9.4 s');
  expect(await screen.findByText(/Longest overdue: late\.example \(Harborline\), since/)).toBeTruthy();
  expect(await rowOf('Services with a problem', 'pg-down')).toContain('The engine does not answer.');
  expect(await rowOf('Orphans', "The operator's")).toContain('AWS');
  expect(await rowOf('Largest tables', 'certificates')).toContain('1,200');
  expect(await rowOf('Slow statements', 'select pg_sleep($1)')).toContain('51.2 ms');
});

it('sends what was given up again, and offers it for no paused channel', async () => {
  const paused = channel({ queue: 'teams', kind: 'teams', name: null, brokenAt: NOW });
  api.answer('admin.failingChannels', { value: { channels: [channel(), paused], total: 2 } });
  open();
  const buttons = await screen.findAllByRole('button', { name: /^Send Again/ });
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(['Send Again On-call of Harborline']);
  expect(screen.getByText(/^Paused: The receiver answered 503\.$/)).toBeTruthy();
  api.answer('admin.resend', { value: { queued: 3 } });
  api.answer('admin.failingChannels', { value: { channels: [], total: 0 } });
  fireEvent.click(screen.getByRole('button', { name: 'Send Again On-call of Harborline' }));
  expect(await screen.findByText('3 messages are sent again')).toBeTruthy();
  expect(await screen.findByText('All messages get through')).toBeTruthy();
  expect(api.callsOf('admin.resend')).toEqual([{ id: channel().organizationId, queue: 'slack' }]);
});

it('runs failed jobs again', async () => {
  api.answer('admin.operatorView', { value: { ...quiet, failedJobs: 2 } });
  open();
  const button = await screen.findByRole('button', { name: 'Run 2 Failed Jobs Again' });
  api.answer('admin.retryFailedJobs', { value: { queued: 2 } });
  fireEvent.click(button);
  expect(await screen.findByText('2 jobs run again')).toBeTruthy();
});

it('says how to count statements where PostgreSQL does not', async () => {
  api.answer('admin.database', { value: { ...database, slowStatements: null } });
  open();
  expect(await screen.findByText('PostgreSQL does not count statements')).toBeTruthy();
});
