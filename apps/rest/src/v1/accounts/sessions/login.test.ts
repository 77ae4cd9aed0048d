import { makeOrganization, makeUser, TEST_PASSWORD } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '../../../testing/error-body.ts';
import { personOf } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const withPassword = async (overrides: { activated?: boolean; disabled?: boolean } = {}) => {
  const { disabled = false, ...user } = overrides;
  return makeUser(rest.ctx, await makeOrganization(rest.ctx, { disabled }), { password: TEST_PASSWORD, ...user });
};
const login = (email: string, password: string, ip?: string) =>
  rest.call('POST', '/v1/accounts/login', { body: { email, password }, ...(ip === undefined ? {} : { ip }) });

describe('200', () => {
  it('answers the user with org_id and hands the session to the cookie only', async () => {
    const user = await withPassword();
    const answer = await login(` ${user.email.toUpperCase()} `, TEST_PASSWORD);
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({
      user: { id: user.id, org_id: user.orgId, email: user.email, first_name: 'Ada', last_name: 'Lovelace', role: 'admin' },
    });
    expect(answer.cookies).toHaveLength(1);
    expect(JSON.stringify(answer.body)).not.toContain(answer.cookies[0]);
    expect(await personOf(rest, answer)).toMatchObject({ userId: user.id });
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
  });
});

describe('400', () => {
  it('asks for both fields', async () => {
    const answer = await rest.call('POST', '/v1/accounts/login', { body: {} });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', details: [{ path: 'email' }, { path: 'password' }] } });
  });
});

describe('401', () => {
  it('says the same of a wrong password and an unknown address', async () => {
    const user = await withPassword();
    for (const email of [user.email, 'nobody@example.com']) {
      expect(await login(email, 'not the password')).toMatchObject({ status: 401, body: errorBody('invalid_credentials'), cookies: [] });
    }
  });
});

describe('403', () => {
  it('reports that the account is not activated after the right password', async () => {
    const user = await withPassword({ activated: false });
    expect(await login(user.email, TEST_PASSWORD)).toMatchObject({ status: 403, body: errorBody('not_activated'), cookies: [] });
    expect(await login(user.email, 'not the password')).toMatchObject({ status: 401 });
  });
});

describe('429', () => {
  it('slows down guessing, and says for how long', async () => {
    const tries = [];
    for (let n = 0; n < 9; n += 1) tries.push(await login('guessed@example.com', `guess ${n}`, '198.51.100.8'));
    const last = tries.at(-1);
    expect(last).toMatchObject({ status: 429, body: errorBody('rate_limited') });
    expect(last?.headers.get('Retry-After')).toMatch(/^[1-9]\d*$/);
  });
});
