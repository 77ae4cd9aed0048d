import { ACTIVATION_LINK_VALID_MS, SECOND_MS } from '@notafter/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '../../../testing/error-body.ts';
import { lastMailedToken } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const registered = async (email: string): Promise<string> => {
  const body = { first_name: 'Grace', last_name: 'Hopper', email, password: 'correct horse battery' };
  await rest.call('POST', '/v1/accounts/register', { body });
  return lastMailedToken(rest, 'account-activation');
};

describe('200', () => {
  it('opens the account', async () => {
    const token = await registered('opens@navy.example');
    const answer = await rest.call('GET', `/v1/accounts/activate/${token}`);
    expect(answer).toMatchObject({ status: 200, body: { message: 'Your account is active. You can sign in now.' } });
    const credentials = { email: 'opens@navy.example', password: 'correct horse battery' };
    expect(await rest.call('POST', '/v1/accounts/login', { body: credentials })).toMatchObject({ status: 200 });
  });

  it('answers a second click without an error', async () => {
    const token = await registered('twice@navy.example');
    await rest.call('GET', `/v1/accounts/activate/${token}`);
    const again = await rest.call('GET', `/v1/accounts/activate/${token}/`);
    expect(again).toMatchObject({ status: 200, body: { message: 'This account is already active.' } });
  });
});

describe('400', () => {
  it('refuses a token that was made up, of another purpose, or is too long', async () => {
    const token = await registered('forged@navy.example');
    const forged = [
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      'x',
      '%00',
      'a'.repeat(5000),
      lastMailedToken(rest, 'password-reset'),
    ];
    for (const one of forged) {
      expect(await rest.call('GET', `/v1/accounts/activate/${one}`)).toMatchObject({ status: 400, body: errorBody('link_invalid') });
    }
  });

  it('refuses a link that is too old', async () => {
    const token = await registered('late@navy.example');
    rest.ctx.clock.advance(ACTIVATION_LINK_VALID_MS + SECOND_MS);
    expect(await rest.call('GET', `/v1/accounts/activate/${token}`)).toMatchObject({ status: 400, body: { code: 'link_expired' } });
  });
});
