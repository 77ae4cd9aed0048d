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
import { failing } from '../../testing/callers.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext({ config: { identityProviders: ['github'] } });
});
afterAll(() => test.close());

it('begins a link for a member and sets the cookie of the round trip', async () => {
  const actor = actorOf(await makeUser(test.ctx, await makeOrganization(test.ctx), { role: 'viewer', password: TEST_PASSWORD }));
  const kept: unknown[] = [];
  const session = { set: () => undefined, clear: () => undefined, setOAuth: (...args: unknown[]) => void kept.push(args) };
  const caller = createCaller({ request: makeRequestContext(test.ctx, { actor }), session });
  expect(await caller.identities.link({ provider: 'github', password: TEST_PASSWORD })).toEqual({
    url: expect.stringContaining('https://github.example/'),
  });
  expect(kept).toEqual([['oauthFlow', expect.any(String)]]);
  expect(await caller.identities.list()).toEqual({ identities: [{ provider: 'github', configured: true, linked: null }] });
  await expect(caller.identities.remove({ provider: 'github', password: TEST_PASSWORD })).rejects.toMatchObject(
    failing('identity_not_found', 404),
  );
});
