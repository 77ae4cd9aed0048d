import {
  apiKeys,
  auditLog,
  identities,
  newId,
  oneTimeLinks,
  organizations,
  passkeys,
  processes,
  sessions,
  tokens,
  users,
} from '@notafter/db';
import { addMs, DAY_MS, INVITATION_VALID_MS, type UserId } from '@notafter/domain';
import { createTestContext, makeOrgContext, makeUser, openAs, TEST_PASSWORD, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeRole } from './change-role.ts';
import { inviteUser } from './invite-user.ts';
import { removeUser } from './remove-user.ts';
import { invitationRow, newAddress } from './testing/invitations.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Team' } });
});
afterAll(() => test.close());

const rowOf = async (id: UserId) => (await test.ctx.db.select().from(users).where(eq(users.id, id)))[0];
const auditOf = (id: UserId) => test.ctx.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id);
const newTeam = async () => {
  const admin = await makeOrgContext(test.ctx);
  const viewer = await makeUser(test.ctx, admin.org.id, { role: 'viewer', firstName: 'Maren', lastName: 'Voss' });
  return { admin, viewer };
};

describe('a role', () => {
  it('is changed for a member who is not an admin, effective with the next request of an open session, with one audit row', async () => {
    const { admin, viewer } = await newTeam();
    const { token } = await test.ctx.auth.createSession(test.ctx.db, viewer.id, { ip: null, userAgent: null });
    const roleOf = async () => (await test.ctx.auth.resolveSession(test.ctx.db, token))?.actor.role;
    expect(await roleOf()).toBe('viewer');
    expect((await changeRole(admin, { id: viewer.id, role: 'admin' })).user).toMatchObject({ id: viewer.id, role: 'admin' });
    expect(await roleOf()).toBe('admin');
    expect(await auditOf(viewer.id)).toMatchObject([
      { action: 'team/change-role', actorId: admin.actor.userId, detail: { email: viewer.email, before: 'viewer', role: 'admin' } },
    ]);
  });

  it('may be set to what it is', async () => {
    const { admin, viewer } = await newTeam();
    expect((await changeRole(admin, { id: viewer.id, role: 'viewer' })).user.role).toBe('viewer');
  });

  it('of an admin is protected from other admins and from themselves', async () => {
    const { admin } = await newTeam();
    const other = await makeUser(test.ctx, admin.org.id);
    for (const id of [other.id, admin.actor.userId]) {
      await expect(changeRole(admin, { id, role: 'viewer' })).rejects.toMatchObject({ code: 'admin_protected', status: 403 });
      await expect(removeUser(admin, { id })).rejects.toMatchObject({ code: 'admin_protected', status: 403 });
      expect((await rowOf(id))?.role).toBe('admin');
    }
  });

  it.each(['Forever Free', 'Starter', 'Essentials', 'Professional', 'Business'])('stays on %s', async (plan) => {
    const org = await makeOrgContext(test.ctx, { plan });
    const { id } = await makeUser(test.ctx, org.org.id, { role: 'viewer' });
    await expect(changeRole(org, { id, role: 'admin' })).rejects.toMatchObject({ code: 'team_plan', status: 403 });
    expect((await rowOf(id))?.role).toBe('viewer');
  });
});

describe('a removal', () => {
  it('ends account, sessions, tokens, links and ways to sign in at once, and leaves what is the organization\u2019s', async () => {
    const { admin, viewer } = await newTeam();
    const { db, auth } = test.ctx;
    const now = test.ctx.clock.now();
    const { token } = await auth.createSession(db, viewer.id, { ip: null, userAgent: null });
    const row = { userId: viewer.id, createdAt: now };
    await db.insert(tokens).values({ ...row, id: newId<'token'>(), name: 'ci', hash: `hash-${viewer.id}`, ending: 'abcd' });
    await db
      .insert(oneTimeLinks)
      .values({ ...row, id: newId<'one-time-link'>(), purpose: 'password-reset', expiresAt: addMs(now, DAY_MS) });
    await db.insert(identities).values({ provider: 'github', subject: viewer.id, userId: viewer.id, email: viewer.email, linkedAt: now });
    await db.insert(passkeys).values({
      ...row,
      id: newId<'passkey'>(),
      credentialId: viewer.id,
      publicKey: Buffer.from('key'),
      counter: 0,
      transports: [],
      name: 'key',
    });
    const keyId = newId<'api-key'>();
    await db.insert(apiKeys).values({
      id: keyId,
      orgId: admin.org.id,
      createdBy: viewer.id,
      name: 'ci',
      hash: `key-${viewer.id}`,
      ending: 'abcd',
      canRead: true,
      canWrite: false,
      createdAt: now,
    });

    await removeUser(admin, { id: viewer.id });
    expect(await rowOf(viewer.id)).toBeUndefined();
    expect(await auth.resolveSession(db, token)).toBeNull();
    for (const table of [sessions, tokens, oneTimeLinks, identities, passkeys]) {
      expect(await db.$count(table, eq(table.userId, viewer.id))).toBe(0);
    }
    expect(await db.select().from(apiKeys).where(eq(apiKeys.id, keyId))).toMatchObject([{ createdBy: null, revokedAt: null }]);
    expect(await auditOf(viewer.id)).toMatchObject([
      { action: 'team/remove-user', actorId: admin.actor.userId, detail: { email: viewer.email, name: 'Maren Voss', role: 'viewer' } },
    ]);
  });

  it('keeps the check runs and invitations of a person who stepped down and was removed', async () => {
    const { admin } = await newTeam();
    const former = await openAs(test.ctx, await makeUser(test.ctx, admin.org.id));
    const { invitation } = await inviteUser(former, { email: newAddress(), firstName: 'Elif', lastName: 'Kaya', role: 'viewer' });
    const runId = newId<'check-run'>();
    const now = test.ctx.clock.now();
    const run = { id: runId, orgId: admin.org.id, startedBy: former.actor.userId, kind: 'check_run', step: 'check_certificates' } as const;
    await test.ctx.db.insert(processes).values({ ...run, state: 'completed', deadlineAt: now, createdAt: now });
    await test.ctx.db.update(users).set({ role: 'viewer' }).where(eq(users.id, former.actor.userId));
    await removeUser(admin, { id: former.actor.userId });
    expect(await invitationRow(test.ctx, invitation.id)).toMatchObject({ invitedBy: null, revokedAt: null });
    expect(await test.ctx.db.select().from(processes).where(eq(processes.id, runId))).toMatchObject([{ startedBy: null }]);
  });

  it('frees the seat and the address', async () => {
    const org = await makeOrgContext(test.ctx, { userLimit: 2 });
    const viewer = await makeUser(test.ctx, org.org.id, { role: 'viewer' });
    const again = { email: viewer.email, firstName: 'Maren', lastName: 'Voss', role: 'viewer' } as const;
    await expect(inviteUser(org, again)).rejects.toMatchObject({ code: 'user_exists' });
    await removeUser(org, { id: viewer.id });
    await inviteUser(org, again);
    test.ctx.clock.advance(INVITATION_VALID_MS);
  });

  it('needs no plan: a team that was downgraded can let people go', async () => {
    const { admin, viewer } = await newTeam();
    await test.ctx.db.update(organizations).set({ plan: 'Forever Free' }).where(eq(organizations.id, admin.org.id));
    const downgraded = await openAs(test.ctx, { ...admin.actor, id: admin.actor.userId });
    expect(await rowOf(viewer.id)).toBeDefined();
    await removeUser(downgraded, { id: viewer.id });
  });
});

describe('two admins at once', () => {
  it('remove a member once', async () => {
    const { admin, viewer } = await newTeam();
    const other = await openAs(test.ctx, await makeUser(test.ctx, admin.org.id, { password: TEST_PASSWORD }));
    const outcomes = await Promise.allSettled([removeUser(admin, { id: viewer.id }), removeUser(other, { id: viewer.id })]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'user_not_found' } });
    expect(await auditOf(viewer.id)).toHaveLength(1);
  });

  it('either promote or remove: who is an admin by then is protected, who is gone is not found', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { admin, viewer } = await newTeam();
      const other = await openAs(test.ctx, await makeUser(test.ctx, admin.org.id));
      const [promoted, removed] = await Promise.allSettled([
        changeRole(admin, { id: viewer.id, role: 'admin' }),
        removeUser(other, { id: viewer.id }),
      ]);
      const left = await rowOf(viewer.id);
      if (promoted.status === 'fulfilled') {
        expect(removed).toMatchObject({ status: 'rejected', reason: { code: 'admin_protected' } });
        expect(left?.role).toBe('admin');
      } else {
        expect(promoted.reason).toMatchObject({ code: 'user_not_found' });
        expect(left).toBeUndefined();
      }
    }
  });
});
