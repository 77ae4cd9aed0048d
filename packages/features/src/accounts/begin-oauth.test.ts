import { newId } from '@notafter/db';
import { IdentityProviderError } from '@notafter/domain';
import {
  actorOf,
  createTestContext,
  makeOrganization,
  makeRequestContext,
  makeUser,
  type TestContext,
  testConfig,
} from '@notafter/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { beginOauth } from './begin-oauth.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext({ config: { identityProviders: ['github', 'google'] } });
});
afterAll(() => test.close());

it('sends the browser to the provider and back to our own address, whatever host it asked', async () => {
  const { url } = await beginOauth(makeRequestContext(test.ctx), { provider: 'github', link: false });
  expect(url).toMatch(/^https:\/\/github\.example\/authorize\?/);
  const redirectUri = `${testConfig.publicUrl}/v1/auth/github/callback`;
  expect(test.ctx.gateways.identityProviders.begun.at(-1)).toEqual({ provider: 'github', redirectUri });
});

it('hands the browser nothing that it could read or change', async () => {
  const { url, flow } = await beginOauth(makeRequestContext(test.ctx), { provider: 'google', link: false });
  const state = new URL(url).searchParams.get('state') ?? 'none';
  expect(flow).toMatch(/^[\w.-]+$/);
  expect(Buffer.from(flow.split('.')[1] ?? '', 'base64url').toString('latin1')).not.toContain(state);
});

it('begins a link only for a person who signed in in a browser', async () => {
  const link = { provider: 'github', link: true } as const;
  await expect(beginOauth(makeRequestContext(test.ctx), link)).rejects.toMatchObject({ code: 'unauthenticated' });
  const { sessionId: _, ...person } = actorOf(await makeUser(test.ctx, await makeOrganization(test.ctx)));
  const actor = { ...person, via: 'token', tokenId: newId<'token'>() } as const;
  await expect(beginOauth(makeRequestContext(test.ctx, { actor }), link)).rejects.toMatchObject({ code: 'session_required' });
});

it('answers 404 for what this installation does not offer', async () => {
  const ctx = { ...makeRequestContext(test.ctx), config: { ...test.ctx.config, identityProviders: ['google'] as const } };
  await expect(beginOauth(ctx, { provider: 'github', link: false })).rejects.toMatchObject({ code: 'not_found', status: 404 });
});

it('says that the provider did not answer, and logs why', async () => {
  test.ctx.gateways.identityProviders.failNext(new IdentityProviderError('unavailable', 'google.example could not be reached.'));
  const logged = test.ctx.log.entries.length;
  await expect(beginOauth(makeRequestContext(test.ctx), { provider: 'google', link: false })).rejects.toMatchObject({
    code: 'oauth_unavailable',
    status: 503,
  });
  expect(test.ctx.log.entries.slice(logged)).toMatchObject([
    { level: 'warn', fields: { provider: 'google', reason: 'google.example could not be reached.' } },
  ]);
});

it('is limited by network', async () => {
  const ctx = makeRequestContext(test.ctx);
  const answers = await Promise.allSettled(Array.from({ length: 201 }, () => beginOauth(ctx, { provider: 'github', link: false })));
  expect(answers.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { code: 'rate_limited', status: 429 } }]);
});
