import { identities, newId } from '@notafter/db';
import { makeOrganization, makeUser, TEST_PASSWORD, type TestUser } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '../../../testing/error-body.ts';
import { inNewBrowser, newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const path = '/v1/accounts/identities';
const removePath = `${path}/github/remove`;
const link = ({ id: userId, email }: TestUser) =>
  rest.ctx.db.insert(identities).values({ provider: 'github', subject: newId(), userId, email, linkedAt: rest.ctx.clock.now() });
const withPassword = async () => makeUser(rest.ctx, await makeOrganization(rest.ctx), { password: TEST_PASSWORD, role: 'viewer' });

describe('200', () => {
  it('lists the linked accounts and unlinks one', async () => {
    const user = await withPassword();
    await link(user);
    const linked = { email: user.email, linked_at: rest.ctx.clock.now().toISOString(), removable: true };
    expect(await rest.call('GET', path, { as: user })).toMatchObject({
      status: 200,
      body: { identities: [{ provider: 'github', configured: false, linked }], next_cursor: null, total: 1 },
    });
    const removed = await rest.call('POST', removePath, { as: user, body: { password: TEST_PASSWORD } });
    expect(removed).toMatchObject({ status: 200, body: { message: 'Account unlinked' } });
    expect((await rest.call('GET', path, { as: user })).body).toEqual({ identities: [], next_cursor: null, total: 0 });
  });
});

describe('400', () => {
  it('refuses a wrong password, unknown fields and cursors that are none', async () => {
    const user = await withPassword();
    await link(user);
    const wrong = await rest.call('POST', removePath, { as: user, body: { password: 'another one' } });
    expect(wrong).toMatchObject({ status: 400, body: errorBody('current_password_wrong') });
    const unknown = await rest.call('POST', removePath, { as: user, body: { provider: 'github' } });
    expect(unknown).toMatchObject({ status: 400, body: { details: [{ path: 'provider' }] } });
    expect(await rest.call('GET', `${path}?cursor=x`, { as: user })).toMatchObject({ status: 400 });
  });
});

describe('404', () => {
  it('says that nothing is linked, and knows no other providers', async () => {
    const user = await withPassword();
    for (const provider of ['google', 'gitlab', '%00']) {
      const answer = await rest.call('POST', `${path}/${provider}/remove`, { as: user, body: { password: TEST_PASSWORD } });
      expect(answer).toMatchObject({ status: 404, body: errorBody('identity_not_found') });
    }
  });
});

describe('409', () => {
  it('keeps the only way to sign in', async () => {
    const user = await newMember(rest);
    await link(user);
    const answer = await rest.call('POST', removePath, { as: await inNewBrowser(rest, user), body: {} });
    expect(answer).toMatchObject({ status: 409, body: errorBody('last_sign_in') });
  });
});
