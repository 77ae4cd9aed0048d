import { users } from '@notafter/db';
import { createTestContext, makeOrgContext, makeUser, openAs, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listUsers } from './list-users.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

it('answers the people of the own organization by name, to viewers too', async () => {
  const org = await makeOrgContext(test.ctx);
  await makeOrgContext(test.ctx);
  const user = await makeUser(test.ctx, org.org.id, { firstName: 'Grace', lastName: 'Hopper', role: 'viewer' });
  const { users: listed } = await listUsers(await openAs(test.ctx, user));
  expect(listed.map(({ firstName, role }) => [firstName, role])).toEqual([
    ['Ada', 'admin'],
    ['Grace', 'viewer'],
  ]);
  expect(listed[1]).toEqual({
    id: user.id,
    email: user.email,
    firstName: 'Grace',
    lastName: 'Hopper',
    role: 'viewer',
    createdAt: test.ctx.clock.now(),
    orgId: org.org.id,
    avatarHash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

it('pages by name, however many share one, and says how many seats are taken', async () => {
  const org = await makeOrgContext(test.ctx, { plan: 'Team' });
  for (const firstName of ['Bea', 'Bea', 'Bea', 'Ada', 'Zoe']) await makeUser(test.ctx, org.org.id, { firstName, role: 'viewer' });
  const everybody = await listUsers(org);
  expect(everybody).toMatchObject({ nextCursor: null, seats: { members: 6, invited: 0, limit: 5 } });
  const seen: unknown[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listUsers>> = await listUsers(org, { limit: 2, cursor });
    expect(page.users.length).toBeLessThanOrEqual(2);
    seen.push(...page.users);
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(seen).toEqual(everybody.users);
});

it('finds a part of the name or the address in any case, page by page, and says how many there are', async () => {
  const org = await makeOrgContext(test.ctx, { plan: 'Team' });
  for (const [firstName, lastName] of [
    ['Bea', 'Lo'],
    ['Ébène', '100%'],
    ['BEATE', 'O_o'],
  ] as const)
    await makeUser(test.ctx, org.org.id, { firstName, lastName });
  const found = async (search: string) => {
    const { users: people, total } = await listUsers(org, { search });
    return [total, ...people.map(({ firstName }) => firstName)];
  };
  expect(await found('bea')).toEqual([2, 'BEATE', 'Bea']);
  expect(await found('ea lo')).toEqual([1, 'Bea']);
  expect(await found('ÉBÈNE')).toEqual([1, 'Ébène']);
  expect([await found('%'), await found('o_o'), await found('\\')]).toEqual([[1, 'Ébène'], [1, 'BEATE'], [0]]);
  expect((await found(org.actor.email.toUpperCase()))[0]).toBe(1);
  const first = await listUsers(org, { search: 'bea', limit: 1 });
  expect([first.total, first.users.length, first.seats.members]).toEqual([2, 1, 4]);
  const second = await listUsers(org, { search: 'bea', limit: 1, cursor: first.nextCursor });
  expect([second.users[0]?.firstName, second.nextCursor]).toEqual(['Bea', null]);
});

it('goes on behind a member who was removed in between', async () => {
  const org = await makeOrgContext(test.ctx, { plan: 'Team' });
  const gone = await makeUser(test.ctx, org.org.id, { firstName: 'Bea' });
  await makeUser(test.ctx, org.org.id, { firstName: 'Cleo' });
  const { nextCursor } = await listUsers(org, { limit: 2 });
  await test.ctx.db.delete(users).where(eq(users.id, gone.id));
  expect((await listUsers(org, { limit: 2, cursor: nextCursor })).users.map(({ firstName }) => firstName)).toEqual(['Cleo']);
});

it.each([
  'x',
  '',
  'W10',
  Buffer.from('["a\\u0000","b","01989f0a-7c1e-7b42-9f60-000000000000"]').toString('base64url'),
  Buffer.from('["a","b","c"]').toString('base64url'),
])('refuses the cursor %j', async (cursor) => {
  const org = await makeOrgContext(test.ctx);
  await expect(listUsers(org, { cursor })).rejects.toMatchObject({ code: 'invalid_input', details: [{ path: 'cursor' }] });
});
