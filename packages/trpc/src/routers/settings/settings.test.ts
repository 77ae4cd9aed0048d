import { createTestContext, type TestContext } from '@notafter/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { failing, signedIn } from '../../testing/callers.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Business' } });
});
afterAll(() => test.close());

it('tokens and API keys are made, shown once, listed and revoked', async () => {
  const { caller } = await signedIn(test);
  const { token, secret } = await caller.settings.addToken({ name: ' Script ' });
  expect([token.name, secret]).toEqual(['Script', expect.stringMatching(/^nat_[\w-]{43}$/)]);
  await caller.settings.revokeToken({ id: token.id });
  expect(await caller.settings.tokens()).toEqual({ tokens: [{ ...token, status: 'revoked' }] });
  const key = await caller.settings.addApiKey({ name: 'Page', expiresIn: 365, permissions: { read: true, write: true } });
  expect(key.secret).toMatch(/^nak_[\w-]{43}$/);
  expect(await caller.settings.apiKeys()).toEqual({ apiKeys: [key.apiKey] });
  expect((await caller.settings.revokeApiKey({ id: key.apiKey.id })).apiKey.status).toBe('revoked');
  await expect(caller.settings.addToken({ name: '  ' })).rejects.toMatchObject(failing('invalid_input', 400));
  const none = { name: 'x', expiresIn: null, permissions: { read: false, write: false } };
  await expect(caller.settings.addApiKey(none)).rejects.toMatchObject(failing('invalid_input', 400));
});
