import { SECOND_MS } from '@notafter/domain';
import { appCodeAt, makeOrganization, makeUser, TEST_PASSWORD, type TestUser } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorBody } from '../../../testing/error-body.ts';
import { newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const path = '/v1/accounts/two-factor';
const begun = z.object({ secret: z.string(), uri: z.string().startsWith('otpauth://totp/') });
const codes = z.object({ recovery_codes: z.array(z.string()).length(10) });
const password = TEST_PASSWORD;
const withPassword = async () => makeUser(rest.ctx, await makeOrganization(rest.ctx), { password, role: 'viewer' });
const post = (as: TestUser, to: string, body: unknown) => rest.call('POST', `${path}${to}`, { as, body });

/** Sets an app up and answers its recovery codes and a code it shows now. */
const withApp = async () => {
  const user = await withPassword();
  const { secret } = begun.parse((await post(user, '/app', { password })).body);
  const { recovery_codes } = codes.parse((await post(user, '/app/confirm', { code: appCodeAt(secret, rest.ctx.clock.now()) })).body);
  rest.ctx.clock.advance(30 * SECOND_MS);
  return { user, recoveryCodes: recovery_codes, code: appCodeAt(secret, rest.ctx.clock.now()) };
};

describe('200', () => {
  it('sets an app up, replaces the recovery codes, and removes it', async () => {
    const { user, recoveryCodes, code } = await withApp();
    expect(await rest.call('GET', path, { as: user })).toMatchObject({
      status: 200,
      body: { app_since: expect.any(String), recovery_codes_left: 10, proof: 'password' },
    });
    const renewed = codes.parse((await post(user, '/recovery-codes', { code })).body).recovery_codes;
    expect(renewed).not.toEqual(expect.arrayContaining(recoveryCodes));
    const removed = await post(user, '/app/remove', { password });
    expect(removed).toMatchObject({ status: 200, body: { message: 'Authenticator app removed' } });
    expect(await rest.call('GET', path, { as: user })).toMatchObject({ body: { app_since: null, recovery_codes_left: 0 } });
  });
});

describe('400', () => {
  it('refuses a wrong password, a wrong code, and bodies of another form', async () => {
    const user = await withPassword();
    for (const to of ['/app', '/app/remove', '/recovery-codes']) {
      expect(await post(user, to, { passwort: password })).toMatchObject({ status: 400, body: { details: [{ path: 'passwort' }] } });
    }
    const wrong = { status: 400, body: errorBody('current_password_wrong') };
    expect(await post(user, '/app', { password: 'another one' })).toMatchObject(wrong);
    expect(await post(user, '/app', {})).toMatchObject({ status: 400, body: { code: 'current_password_wrong' } });
    await post(user, '/app', { password });
    expect(await post(user, '/app/confirm', { code: '000000' })).toMatchObject({ status: 400, body: errorBody('second_factor_invalid') });
    expect(await post(user, '/app/confirm', {})).toMatchObject({ status: 400, body: { details: [{ path: 'code' }] } });
  });
});

describe('401 and 403', () => {
  it('sends those without a password to sign in again first', async () => {
    expect(await post(await newMember(rest), '/app', {})).toMatchObject({ status: 403, body: errorBody('proof_required') });
  });
});

describe('409', () => {
  it('refuses a second app, and what needs one without one', async () => {
    const { user } = await withApp();
    expect(await post(user, '/app', { password })).toMatchObject({ status: 409, body: errorBody('two_factor_exists') });
    const without = await withPassword();
    const absent = { status: 409, body: errorBody('two_factor_absent') };
    for (const to of ['/app/remove', '/recovery-codes']) expect(await post(without, to, { password })).toMatchObject(absent);
    expect(await post(without, '/app/confirm', { code: '123456' })).toMatchObject(absent);
  });
});

describe('429', () => {
  it('slows down those who guess the password', async () => {
    const user = await withPassword();
    let answer = await post(user, '/app', { password: 'guess' });
    for (let n = 0; n < 30 && answer.status === 400; n += 1) answer = await post(user, '/app', { password: 'guess' });
    expect(answer).toMatchObject({ status: 429, body: errorBody('rate_limited') });
  });
});
