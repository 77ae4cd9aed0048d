import { auditLog } from '@notafter/db';
import { actorOf, createTestContext, makeOrganization, makeRequestContext, makeUser, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { logout } from './logout.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

it('ends this session, leaves the others of the person, and one audit row', async () => {
  const { ctx } = test;
  const user = await makeUser(ctx, await makeOrganization(ctx), { role: 'viewer' });
  const request = makeRequestContext(ctx);
  const here = await ctx.auth.createSession(ctx.db, user.id, request.origin);
  const elsewhere = await ctx.auth.createSession(ctx.db, user.id, request.origin);
  const actor = (await ctx.auth.resolveSession(ctx.db, here.token))?.actor ?? null;
  await logout({ ...request, actor });
  expect(await ctx.auth.resolveSession(ctx.db, here.token)).toBeNull();
  expect(await ctx.auth.resolveSession(ctx.db, elsewhere.token)).not.toBeNull();
  const audited = await ctx.db.select().from(auditLog).where(eq(auditLog.actorId, user.id));
  expect(audited).toMatchObject([{ action: 'accounts/logout', orgId: user.orgId, ip: request.origin.ip }]);
});

it('does nothing without a session, or with an ended one', async () => {
  const { ctx } = test;
  await logout(makeRequestContext(ctx));
  const user = await makeUser(ctx, await makeOrganization(ctx));
  await logout(makeRequestContext(ctx, { actor: actorOf(user, 'gone') }));
});
