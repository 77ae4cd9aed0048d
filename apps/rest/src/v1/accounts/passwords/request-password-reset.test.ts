import { makeOrganization, makeUser } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '../../../testing/error-body.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const ask = (email: unknown) => rest.call('POST', '/v1/accounts/reset-password', { body: { email } });

describe('200', () => {
  it('answers known and unknown addresses alike', async () => {
    const user = await makeUser(rest.ctx, await makeOrganization(rest.ctx));
    const known = await ask(user.email);
    const unknown = await ask('nobody@example.com');
    expect(known).toMatchObject({ status: 200, body: { message: 'Password reset link sent to your email.' } });
    expect(unknown).toMatchObject({ status: 200, body: known.body });
  });
});

describe('400', () => {
  it.each(['', 'ada', 'ada example.com', 7, null])('refuses %j as an address', async (email) => {
    const answer = await ask(email);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', details: [{ path: 'email' }] } });
  });
});

describe('429', () => {
  it('throttles repeated requests for one address', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 5; n += 1) statuses.push((await ask('often@example.com')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
    expect(await ask('often@example.com')).toMatchObject({ body: errorBody('rate_limited') });
  });
});
