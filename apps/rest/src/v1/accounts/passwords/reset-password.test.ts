import { identities, totpSecrets } from '@notafter/db';
import { RESET_LINK_VALID_MS, SECOND_MS } from '@notafter/domain';
import { makeOrganization, makeUser, TEST_PASSWORD } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '../../../testing/error-body.ts';
import { lastMailedToken, personOf } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const NEW_PASSWORD = 'staple paperclip sunrise';
const login = (email: string, password: string) => rest.call('POST', '/v1/accounts/login', { body: { email, password } });
const reset = (token: string, password: unknown) => rest.call('POST', `/v1/accounts/reset-password/${token}`, { body: { password } });

const withLink = async () => {
  const user = await makeUser(rest.ctx, await makeOrganization(rest.ctx), { password: TEST_PASSWORD });
  await rest.call('POST', '/v1/accounts/reset-password', { body: { email: user.email } });
  return { user, token: lastMailedToken(rest, 'password-reset') };
};

describe('200', () => {
  it('sets the password and ends every session', async () => {
    const { user, token } = await withLink();
    const before = await login(user.email, TEST_PASSWORD);
    const answer = await reset(token, NEW_PASSWORD);
    const message = 'Password reset successfully! Redirecting to login...';
    expect(answer).toMatchObject({
      status: 200,
      body: {
        message,
        ended: { tokens: 0, api_keys: 0 },
        remaining: [],
        removed: { passkeys: 0, identities: 0 },
        remaining_sign_in_methods: [],
      },
    });
    await expect(personOf(rest, before)).rejects.toThrow('no session');
    expect(await login(user.email, TEST_PASSWORD)).toMatchObject({ status: 401 });
    expect(await login(user.email, NEW_PASSWORD)).toMatchObject({ status: 200 });
  });
});

describe('200 for a person with a token', () => {
  const withToken = async () => {
    const { user, token } = await withLink();
    const made = await rest.call('POST', '/v1/tokens', { as: user, body: { name: 'Backup' } });
    expect(made.status).toBe(200);
    return { user, token };
  };

  it('names it, and ends it on request', async () => {
    const { user, token } = await withToken();
    expect(await reset(token, NEW_PASSWORD)).toMatchObject({
      body: { remaining: [{ kind: 'token', name: 'Backup', last_used_at: null }], ended: { tokens: 0 } },
    });
    await rest.call('POST', '/v1/accounts/reset-password', { body: { email: user.email } });
    const again = await rest.call('POST', `/v1/accounts/reset-password/${lastMailedToken(rest, 'password-reset')}`, {
      body: { password: NEW_PASSWORD, end_credentials: true },
    });
    expect(again).toMatchObject({ status: 200, body: { remaining: [], ended: { tokens: 1, api_keys: 0 } } });
  });
});

describe('200 for a person with a linked account', () => {
  const linkedAt = () => rest.ctx.clock.now();
  const withGithub = async () => {
    const { user, token } = await withLink();
    const row = { provider: 'github', subject: user.id, userId: user.id, email: 'grace@elsewhere.example', linkedAt: linkedAt() } as const;
    await rest.ctx.db.insert(identities).values(row);
    return { user, token };
  };

  it('names it, and removes it on request', async () => {
    const since = linkedAt().toISOString();
    expect(await reset((await withGithub()).token, NEW_PASSWORD)).toMatchObject({
      status: 200,
      body: { remaining_sign_in_methods: [{ kind: 'github', name: 'grace@elsewhere.example', since }] },
    });
    const { token } = await withGithub();
    const body = { password: NEW_PASSWORD, remove_sign_in_methods: true };
    expect(await rest.call('POST', `/v1/accounts/reset-password/${token}`, { body })).toMatchObject({
      status: 200,
      body: { removed: { passkeys: 0, identities: 1 }, remaining_sign_in_methods: [] },
    });
  });

  it('names an authenticator app, with which it stays', async () => {
    const { user, token } = await withGithub();
    const [createdAt, confirmedAt] = [linkedAt(), linkedAt()];
    await rest.ctx.db.insert(totpSecrets).values({ userId: user.id, secret: 'sealed', createdAt, confirmedAt });
    const body = { password: NEW_PASSWORD, remove_sign_in_methods: true };
    expect(await rest.call('POST', `/v1/accounts/reset-password/${token}`, { body })).toMatchObject({
      body: { removed: { identities: 0 }, remaining_sign_in_methods: [{ kind: 'github' }, { kind: 'authenticator_app', name: null }] },
    });
  });
});

describe('400', () => {
  it('refuses a link that was used', async () => {
    const { token } = await withLink();
    await reset(token, NEW_PASSWORD);
    expect(await reset(token, 'another fine password')).toMatchObject({ status: 400, body: errorBody('link_used') });
  });

  it('refuses a link that is too old', async () => {
    const { token } = await withLink();
    rest.ctx.clock.advance(RESET_LINK_VALID_MS + SECOND_MS);
    expect(await reset(token, NEW_PASSWORD)).toMatchObject({ status: 400, body: errorBody('link_expired') });
  });

  it('refuses a token that was made up or is too long', async () => {
    for (const token of ['x', 'a'.repeat(5000)]) {
      expect(await reset(token, NEW_PASSWORD)).toMatchObject({ status: 400, body: errorBody('link_invalid') });
    }
  });

  it('keeps the link for another try when the password is refused', async () => {
    const { token } = await withLink();
    expect(await reset(token, 'short')).toMatchObject({ status: 400, body: errorBody('password_too_short') });
    expect(await reset(token, 'password')).toMatchObject({ status: 400, body: errorBody('password_too_common') });
    expect(await reset(token, undefined)).toMatchObject({ status: 400, body: { code: 'invalid_input', details: [{ path: 'password' }] } });
    expect(await reset(token, NEW_PASSWORD)).toMatchObject({ status: 200 });
  });
});
