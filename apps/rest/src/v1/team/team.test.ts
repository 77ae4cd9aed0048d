import { auditLog, users } from '@notafter/db';
import { sendInvitationMailJob } from '@notafter/features';
import { makeUser } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorBody } from '../../testing/error-body.ts';
import { NOBODYS_ID, newMember } from '../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

type Person = Awaited<ReturnType<typeof newMember>>;
const withInvitation = z.object({ invitation: z.object({ id: z.string() }) });
let invited = 0;
const maren = () => {
  invited += 1;
  return { email: `maren-${invited}@example.com`, first_name: 'Maren', last_name: 'Voss' };
};
const invite = (as: Person | undefined, body: unknown) =>
  rest.call('POST', '/v1/users/invite', { ...(as === undefined ? {} : { as }), body });
const invitedBy = async (as: Person, body: object = maren()) => withInvitation.parse((await invite(as, body)).body).invitation.id;
const codeMailed = () => {
  const sent = rest.ctx.jobs.payloadsOf(sendInvitationMailJob).at(-1);
  if (sent === undefined) throw new Error('No invitation was mailed.');
  return rest.ctx.auth.signInvitation(sent.invitationId);
};
const accept = (body: unknown, ip?: string) =>
  rest.call('POST', '/v1/teams/create_password', { body, ...(ip === undefined ? {} : { ip }) });
const PASSWORD = 'staple paperclip sunrise';

describe('200', () => {
  it('invites as a viewer by default, lists, sends again and revokes', async () => {
    const admin = await newMember(rest, { plan: 'Team' });
    const body = maren();
    const answer = await invite(admin, { ...body, email: ` ${body.email.toUpperCase()} ` });
    const { id } = withInvitation.parse(answer.body).invitation;
    const created = rest.ctx.clock.now().toISOString();
    const invitation = { id, ...body, role: 'viewer', created_at: created, expires_at: expect.any(String), state: 'pending' };
    expect(answer).toMatchObject({ status: 200, body: { message: 'User invited successfully!', invitation } });
    const list = await rest.call('GET', '/v1/users/invitations', { as: admin });
    expect(list.body).toEqual({ invitations: [invitation], next_cursor: null, total: 1 });
    const again = await rest.call('POST', `/v1/users/invitations/${id}/resend`, { as: admin });
    expect(again).toMatchObject({ status: 200, body: { message: 'Invitation sent again', invitation: { id } } });
    const revoked = await rest.call('DELETE', `/v1/users/invitations/${id}`, { as: admin });
    expect(revoked).toMatchObject({ status: 200, body: { message: 'Invitation revoked' } });
    const after = await rest.call('GET', '/v1/users/list', { as: admin });
    expect(after).toMatchObject({ status: 200, body: { seats: { members: 1, invited: 0, limit: 5 } } });
  });

  it('accepts with email, password, org_id and code, once, and signs in', async () => {
    const admin = await newMember(rest);
    const { email, ...names } = maren();
    await invite(admin, { email, ...names, role: 'admin' });
    const body = { email, password: PASSWORD, org_id: admin.orgId.toUpperCase(), code: codeMailed() };
    const message = 'Account successfully created and activated. Redirecting to login page...';
    expect(await accept(body)).toMatchObject({ status: 200, body: { message }, cookies: [] });
    expect(await accept(body)).toMatchObject({ status: 400, body: errorBody('invitation_used') });
    const login = await rest.call('POST', '/v1/accounts/login', { body: { email, password: PASSWORD } });
    expect(login).toMatchObject({ status: 200, body: { user: { email, role: 'admin', org_id: admin.orgId } } });
  });

  it('pages the people', async () => {
    const admin = await newMember(rest);
    for (const firstName of ['Bea', 'Cleo']) await makeUser(rest.ctx, admin.orgId, { firstName, role: 'viewer' });
    const page = z.object({ users: z.array(z.object({ first_name: z.string() })), next_cursor: z.string().nullable() });
    const first = page.parse((await rest.call('GET', '/v1/users/list?limit=2', { as: admin })).body);
    const second = page.parse((await rest.call('GET', `/v1/users/list?limit=2&cursor=${first.next_cursor}`, { as: admin })).body);
    expect([...first.users, ...second.users].map((user) => user.first_name)).toEqual(['Ada', 'Bea', 'Cleo']);
    expect(second.next_cursor).toBeNull();
    const found = page.parse((await rest.call('GET', '/v1/users/list?search=BEA', { as: admin })).body);
    expect(found.users.map((user) => user.first_name)).toEqual(['Bea']);
  });

  it('changes a role and removes a member, with one audit row each', async () => {
    const admin = await newMember(rest);
    const [first, second] = [
      await makeUser(rest.ctx, admin.orgId, { role: 'viewer' }),
      await makeUser(rest.ctx, admin.orgId, { role: 'viewer' }),
    ];
    const changed = await rest.call('PUT', `/v1/users/${first.id}/role`, { as: admin, body: { role: 'admin' } });
    expect(changed).toMatchObject({ status: 200, body: { message: 'User role updated!', user: { id: first.id, role: 'admin' } } });
    const removed = await rest.call('DELETE', `/v1/users/${second.id}`, { as: admin });
    expect(removed).toMatchObject({ status: 200, body: { message: 'User removed successfully!' } });
    expect((await rest.ctx.db.select().from(users)).filter(({ orgId }) => orgId === admin.orgId)).toHaveLength(2);
    expect((await rest.ctx.db.select().from(auditLog)).filter(({ orgId }) => orgId === admin.orgId)).toHaveLength(2);
  });
});

describe('400', () => {
  it.each([
    [{}, ['email', 'first_name', 'last_name']],
    [{ email: 'no address', first_name: ' ', last_name: 'x' }, ['email', 'first_name']],
    [{ email: 'a@b.example', first_name: 'a\u0000b', last_name: 'x'.repeat(101), role: 'owner' }, ['first_name', 'last_name', 'role']],
    [{ email: 'a@b.example\r\nBcc: x@y.example', first_name: 'a', last_name: 'b' }, ['email']],
    [{ ...maren(), org_id: NOBODYS_ID }, ['org_id']],
  ])('refuses the invitation %j', async (body, paths) => {
    const answer = await invite(await newMember(rest), body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', details: paths.map((path) => ({ path })) } });
  });

  it('refuses a role that is none, and cursors of other lists', async () => {
    const admin = await newMember(rest);
    for (const body of [{}, { role: 'owner' }, { role: null }, { role: 'admin', user_id: admin.id }]) {
      const answer = await rest.call('PUT', `/v1/users/${NOBODYS_ID}/role`, { as: admin, body });
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    }
    for (const path of [
      '/v1/users/list?cursor=x',
      '/v1/users/list?limit=0',
      '/v1/users/list?search=%00',
      '/v1/users/invitations?cursor=x',
      '/v1/users/invitations?limit=501',
    ]) {
      expect(await rest.call('GET', path, { as: admin })).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    }
  });

  it('names the fields that an acceptance lacks, and refuses a code that is none', async () => {
    const admin = await newMember(rest);
    const body = maren();
    await invite(admin, body);
    const paths = ['email', 'password', 'org_id', 'code'];
    expect(await accept({})).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', details: paths.map((path) => ({ path, message: 'Please fill out all fields.' })) },
    });
    const good = { email: body.email, password: PASSWORD, org_id: admin.orgId, code: codeMailed() };
    expect(await accept({ ...good, org_id: 'x' })).toMatchObject({ status: 400, body: { details: [{ path: 'org_id' }] } });
    expect(await accept({ ...good, code: `${good.code}x` })).toMatchObject({ status: 400, body: errorBody('invitation_used') });
    expect(await accept({ ...good, password: 'short' })).toMatchObject({
      status: 400,
      body: errorBody('password_too_short', [expect.anything()]),
    });
    expect(await accept({ ...good, password: 'password' })).toMatchObject({ status: 400, body: { code: 'password_too_common' } });
    expect(await accept(good)).toMatchObject({ status: 200 });
  });
});

describe('401 and 403', () => {
  it('protects admins, and holds to plan and seats', async () => {
    const admin = await newMember(rest, { plan: 'Team' });
    const second = await makeUser(rest.ctx, admin.orgId);
    const protectedBody = errorBody('admin_protected');
    for (const id of [admin.id, second.id]) {
      const changed = await rest.call('PUT', `/v1/users/${id}/role`, { as: admin, body: { role: 'viewer' } });
      expect(changed).toMatchObject({ status: 403, body: protectedBody });
      expect(await rest.call('DELETE', `/v1/users/${id}`, { as: admin })).toMatchObject({ status: 403, body: protectedBody });
    }
    for (let n = 0; n < 3; n += 1) await invitedBy(admin);
    expect(await invite(admin, maren())).toMatchObject({ status: 403, body: errorBody('user_limit') });
    expect(await invite(await newMember(rest, { plan: 'Business' }), maren())).toMatchObject({ status: 403, body: errorBody('team_plan') });
  });

  it('asks the plan again when somebody comes', async () => {
    const admin = await newMember(rest, { plan: 'Team' });
    const body = maren();
    await invite(admin, body);
    await rest.ctx.db.$client`update organizations set plan = 'Starter' where id = ${admin.orgId}`;
    const answer = await accept({ email: body.email, password: PASSWORD, org_id: admin.orgId, code: codeMailed() });
    expect(answer).toMatchObject({ status: 403, body: { code: 'team_plan' } });
  });
});

describe('404', () => {
  it('says that an address was never invited', async () => {
    const admin = await newMember(rest);
    await invitedBy(admin);
    const body = { email: 'nobody@example.com', password: PASSWORD, org_id: admin.orgId, code: codeMailed() };
    expect(await accept(body)).toMatchObject({ status: 404, body: errorBody('invitation_not_found') });
  });
});

describe('409 and 429', () => {
  it('refuses an address that has an account', async () => {
    const admin = await newMember(rest);
    const { email } = await newMember(rest);
    expect(await invite(admin, { ...maren(), email })).toMatchObject({
      status: 409,
      body: errorBody('user_exists', [{ path: 'email', message: 'This address already has an account.' }]),
    });
  });

  it('throttles guesses of codes', async () => {
    const admin = await newMember(rest);
    const body = maren();
    await invite(admin, body);
    const guess = { email: body.email, password: PASSWORD, org_id: admin.orgId, code: 'x' };
    let answer = await accept(guess, '198.51.100.21');
    for (let n = 0; n < 61 && answer.status === 400; n += 1) answer = await accept(guess, '198.51.100.21');
    expect(answer).toMatchObject({ status: 429, body: errorBody('rate_limited') });
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
  });
});
