import type { PlanName } from '@notafter/domain';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useApiServer } from '../../../testing/api-server.ts';
import { NOW } from '../../../testing/now.ts';
import { clearScreen, renderAppScreen } from '../../../testing/render-app-screen.tsx';
import { sampleCertificate, sampleList, sampleStats } from '../testing/samples.ts';
import { ListScreen } from './list-screen.tsx';

const api = useApiServer();
const rows = [
  sampleCertificate(1, -3, { reasons: ['self_signed', 'weak_key'] }),
  sampleCertificate(2, 5, { unreachable: { reason: 'refused', detail: 'Connection refused by 192.0.2.2:443.', since: NOW } }),
  sampleCertificate(3, 90),
] as const;

const production = '0198b5a0-0000-7000-8000-00000000000a';
const facets = {
  environments: [{ id: production, name: 'Production' }],
  tags: [{ tag: 'team=web', count: 3 }],
  protocols: ['tls', 'smtp'],
};

beforeEach(() => {
  window.localStorage.clear();
  api.answer('certificates.facets', { value: facets });
  api.answer('certificates.list', { value: sampleList(rows, { total: 48, nextCursor: 'page-2' }) });
  api.answer('certificates.stats', { value: sampleStats({ total: 48, expired: 1, critical: 1, unreachable: 1, healthScore: 55 }) });
});
afterEach(() => {
  clearScreen();
  vi.useRealTimers();
});

const open = async (at = '/certificates', role: 'admin' | 'viewer' = 'admin') => {
  renderAppScreen(<ListScreen />, { at, role });
  await screen.findByText('host-3.example.com');
};
const rowOf = (domain: string): HTMLElement => {
  const row = screen.getByText(domain).closest('tr');
  if (row === null) throw new Error(`${domain} is in no row`);
  return row;
};
const bulk = async (entry: string) => {
  fireEvent.click(screen.getByRole('button', { name: 'Bulk' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: entry }));
};

describe('a row', () => {
  it('speaks of its date, and with a second chip of the first reason why it fails', async () => {
    await open();
    const row = within(rowOf('host-1.example.com'));
    expect([row.getByText('Expired'), row.getByText('Self-signed')]).toHaveLength(2);
    expect(row.queryByText('Weak key')).toBeNull();
    expect(row.getByText('\u22123')).toBeTruthy();
  });

  it('says Unreachable instead of its status and keeps its last known date', async () => {
    await open();
    const row = within(rowOf('host-2.example.com'));
    expect(row.getByText('Unreachable')).toBeTruthy();
    expect(row.queryByText('Critical')).toBeNull();
    expect(row.getAllByText('2026-11-25')).not.toHaveLength(0);
  });

  it('leads to its certificate', async () => {
    await open();
    fireEvent.click(screen.getByRole('link', { name: 'host-3.example.com' }));
    expect(await screen.findByText('elsewhere')).toBeTruthy();
  });

  it('says why a check failed, and that it succeeded', async () => {
    await open();
    api.answer('certificates.check', { value: { certificate: rows[1] } });
    fireEvent.click(screen.getByRole('button', { name: 'Check host-2.example.com' }));
    expect(await screen.findByText('Failed to check certificate. Connection refused by 192.0.2.2:443.')).toBeTruthy();
    api.answer('certificates.check', { value: { certificate: rows[2] } });
    fireEvent.click(screen.getByRole('button', { name: 'Check host-3.example.com' }));
    expect(await screen.findByText('Certificate checked successfully!')).toBeTruthy();
  });
});

it('says that it is outdated while the server does not answer, and is current again by itself', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  await open();
  expect(screen.queryByText('The server does not answer.')).toBeNull();
  api.answer('certificates.list', 'silence');
  await vi.advanceTimersByTimeAsync(300_000);
  expect(await screen.findByText('The server does not answer.')).toBeTruthy();
  expect(screen.getByText('host-3.example.com')).toBeTruthy();
  api.answer('certificates.list', { value: sampleList(rows.slice(0, 1)) });
  await vi.advanceTimersByTimeAsync(15_000);
  await waitFor(() => expect(screen.queryByText('host-3.example.com')).toBeNull());
  await waitFor(() => expect(screen.queryByText('The server does not answer.')).toBeNull());
});

it('asks for exactly what the address says', async () => {
  await open('/certificates?q=api&status=expired&sort=issuer&order=desc&rows=25&cursor=abc');
  expect(api.callsOf('certificates.list')).toEqual([
    { search: 'api', status: 'expired', sort: 'issuer', order: 'desc', limit: 25, cursor: 'abc' },
  ]);
  expect(screen.getByRole('columnheader', { name: 'Issuer' }).getAttribute('aria-sort')).toBe('descending');
});

it('goes on to the next page by its cursor', async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(api.callsOf('certificates.list').at(-1)).toMatchObject({ cursor: 'page-2' }));
});

describe('bulk actions', () => {
  it('send the filter for select all, name the count, and clear the selection afterwards', async () => {
    await open('/certificates?q=host&status=expired');
    fireEvent.click(screen.getByLabelText('Select all matching certificates'));
    expect(screen.getByText('48 selected')).toBeTruthy();
    await bulk('Delete Selected');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete 48 certificates' }));
    api.answer('certificates.removeMany', { value: { deleted: 47 } });
    fireEvent.click(dialog.getByRole('button', { name: 'Delete Certificates' }));
    expect(await screen.findByText('47 certificates deleted successfully!')).toBeTruthy();
    expect(api.callsOf('certificates.removeMany')).toEqual([{ filter: { search: 'host', status: 'expired' } }]);
    await waitFor(() => expect(screen.queryByText(/selected$/)).toBeNull());
  });

  it('send the ids of ticked rows and count those that answered', async () => {
    await open();
    fireEvent.click(screen.getByLabelText('Select host-1.example.com'));
    fireEvent.click(screen.getByLabelText('Select host-3.example.com'));
    api.answer('certificates.startCheckRun', { value: { jobId: rows[0].id, queued: 2 } });
    const run = { id: rows[0].id, status: 'completed', total: 2, succeeded: 2, failed: 0, failures: [], error: null, finishedAt: NOW };
    api.answer('certificates.checkRun', { value: run });
    await bulk('Check Selected');
    expect(await screen.findByText('2 certificates checked successfully!')).toBeTruthy();
    expect(api.callsOf('certificates.startCheckRun')).toEqual([{ ids: [rows[0].id, rows[2].id] }]);
  });

  it('say what could not be deleted', async () => {
    await open();
    fireEvent.click(screen.getByLabelText('Select host-1.example.com'));
    await bulk('Delete Selected');
    api.answer('certificates.removeMany', { error: 'internal', message: 'Something went wrong on our side. Please try again.' });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Certificate' }));
    expect(await screen.findByText('Failed to delete certificates')).toBeTruthy();
  });
});

describe('Check All', () => {
  const start = async () => {
    await open();
    api.answer('certificates.startCheckRun', { value: { jobId: rows[0].id, queued: 48 } });
    fireEvent.click(screen.getByRole('button', { name: 'Check All' }));
  };
  const run = { id: rows[0].id, total: 48, failures: [], error: null, finishedAt: null };

  it('shows how far it is, then the number that answered and what failed', async () => {
    api.answer('certificates.checkRun', { value: { ...run, status: 'running', succeeded: 10, failed: 2 } });
    await start();
    expect(await screen.findByText('Checked 12 of 48')).toBeTruthy();
    const failures = [{ id: rows[1].id, domain: 'host-2.example.com', message: 'Connection refused by 192.0.2.2:443.' }];
    api.answer('certificates.checkRun', { value: { ...run, status: 'completed', succeeded: 47, failed: 1, failures, finishedAt: NOW } });
    expect(await screen.findByText('47 certificates checked successfully!')).toBeTruthy();
    expect(await screen.findByText('1 of 48 could not be checked')).toBeTruthy();
    expect(screen.getByText('Connection refused by 192.0.2.2:443.')).toBeTruthy();
    expect(api.callsOf('certificates.startCheckRun')).toEqual([{ all: true }]);
  });

  it('is cancelled by its button, and says how much was checked until dismissed', async () => {
    api.answer('certificates.checkRun', { value: { ...run, status: 'running', succeeded: 10, failed: 2 } });
    await start();
    const button = await screen.findByRole('button', { name: 'Cancel' });
    const release = api.hold('jobs.cancel');
    api.answer('jobs.cancel', { value: {} });
    fireEvent.click(button);
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Cancelling...' })).disabled).toBe(true);
    api.answer('certificates.checkRun', {
      value: { ...run, status: 'failed', error: 'Cancelled', succeeded: 14, failed: 0, finishedAt: NOW },
    });
    release();
    expect(await screen.findByText('The check was cancelled. 14 of 48 certificates were checked.')).toBeTruthy();
    expect(api.callsOf('jobs.cancel')).toEqual([{ id: rows[0].id }]);
    expect(screen.queryByText(/checked successfully|Failed to check/)).toBeNull();
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Check All' }).disabled).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss check result' }));
    expect(screen.queryByText(/The check was cancelled/)).toBeNull();
  });

  it('that failed says why, how much was checked and what could not be', async () => {
    const failures = [{ id: rows[1].id, domain: 'host-2.example.com', message: 'Connection refused by 192.0.2.2:443.' }];
    const error = 'The check was interrupted. Start it again.';
    api.answer('certificates.checkRun', {
      value: { ...run, status: 'failed', error, succeeded: 10, failed: 1, failures, finishedAt: NOW },
    });
    await start();
    expect(await screen.findByText(`${error} 11 of 48 certificates were checked.`)).toBeTruthy();
    expect(screen.getByText('Connection refused by 192.0.2.2:443.')).toBeTruthy();
    expect(await screen.findByText('Failed to check certificates')).toBeTruthy();
  });

  it('says that it could not be cancelled, and goes on', async () => {
    api.answer('certificates.checkRun', { value: { ...run, status: 'running', succeeded: 10, failed: 2 } });
    await start();
    const button = await screen.findByRole('button', { name: 'Cancel' });
    api.answer('jobs.cancel', { error: 'forbidden', message: 'Your role does not allow this.' });
    fireEvent.click(button);
    expect(await screen.findByText('Your role does not allow this.')).toBeTruthy();
    expect(screen.getByText('Checked 12 of 48')).toBeTruthy();
  });

  it('has no Cancel for viewers', async () => {
    window.localStorage.setItem('check_run', `${rows[0].id} all`);
    api.answer('certificates.checkRun', { value: { ...run, status: 'running', succeeded: 10, failed: 2 } });
    await open('/certificates', 'viewer');
    expect(await screen.findByText('Checked 12 of 48')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  });

  it('says it in the documented words when nothing failed', async () => {
    api.answer('certificates.checkRun', { value: { ...run, status: 'completed', succeeded: 48, failed: 0, finishedAt: NOW } });
    await start();
    expect(await screen.findByText('Certificates checked successfully!')).toBeTruthy();
  });

  it('is found again after returning to the list', async () => {
    api.answer('certificates.checkRun', { value: { ...run, status: 'running', succeeded: 10, failed: 2 } });
    await start();
    expect(await screen.findByText('Checked 12 of 48')).toBeTruthy();
    clearScreen();
    await open();
    expect(await screen.findByText('Checked 12 of 48')).toBeTruthy();
    api.answer('certificates.checkRun', { value: { ...run, status: 'completed', succeeded: 48, failed: 0, finishedAt: NOW } });
    expect(await screen.findByText('Certificates checked successfully!')).toBeTruthy();
    clearScreen();
    await open();
    expect(api.callsOf('certificates.startCheckRun')).toHaveLength(1);
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('forgets without a word a run that is not there any more', async () => {
    window.localStorage.setItem('check_run', `${rows[0].id} all`);
    api.answer('certificates.checkRun', { error: 'not_found', message: 'Not found.' });
    await open();
    await waitFor(() => expect(window.localStorage.getItem('check_run')).toBeNull());
    expect(screen.queryByText('Failed to check certificates')).toBeNull();
  });

  it('admits that it could not start', async () => {
    await open();
    api.answer('certificates.startCheckRun', 'silence');
    fireEvent.click(screen.getByRole('button', { name: 'Check All' }));
    expect(await screen.findByText('Failed to check certificates')).toBeTruthy();
  });
});

describe('a list without rows', () => {
  it('says that nothing matches a filter and offers the way back', async () => {
    api.answer('certificates.list', { value: sampleList([]) });
    renderAppScreen(<ListScreen />, { at: '/certificates?q=zebra' });
    expect(await screen.findByText(/\u201czebra\u201d/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Show all certificates' }).getAttribute('href')).toBe('/certificates');
  });

  it('has the first step in place for an admin, and only words for a viewer', async () => {
    api.answer('certificates.list', { value: sampleList([]) });
    renderAppScreen(<ListScreen />);
    expect(await screen.findByText('No certificates yet')).toBeTruthy();
    expect(await screen.findByLabelText('Enter Domain')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Discover the certificates of a domain' }).getAttribute('href')).toBe('/discovery');
    expect(screen.getByRole('button', { name: 'Manage Environments' })).toBeTruthy();
    clearScreen();
    renderAppScreen(<ListScreen />, { role: 'viewer' });
    await screen.findByText('No certificates yet');
    expect(screen.queryByLabelText('Enter Domain')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Discover the certificates of a domain' })).toBeNull();
  });

  it('says that it did not load, and tries again when asked', async () => {
    api.answer('certificates.list', { error: 'internal', message: 'Something went wrong on our side. Please try again.' });
    renderAppScreen(<ListScreen />);
    expect(await screen.findByText('Certificates did not load')).toBeTruthy();
    api.answer('certificates.list', { value: sampleList(rows) });
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('host-3.example.com')).toBeTruthy();
  });
});

describe('filters', () => {
  it('by environment, tag and protocol are in the address and narrow the list', async () => {
    await open();
    fireEvent.change(await screen.findByLabelText('Environment'), { target: { value: production } });
    await waitFor(() => expect(api.callsOf('certificates.list')).toContainEqual(expect.objectContaining({ environmentId: production })));
    fireEvent.change(screen.getByLabelText('Tag'), { target: { value: 'team=web' } });
    await waitFor(() =>
      expect(api.callsOf('certificates.list')).toContainEqual(expect.objectContaining({ environmentId: production, tag: 'team=web' })),
    );
    fireEvent.change(screen.getByLabelText('Protocol'), { target: { value: 'smtp' } });
    await waitFor(() =>
      expect(api.callsOf('certificates.list')).toContainEqual(expect.objectContaining({ tag: 'team=web', protocol: 'smtp' })),
    );
  });

  it('with nothing to filter by are hidden, unless the address names one', async () => {
    api.answer('certificates.facets', { value: { environments: [], tags: [], protocols: ['tls'] } });
    await open('/certificates?tag=team%3Dgone');
    expect(await screen.findByLabelText('Tag')).toBeTruthy();
    expect(screen.queryByLabelText('Environment')).toBeNull();
    clearScreen();
    await open();
    await waitFor(() => expect(api.callsOf('certificates.facets')).toHaveLength(2));
    expect(['Tag', 'Environment', 'Protocol'].map((label) => screen.queryByLabelText(label))).toEqual([null, null, null]);
  });

  it('do not narrow select all, whose count and confirmation say so', async () => {
    await open('/certificates?q=host&tag=team%3Dweb');
    // Both are asked: the rows shown, and how many the search alone matches.
    api.answer('certificates.list', { value: sampleList(rows, { total: 48 }) });
    await waitFor(() => expect(api.callsOf('certificates.list')).toContainEqual({ search: 'host', status: 'all', limit: 1 }));
    fireEvent.click(screen.getByLabelText('Select all matching certificates'));
    await bulk('Delete Selected');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete 48 certificates' }));
    expect(dialog.getByText(/environment and tag filters do not narrow them\./)).toBeTruthy();
    api.answer('certificates.removeMany', { value: { deleted: 48 } });
    fireEvent.click(dialog.getByRole('button', { name: 'Delete Certificates' }));
    await screen.findByText('48 certificates deleted successfully!');
    expect(api.callsOf('certificates.removeMany')).toEqual([{ filter: { search: 'host', status: 'all' } }]);
  });
});

describe('the search language', () => {
  const search = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search domain or issuer' });

  it('is not asked for what cannot be read yet: the rows stay, and the reason is said', async () => {
    await open();
    fireEvent.change(search(), { target: { value: 'expires:soon' } });
    expect(await screen.findByText(/^Write 'expires:' with days or a date/)).toBeTruthy();
    expect(screen.getByText('host-3.example.com')).toBeTruthy();
    expect(api.callsOf('certificates.list')).toHaveLength(1);
    fireEvent.change(search(), { target: { value: 'expires:<30d' } });
    await waitFor(() => expect(api.callsOf('certificates.list').at(-1)).toMatchObject({ search: 'expires:<30d' }));
    expect(screen.queryByText(/^Write 'expires:'/)).toBeNull();
  });

  it('reports a link with a search that the server cannot parse, and links out', async () => {
    api.answer('certificates.list', { error: 'search_invalid', message: "Write what to look for directly behind 'tag:'." });
    renderAppScreen(<ListScreen />, { at: '/certificates?q=tag%3A&status=expired' });
    expect(await screen.findByText("Write what to look for directly behind 'tag:'.")).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Clear search' }).getAttribute('href')).toBe('/certificates?status=expired');
  });

  it('is explained beside the field, and its words can be chosen', async () => {
    await open();
    fireEvent.change(search(), { target: { value: 'shop' } });
    fireEvent.click(screen.getByRole('button', { name: 'Search words' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: /^issuer:/ }));
    expect(search().value).toBe('shop issuer:');
  });
});

it('saves what the list shows as a file', async () => {
  await open('/certificates?q=host&status=expired', 'viewer');
  fireEvent.click(screen.getByRole('button', { name: 'More list actions' }));
  const entry = await screen.findByRole('menuitem', { name: /^Export CSV/ });
  expect(entry.getAttribute('href')).toBe('/v1/certificates/export?format=csv&search=host&status=expired');
  // The calendar's address is a secret, for admins.
  expect(screen.queryByRole('menuitem', { name: /^Calendar feed/ })).toBeNull();
});

describe('Manage Environments', () => {
  const shown = async (plan: PlanName, role: 'admin' | 'viewer' = 'admin') => {
    renderAppScreen(<ListScreen />, { plan, role });
    await screen.findByText('host-3.example.com');
    return screen.queryByRole('button', { name: 'Manage Environments' }) !== null;
  };
  it.each([
    ['Team', 'admin', true],
    ['Enterprise', 'admin', true],
    ['Business', 'admin', false],
    ['Forever Free', 'admin', false],
    ['Team', 'viewer', false],
  ] as const)('on %s for an %s: %s', async (plan, role, offered) => {
    expect(await shown(plan, role)).toBe(offered);
  });
});

it('shows viewers every row and nothing that writes', async () => {
  await open('/certificates', 'viewer');
  expect(screen.queryByRole('checkbox')).toBeNull();
  for (const name of ['Check All', 'Bulk', 'Check host-1.example.com', 'More actions for host-1.example.com']) {
    expect(screen.queryByRole('button', { name })).toBeNull();
  }
});
