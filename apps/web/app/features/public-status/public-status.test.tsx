import { addMs, DAY_MS, type DayState, STATUS_DAYS } from '@notafter/domain';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { useApiServer } from '../../testing/api-server.ts';
import { NOW } from '../../testing/now.ts';
import { clearScreen, renderAppScreen } from '../../testing/render-app-screen.tsx';
import { runsOf } from './day-runs.ts';
import { PublicStatusPage } from './public-status-page.tsx';
import StatusPageDialog from './status-page-dialog.tsx';

const api = useApiServer();
afterEach(clearScreen);

const runs = (problems: number) =>
  runsOf(Array.from({ length: STATUS_DAYS }, (_, index): DayState => (index < 10 ? 'unknown' : index < 10 + problems ? 'problem' : 'ok')));
const seen = { notAfter: addMs(NOW, 40 * DAY_MS), daysLeft: 40, runs: runs(0), goodDaysPercent: 100 };
const endpoint = { domain: 'shop.example', state: 'ok', problems: [], ...seen } as const;
const status = { title: 'Harborline', state: 'ok', readAt: NOW, endpoints: [endpoint], incidents: [] } as const;

describe('the page', () => {
  it('says that all is well, with each endpoint, its days and its end', async () => {
    renderAppScreen(<PublicStatusPage address="harborline" status={status} />);
    expect(await screen.findByRole('heading', { level: 1, name: 'Harborline' })).toBeTruthy();
    expect(screen.getByText('All certificates are in order')).toBeTruthy();
    const row = within(within(screen.getByRole('list', { name: 'Endpoints' })).getByRole('listitem'));
    expect(row.getByRole('img', { name: '100 % of the days without a problem, 0 with one' })).toBeTruthy();
    expect(row.getByText(/^Expires on /)).toBeTruthy();
    expect(screen.getByText('No problems')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'RSS' }).getAttribute('href')).toBe('/v1/status/harborline/feed.rss');
  });

  it('says what is wrong and what was', async () => {
    const broken = { ...endpoint, state: 'problem', problems: ['failing'], runs: runs(8), goodDaysPercent: 90 } as const;
    const incidents = [
      { domain: 'shop.example', problem: 'failing', from: addMs(NOW, -DAY_MS), until: null },
      { domain: 'shop.example', problem: 'revoked', from: addMs(NOW, -9 * DAY_MS), until: addMs(NOW, -8 * DAY_MS) },
    ] as const;
    renderAppScreen(<PublicStatusPage address="a" status={{ ...status, state: 'problem', endpoints: [broken], incidents }} />);
    expect(await screen.findByText('A certificate has a problem')).toBeTruthy();
    expect(screen.getByRole('img', { name: '90 % of the days without a problem, 8 with one' })).toBeTruthy();
    const problems = within(screen.getByRole('list', { name: 'Problems' })).getAllByRole('listitem');
    expect(problems[0]?.textContent).toMatch(/The server does not answer\. Since /);
    expect(problems[1]?.textContent).toMatch(/The certificate was revoked\. .* to /);
  });

  it('says so without endpoints, and not that all is well', async () => {
    renderAppScreen(<PublicStatusPage address="a" status={{ ...status, endpoints: [] }} />);
    expect(await screen.findByText('No endpoints')).toBeTruthy();
    expect(screen.queryByText('All certificates are in order')).toBeNull();
  });
});

describe('its settings', () => {
  const page = {
    ...{ enabled: true, url: 'https://certs.example.com/status/harborline', address: 'harborline' },
    ...{ title: 'Harborline', tag: 'public=yes', updatedAt: NOW },
  };
  const open = async (saved: typeof page | null) => {
    api.answer('publicStatus.page', { value: { page: saved } });
    renderAppScreen(<StatusPageDialog onClose={() => undefined} />);
    await screen.findByLabelText('Title');
    return within(screen.getByRole('dialog', { name: 'Public status page' }));
  };

  it('are empty at first, and need a title and a tag', async () => {
    const dialog = await open(null);
    const save = dialog.getByRole('button', { name: 'Save' });
    expect(save.hasAttribute('disabled')).toBe(true);
    fireEvent.change(dialog.getByLabelText('Title'), { target: { value: 'Harborline' } });
    fireEvent.change(dialog.getByLabelText('Tag'), { target: { value: 'public=yes' } });
    api.answer('publicStatus.save', { value: page });
    fireEvent.click(save);
    await waitFor(() =>
      expect(api.callsOf('publicStatus.save')).toEqual([{ enabled: true, title: 'Harborline', address: null, tag: 'public=yes' }]),
    );
  });

  it('show the address, and put a refusal on its field', async () => {
    const dialog = await open(page);
    expect(dialog.getByRole('link', { name: page.url })).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Copy badge' })).toBeTruthy();
    const details = [{ path: 'address', message: 'must have 3 to 40 of a to z, 0 to 9 and -' }];
    api.answer('publicStatus.save', { error: 'invalid_input', message: 'The request is not valid.', details });
    fireEvent.change(dialog.getByLabelText('Address'), { target: { value: 'Ha' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(details[0]?.message ?? '')).toBeTruthy();
  });

  it('can be loaded again after a failure', async () => {
    api.answer('publicStatus.page', { error: 'internal', message: 'Something went wrong on our side.' });
    renderAppScreen(<StatusPageDialog onClose={() => undefined} />);
    expect(await screen.findByText('The settings did not load')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
  });
});
