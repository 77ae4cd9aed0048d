import { auditLog, identities, newId, passkeys, users } from '@notafter/db';
import { createTestContext, type MemberContext, makeOrgContext, TEST_PASSWORD, type TestContext } from '@notafter/testing';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendSecurityNoticeJob } from '../account-jobs.ts';
import { listIdentities } from './list-identities.ts';
import { removeIdentity } from './remove-identity.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext({ config: { identityProviders: ['github', 'google'] } });
});
afterAll(() => test.close());
beforeEach(() => test.ctx.jobs.clear());

const link = async ({ actor, clock, db }: MemberContext, provider: 'github' | 'google') => {
  const email = `${provider}@example.com`;
  await db.insert(identities).values({ provider, subject: newId(), userId: actor.userId, email, linkedAt: clock.now() });
};
const givePassword = async ({ actor, auth, db }: MemberContext) =>
  db
    .update(users)
    .set({ passwordHash: await auth.hashPassword(TEST_PASSWORD) })
    .where(eq(users.id, actor.userId));
const givePasskey = ({ actor, clock, db }: MemberContext) =>
  db.insert(passkeys).values({
    id: newId<'passkey'>(),
    userId: actor.userId,
    credentialId: newId(),
    publicKey: Buffer.from('key'),
    counter: 0,
    transports: [],
    name: 'Laptop',
    createdAt: clock.now(),
  });
/** A person who has just signed in, which is enough proof without a password. */
const openFresh = async (overrides: Parameters<typeof makeOrgContext>[1] = {}): Promise<MemberContext> => {
  const ctx = await makeOrgContext(test.ctx, overrides);
  const { token } = await ctx.auth.createSession(ctx.db, ctx.actor.userId, { ip: null, userAgent: null });
  const actor = (await ctx.auth.resolveSession(ctx.db, token))?.actor;
  return { ...ctx, actor: actor ?? ctx.actor };
};
const linkedOf = ({ actor, db }: MemberContext) => db.$count(identities, eq(identities.userId, actor.userId));

describe('the list', () => {
  it.each(['admin', 'viewer'] as const)('shows %s every provider that is offered, and what is linked', async (role) => {
    const ctx = await makeOrgContext(test.ctx, { role });
    await link(ctx, 'google');
    expect(await listIdentities(ctx)).toEqual({
      identities: [
        { provider: 'github', configured: true, linked: null },
        { provider: 'google', configured: true, linked: { email: 'google@example.com', linkedAt: ctx.clock.now(), removable: false } },
      ],
    });
    await givePassword(ctx);
    expect((await listIdentities(ctx)).identities[1]).toMatchObject({ linked: { removable: true } });
  });

  it('shows what was linked before its provider was turned off, and nothing of others', async () => {
    const [ctx, other] = [await makeOrgContext(test.ctx), await makeOrgContext(test.ctx)];
    await link(other, 'github');
    await link(ctx, 'google');
    const turnedOff = { ...ctx, config: { ...ctx.config, identityProviders: [] } };
    expect(await listIdentities(turnedOff)).toMatchObject({ identities: [{ provider: 'google', configured: false }] });
    expect(await listIdentities({ ...other, config: turnedOff.config })).toMatchObject({ identities: [{ provider: 'github' }] });
  });
});

describe('removing', () => {
  it('unlinks, with one audit row and a mail', async () => {
    const ctx = await openFresh({ role: 'viewer' });
    await givePassword(ctx);
    await link(ctx, 'github');
    await expect(removeIdentity(ctx, { provider: 'github' })).rejects.toMatchObject({ code: 'current_password_wrong' });
    await removeIdentity(ctx, { provider: 'github', password: TEST_PASSWORD });
    expect(await linkedOf(ctx)).toBe(0);
    const rows = await test.ctx.db.select().from(auditLog).where(eq(auditLog.actorId, ctx.actor.userId));
    expect(rows).toMatchObject([{ action: 'accounts/remove-identity', detail: { provider: 'github' }, orgId: ctx.org.id }]);
    expect(test.ctx.jobs.payloadsOf(sendSecurityNoticeJob)).toMatchObject([{ userId: ctx.actor.userId, event: 'github-removed' }]);
  });

  it.each([
    ['a passkey', givePasskey],
    ['another provider', (ctx: MemberContext) => link(ctx, 'google')],
  ])('is allowed where %s is left', async (_, give) => {
    const ctx = await openFresh();
    await link(ctx, 'github');
    await give(ctx);
    await removeIdentity(ctx, { provider: 'github' });
    expect(await test.ctx.db.$count(identities, and(eq(identities.userId, ctx.actor.userId), eq(identities.provider, 'github')))).toBe(0);
  });

  it('is refused for the only way to sign in', async () => {
    const ctx = await openFresh();
    await link(ctx, 'github');
    await expect(removeIdentity(ctx, { provider: 'github' })).rejects.toMatchObject({
      code: 'last_sign_in',
      status: 409,
      message: 'This is your only way to sign in. Set a password or add a passkey first.',
    });
    expect(await linkedOf(ctx)).toBe(1);
    expect(test.ctx.jobs.enqueued).toEqual([]);
  });

  it('is refused where only a provider is left that is not offered any more', async () => {
    const ctx = await openFresh();
    await link(ctx, 'github');
    await link(ctx, 'google');
    const withoutGoogle = { ...ctx, config: { ...ctx.config, identityProviders: ['github'] as const } };
    await expect(removeIdentity(withoutGoogle, { provider: 'github' })).rejects.toMatchObject({ code: 'last_sign_in' });
    expect(await linkedOf(ctx)).toBe(2);
  });

  it('leaves one of two that are removed at once', async () => {
    const ctx = await openFresh();
    await link(ctx, 'github');
    await link(ctx, 'google');
    const answers = await Promise.allSettled([removeIdentity(ctx, { provider: 'github' }), removeIdentity(ctx, { provider: 'google' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await linkedOf(ctx)).toBe(1);
  });

  it('touches nobody else’s, and says 404 for what is not linked', async () => {
    const [ctx, other] = [await openFresh(), await openFresh()];
    await link(other, 'github');
    await expect(removeIdentity(ctx, { provider: 'github' })).rejects.toMatchObject({ code: 'identity_not_found', status: 404 });
    expect(await linkedOf(other)).toBe(1);
  });
});
