import { apiKeys, auditLog, newId, processes, sessions, tokens, users } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import {
  countLockWaits,
  createTestContext,
  type MemberContext,
  makeOrgContext,
  makeRequestContext,
  makeUser,
  openAs,
  TEST_PASSWORD,
  type TestContext,
} from '@notafter/testing';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendSecurityNoticeJob } from '../accounts/account-jobs.ts';
import { acceptInvitation } from '../team/accept-invitation.ts';
import { changeRole } from '../team/change-role.ts';
import { removeUser } from '../team/remove-user.ts';
import { invite } from '../team/testing/invitations.ts';
import { addApiKey } from './add-api-key.ts';
import { leaveOrganization } from './leave-organization.ts';
import { stepDown } from './step-down.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());
beforeEach(() => test.ctx.jobs.clear());

const leave = (org: MemberContext) => leaveOrganization(org, { email: org.actor.email });
const colleague = async (org: MemberContext, role: 'admin' | 'viewer' = 'admin', activated = true) =>
  openAs(test.ctx, await makeUser(test.ctx, org.org.id, { role, activated }));
const rowOf = async ({ actor }: MemberContext) => (await test.ctx.db.select().from(users).where(eq(users.id, actor.userId)))[0];
const auditOf = (org: MemberContext) =>
  test.ctx.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.orgId, org.org.id), eq(auditLog.actorId, org.actor.userId)))
    .orderBy(auditLog.id);
const last = { code: 'last_admin', status: 409 };
const adminsOf = ({ org }: MemberContext) =>
  test.ctx.db
    .select()
    .from(users)
    .where(and(eq(users.orgId, org.id), eq(users.role, 'admin')));

describe('stepping down', () => {
  it('turns an admin into a viewer, with one audit row', async () => {
    const org = await makeOrgContext(test.ctx);
    await colleague(org);
    await stepDown(org);
    expect(await rowOf(org)).toMatchObject({ role: 'viewer' });
    expect(await auditOf(org)).toMatchObject([{ action: 'settings/step-down', subjectId: org.actor.userId, detail: { role: 'viewer' } }]);
  });

  it('is refused to the last admin, who may not count on one that cannot sign in, or on another organization’s', async () => {
    const org = await makeOrgContext(test.ctx);
    await makeOrgContext(test.ctx);
    await colleague(org, 'viewer');
    await colleague(org, 'admin', false);
    await expect(stepDown(org)).rejects.toMatchObject(last);
    expect(await rowOf(org)).toMatchObject({ role: 'admin' });
    expect(await auditOf(org)).toEqual([]);
  });
});

describe('leaving', () => {
  it('deletes the account with its sessions and tokens, and leaves what is the organization’s', async () => {
    const org = await makeOrgContext(test.ctx);
    const staying = await colleague(org);
    const { userId } = org.actor;
    const made = { createdAt: test.ctx.clock.now(), name: 'x', ending: 'abcd' };
    const { token } = await test.ctx.auth.createSession(test.ctx.db, userId, { ip: null, userAgent: null });
    await test.ctx.db.insert(tokens).values({ ...made, id: newId<'token'>(), userId, hash: `t-${userId}` });
    const key = {
      ...made,
      id: newId<'api-key'>(),
      orgId: org.org.id,
      createdBy: userId,
      hash: `k-${userId}`,
      canRead: true,
      canWrite: false,
    };
    await test.ctx.db.insert(apiKeys).values(key);
    await leave(org);
    expect(await rowOf(org)).toBeUndefined();
    expect(await test.ctx.auth.resolveSession(test.ctx.db, token)).toBeNull();
    expect(await test.ctx.db.select().from(sessions).where(eq(sessions.userId, userId))).toEqual([]);
    expect(await test.ctx.db.select().from(tokens).where(eq(tokens.userId, userId))).toEqual([]);
    expect(await test.ctx.db.select().from(apiKeys).where(eq(apiKeys.id, key.id))).toMatchObject([{ createdBy: null, revokedAt: null }]);
    expect(await rowOf(staying)).toMatchObject({ role: 'admin' });
  });

  it('writes one audit row, and notifies the person by mail', async () => {
    const org = await makeOrgContext(test.ctx);
    await colleague(org);
    await leave(org);
    expect(await auditOf(org)).toMatchObject([
      { action: 'settings/leave-organization', actorEmail: org.actor.email, subjectId: org.actor.userId, detail: { role: 'admin' } },
    ]);
    expect(test.ctx.jobs.payloadsOf(sendSecurityNoticeJob)).toMatchObject([{ event: 'account-closed', to: org.actor.email }]);
  });

  it('is for viewers too', async () => {
    const viewer = await colleague(await makeOrgContext(test.ctx), 'viewer');
    await leave(viewer);
    expect(await rowOf(viewer)).toBeUndefined();
  });

  it('asks for the person’s own address, typed', async () => {
    const org = await makeOrgContext(test.ctx);
    const other = await colleague(org);
    for (const email of ['', other.actor.email])
      await expect(leaveOrganization(org, { email })).rejects.toMatchObject({ code: 'invalid_input', details: [{ path: 'email' }] });
    expect(await rowOf(org)).toBeDefined();
  });

  it('is refused to the last admin and to the only member', async () => {
    const org = await makeOrgContext(test.ctx);
    await expect(leave(org)).rejects.toMatchObject({
      ...last,
      message: 'You are the only member of this organization. It needs one admin.',
    });
    await colleague(org, 'viewer');
    await expect(leave(org)).rejects.toMatchObject({ ...last, message: expect.stringContaining('last admin') });
    expect(await rowOf(org)).toBeDefined();
  });

  it('cannot be done twice', async () => {
    const org = await makeOrgContext(test.ctx);
    await colleague(org);
    await leave(org);
    await expect(leave(org)).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});

it('never leaves an organization without an admin, however many go at once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const org = await makeOrgContext(test.ctx);
    const admins = [org, await colleague(org), await colleague(org), await colleague(org)];
    const outcomes = await Promise.allSettled(admins.map((admin, n) => (n % 2 === 0 ? leave(admin) : stepDown(admin))));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(last);
    expect(await adminsOf(org)).toHaveLength(1);
  }
});

it('goes on whatever else changes the team at the same moment, and an admin stays', async () => {
  for (let round = 0; round < 5; round += 1) {
    const org = await makeOrgContext(test.ctx, { plan: 'Self-hosted' });
    const [going, descending, other] = [await colleague(org), await colleague(org), await colleague(org, 'viewer')];
    const [asAdmin, asViewer] = [await invite(going, { role: 'admin' }), await invite(descending)];
    const accept = ({ email, orgId, code }: typeof asAdmin) =>
      acceptInvitation(makeRequestContext(test.ctx), { email, orgId, code, password: TEST_PASSWORD });
    const key = { name: 'Key', expiresIn: null, permissions: { read: true, write: false } };
    const outcomes = await Promise.allSettled([
      leave(org),
      leave(going),
      stepDown(descending),
      changeRole(descending, { id: other.actor.userId, role: 'admin' }),
      removeUser(going, { id: other.actor.userId }),
      leave(other),
      addApiKey(going, key),
      addApiKey(org, key),
      accept(asAdmin),
      accept(asViewer),
    ]);
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(DomainError);
    expect((await adminsOf(org)).length).toBeGreaterThan(0);
  }
});

it('waits for no more than the moment in which a run of the person is written, which goes on without them', async () => {
  const org = await makeOrgContext(test.ctx);
  await colleague(org);
  const run = {
    id: newId<'check-run'>(),
    orgId: org.org.id,
    startedBy: org.actor.userId,
    kind: 'check_run' as const,
    step: 'check_certificates',
    deadlineAt: test.ctx.clock.now(),
    createdAt: test.ctx.clock.now(),
  };
  await test.ctx.db.insert(processes).values(run);
  const advance = (db: Pick<typeof test.ctx.db, 'update'>, done: number) =>
    db.update(processes).set({ done }).where(eq(processes.id, run.id));
  const { left } = await test.ctx.db.transaction(async (tx) => {
    await advance(tx, 4);
    const left = leave(org);
    await expect.poll(() => countLockWaits(test.ctx.db)).toBe(1);
    return { left };
  });
  await left;
  await advance(test.ctx.db, 9);
  const [kept] = await test.ctx.db.select().from(processes).where(eq(processes.id, run.id));
  expect(kept).toMatchObject({ state: 'running', startedBy: null, done: 9 });
});
