import { makeOrganization, makeUser, TEST_PASSWORD } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { personOf } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

describe('200', () => {
  it('ends the session in the database and takes the cookie away', async () => {
    const user = await makeUser(rest.ctx, await makeOrganization(rest.ctx), { password: TEST_PASSWORD });
    const signedIn = await rest.call('POST', '/v1/accounts/login', { body: { email: user.email, password: TEST_PASSWORD } });
    const answer = await rest.call('POST', '/v1/accounts/logout', { as: await personOf(rest, signedIn) });
    expect(answer).toMatchObject({ status: 200, body: { message: 'You are signed out.' }, cookies: [null] });
    await expect(personOf(rest, signedIn)).rejects.toThrow('no session');
  });

  it('answers the same without a session', async () => {
    expect(await rest.call('POST', '/v1/accounts/logout')).toMatchObject({ status: 200, cookies: [null] });
  });
});
