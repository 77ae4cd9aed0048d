import { createHash } from 'node:crypto';
import { organizations } from '@notafter/db';
import { createTestContext, makeOrganization, makeOrgContext, makeUser, openAs, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getSession } from './get-session.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

it('returns the person, their organization, and the entitlements of its plan', async () => {
  const ctx = await makeOrgContext(test.ctx, { name: 'Acme', plan: 'Team' });
  expect(await getSession(ctx)).toMatchObject({
    orgId: ctx.org.id,
    orgName: 'Acme',
    plan: 'Team',
    entitlements: { certificateLimit: 150, memberLimit: 5, team: true },
    user: { email: ctx.actor.email, role: 'admin', avatarHash: createHash('sha256').update(ctx.actor.email).digest('hex') },
  });
});

it("counts the operator's own limits", async () => {
  const ctx = await makeOrgContext(test.ctx, { certificateLimit: 7 });
  expect((await getSession(ctx)).entitlements.certificateLimit).toBe(7);
});

describe('DEFAULT_PLAN=Self-hosted', () => {
  it("is every organization's plan, old ones included", async () => {
    const selfHosted = { ...test.ctx, config: { ...test.ctx.config, defaultPlan: 'Self-hosted' as const } };
    const ctx = await makeOrgContext(selfHosted, { plan: 'Forever Free' });
    expect(await getSession(ctx)).toMatchObject({ plan: 'Self-hosted', entitlements: { certificateLimit: null } });
  });
});

it('is refused once the organization is disabled', async () => {
  const user = await makeUser(test.ctx, await makeOrganization(test.ctx));
  await test.ctx.db.update(organizations).set({ disabled: true }).where(eq(organizations.id, user.orgId));
  await expect(openAs(test.ctx, user)).rejects.toMatchObject({ code: 'organization_disabled', status: 403 });
});
