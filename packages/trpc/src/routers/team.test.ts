import { createTestContext, makeUser, type TestContext } from '@notafter/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { failing, signedIn, signedOut } from '../testing/callers.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Team' } });
});
afterAll(() => test.close());

const maren = { email: 'maren@example.com', firstName: ' Maren ', lastName: 'Voss' };

it('people are invited, come, are made admins, and others are removed', async () => {
  const { caller, orgId } = await signedIn(test);
  const { invitation } = await caller.team.invite(maren);
  expect(invitation).toMatchObject({ email: 'maren@example.com', firstName: 'Maren', role: 'viewer', state: 'pending' });
  await caller.team.resendInvitation({ id: invitation.id });
  expect(await caller.team.listInvitations({})).toMatchObject({ invitations: [{ id: invitation.id }], nextCursor: null, total: 1 });
  const code = test.ctx.auth.signInvitation(invitation.id);
  await signedOut(test).team.acceptInvitation({ email: maren.email, orgId, code: ` ${code} `, password: 'staple paperclip sunrise' });
  const { users, seats } = await caller.team.listUsers({ limit: 10 });
  expect(users.map(({ firstName, role }) => [firstName, role])).toEqual([
    ['Ada', 'admin'],
    ['Maren', 'viewer'],
  ]);
  expect(seats).toEqual({ members: 2, invited: 0, limit: 5 });
  const id = users[1]?.id ?? '';
  expect((await caller.team.changeRole({ id, role: 'admin' })).user.role).toBe('admin');
  await expect(caller.team.removeUser({ id })).rejects.toMatchObject(failing('admin_protected', 403));
  const other = await makeUser(test.ctx, orgId, { role: 'viewer' });
  await caller.team.removeUser({ id: other.id });
  expect((await caller.team.listUsers()).users).toHaveLength(2);
});
