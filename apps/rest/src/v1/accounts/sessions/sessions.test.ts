import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { inNewBrowser, newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const path = '/v1/accounts/sessions';
const list = z.object({
  sessions: z.array(z.object({ handle: z.string(), current: z.boolean() })),
  next_cursor: z.string().nullable(),
  total: z.int(),
});
type Caller = Awaited<ReturnType<typeof inNewBrowser>>;
const sessionsOf = async (as: Caller, query = '') => list.parse((await rest.call('GET', `${path}${query}`, { as })).body);

describe('200', () => {
  it('lists the browsers, ends one of the others, then all of them', async () => {
    const user = await newMember(rest, { role: 'viewer' });
    const [here, first, second] = [await inNewBrowser(rest, user), await inNewBrowser(rest, user), await inNewBrowser(rest, user)];
    const before = await sessionsOf(here);
    expect(before).toMatchObject({ sessions: [{ current: true }, { current: false }, { current: false }], total: 3 });
    expect((await sessionsOf(first)).sessions[0]?.handle).not.toBe(before.sessions[0]?.handle);

    const ended = await rest.call('DELETE', `${path}/${before.sessions[1]?.handle}`, { as: here });
    expect(ended).toMatchObject({ status: 200, body: { message: 'Session ended' } });
    expect((await sessionsOf(here)).total).toBe(2);
    const others = await rest.call('POST', `${path}/end-others`, { as: here });
    expect(others).toMatchObject({ status: 200, body: { ended: 1 } });
    expect((await sessionsOf(here)).sessions).toEqual([before.sessions[0]]);
    expect(second).toMatchObject({ via: 'session' });
  });

  it('shows neither the cookie nor what finds a session', async () => {
    const here = await inNewBrowser(rest, await newMember(rest));
    const { body } = await rest.call('GET', path, { as: here });
    expect('sessionId' in here && JSON.stringify(body).includes(here.sessionId)).toBe(false);
  });

  it('is paged', async () => {
    const user = await newMember(rest);
    const here = await inNewBrowser(rest, user);
    for (let n = 0; n < 2; n += 1) await inNewBrowser(rest, user);
    const first = await sessionsOf(here, '?limit=2');
    const second = await sessionsOf(here, `?limit=2&cursor=${first.next_cursor}`);
    expect(new Set([...first.sessions, ...second.sessions].map(({ handle }) => handle)).size).toBe(3);
    expect(second.next_cursor).toBeNull();
  });
});

describe('400', () => {
  it('refuses limits and cursors that are none', async () => {
    const as = await newMember(rest);
    for (const query of ['limit=0', 'cursor=x']) {
      expect(await rest.call('GET', `${path}?${query}`, { as })).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    }
  });
});
