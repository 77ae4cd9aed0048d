import { makeOrganization, makeUser, TEST_PASSWORD } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '../../../testing/error-body.ts';
import { inNewBrowser, newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const NEW = 'slow green lantern';
type Caller = Awaited<ReturnType<typeof inNewBrowser>> | Awaited<ReturnType<typeof newMember>>;
const change = (as: Caller, body: unknown) => rest.call('PUT', '/v1/accounts/password', { as, body });
const withPassword = async () => makeUser(rest.ctx, await makeOrganization(rest.ctx), { password: TEST_PASSWORD, role: 'viewer' });

describe('200', () => {
  it('changes the password and ends the other sessions', async () => {
    const user = await withPassword();
    const here = await inNewBrowser(rest, user);
    await inNewBrowser(rest, user);
    const answer = await change(here, { current_password: TEST_PASSWORD, password: NEW });
    expect(answer).toMatchObject({ status: 200, body: { message: 'Password changed. Every other browser was signed out.' } });
    expect(await rest.call('GET', '/v1/accounts/sessions', { as: here })).toMatchObject({ body: { total: 1 } });
    const signIn = (password: string) => rest.call('POST', '/v1/accounts/login', { body: { email: user.email, password } });
    expect([(await signIn(TEST_PASSWORD)).status, (await signIn(NEW)).status]).toEqual([401, 200]);
  });

  it('sets a first password right after signing in', async () => {
    const user = await newMember(rest);
    const answer = await change(await inNewBrowser(rest, user), { password: NEW });
    expect(answer).toMatchObject({ status: 200, body: { message: 'Password set.' } });
  });
});

describe('400', () => {
  it.each([
    [{ current_password: 'another one', password: NEW }, 'current_password_wrong'],
    [{ password: NEW }, 'current_password_wrong'],
    [{ current_password: TEST_PASSWORD, password: 'short' }, 'password_too_short'],
    [{ current_password: TEST_PASSWORD, password: 'password' }, 'password_too_common'],
    [{ current_password: TEST_PASSWORD }, 'invalid_input'],
    [{ current_password: TEST_PASSWORD, password: NEW, currentPassword: TEST_PASSWORD }, 'invalid_input'],
  ])('refuses %j', async (body, code) => {
    expect(await change(await withPassword(), body)).toMatchObject({ status: 400, body: { code } });
  });
});

describe('401 and 403', () => {
  it('sends those without a password to sign in again first', async () => {
    expect(await change(await newMember(rest), { password: NEW })).toMatchObject({ status: 403, body: errorBody('proof_required') });
  });
});
