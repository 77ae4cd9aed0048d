import { brandId } from '@notafter/domain';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useApiServer } from '../../testing/api-server.ts';
import { NOW } from '../../testing/now.ts';
import { clearScreen, renderAppScreen } from '../../testing/render-app-screen.tsx';
import { AdminScreen } from './admin-screen.tsx';
import type { AdminOrganization, AdminStats } from './types.ts';

const api = useApiServer();
afterEach(clearScreen);

const stats: AdminStats = {
  ...{ totalOrganizations: 128, totalUsers: 341, totalCertificates: 9482, expiredCertificates: 37, criticalCertificates: 52 },
  ...{ activeOrganizations: 119, newCertificatesWeek: 214, certificatesDiscoveredMonth: 1906 },
  planDistribution: { 'Forever Free': 71, Starter: 24 },
};
const health = { status: 'healthy', uptimeSeconds: 1_483_740, memoryUsageMb: 386, database: 'connected', timestamp: NOW };
const week = [1, 2, 3, 4, 5, 6, 7];
const organization = (given: Partial<AdminOrganization> = {}): AdminOrganization => ({
  id: brandId('0198b5a0-0000-7000-8000-0000000000c1'),
  ...{ name: 'Harborline', plan: 'Business', disabled: false, userCount: 14, certCount: 312, notifications7d: 48 },
  ...{ createdAt: NOW, certificateLimit: null, userLimit: null },
  ...given,
});
const list = (...organizations: AdminOrganization[]) => ({ value: { organizations, total: organizations.length, nextCursor: null } });

beforeEach(() => {
  api.answer('admin.dashboard', { value: stats });
  api.answer('admin.health', { value: health });
  api.answer('admin.charts', {
    value: {
      days: week.map((day) => `2026-11-2${day - 1}`),
      ...{ certificatesAdded: week, usersAdded: week, certificatesExpired: week, certificatesDiscovered: week },
    },
  });
  api.answer(
    'admin.organizations',
    list(organization(), organization({ id: brandId('0198b5a0-0000-7000-8000-0000000000c2'), name: 'Quillon', disabled: true })),
  );
  api.answer('admin.activity', {
    value: {
      activities: [{ type: 'certificate', description: 'Added a certificate: sso.harborline.example (Harborline)', timestamp: NOW }],
      nextCursor: null,
    },
  });
});

const open = (platformAdmin = true) => renderAppScreen(<AdminScreen />, { at: '/admin', path: '/admin', platformAdmin });
const act = async (name: string, action: string) => {
  fireEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  fireEvent.click(await screen.findByRole('menuitem', { name: action }));
  return within(await screen.findByRole('dialog'));
};

it('without the right says so, and asks for nothing', () => {
  open(false);
  expect(screen.getByText('Access Denied')).toBeTruthy();
  expect(screen.getByText("You don't have permission to access the administration panel.")).toBeTruthy();
  expect(api.callsOf('admin.dashboard')).toEqual([]);
});

it('shows every card, the charts as a table, the plans and the activity', async () => {
  open();
  await screen.findByText('9,482');
  const labels = [
    ...['Organizations', 'Total Users', 'Certificates', 'Expired Certificates', 'Critical (<=7 days)', 'Active Organizations'],
    ...['New Certs (7d)', 'Discovered (30d)', 'System Status', 'Uptime', 'Memory Usage', 'Database'],
  ];
  const cards = within(screen.getByRole('region', { name: 'Figures' }));
  for (const label of labels) expect(cards.getByText(label)).toBeTruthy();
  expect(await cards.findByText('healthy')).toBeTruthy();
  expect(cards.getByText('412').textContent).toBeTruthy();
  expect(cards.getByText('h 9 min')).toBeTruthy();
  expect(cards.getByText('MB')).toBeTruthy();
  const table = within(await screen.findByRole('table', { name: 'The last seven days' }));
  expect(table.getAllByRole('row')).toHaveLength(8);
  expect(screen.getByText('Forever Free')).toBeTruthy();
  expect(await screen.findByText('Added a certificate: sso.harborline.example (Harborline)')).toBeTruthy();
});

it('Refresh Health asks again, and anything but healthy is red', async () => {
  open();
  await screen.findByText('healthy');
  api.answer('admin.health', { value: { ...health, status: 'degraded' } });
  fireEvent.click(screen.getByRole('button', { name: 'Refresh Health' }));
  expect((await screen.findByText('degraded')).closest('[data-tone]')?.getAttribute('data-tone')).toBe('expired');
});

it('searches with its button, and an empty search shows all', async () => {
  open();
  await screen.findByText('Harborline');
  fireEvent.change(screen.getByLabelText('Search organizations'), { target: { value: ' quillon ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Search' }));
  fireEvent.change(screen.getByLabelText('Search organizations'), { target: { value: '' } });
  api.answer('admin.organizations', list(organization({ name: 'All of them' })));
  fireEvent.submit(screen.getByLabelText('Search organizations'));
  await screen.findByText('All of them');
  expect(api.callsOf('admin.organizations').map((input) => Object(input).search)).toContain('quillon');
});

describe('the actions', () => {
  it('disable after a question, and say so', async () => {
    open();
    api.answer('admin.disable', { value: organization({ disabled: true }) });
    fireEvent.click((await act('Harborline', 'Disable')).getByRole('button', { name: 'Disable' }));
    expect(await screen.findByText('Organization disabled successfully!')).toBeTruthy();
    expect(api.callsOf('admin.disable')).toEqual([{ id: organization().id, disabled: true }]);
  });

  it('enable what is disabled', async () => {
    open();
    api.answer('admin.disable', { value: organization() });
    fireEvent.click((await act('Quillon', 'Enable')).getByRole('button', { name: 'Enable' }));
    expect(await screen.findByText('Organization enabled successfully!')).toBeTruthy();
  });

  it('that fail keep the dialog with what was tried and why', async () => {
    open();
    api.answer('admin.disable', { error: 'own_organization', message: "You can't disable or delete your own organization." });
    const dialog = await act('Harborline', 'Disable');
    fireEvent.click(dialog.getByRole('button', { name: 'Disable' }));
    expect(await dialog.findByText("Failed to disable organization: You can't disable or delete your own organization.")).toBeTruthy();
  });

  it.each([
    ['Reset', 'admin.reset', 'RESET HARBORLINE', 'Organization reset successfully!'],
    ['Delete', 'admin.delete', 'DELETE HARBORLINE', 'Organization deleted successfully!'],
  ] as const)('%s needs the typed text', async (action, procedure, text, done) => {
    open();
    api.answer(procedure, { value: null });
    const dialog = await act('Harborline', action);
    fireEvent.change(dialog.getByLabelText('Confirmation'), { target: { value: text } });
    fireEvent.click(dialog.getByRole('button', { name: action }));
    expect(await screen.findByText(done)).toBeTruthy();
    expect(api.callsOf(procedure)).toHaveLength(1);
  });

  it.each([
    ['Reset', 'admin.reset', 'RESET harborline', 'Reset cancelled - confirmation text did not match.'],
    ['Delete', 'admin.delete', '', 'Deletion cancelled - confirmation text did not match.'],
  ] as const)('%s does nothing for another text', async (action, procedure, text, said) => {
    open();
    const dialog = await act('Harborline', action);
    fireEvent.change(dialog.getByLabelText('Confirmation'), { target: { value: text } });
    fireEvent.click(dialog.getByRole('button', { name: action }));
    expect(await screen.findByText(said)).toBeTruthy();
    expect(api.callsOf(procedure)).toEqual([]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('edit plan and limits: the four plans of the specification first, an empty limit is the one of the plan', async () => {
    open();
    api.answer('admin.updatePlan', { value: organization() });
    const dialog = await act('Harborline', 'Edit');
    const plans = within(dialog.getByLabelText('Plan')).getAllByRole('option');
    expect(plans.slice(0, 4).map(({ textContent }) => textContent)).toEqual(['Forever Free', 'Starter', 'Professional', 'Business']);
    fireEvent.change(dialog.getByLabelText('Plan'), { target: { value: 'Team' } });
    fireEvent.change(dialog.getByLabelText('Certificate Limit'), { target: { value: 'many' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Enter a whole number, or nothing for the limit of the plan.')).toBeTruthy();
    fireEvent.change(dialog.getByLabelText('Certificate Limit'), { target: { value: '700' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Plan updated successfully!')).toBeTruthy();
    expect(api.callsOf('admin.updatePlan')).toEqual([{ id: organization().id, plan: 'Team', certificateLimit: 700, userLimit: null }]);
  });
});
