import { auditLog, invitations, newId, organizations, users } from '@notafter/db';
import { INVITATION_VALID_MS, type OrganizationId } from '@notafter/domain';
import {
  countLockWaits,
  createTestContext,
  makeOrganization,
  makeOrgContext,
  makeRequestContext,
  makeUser,
  signedInOf,
  type TestContext,
} from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { login } from '../accounts/sessions/login.ts';
import type { OrgContext } from '../context.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { resendInvitation } from './resend-invitation.ts';
import { revokeInvitation } from './revoke-invitation.ts';
import { invitationRow, invite } from './testing/invitations.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Team' } });
});
afterAll(() => test.close());

const password = 'staple paperclip sunrise';
type Given = Partial<Parameters<typeof acceptInvitation>[1]>;
type Invited = Awaited<ReturnType<typeof invite>>;
const accept = ({ email, orgId, code }: Invited, given: Given = {}, ip?: string) =>
  acceptInvitation(makeRequestContext(test.ctx, ip === undefined ? {} : { origin: { ip, userAgent: 'test' } }), {
    email,
    orgId,
    code,
    password,
    ...given,
  });
const accountOf = async ({ email }: Invited) => (await test.ctx.db.select().from(users).where(eq(users.email, email)))[0];
const used = {
  code: 'invitation_used',
  status: 400,
  message: 'The confirmation code was used or expired. Please, try again or ask for a new invitation.',
};
const change = (org: OrgContext, set: Partial<typeof organizations.$inferInsert>) =>
  test.ctx.db.update(organizations).set(set).where(eq(organizations.id, org.org.id));

it('makes an active account with the invited name and role, which signs in, and one audit row in its name', async () => {
  const org = await makeOrgContext(test.ctx);
  const invited = await invite(org);
  expect(await accept(invited)).toEqual({ message: 'Account successfully created and activated. Redirecting to login page...' });
  const now = test.ctx.clock.now();
  const account = await accountOf(invited);
  expect(account).toMatchObject({
    orgId: org.org.id,
    firstName: 'Maren',
    lastName: 'Voss',
    role: 'viewer',
    activatedAt: now,
    createdAt: now,
  });
  expect((await invitationRow(test.ctx, invited.id))?.acceptedAt).toEqual(now);
  expect(signedInOf(await login(makeRequestContext(test.ctx), { email: invited.email, password })).user.role).toBe('viewer');
  const rows = await test.ctx.db.select().from(auditLog).where(eq(auditLog.action, 'team/accept-invitation'));
  expect(rows).toMatchObject([
    { orgId: org.org.id, actorId: account?.id, actorEmail: invited.email, subjectId: account?.id, detail: { invitationId: invited.id } },
  ]);
  expect(JSON.stringify(rows)).not.toContain(password);
});

describe('the code', () => {
  it('works once', async () => {
    const invited = await invite(await makeOrgContext(test.ctx));
    await accept(invited);
    await expect(accept(invited, { password: 'another fine password' })).rejects.toMatchObject(used);
  });

  it('makes one account in two tabs at once', async () => {
    const invited = await invite(await makeOrgContext(test.ctx));
    const outcomes = await Promise.allSettled([accept(invited), accept(invited), accept(invited)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(used);
    expect(await test.ctx.db.$count(users, eq(users.email, invited.email))).toBe(1);
  });

  it('ends with its time, and lives again when it is sent again', async () => {
    const org = await makeOrgContext(test.ctx);
    const invited = await invite(org);
    test.ctx.clock.advance(INVITATION_VALID_MS);
    await expect(accept(invited)).rejects.toMatchObject(used);
    await resendInvitation(org, { id: invited.id });
    await accept(invited);
  });

  it('ends with the invitation: revoked, or replaced by another of the same address', async () => {
    const org = await makeOrgContext(test.ctx);
    const [revoked, replaced] = [await invite(org), await invite(org)];
    await revokeInvitation(org, { id: revoked.id });
    const next = await invite(org, { email: replaced.email, role: 'admin' });
    await expect(accept(revoked)).rejects.toMatchObject(used);
    await expect(accept(replaced)).rejects.toMatchObject(used);
    await accept(next);
    expect((await accountOf(next))?.role).toBe('admin');
  });

  it.each([
    ['nothing of its form', () => 'x'],
    ['an id alone', ({ id }: Invited) => id],
    [
      'made for another use',
      ({ id }: Invited) => test.ctx.auth.signLink('account-activation', newId<'one-time-link'>()).replace(/^[^.]+/, id),
    ],
    ['of a row that is not there', () => test.ctx.auth.signInvitation(newId<'invitation'>())],
    ['with a null byte', ({ code }: Invited) => `${code}\0`],
  ])('is refused: %s', async (_name, codeOf) => {
    const invited = await invite(await makeOrgContext(test.ctx));
    await expect(accept(invited, { code: codeOf(invited) })).rejects.toMatchObject(used);
    expect(await accountOf(invited)).toBeUndefined();
  });

  it('opens no other invitation: neither another address nor another organization', async () => {
    const org = await makeOrgContext(test.ctx);
    const [mine, theirs] = [await invite(org), await invite(org, { role: 'admin' })];
    await expect(accept(mine, { email: theirs.email })).rejects.toMatchObject(used);
    const elsewhere = await invite(await makeOrgContext(test.ctx), { email: mine.email, role: 'admin' });
    await expect(accept(mine, { orgId: elsewhere.orgId })).rejects.toMatchObject(used);
    await accept(mine);
    expect(await accountOf(mine)).toMatchObject({ role: 'viewer', orgId: org.org.id });
  });
});

it('says that an address was never invited there, and only then', async () => {
  const org = await makeOrgContext(test.ctx);
  const invited = await invite(org);
  const unknown = {
    code: 'invitation_not_found',
    status: 404,
    message: 'The email address was not found. Please, try again or ask for a new invitation.',
  };
  await expect(accept(invited, { email: 'nobody@example.com' })).rejects.toMatchObject(unknown);
  await expect(accept(invited, { orgId: newId<'organization'>() })).rejects.toMatchObject(unknown);
  await expect(accept(invited, { orgId: (await makeOrgContext(test.ctx)).org.id })).rejects.toMatchObject(unknown);
});

it('keeps the invitation for another try when the password is refused', async () => {
  const org = await makeOrgContext(test.ctx);
  const invited = await invite(org);
  await expect(accept(invited, { password: 'short' })).rejects.toMatchObject({ code: 'password_too_short' });
  for (const password of ['password', org.org.name, invited.email]) {
    await expect(accept(invited, { password })).rejects.toMatchObject({ code: 'password_too_common' });
  }
  await accept(invited);
});

it('throttles guesses', async () => {
  const invited = await invite(await makeOrgContext(test.ctx));
  const codes: unknown[] = [];
  for (let n = 0; n < 62; n += 1) codes.push(await accept(invited, { code: `guess-${n}` }, '198.51.100.9').catch(({ code }) => code));
  expect(codes.filter((code) => code === 'invitation_used')).toHaveLength(60);
  expect(codes.at(-1)).toBe('rate_limited');
  await accept(invited);
});

describe('the organization, asked again', () => {
  it('has no team any more', async () => {
    const org = await makeOrgContext(test.ctx);
    const invited = await invite(org);
    await change(org, { plan: 'Essentials' });
    await expect(accept(invited)).rejects.toMatchObject({
      code: 'team_plan',
      message: 'The plan of this organization has no team any more.',
    });
    expect((await invitationRow(test.ctx, invited.id))?.acceptedAt).toBeNull();
    await change(org, { plan: 'Team' });
    await accept(invited);
  });

  it('has fewer seats: those who come first get what is left', async () => {
    const org = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
    const invited = [await invite(org), await invite(org), await invite(org)];
    await change(org, { userLimit: 2 });
    const outcomes = await Promise.allSettled(invited.map((one) => accept(one)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'user_limit' });
    expect(await test.ctx.db.$count(users, eq(users.orgId, org.org.id))).toBe(2);
  });

  it('is disabled', async () => {
    const org = await makeOrgContext(test.ctx);
    const invited = await invite(org);
    await change(org, { disabled: true });
    await expect(accept(invited)).rejects.toMatchObject({ code: 'organization_disabled' });
  });
});

it('takes no account over: who signed up meanwhile keeps theirs', async () => {
  const org = await makeOrgContext(test.ctx);
  const invited = await invite(org);
  const elsewhere = await makeOrgContext(test.ctx);
  const { id } = await makeUser(test.ctx, elsewhere.org.id, { email: invited.email });
  await expect(accept(invited)).rejects.toMatchObject({ code: 'user_exists', status: 409 });
  expect(await accountOf(invited)).toMatchObject({ id, orgId: elsewhere.org.id, passwordHash: null });
  expect((await invitationRow(test.ctx, invited.id))?.acceptedAt).toBeNull();
});

describe('where somebody signed the address up and never proved it', () => {
  const signUp = async () => {
    const orgId = await makeOrganization(test.ctx);
    const user = await makeUser(test.ctx, orgId, { activated: false, password: 'a stranger’s password' });
    return { ...user, orgId };
  };
  const exists = (orgId: OrganizationId) => test.ctx.db.$count(organizations, eq(organizations.id, orgId));

  it('ends the sign-up with its empty organization, once the invitation is accepted and not before', async () => {
    const { email, orgId } = await signUp();
    const invited = await invite(await makeOrgContext(test.ctx), { email });
    expect(await exists(orgId)).toBe(1);
    await accept(invited);
    expect(await exists(orgId)).toBe(0);
    expect(signedInOf(await login(makeRequestContext(test.ctx), { email, password })).orgId).toBe(invited.orgId);
    const stranger = login(makeRequestContext(test.ctx), { email, password: 'a stranger’s password' });
    await expect(stranger).rejects.toMatchObject({ code: 'invalid_credentials' });
    const rows = await test.ctx.db.select().from(auditLog).where(eq(auditLog.actorEmail, email));
    expect(rows.find(({ action }) => action === 'team/accept-invitation')).toMatchObject({
      orgId: invited.orgId,
      detail: { endedSignUp: true },
    });
  });

  it('keeps it if it is proved in the meantime, even at this moment', async () => {
    const { email, orgId, id } = await signUp();
    const invited = await invite(await makeOrgContext(test.ctx), { email });
    const { accepting } = await test.ctx.db.transaction(async (tx) => {
      await tx.update(users).set({ activatedAt: test.ctx.clock.now() }).where(eq(users.id, id));
      const accepting = accept(invited).catch((error: unknown) => error);
      await expect.poll(() => countLockWaits(test.ctx.db)).toBe(1);
      return { accepting };
    });
    expect(await accepting).toMatchObject({ code: 'user_exists' });
    expect(await accountOf(invited)).toMatchObject({ id, orgId });
  });

  it('ends nothing of an organization in which somebody else is proved', async () => {
    const elsewhere = await makeOrgContext(test.ctx);
    const { email } = await makeUser(test.ctx, elsewhere.org.id, { activated: false });
    await expect(invite(await makeOrgContext(test.ctx), { email })).rejects.toMatchObject({ code: 'user_exists' });
    const org = await makeOrgContext(test.ctx);
    const invited = await invite(org);
    await test.ctx.db.update(users).set({ email: invited.email }).where(eq(users.email, email));
    await expect(accept(invited)).rejects.toMatchObject({ code: 'user_exists' });
    expect(await exists(elsewhere.org.id)).toBe(1);
  });
});

it('is either revoked or accepted, never both, however the two race', async () => {
  const org = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
  for (let round = 0; round < 6; round += 1) {
    const invited = await invite(org);
    const [accepted, revoked] = await Promise.allSettled([accept(invited), revokeInvitation(org, { id: invited.id })]);
    const row = await invitationRow(test.ctx, invited.id);
    expect([accepted.status, revoked.status].sort()).toEqual(['fulfilled', 'rejected']);
    expect((await accountOf(invited)) === undefined).toBe(accepted.status === 'rejected');
    expect([row?.acceptedAt === null, row?.revokedAt === null]).toEqual([accepted.status === 'rejected', revoked.status === 'rejected']);
  }
  expect(await test.ctx.db.$count(invitations, eq(invitations.orgId, org.org.id))).toBe(6);
});
