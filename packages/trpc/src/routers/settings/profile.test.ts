import { sendEmailChangeMailJob } from '@notafter/features';
import {
  actorOf,
  createTestContext,
  makeOrganization,
  makeRequestContext,
  makeUser,
  TEST_PASSWORD,
  type TestContext,
} from '@notafter/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCaller } from '../../index.ts';
import { failing, signedIn, signedOut } from '../../testing/callers.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

const texts = { firstName: 'Grace', lastName: 'Hopper', company: ' Navy ', position: '' };

it('a person saves their profile, and moves to another address confirmed at both', async () => {
  test.ctx.jobs.clear();
  const { caller, user } = await signedIn(test, 'viewer');
  const email = ` New-${user.email} `;
  const saved = await caller.profile.update({ ...texts, email });
  expect(saved).toMatchObject({ firstName: 'Grace', company: 'Navy', email: user.email, pendingEmail: { email: `new-${user.email}` } });
  const stranger = signedOut(test);
  for (const { changeId, side } of test.ctx.jobs.payloadsOf(sendEmailChangeMailJob)) {
    const token = test.ctx.auth.signEmailChange(side, changeId);
    expect(await stranger.profile.emailChangeByLink({ token })).toMatchObject({ side, confirmed: false });
    await stranger.profile.confirmEmailChange({ token });
  }
  expect(await caller.profile.get()).toMatchObject({ email: `new-${user.email}`, pendingEmail: null });
  await expect(stranger.profile.confirmEmailChange({ token: 'x' })).rejects.toMatchObject(failing('link_invalid', 400));
});

it('a change of address is taken back', async () => {
  const { caller, user } = await signedIn(test);
  await caller.profile.update({ ...texts, email: `new-${user.email}` });
  await caller.profile.cancelEmailChange();
  expect(await caller.profile.get()).toMatchObject({ pendingEmail: null });
});

it('an admin renames the organization, steps down, and leaves', async () => {
  const { caller, orgId, user } = await signedIn(test);
  expect(await caller.profile.updateOrganization({ name: 'Harborline' })).toEqual({ organization: { id: orgId, name: 'Harborline' } });
  await expect(caller.profile.stepDown()).rejects.toMatchObject(failing('last_admin', 409));
  await expect(caller.profile.leave({ email: user.email })).rejects.toMatchObject(failing('last_admin', 409));
  await makeUser(test.ctx, orgId);
  await caller.profile.stepDown();
  expect(await caller.profile.get()).toMatchObject({ role: 'viewer' });
  await expect(caller.profile.leave({ email: 'else@example.com' })).rejects.toMatchObject(failing('invalid_input', 400));
  await caller.profile.leave({ email: ` ${user.email.toUpperCase()} ` });
  await expect(caller.profile.get()).rejects.toMatchObject(failing('unauthenticated', 401));
});

it('passwords change, and browsers are listed and signed out', async () => {
  const user = await makeUser(test.ctx, await makeOrganization(test.ctx), { password: TEST_PASSWORD, role: 'viewer' });
  const session = { set: () => undefined, clear: () => undefined };
  const caller = createCaller({ request: makeRequestContext(test.ctx, { actor: actorOf(user) }), session });
  const changed = await caller.accounts.changePassword({ currentPassword: TEST_PASSWORD, password: 'staple paperclip sunrise' });
  expect(changed).toEqual({ message: 'Password changed. Every other browser was signed out.' });
  await expect(caller.accounts.changePassword({ currentPassword: 'wrong', password: 'another one' })).rejects.toMatchObject(
    failing('current_password_wrong', 400),
  );
  await test.ctx.auth.createSession(test.ctx.db, user.id, { ip: '203.0.113.7', userAgent: null });
  const { sessions } = await caller.accounts.listSessions();
  expect(sessions).toMatchObject([{ device: null, ip: '203.0.113.7', current: false }]);
  await caller.accounts.endSession({ handle: sessions[0]?.handle ?? '' });
  await expect(caller.accounts.endSession({ handle: 'x' })).rejects.toMatchObject(failing('session_not_found', 404));
  expect(await caller.accounts.endOtherSessions()).toEqual({ ended: 0 });
});
