import { makeOrganization, makeUser, TEST_PASSWORD } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '../../testing/error-body.ts';
import { lastMailedToken, newMember } from '../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const texts = { first_name: 'Grace', last_name: 'Hopper', company: 'Navy', position: 'Rear admiral' };

describe('200', () => {
  it('reads and saves the person’s own profile, a viewer’s too', async () => {
    const viewer = await newMember(rest, { role: 'viewer' });
    const own = { email: viewer.email, pending_email: null };
    expect(await rest.call('GET', '/v1/profile', { as: viewer })).toMatchObject({
      status: 200,
      body: { first_name: 'Ada', last_name: 'Lovelace', company: '', position: '', ...own },
    });
    const saved = await rest.call('PUT', '/v1/profile', { as: viewer, body: { ...texts, email: ` ${viewer.email.toUpperCase()} ` } });
    expect(saved).toMatchObject({ status: 200, body: { ...texts, ...own } });
    const blanked = await rest.call('PUT', '/v1/profile', { as: viewer, body: { first_name: 'G', last_name: 'H', email: viewer.email } });
    expect(blanked).toMatchObject({ body: { first_name: 'G', company: '', position: '' } });
  });

  it('answers another address as pending', async () => {
    const user = await makeUser(rest.ctx, await makeOrganization(rest.ctx), { password: TEST_PASSWORD });
    const body = { ...texts, email: 'grace@example.com' };
    const answer = await rest.call('PUT', '/v1/profile', { as: user, body });
    expect(answer).toMatchObject({ status: 200, body: { email: user.email, pending_email: 'grace@example.com' } });
    expect(await rest.call('GET', '/v1/profile', { as: user })).toMatchObject({ body: { pending_email: 'grace@example.com' } });
    // As older clients send it.
    const same = await rest.call('PUT', '/v1/profile', { as: user, body: { ...body, current_password: 'anything' } });
    expect(same).toMatchObject({ status: 200, body: { pending_email: 'grace@example.com' } });
    const back = await rest.call('PUT', '/v1/profile', { as: user, body: { ...texts, email: user.email } });
    expect(back).toMatchObject({ status: 200, body: { email: user.email, pending_email: null } });
  });

  it('renames the organization', async () => {
    const admin = await newMember(rest);
    const answer = await rest.call('PUT', '/v1/organization', { as: admin, body: { name: ' Harborline ' } });
    expect(answer).toMatchObject({ status: 200, body: { organization: { id: admin.orgId, name: 'Harborline' } } });
    expect(await rest.call('GET', '/v1/accounts/session', { as: admin })).toMatchObject({ body: { org_name: 'Harborline' } });
  });
});

describe('the mailbox', () => {
  it('is confirmed by the mailed link, once, in a session of its person', async () => {
    const user = await newMember(rest);
    const asked = await rest.call('POST', '/v1/profile/mailbox-proof', { as: user });
    expect(asked).toMatchObject({ status: 200, body: { message: expect.stringContaining(user.email) } });
    const path = `/v1/profile/mailbox-proof/${lastMailedToken(rest, 'mailbox-proof')}`;
    expect(await rest.call('POST', path)).toMatchObject({ status: 401, body: errorBody('unauthenticated') });
    expect(await rest.call('POST', path, { as: await newMember(rest) })).toMatchObject({ status: 400, body: errorBody('link_invalid') });
    expect(await rest.call('POST', path, { as: user })).toMatchObject({ status: 200 });
    expect(await rest.call('POST', path, { as: user })).toMatchObject({ status: 400, body: errorBody('link_used') });
  });
});

describe('400', () => {
  it.each([
    [{ first_name: ' ' }, 'first_name'],
    [{ last_name: undefined }, 'last_name'],
    [{ email: 'ada' }, 'email'],
    [{ company: 'x'.repeat(101) }, 'company'],
    [{ position: 'a\u0000b' }, 'position'],
    [{ position: 7 }, 'position'],
  ])('names the field of the profile %o', async (wrong, path) => {
    const user = await newMember(rest);
    const answer = await rest.call('PUT', '/v1/profile', { as: user, body: { ...texts, email: user.email, ...wrong } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', details: [{ path }] } });
  });

  it.each([{}, { name: ' ' }, { name: 'x'.repeat(101) }, { name: 'x', plan: 'Enterprise' }])(
    'refuses the organization %o',
    async (body) => {
      expect(await rest.call('PUT', '/v1/organization', { as: await newMember(rest), body })).toMatchObject({
        status: 400,
        body: { code: 'invalid_input' },
      });
    },
  );

  it('takes nothing else of a person or an organization along', async () => {
    const user = await newMember(rest, { role: 'viewer' });
    for (const extra of [{ role: 'admin' }, { org_id: user.orgId }, { id: user.id }, { activated_at: null }]) {
      const answer = await rest.call('PUT', '/v1/profile', { as: user, body: { ...texts, email: user.email, ...extra } });
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    }
  });
});
