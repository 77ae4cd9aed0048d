import { emailChanges } from '@notafter/db';
import { EMAIL_CHANGE_VALID_MS } from '@notafter/domain';
import { makeOrganization, makeUser, type TestUser } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '../../testing/error-body.ts';
import { createRestHarness, type RestHarness } from '../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const path = '/v1/profile/email-change';
let changes = 0;

/** Asks for another address; answers it and the paths of both mailed links. */
const beginChange = async (user: TestUser) => {
  changes += 1;
  const email = `new-${changes}@example.com`;
  const body = { first_name: 'Ada', last_name: 'King', email };
  expect(await rest.call('PUT', '/v1/profile', { as: user, body })).toMatchObject({ body: { pending_email: email } });
  const row = (await rest.ctx.db.select().from(emailChanges)).find(({ userId }) => userId === user.id);
  const pathOf = (side: 'old' | 'new') => `${path}/${row === undefined ? 'none' : rest.ctx.auth.signEmailChange(side, row.id)}`;
  return { email, atOld: pathOf('old'), atNew: pathOf('new') };
};
const person = async () => makeUser(rest.ctx, await makeOrganization(rest.ctx), { role: 'viewer' });

describe('200', () => {
  it('shows the change, and puts it in force once both addresses have confirmed', async () => {
    const user = await person();
    const { email, atOld, atNew } = await beginChange(user);
    const change = { side: 'old', new_email: email, state: 'open', confirmed: false, other_confirmed: false };
    expect(await rest.call('GET', atOld)).toMatchObject({ status: 200, body: { email_change: change } });
    for (let n = 0; n < 2; n += 1) {
      const first = await rest.call('POST', `${atOld}/confirm`);
      expect(first).toMatchObject({ status: 200, body: { email_change: { ...change, confirmed: true } } });
    }
    const last = { side: 'new', new_email: email, state: 'in-force', confirmed: true, other_confirmed: true };
    expect(await rest.call('POST', `${atNew}/confirm`)).toMatchObject({ status: 200, body: { email_change: last } });
    expect(await rest.call('GET', '/v1/profile', { as: { ...user, email } })).toMatchObject({ body: { email, pending_email: null } });
  });

  it('cancels a change, whose links end, and does nothing without one', async () => {
    const user = await person();
    const { atOld } = await beginChange(user);
    for (let n = 0; n < 2; n += 1) {
      const answer = await rest.call('DELETE', path, { as: user });
      expect(answer).toMatchObject({ status: 200, body: { message: 'Email change canceled' } });
    }
    expect(await rest.call('GET', '/v1/profile', { as: user })).toMatchObject({ body: { pending_email: null } });
    expect(await rest.call('GET', atOld)).toMatchObject({ status: 400, body: errorBody('link_invalid') });
  });
});

describe('400', () => {
  it('refuses tokens that are none, that expired, and an address that somebody took', async () => {
    for (const token of ['x', '%00', 'x'.repeat(300)]) {
      const refused = { status: 400, body: errorBody('link_invalid') };
      expect(await rest.call('GET', `${path}/${token}`)).toMatchObject(refused);
      expect(await rest.call('POST', `${path}/${token}/confirm`)).toMatchObject(refused);
    }
    const taken = await beginChange(await person());
    await makeUser(rest.ctx, await makeOrganization(rest.ctx), { email: taken.email });
    expect(await rest.call('POST', `${taken.atNew}/confirm`)).toMatchObject({ status: 400, body: { code: 'email_exists' } });
    const { atOld } = await beginChange(await person());
    rest.ctx.clock.advance(EMAIL_CHANGE_VALID_MS);
    expect(await rest.call('POST', `${atOld}/confirm`)).toMatchObject({ status: 400, body: { code: 'link_expired' } });
  });
});
