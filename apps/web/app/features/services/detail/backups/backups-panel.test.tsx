import { addMs, brandId, DAY_MS, HOUR_MS } from '@notafter/domain';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { useApiServer } from '../../../../testing/api-server.ts';
import { NOW } from '../../../../testing/now.ts';
import { clearScreen, renderAppScreen } from '../../../../testing/render-app-screen.tsx';
import { operationId, sampleDetail } from '../../testing/samples.ts';
import type { ServiceBackup, ServiceDetail, ServiceDrill } from '../../types.ts';
import { BackupsPanel } from './backups-panel.tsx';

const api = useApiServer();
afterEach(clearScreen);

const resourceId = 'pg-7f3a91c2';
const good: ServiceBackup = {
  ...{ id: brandId('0198b5a0-0000-7000-8000-000000000041'), resourceId, solution: 'postgres', serviceDeletedAt: null },
  ...{ cause: 'schedule', state: 'ok', failure: null, engine: '18.1', bytes: 5_242_880, tables: 12 },
  ...{ takenAt: addMs(NOW, -HOUR_MS), finishedAt: addMs(NOW, -HOUR_MS) },
};
const failed: ServiceBackup = {
  ...good,
  ...{ id: brandId('0198b5a0-0000-7000-8000-000000000042'), cause: 'person', state: 'failed', bytes: null, tables: null },
  ...{ failure: 'The backup store /mnt is full (ENOSPC).', takenAt: addMs(NOW, -DAY_MS) },
};
const passed: ServiceDrill = {
  ...{ id: operationId, state: 'passed', backupTakenAt: addMs(NOW, -DAY_MS), failure: null, startedAt: NOW, finishedAt: NOW },
  evidence: { files: 1204, bytes: 31_457_280, matching: 12, unknown: 1, rows: 100_000, differences: [] },
};
const answer = (backups: readonly ServiceBackup[] = [good, failed], drills: readonly ServiceDrill[] = [passed]) =>
  api.answer('services.backups', { value: { backups, drills } });
const quiet: ServiceDetail['backups'] = { reasonAgainst: null, interruption: null, schedule: 'daily', problem: null, place: '/mnt' };
const open = (changes: Partial<ServiceDetail> = {}, role: 'admin' | 'viewer' = 'admin') =>
  renderAppScreen(<BackupsPanel service={sampleDetail({ cloud: 'local', ...changes })} />, {
    at: `/services/${resourceId}`,
    path: '/services/:resourceId',
    role,
  });
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const choose = async (entry: string): Promise<void> => {
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for the backup of 2026-11-20 08:36 UTC' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: new RegExp(`^${entry}`) }));
};
const ENDING = '\\.\\.\\.';

it('of a machine of a cloud can be downloaded, and not be restored there', async () => {
  answer();
  open({ cloud: 'aws' });
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for the backup of 2026-11-20 08:36 UTC' }));
  const download = await screen.findByRole('menuitem', { name: /^Download/, hidden: true });
  expect(download.getAttribute('href')).toBe(`/v1/services/backups/${good.id}/data?format=archive`);
  expect(screen.getAllByRole('menuitem', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
    'DownloadIts files, as a tar archive',
    'Delete...',
  ]);
});

describe('the backups', () => {
  it('are listed with their state, reason and size, and the evidence of the last drill', async () => {
    answer();
    open();
    const rows = within(await screen.findByRole('table', { name: 'Backups' }))
      .getAllByRole('row')
      .slice(1);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      '2026-11-20 08:36 UTCGoodBy schedule5.2 MB',
      '2026-11-19 09:36 UTCFailedThe backup store /mnt is full (ENOSPC).On demand–',
    ]);
    expect(
      screen.getByText(
        "Passed: 1,204 files (31 MB) and 12 tables with 100,000 rows match the backup of 2026-11-19 09:36 UTC. 1 table changed during the backup and can't be compared.",
      ),
    ).toBeTruthy();
  });

  it('say that there are none yet, and what is wrong', async () => {
    answer([], []);
    open({ backups: { ...quiet, schedule: 'weekly', problem: 'No backup was taken in 171 hours.' } });
    expect(await screen.findByText('No backups yet')).toBeTruthy();
    expect(screen.getByText('No backup was taken in 171 hours.')).toBeTruthy();
    expect(screen.getByText('None yet. The newest backup is tried each week.')).toBeTruthy();
  });

  it('say what a backup does to clients, and why the schedule is off', async () => {
    answer([], []);
    const interruption = 'MariaDB is paused while its files are copied.';
    open({ solution: 'mysql', version: 'MariaDB 10.11.18', backups: { ...quiet, schedule: 'off', interruption } });
    expect(await screen.findByText('Set a schedule, or press Back Up Now.')).toBeTruthy();
    expect(screen.getByText(`${interruption} This is why the schedule is off by default.`)).toBeTruthy();
    expect(screen.getByText('None yet. Try Restore in the menu of a backup runs one.')).toBeTruthy();
  });

  it('show the evidence of a drill that counted no rows', async () => {
    answer([good], [{ ...passed, evidence: { files: 12, bytes: 31_457_280, matching: 0, unknown: 0, rows: 0, differences: [] } }]);
    open();
    expect(await screen.findByText('Passed: 12 files (31 MB) match the backup of 2026-11-19 09:36 UTC.')).toBeTruthy();
  });

  it('say why they did not load', async () => {
    api.answer('services.backups', { error: 'internal', message: 'Something went wrong.' });
    open();
    expect(await screen.findByText('The backups did not load')).toBeTruthy();
  });

  it('say why a solution has none, and ask nothing', async () => {
    open({ backups: { ...quiet, reasonAgainst: "Notafter can't back up ClickHouse yet." } });
    expect(await screen.findByText("Notafter can't back up ClickHouse yet.")).toBeTruthy();
    expect(api.callsOf('services.backups')).toEqual([]);
  });

  it('are shown to viewers without a change', async () => {
    answer();
    open({}, 'viewer');
    await screen.findByRole('table', { name: 'Backups' });
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.getByText('Daily')).toBeTruthy();
  });
});

describe('an admin', () => {
  it('backs up now, and sets the schedule', async () => {
    answer();
    api.answer('services.backUp', { value: { operationId } });
    api.answer('services.setBackupSchedule', { value: null });
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Back Up Now' }));
    fireEvent.change(screen.getByRole('combobox', { name: 'Backup schedule' }), { target: { value: 'weekly' } });
    await waitFor(() => expect(api.callsOf('services.setBackupSchedule')).toEqual([{ resourceId, schedule: 'weekly' }]));
    expect(api.callsOf('services.backUp')).toEqual([{ resourceId }]);
  });

  it('restores into the service, with a backup of the present data unless it is switched off', async () => {
    answer();
    api.answer('services.restore', { value: { resourceId, operationId } });
    open();
    await choose('Restore Into This Service');
    const restore = await dialog(`Restore into ${resourceId}`);
    expect(restore.getByText(/All present data is replaced by that of 2026-11-20 08:36 UTC/)).toBeTruthy();
    fireEvent.click(restore.getByRole('checkbox', { name: 'Back up the present data first' }));
    fireEvent.click(restore.getByRole('button', { name: 'Replace Data' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.callsOf('services.restore')).toEqual([{ id: good.id, into: 'same', backsUpFirst: false }]);
  });

  it('restores as a new service', async () => {
    answer();
    api.answer('services.restore', { error: 'backup_unusable', message: 'Only a good backup can be restored.' });
    open();
    await choose('Restore As New Service');
    const restore = await dialog('Restore as new service');
    fireEvent.click(restore.getByRole('button', { name: 'Restore' }));
    expect(await restore.findByText('Only a good backup can be restored.')).toBeTruthy();
    expect(api.callsOf('services.restore')).toEqual([{ id: good.id, into: 'new', backsUpFirst: true }]);
  });

  it('tries a restore', async () => {
    answer();
    api.answer('services.drill', { value: { operationId } });
    open();
    await choose('Try Restore');
    await waitFor(() => expect(api.callsOf('services.drill')).toEqual([{ id: good.id }]));
  });

  it('deletes a backup', async () => {
    answer();
    api.answer('services.deleteBackup', { value: null });
    open();
    await choose(`Delete${ENDING}`);
    fireEvent.click((await dialog('Delete backup of 2026-11-20 08:36 UTC')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(api.callsOf('services.deleteBackup')).toEqual([{ id: good.id }]));
  });
});
