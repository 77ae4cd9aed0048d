import { IdentityProviderError } from '@notafter/domain';
import { createTestContext, makeRequestContext, type TestContext, testConfig } from '@notafter/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { beginOauth } from './begin-oauth.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext({ config: { identityProviders: ['github', 'google'] } });
});
afterAll(() => test.close());

it('sends the browser to the provider and back to our own address, whatever host it asked', async () => {
  const { url } = await beginOauth(makeRequestContext(test.ctx), { provider: 'github' });
  expect(url).toMatch(/^https:\/\/github\.example\/authorize\?/);
  const redirectUri = `${testConfig.publicUrl}/v1/auth/github/callback`;
  expect(test.ctx.gateways.identityProviders.begun.at(-1)).toEqual({ provider: 'github', redirectUri });
});

it('hands the browser nothing that it could read or change', async () => {
  const { url, flow } = await beginOauth(makeRequestContext(test.ctx), { provider: 'google' });
  const state = new URL(url).searchParams.get('state') ?? 'none';
  expect(flow).toMatch(/^[\w.-]+$/);
  expect(Buffer.from(flow.split('.')[1] ?? '', 'base64url').toString('latin1')).not.toContain(state);
});

it('answers 404 for what this installation does not offer', async () => {
  const ctx = { ...makeRequestContext(test.ctx), config: { ...test.ctx.config, identityProviders: ['google'] as const } };
  await expect(beginOauth(ctx, { provider: 'github' })).rejects.toMatchObject({ code: 'not_found', status: 404 });
});

it('says that the provider did not answer, and logs why', async () => {
  test.ctx.gateways.identityProviders.failNext(new IdentityProviderError('unavailable', 'google.example could not be reached.'));
  const logged = test.ctx.log.entries.length;
  await expect(beginOauth(makeRequestContext(test.ctx), { provider: 'google' })).rejects.toMatchObject({
    code: 'oauth_unavailable',
    status: 503,
  });
  expect(test.ctx.log.entries.slice(logged)).toMatchObject([
    { level: 'warn', fields: { provider: 'google', reason: 'google.example could not be reached.' } },
  ]);
});

it('is limited by network', async () => {
  const ctx = makeRequestContext(test.ctx);
  const answers = await Promise.allSettled(Array.from({ length: 201 }, () => beginOauth(ctx, { provider: 'github' })));
  expect(answers.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { code: 'rate_limited', status: 429 } }]);
});
