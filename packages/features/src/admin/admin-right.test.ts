import { users } from '@notafter/db';
import { createTestContext, makeOrganization, makeRequestContext, makeUser, openAs, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOrganization } from '../open-organization.ts';
import { addToken } from '../settings/add-token.ts';
import { getAdminHealth } from './get-admin-health.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext({
    config: { platformAdminEmails: ['listed@one.example'], platformAdminEmailDomains: ['platform.example'] },
  });
});
afterAll(() => test.close());

const person = async (email: string, { proven, role = 'viewer' }: { readonly proven: boolean; readonly role?: 'admin' | 'viewer' }) =>
  openAs(test.ctx, await makeUser(test.ctx, await makeOrganization(test.ctx), { email, proven, role }));
const refused = { code: 'platform_admin_required', status: 403 };

it('belongs to a listed address, or one in a listed domain, with a proven mailbox and whatever role', async () => {
  for (const email of ['listed@one.example', 'ops@platform.example']) {
    expect(await getAdminHealth(await person(email, { proven: true }))).toMatchObject({ status: 'healthy' });
  }
});

it.each([
  ['an admin of an organization', 'admin@one.example', true],
  ['a listed address that is not proven', 'new@platform.example', false],
  ['a domain below the listed one', 'ops@below.platform.example', true],
  ['a domain that ends like the listed one', 'ops@notplatform.example', true],
])('is not of %s', async (_who, email, proven) => {
  await expect(getAdminHealth(await person(email, { proven, role: 'admin' }))).rejects.toMatchObject(refused);
});

it('ends with the proof, at the next call', async () => {
  const operator = await person('leaving@platform.example', { proven: true });
  await test.ctx.db.update(users).set({ mailboxProvenAt: null }).where(eq(users.id, operator.actor.userId));
  const next = await openOrganization(makeRequestContext(test.ctx, { actor: operator.actor }));
  await expect(getAdminHealth(next)).rejects.toMatchObject(refused);
});

it('needs a session: a token of the person is not enough', async () => {
  const operator = await person('scripts@platform.example', { proven: true });
  const { secret } = await addToken(operator, { name: 'Script' });
  const actor = await test.ctx.auth.resolveCredential(test.ctx.db, secret);
  const byToken = await openOrganization(makeRequestContext(test.ctx, { actor }));
  await expect(getAdminHealth(byToken)).rejects.toMatchObject({ code: 'session_required' });
});
