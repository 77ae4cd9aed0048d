import { maintenanceWindows, newId } from '@notafter/db';
import { addMs, DAY_MS, LONGEST_SILENCE_DAYS, MAINTENANCE_WINDOWS_MAX } from '@notafter/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorBody } from '../../../testing/error-body.ts';
import { newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const path = '/v1/notifications/maintenance-windows';
const inDays = (days: number) => addMs(rest.ctx.clock.now(), days * DAY_MS).toISOString();
const move = (from = 1, until = 2) => ({ name: 'Data center move', starts_at: inDays(from), ends_at: inDays(until) });
const added = z.object({ maintenance_window: z.object({ id: z.string() }) });
type Person = Awaited<ReturnType<typeof newMember>>;
const addWindow = async (as: Person, body = move()) =>
  added.parse((await rest.call('POST', path, { as, body })).body).maintenance_window.id;

describe('200', () => {
  it('adds a window, lists it to viewers too, and removes it', async () => {
    const admin = await newMember(rest);
    const answer = await rest.call('POST', path, { as: admin, body: { ...move(), name: '  Data center move ' } });
    const { id } = added.parse(answer.body).maintenance_window;
    const window = { id, ...move(), active: false };
    expect(answer).toMatchObject({ status: 200, body: { maintenance_window: window } });
    const list = await rest.call('GET', path, { as: admin });
    expect(list).toMatchObject({ status: 200, body: { maintenance_windows: [window], next_cursor: null, total: 1 } });
    const removed = await rest.call('DELETE', `${path}/${id}`, { as: admin });
    expect(removed).toMatchObject({ status: 200, body: { message: 'Maintenance window removed' } });
    expect((await rest.call('GET', path, { as: admin })).body).toEqual({ maintenance_windows: [], next_cursor: null, total: 0 });
  });

  it('says that a window is open now, and takes an offset other than UTC', async () => {
    const admin = await newMember(rest);
    const day = new Date(inDays(2)).toISOString().slice(0, 10);
    const body = { name: 'Move', starts_at: inDays(-1), ends_at: `${day}T02:00:00+02:00` };
    const answer = await rest.call('POST', path, { as: admin, body });
    expect(answer).toMatchObject({ status: 200, body: { maintenance_window: { active: true, ends_at: `${day}T00:00:00.000Z` } } });
  });

  it('is paged, the next to start first', async () => {
    const admin = await newMember(rest);
    const ids = [await addWindow(admin, move(3, 4)), await addWindow(admin, move(1, 2)), await addWindow(admin, move(2, 3))];
    const page = z.object({ maintenance_windows: z.array(z.object({ id: z.string() })), next_cursor: z.string().nullable() });
    const first = page.parse((await rest.call('GET', `${path}?limit=2`, { as: admin })).body);
    const second = page.parse((await rest.call('GET', `${path}?limit=2&cursor=${first.next_cursor}`, { as: admin })).body);
    expect([...first.maintenance_windows, ...second.maintenance_windows].map(({ id }) => id)).toEqual([ids[1], ids[2], ids[0]]);
    expect(second.next_cursor).toBeNull();
  });
});

describe('400', () => {
  it.each([
    ['nothing', () => ({}), ['name', 'starts_at', 'ends_at']],
    ['a blank name', () => ({ ...move(), name: ' ' }), ['name']],
    ['instants of another form', () => ({ ...move(), starts_at: 'tomorrow', ends_at: 7 }), ['starts_at', 'ends_at']],
    ['no offset', () => ({ ...move(), starts_at: '2026-12-01T00:00:00' }), ['starts_at']],
    ['an end before the beginning', () => move(2, 1), ['ends_at']],
    ['an end in the past', () => move(-2, -1), ['ends_at']],
    ['more days than a silence may last', () => move(1, LONGEST_SILENCE_DAYS + 2), ['ends_at']],
    ['an unknown field', () => ({ ...move(), from: 1, rest: 1 }), ['from', 'rest']],
  ])('refuses %s', async (_what, body, paths) => {
    const answer = await rest.call('POST', path, { as: await newMember(rest), body: body() });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', details: paths.map((field) => ({ path: field })) } });
  });

  it('refuses limits and cursors that are none', async () => {
    const admin = await newMember(rest);
    for (const query of ['limit=0', 'limit=501', 'cursor=x', 'cursor=']) {
      expect(await rest.call('GET', `${path}?${query}`, { as: admin })).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    }
  });
});

describe('401 and 403', () => {
  it('refuses one window more than an organization may have', async () => {
    const admin = await newMember(rest);
    const [startsAt, endsAt] = [new Date(inDays(1)), new Date(inDays(2))];
    const many = Array.from({ length: MAINTENANCE_WINDOWS_MAX }, () => ({
      id: newId<'maintenance-window'>(),
      orgId: admin.orgId,
      name: 'One of many',
      startsAt,
      endsAt,
    }));
    await rest.ctx.db.insert(maintenanceWindows).values(many);
    expect(await rest.call('POST', path, { as: admin, body: move() })).toMatchObject({ status: 403, body: errorBody('window_limit') });
  });
});
