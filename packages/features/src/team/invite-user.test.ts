import { organizations, users } from '@notafter/db';
import { addMs, INVITATION_VALID_MS } from '@notafter/domain';
import { auditOf, createTestContext, makeOrgContext, makeUser, openAs, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrgContext } from '../context.ts';
import { sendInvitationMailJob } from './internal/jobs.ts';
import { inviteUser } from './invite-user.ts';
import { listInvitations } from './list-invitations.ts';
import { listUsers } from './list-users.ts';
import { resendInvitation } from './resend-invitation.ts';
import { revokeInvitation } from './revoke-invitation.ts';
import { invitationRow, invite, newAddress } from './testing/invitations.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Team' } });
});
afterAll(() => test.close());

const maren = () => ({ email: newAddress(), firstName: 'Maren', lastName: 'Voss', role: 'viewer' as const });
const open = async (org: OrgContext) => (await listInvitations(org, { limit: 50 })).invitations;
const seatsOf = async (org: OrgContext) => (await listUsers(org)).seats;
const actionsOf = async (org: OrgContext) => (await auditOf(org)).map(({ action }) => action);
const movePlan = (org: OrgContext, plan: string) => test.ctx.db.update(organizations).set({ plan }).where(eq(organizations.id, org.org.id));

describe('an invitation', () => {
  it('takes a seat, is mailed by a job that knows only its id, and leaves one audit row without a code', async () => {
    const org = await makeOrgContext(test.ctx);
    test.ctx.jobs.clear();
    const { invitation } = await inviteUser(org, { ...maren(), email: 'maren@example.com', role: 'admin' });
    const now = test.ctx.clock.now();
    expect(invitation).toEqual({
      id: invitation.id,
      email: 'maren@example.com',
      firstName: 'Maren',
      lastName: 'Voss',
      role: 'admin',
      createdAt: now,
      expiresAt: addMs(now, INVITATION_VALID_MS),
      state: 'pending',
    });
    expect(test.ctx.jobs.enqueued).toMatchObject([{ name: sendInvitationMailJob.name, payload: { invitationId: invitation.id } }]);
    expect(await seatsOf(org)).toEqual({ members: 1, invited: 1, limit: 5 });
    const rows = await auditOf(org);
    expect(rows).toMatchObject([
      { action: 'team/invite-user', subjectId: invitation.id, detail: { email: 'maren@example.com', role: 'admin' } },
    ]);
    expect(JSON.stringify(rows)).not.toContain(test.ctx.auth.signInvitation(invitation.id).split('.')[1]);
    expect((await invitationRow(test.ctx, invitation.id))?.invitedBy).toBe(org.actor.userId);
  });

  it('replaces the open one of the same address, also when no seat is left', async () => {
    const org = await makeOrgContext(test.ctx, { userLimit: 2 });
    const { id: first, email } = await invite(org);
    const { id: second } = await invite(org, { email, role: 'admin' });
    expect(await open(org)).toMatchObject([{ id: second, role: 'admin' }]);
    expect((await invitationRow(test.ctx, first))?.revokedAt).toEqual(test.ctx.clock.now());
    expect(await seatsOf(org)).toEqual({ members: 1, invited: 1, limit: 2 });
  });

  it('is refused to an address that has an account, here or elsewhere', async () => {
    const org = await makeOrgContext(test.ctx);
    const elsewhere = await makeOrgContext(test.ctx);
    for (const { email } of [org.actor, elsewhere.actor]) {
      await expect(inviteUser(org, { ...maren(), email })).rejects.toMatchObject({
        code: 'user_exists',
        status: 409,
        details: [{ path: 'email', message: 'This address already has an account.' }],
      });
    }
    expect(await open(org)).toEqual([]);
  });

  it('may go to the same address from two organizations', async () => {
    const { email } = await invite(await makeOrgContext(test.ctx));
    const other = await makeOrgContext(test.ctx);
    await invite(other, { email });
    expect(await open(other)).toHaveLength(1);
  });

  it('mails one address a few times only, and counts no try that mailed nothing', async () => {
    const full = await makeOrgContext(test.ctx, { userLimit: 1 });
    const email = newAddress();
    for (let n = 0; n < 8; n += 1) await expect(invite(full, { email })).rejects.toMatchObject({ code: 'user_limit' });
    const org = await makeOrgContext(test.ctx);
    for (let n = 0; n < 5; n += 1) await invite(org, { email });
    await expect(invite(org, { email })).rejects.toMatchObject({ code: 'rate_limited', status: 429 });
    await expect(invite(await makeOrgContext(test.ctx), { email })).rejects.toMatchObject({ code: 'rate_limited' });
    await invite(org);
  });

  it('cannot be used to ask again and again who has an account, by one person or by several admins', async () => {
    const org = await makeOrgContext(test.ctx);
    const { email } = await makeUser(test.ctx, org.org.id);
    const codesOf = async (who: OrgContext) => {
      const codes: unknown[] = [];
      for (let n = 0; n < 31; n += 1) codes.push(await invite(who, { email }).catch(({ code }) => code));
      return codes.lastIndexOf('user_exists') + 1;
    };
    const admins = [org];
    for (let n = 0; n < 3; n += 1) admins.push(await openAs(test.ctx, await makeUser(test.ctx, org.org.id)));
    const answered: number[] = [];
    for (const admin of admins) answered.push(await codesOf(admin));
    expect(answered).toEqual([30, 30, 30, 10]);
    // Nobody else pays for it.
    await invite(await makeOrgContext(test.ctx));
  });
});

describe('seats', () => {
  it('are counted over members and open invitations', async () => {
    const org = await makeOrgContext(test.ctx);
    await makeUser(test.ctx, org.org.id, { role: 'viewer' });
    for (let n = 0; n < 3; n += 1) await invite(org);
    await expect(invite(org)).rejects.toMatchObject({
      code: 'user_limit',
      status: 403,
      message: 'User limit reached. Upgrade your plan to add more team members.',
    });
    const selfHosted = await makeOrgContext(test.ctx, { plan: 'Self-hosted', userLimit: 1 });
    await expect(invite(selfHosted)).rejects.toMatchObject({
      code: 'user_limit',
      message: 'User limit reached. The operator of this installation set it and can raise it.',
    });
    const [first] = await open(org);
    if (first !== undefined) await revokeInvitation(org, { id: first.id });
    await invite(org);
    test.ctx.clock.advance(INVITATION_VALID_MS);
    expect(await seatsOf(org)).toEqual({ members: 2, invited: 0, limit: 5 });
    await invite(org);
  });

  it('go to one of two who take the last one at once', async () => {
    const org = await makeOrgContext(test.ctx, { userLimit: 2 });
    const second = await openAs(test.ctx, await makeUser(test.ctx, org.org.id));
    await test.ctx.db.update(organizations).set({ userLimit: 3 }).where(eq(organizations.id, org.org.id));
    const [mine, theirs] = [
      await openAs(test.ctx, { ...org.actor, id: org.actor.userId }),
      await openAs(test.ctx, { ...second.actor, id: second.actor.userId }),
    ];
    const outcomes = await Promise.allSettled([invite(mine), invite(theirs), invite(mine), invite(theirs)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'user_limit' });
    expect(await seatsOf(mine)).toEqual({ members: 2, invited: 1, limit: 3 });
  });

  it.each(['Enterprise', 'Self-hosted'])('are unlimited on %s', async (plan) => {
    const org = await makeOrgContext(test.ctx, { plan });
    for (let n = 0; n < 7; n += 1) await invite(org);
    expect(await seatsOf(org)).toEqual({ members: 1, invited: 7, limit: null });
  });

  it('are judged by the plan at the moment of the write, not of the request', async () => {
    const org = await makeOrgContext(test.ctx);
    await movePlan(org, 'Forever Free');
    await expect(invite(org)).rejects.toMatchObject({ code: 'team_plan' });
  });
});

describe('an open invitation', () => {
  it('is mailed again and restarts with the same code', async () => {
    const org = await makeOrgContext(test.ctx);
    const { id } = await invite(org);
    test.ctx.clock.advance(INVITATION_VALID_MS / 2);
    test.ctx.jobs.clear();
    const { invitation } = await resendInvitation(org, { id });
    expect(invitation).toMatchObject({ id, state: 'pending', expiresAt: addMs(test.ctx.clock.now(), INVITATION_VALID_MS) });
    expect(test.ctx.jobs.payloadsOf(sendInvitationMailJob)).toEqual([{ invitationId: id }]);
    expect(await actionsOf(org)).toEqual(['team/invite-user', 'team/resend-invitation']);
  });

  it('that expired is listed as such and takes a seat again when it is sent again, if there is one', async () => {
    const org = await makeOrgContext(test.ctx, { userLimit: 2 });
    const { id } = await invite(org);
    test.ctx.clock.advance(INVITATION_VALID_MS);
    expect(await open(org)).toMatchObject([{ id, state: 'expired' }]);
    const { id: other } = await invite(org);
    await expect(resendInvitation(org, { id })).rejects.toMatchObject({ code: 'user_limit' });
    await revokeInvitation(org, { id: other });
    expect((await resendInvitation(org, { id })).invitation.state).toBe('pending');
  });

  it('is revoked once, and then is neither listed nor sent again', async () => {
    const org = await makeOrgContext(test.ctx);
    const { id } = await invite(org);
    await revokeInvitation(org, { id });
    expect(await open(org)).toEqual([]);
    const gone = { code: 'invitation_not_open', status: 404 };
    await expect(revokeInvitation(org, { id })).rejects.toMatchObject(gone);
    await expect(resendInvitation(org, { id })).rejects.toMatchObject(gone);
    expect(await actionsOf(org)).toEqual(['team/invite-user', 'team/revoke-invitation']);
  });

  it('is not sent again to a person who signed up in the meantime', async () => {
    const org = await makeOrgContext(test.ctx);
    const { id, email } = await invite(org);
    const elsewhere = await makeOrgContext(test.ctx);
    await test.ctx.db.update(users).set({ email }).where(eq(users.id, elsewhere.actor.userId));
    await expect(resendInvitation(org, { id })).rejects.toMatchObject({ code: 'user_exists' });
  });

  it('pages newest first', async () => {
    const org = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.unshift((await invite(org)).id);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof listInvitations>> = await listInvitations(org, { limit: 2, cursor });
      seen.push(...page.invitations.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(ids);
  });
});

describe('the plan', () => {
  it.each(['Forever Free', 'Starter', 'Essentials', 'Professional', 'Business', 'made up'])('%s has no team', async (plan) => {
    const refused = { code: 'team_plan', status: 403, message: 'Team collaboration is available starting with the Team plan.' };
    const before = await makeOrgContext(test.ctx);
    const { id } = await invite(before);
    await movePlan(before, plan);
    const org = await openAs(test.ctx, { ...before.actor, id: before.actor.userId });
    await expect(invite(org)).rejects.toMatchObject(refused);
    await expect(resendInvitation(org, { id })).rejects.toMatchObject(refused);
    expect(await open(org)).toMatchObject([{ id }]);
    await revokeInvitation(org, { id });
  });
});
