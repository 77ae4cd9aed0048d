import { newId, passkeys } from '@notafter/db';
import { makeOrganization, makeUser, TEST_PASSWORD, type TestUser } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorBody } from '../../../testing/error-body.ts';
import { inNewBrowser, NOBODYS_ID, newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const path = '/v1/accounts/passkeys';
const addPasskey = async ({ id: userId }: TestUser, name = 'Laptop') => {
  const id = newId<'passkey'>();
  const createdAt = rest.ctx.clock.now();
  const publicKey = Buffer.from('a key');
  await rest.ctx.db.insert(passkeys).values({ id, userId, credentialId: id, publicKey, counter: 0, transports: [], name, createdAt });
  return id;
};
const withPassword = async () => makeUser(rest.ctx, await makeOrganization(rest.ctx), { password: TEST_PASSWORD, role: 'viewer' });

describe('200', () => {
  it('lists, renames and removes the passkeys of the person', async () => {
    const user = await withPassword();
    const id = await addPasskey(user);
    const passkey = { id, name: 'Laptop', created_at: rest.ctx.clock.now().toISOString(), last_used_at: null };
    expect(await rest.call('GET', path, { as: user })).toMatchObject({ status: 200, body: { passkeys: [passkey], total: 1 } });
    const renamed = await rest.call('PUT', `${path}/${id}`, { as: user, body: { name: ' Phone ' } });
    expect(renamed).toMatchObject({ status: 200, body: { passkey: { ...passkey, name: 'Phone' } } });
    const back = await rest.call('PUT', `${path}/${id}`, { as: user, body: { ...passkey, id: NOBODYS_ID } });
    expect(back).toMatchObject({ status: 200, body: { passkey } });
    const removed = await rest.call('POST', `${path}/${id}/remove`, { as: user, body: { password: TEST_PASSWORD } });
    expect(removed).toMatchObject({ status: 200, body: { message: 'Passkey removed' } });
    expect((await rest.call('GET', path, { as: user })).body).toEqual({ passkeys: [], next_cursor: null, total: 0 });
  });

  it('is paged, oldest first', async () => {
    const user = await newMember(rest);
    for (const name of ['a', 'b', 'c']) await addPasskey(user, name);
    const page = z.object({ passkeys: z.array(z.object({ name: z.string() })), next_cursor: z.string().nullable() });
    const first = page.parse((await rest.call('GET', `${path}?limit=2`, { as: user })).body);
    const second = page.parse((await rest.call('GET', `${path}?limit=2&cursor=${first.next_cursor}`, { as: user })).body);
    expect([...first.passkeys, ...second.passkeys].map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  });
});

describe('400', () => {
  it('refuses blank names, unknown fields, and a wrong password', async () => {
    const user = await withPassword();
    const id = await addPasskey(user);
    for (const [body, field] of [
      [{ name: ' ' }, 'name'],
      [{}, 'name'],
      [{ name: 'x'.repeat(300) }, 'name'],
      [{ name: 'Phone', label: id }, 'label'],
    ] as const) {
      const answer = await rest.call('PUT', `${path}/${id}`, { as: user, body });
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', details: [{ path: field }] } });
    }
    const answer = await rest.call('POST', `${path}/${id}/remove`, { as: user, body: { password: 'another one' } });
    expect(answer).toMatchObject({ status: 400, body: errorBody('current_password_wrong') });
    expect(await rest.call('GET', `${path}?cursor=x`, { as: user })).toMatchObject({ status: 400 });
  });
});

describe('409', () => {
  it('keeps the only way to sign in', async () => {
    const user = await newMember(rest);
    const id = await addPasskey(user);
    const answer = await rest.call('POST', `${path}/${id}/remove`, { as: await inNewBrowser(rest, user), body: {} });
    expect(answer).toMatchObject({ status: 409, body: errorBody('last_sign_in') });
  });
});
