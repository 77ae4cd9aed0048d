import { newId, totpSecrets, users } from '@notafter/db';
import { FRESH_SESSION_MS } from '@notafter/domain';
import {
  auditOf,
  createFakeClock,
  createTestContext,
  makeOrganization,
  makeRequestContext,
  makeUser,
  TEST_PASSWORD,
  type TestContext,
} from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OrgContext } from '../../context.ts';
import { openOrganization } from '../../open-organization.ts';
import { beginLink } from './begin-link.ts';

let test: TestContext;
const clock = createFakeClock();
beforeAll(async () => {
  test = await createTestContext({ config: { identityProviders: ['github'] }, clock });
});
afterAll(() => test.close());

/** Signed in just now. */
const open = async (overrides: Parameters<typeof makeUser>[2] = {}): Promise<OrgContext & { readonly userId: string }> => {
  const { id } = await makeUser(test.ctx, await makeOrganization(test.ctx), overrides);
  const { token } = await test.ctx.auth.createSession(test.ctx.db, id, { ip: null, userAgent: null });
  const actor = (await test.ctx.auth.resolveSession(test.ctx.db, token))?.actor ?? null;
  return { ...(await openOrganization(makeRequestContext(test.ctx, { actor }))), userId: id };
};
const begunNow = () => test.ctx.gateways.identityProviders.begun.length;

it.each(['admin', 'viewer'] as const)('sends %s to the provider, with one audit row', async (role) => {
  const ctx = await open({ role });
  const { url, flow } = await beginLink(ctx, { provider: 'github' });
  expect(url).toMatch(/^https:\/\/github\.example\//);
  expect(flow).toMatch(/^[\w.-]+$/);
  expect(await auditOf(ctx)).toMatchObject([{ action: 'accounts/begin-link', actorId: ctx.userId, detail: { provider: 'github' } }]);
});

it('asks for the password again if the person has one: an unlocked browser is not enough', async () => {
  const ctx = await open({ password: TEST_PASSWORD });
  const before = begunNow();
  await expect(beginLink(ctx, { provider: 'github' })).rejects.toMatchObject({ code: 'current_password_wrong' });
  await expect(beginLink(ctx, { provider: 'github', password: 'wrong' })).rejects.toMatchObject({ code: 'current_password_wrong' });
  expect(begunNow()).toBe(before);
  expect(await auditOf(ctx)).toEqual([]);
  await beginLink(ctx, { provider: 'github', password: TEST_PASSWORD });
});

it('asks who has neither password nor app to have signed in just now', async () => {
  const ctx = await open();
  clock.advance(FRESH_SESSION_MS);
  await expect(beginLink(ctx, { provider: 'github' })).rejects.toMatchObject({ code: 'proof_required' });
});

it('takes no wrong code of the app', async () => {
  const ctx = await open();
  const [row] = await test.ctx.db.select().from(users).where(eq(users.orgId, ctx.org.id));
  if (row === undefined) throw new Error('no user');
  const secret = test.ctx.auth.sealing.seal({ table: 'totp_secrets', row: row.id }, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP');
  await test.ctx.db
    .insert(totpSecrets)
    .values({ userId: row.id, secret, createdAt: clock.now(), confirmedAt: clock.now(), lastStep: null });
  await expect(beginLink(ctx, { provider: 'github', code: '000000' })).rejects.toMatchObject({ code: 'second_factor_invalid' });
  expect(await auditOf(ctx)).toEqual([]);
});

it('is not for tokens, nor for what this installation does not offer', async () => {
  const { actor, ...ctx } = await open();
  if (actor.via !== 'session') throw new Error('no session');
  const { sessionId: _, ...person } = actor;
  const byToken = { ...ctx, actor: { ...person, via: 'token', tokenId: newId<'token'>() } as const };
  await expect(beginLink(byToken, { provider: 'github' })).rejects.toMatchObject({ code: 'session_required' });
  await expect(beginLink({ ...ctx, actor }, { provider: 'google' })).rejects.toMatchObject({ code: 'not_found' });
});
