import { brandId } from '@notafter/domain';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { useApiServer } from '../../testing/api-server.ts';
import { NOW } from '../../testing/now.ts';
import { clearScreen, renderAppScreen } from '../../testing/render-app-screen.tsx';
import { exportHref, parseFilter, toInput } from './audit-filter.ts';
import { AuditScreen } from './audit-screen.tsx';
import type { AuditEntry } from './types.ts';

const api = useApiServer();
afterEach(clearScreen);

const person = brandId<'user'>('0198b5a0-0000-7000-8000-0000000000b1');
const entry = (given: Partial<AuditEntry> = {}): AuditEntry => ({
  id: brandId('0198b5a0-0000-7000-8000-000000000001'),
  at: NOW,
  actor: { kind: 'session', id: person, email: 'ada@example.com', tokenId: null, name: null },
  action: 'certificates/add-certificate',
  sentence: 'Added a certificate',
  subject: 'shop.example',
  subjectId: null,
  certificateId: null,
  detail: { domain: 'shop.example', tagsBefore: { team: 'web' } },
  ip: '192.0.2.10',
  ...given,
});
const answerLog = (entries: AuditEntry[], nextCursor: string | null = null): void =>
  api.answer('audit.list', { value: { entries, nextCursor, actors: [{ id: person, kind: 'person', name: 'ada@example.com' }] } });
const open = (search = '', who: Parameters<typeof renderAppScreen>[1] = {}) =>
  renderAppScreen(<AuditScreen />, { at: `/audit${search}`, path: '/audit', ...who });

describe('the audit log', () => {
  it('says who did what, when and from where, and opens the rest', async () => {
    answerLog([
      entry(),
      entry({
        id: brandId('0198b5a0-0000-7000-8000-000000000002'),
        actor: { kind: 'token', id: person, email: 'ada@example.com', tokenId: null, name: 'ci' },
      }),
      entry({
        id: brandId('0198b5a0-0000-7000-8000-000000000003'),
        actor: { kind: 'api-key', id: null, email: null, tokenId: null, name: 'terraform' },
      }),
    ]);
    open();
    const rows = (await screen.findAllByRole('row')).map((row) => row.textContent);
    expect(rows[1]).toMatch(/^\d{4}-.* UTCada@example\.comAdded a certificate: shop\.example192\.0\.2\.10$/);
    expect(rows[2]).toContain('ada@example.com by the token ci');
    expect(rows[3]).toContain('terraform API key');
    const [first] = screen.getAllByRole('button', { name: /Added a certificate/ });
    if (first === undefined) throw new Error('no row opens');
    fireEvent.click(first);
    const dialog = within(await screen.findByRole('dialog', { name: 'Added a certificate' }));
    expect(dialog.getByText('certificates/add-certificate')).toBeTruthy();
    expect(dialog.getByText('Tags before')).toBeTruthy();
    expect(dialog.getByText('{"team":"web"}')).toBeTruthy();
  });

  it('names each object, with a link to its screen', async () => {
    const certificateId = brandId<'certificate'>('0198b5a0-0000-7000-8000-0000000000c1');
    answerLog([
      entry({ certificateId }),
      entry({ id: brandId('0198b5a0-0000-7000-8000-000000000002'), action: 'team/invite-user', subject: 'bo@example.com' }),
      entry({ id: brandId('0198b5a0-0000-7000-8000-000000000003'), action: 'certificates/remove-certificate', subject: 'gone.example' }),
    ]);
    open();
    expect((await screen.findByRole('link', { name: 'shop.example' })).getAttribute('href')).toBe(`/certificates/${certificateId}`);
    expect(screen.getByRole('link', { name: 'bo@example.com' }).getAttribute('href')).toBe('/users');
    expect(screen.getByText('gone.example').closest('a')).toBeNull();
  });

  it('is narrowed by its address, and its export with it', async () => {
    answerLog([entry()]);
    open(`?group=certificates&from=2026-11-01&to=2026-11-20`);
    await screen.findByText('shop.example');
    expect(api.callsOf('audit.list')).toEqual([
      expect.objectContaining({
        group: 'certificates',
        from: new Date('2026-11-01T00:00:00Z'),
        until: new Date('2026-11-21T00:00:00Z'),
      }),
    ]);
    fireEvent.change(screen.getByLabelText('Who'), { target: { value: person } });
    await waitFor(() => expect(api.callsOf('audit.list').at(-1)).toMatchObject({ group: 'certificates', actorId: person }));
    answerLog([]);
    fireEvent.change(screen.getByLabelText('What'), { target: { value: 'team' } });
    expect(await screen.findByText('No matches')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(await screen.findByText('No entries yet')).toBeTruthy();
  });

  it.each([
    ['Team', true],
    ['Self-hosted', false],
  ] as const)('asks for billing only where plans are sold: %s', async (plan, isAsked) => {
    answerLog([entry()]);
    open('', { plan });
    await screen.findByText('shop.example');
    expect(within(screen.getByLabelText('What')).queryByRole('option', { name: 'Billing' }) !== null).toBe(isAsked);
  });

  it('is turned page by page, and back without asking again', async () => {
    answerLog([entry()], 'older');
    open();
    const next = await screen.findByRole('button', { name: 'Next' });
    answerLog([entry({ id: brandId('0198b5a0-0000-7000-8000-00000000000f'), subject: 'older.example' })]);
    fireEvent.click(next);
    expect(await screen.findByText('older.example')).toBeTruthy();
    expect(screen.queryByText('shop.example')).toBeNull();
    expect(api.callsOf('audit.list')).toEqual([
      expect.objectContaining({ limit: 10 }),
      expect.objectContaining({ limit: 10, cursor: 'older' }),
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Previous' }));
    expect(await screen.findByText('shop.example')).toBeTruthy();
    expect(api.calls).toHaveLength(2);
    fireEvent.click(screen.getByRole('button', { name: '25' }));
    await waitFor(() => expect(api.callsOf('audit.list').at(-1)).toMatchObject({ limit: 25 }));
  });

  it('offers another try where it did not load', async () => {
    api.answer('audit.list', { error: 'internal', message: 'Something went wrong on our side.' });
    open();
    expect(await screen.findByText('The audit log did not load')).toBeTruthy();
    answerLog([entry()]);
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('shop.example')).toBeTruthy();
  });

  it('asks for nothing where the role does not allow it', () => {
    open('', { role: 'viewer' });
    expect(screen.getByText(/Your role does not allow this\./)).toBeTruthy();
    expect(api.calls).toEqual([]);
  });
});

describe('the filter of an address', () => {
  const parse = (search: string) => parseFilter(new URLSearchParams(search));

  it('takes what it understands and drops the rest', () => {
    expect(parse('actor=x&group=toString&from=2026-13-01&to=soon')).toEqual({ actor: null, group: null, from: null, to: null });
    expect(toInput(parse(''))).toEqual({ limit: 10, actorId: null, group: null, from: null, until: null });
  });

  it('goes into the export', () => {
    expect(exportHref(parse(`actor=${person}&group=team&to=2026-11-20`), 'csv')).toBe(
      `/v1/audit/export?format=csv&actor_id=${person}&group=team&until=2026-11-21T00%3A00%3A00.000Z`,
    );
  });
});
