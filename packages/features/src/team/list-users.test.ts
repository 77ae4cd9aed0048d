import { createTestContext, makeOrgContext, makeUser, openAs, type TestContext } from '@notafter/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listUsers } from './list-users.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

it('answers the people of the own organisation by name, to viewers too', async () => {
  const org = await makeOrgContext(test.ctx);
  await makeOrgContext(test.ctx);
  const user = await makeUser(test.ctx, org.org.id, { firstName: 'Grace', lastName: 'Hopper', role: 'viewer' });
  const { users } = await listUsers(await openAs(test.ctx, user));
  expect(users.map(({ firstName, role }) => [firstName, role])).toEqual([
    ['Ada', 'admin'],
    ['Grace', 'viewer'],
  ]);
  expect(users[1]).toEqual({
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
