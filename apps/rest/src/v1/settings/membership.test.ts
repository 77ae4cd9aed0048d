import { users } from '@notafter/db';
import { makeUser } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '../../testing/error-body.ts';
import { newMember } from '../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const rowsOf = async (userId: string) => (await rest.ctx.db.select().from(users)).filter(({ id }) => id === userId);
const leave = '/v1/profile/leave';
const stepDown = '/v1/profile/step-down';

describe('200', () => {
  it('turns an admin into a viewer', async () => {
    const admin = await newMember(rest);
    await makeUser(rest.ctx, admin.orgId);
    const answer = await rest.call('POST', stepDown, { as: admin });
    expect(answer).toMatchObject({ status: 200, body: { message: 'You are a viewer now' } });
    expect(await rowsOf(admin.id)).toMatchObject([{ role: 'viewer' }]);
  });

  it('deletes the account and the cookie of those who leave', async () => {
    const viewer = await makeUser(rest.ctx, (await newMember(rest)).orgId, { role: 'viewer' });
    const answer = await rest.call('POST', leave, { as: viewer, body: { email: viewer.email.toUpperCase() } });
    expect(answer).toMatchObject({ status: 200, body: { message: 'Account deleted' }, cookies: [null] });
    expect(await rowsOf(viewer.id)).toEqual([]);
  });
});

describe('400', () => {
  it('needs the address of the account to leave, and keeps the cookie without it', async () => {
    const viewer = await makeUser(rest.ctx, (await newMember(rest)).orgId, { role: 'viewer' });
    for (const body of [{}, { email: 'another@example.com' }, { email: viewer.email, confirm: true }]) {
      const answer = await rest.call('POST', leave, { as: viewer, body });
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' }, cookies: [] });
    }
    expect(await rowsOf(viewer.id)).toHaveLength(1);
  });
});

describe('409', () => {
  it('keeps the last admin', async () => {
    const admin = await newMember(rest);
    await makeUser(rest.ctx, admin.orgId, { role: 'viewer' });
    expect(await rest.call('POST', stepDown, { as: admin })).toMatchObject({ status: 409, body: errorBody('last_admin') });
    const answer = await rest.call('POST', leave, { as: admin, body: { email: admin.email } });
    expect(answer).toMatchObject({ status: 409, body: errorBody('last_admin') });
  });
});
