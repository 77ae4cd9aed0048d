import { emailChanges, newId, organizations, users } from '@notafter/db';
import { DAY_MS } from '@notafter/domain';
import { updateProfileInput } from '@notafter/domain/inputs';
import {
  auditOf,
  createTestContext,
  makeOrganization,
  makeOrgContext,
  makeRequestContext,
  makeUser,
  openAs,
  TEST_PASSWORD,
  type TestContext,
} from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrgContext } from '../context.ts';
import { cancelEmailChange } from './cancel-email-change.ts';
import { confirmEmailChange } from './confirm-email-change.ts';
import { getProfile } from './get-profile.ts';
import { sendEmailChangeMailJob } from './internal/email-change-jobs.ts';
import { updateOrganization } from './update-organization.ts';
import { updateProfile } from './update-profile.ts';

let test: TestContext;
let addresses = 0;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());
beforeEach(() => test.ctx.jobs.clear());

const freshAddress = () => `wished-${++addresses}@example.com`;
const texts = { firstName: 'Grace', lastName: 'Hopper', company: 'Navy', position: 'Rear admiral' };
const withPassword = async () => {
  const user = await makeUser(test.ctx, await makeOrganization(test.ctx), { password: TEST_PASSWORD, role: 'viewer' });
  return { user, org: await openAs(test.ctx, user) };
};

describe('the profile', () => {
  it('is the person’s own, for viewers too, and saved with one audit row', async () => {
    const org = await makeOrgContext(test.ctx, { role: 'viewer', name: 'Harborline' });
    const before = await getProfile(org);
    expect(before).toEqual({
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: org.actor.email,
      pendingEmail: null,
      company: '',
      position: '',
      role: 'viewer',
      avatarHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      hasPassword: false,
      proof: 'sign-in',
      platformAdmin: 'none',
      organizationName: 'Harborline',
      last: 'member',
    });
    expect(await updateProfile(org, { ...texts, email: org.actor.email })).toEqual({ ...before, ...texts });
    expect(await getProfile(org)).toEqual({ ...before, ...texts });
    expect(await auditOf(org)).toMatchObject([
      { action: 'settings/update-profile', subjectId: org.actor.userId, detail: { before: { firstName: 'Ada' }, after: texts } },
    ]);
    expect(test.ctx.jobs.enqueued).toEqual([]);
  });

  it('changes nobody else’s', async () => {
    const org = await makeOrgContext(test.ctx);
    const colleague = await makeUser(test.ctx, org.org.id);
    await updateProfile(org, { ...texts, email: org.actor.email });
    expect(await getProfile(await openAs(test.ctx, colleague))).toMatchObject({ firstName: 'Ada', company: '' });
  });

  it('says whom the organization cannot lose', async () => {
    const admin = await makeOrgContext(test.ctx);
    const lastOf = async (org: OrgContext) => (await getProfile(org)).last;
    expect(await lastOf(admin)).toBe('member');
    const viewer = await openAs(test.ctx, await makeUser(test.ctx, admin.org.id, { role: 'viewer' }));
    expect(await lastOf(admin)).toBe('admin');
    expect(await lastOf(viewer)).toBeNull();
    await makeUser(test.ctx, admin.org.id, { activated: false });
    expect(await lastOf(admin)).toBe('admin');
    await makeUser(test.ctx, admin.org.id);
    expect(await lastOf(admin)).toBeNull();
  });

  it.each([
    [{ firstName: ' ' }, 'firstName'],
    [{ lastName: '' }, 'lastName'],
    [{ firstName: 'x'.repeat(101) }, 'firstName'],
    [{ company: 'x'.repeat(101) }, 'company'],
    [{ position: 'a\nb' }, 'position'],
    [{ email: 'ada@example' }, 'email'],
    [{ email: 'a@b.example\r\nBcc: x@y.zz' }, 'email'],
  ])('takes no %j', (wrong, field) => {
    const parsed = updateProfileInput.safeParse({ ...texts, email: 'ada@example.com', ...wrong });
    expect(parsed.error?.issues.map(({ path }) => path[0])).toEqual([field]);
  });

  it('takes blank company and position, trims, and compares addresses lower-cased', () => {
    expect(updateProfileInput.parse({ firstName: ' Ada ', lastName: 'L', email: ' Ada@Example.com ', company: '', position: ' ' })).toEqual(
      {
        firstName: 'Ada',
        lastName: 'L',
        email: 'ada@example.com',
        company: '',
        position: '',
      },
    );
  });
});

describe('another address', () => {
  it('is pending, leaves the one in force, and asks both', async () => {
    const { user, org } = await withPassword();
    const email = freshAddress();
    const pendingEmail = { email, expiresAt: new Date(test.ctx.clock.now().getTime() + DAY_MS), oldConfirmed: false, newConfirmed: false };
    expect(await updateProfile(org, { ...texts, email })).toMatchObject({
      ...texts,
      email: user.email,
      pendingEmail,
    });
    expect(await getProfile(org)).toMatchObject({ email: user.email, pendingEmail });
    expect(test.ctx.jobs.payloadsOf(sendEmailChangeMailJob).map(({ side }) => side)).toEqual(['old', 'new']);
    const recorded = JSON.stringify([await auditOf(org), test.ctx.jobs.enqueued]);
    expect(recorded).toContain(email);
    expect(recorded).not.toContain(TEST_PASSWORD);
    expect(JSON.stringify(test.ctx.jobs.enqueued)).not.toContain('@');
  });

  it('cannot be recorded apart from one that somebody has', async () => {
    const taken = await makeUser(test.ctx, await makeOrganization(test.ctx));
    const free = freshAddress();
    const [first, second] = [await makeOrgContext(test.ctx, { name: 'One' }), await makeOrgContext(test.ctx, { name: 'One' })];
    const answerOf = async (org: OrgContext & { actor: { email: string } }, email: string) => {
      const { pendingEmail, ...rest } = await updateProfile(org, { ...texts, email });
      return {
        ...rest,
        email: rest.email === org.actor.email,
        avatarHash: '',
        pendingEmail: { ...pendingEmail, email: pendingEmail?.email === email },
      };
    };
    expect(await answerOf(first, taken.email)).toEqual(await answerOf(second, free));
    expect(test.ctx.jobs.payloadsOf(sendEmailChangeMailJob)).toHaveLength(4);
  });

  it('that is pending already asks nobody again', async () => {
    const { org } = await withPassword();
    const email = freshAddress();
    await updateProfile(org, { ...texts, email });
    test.ctx.jobs.clear();
    expect(await updateProfile(org, { ...texts, email })).toMatchObject({ pendingEmail: { email } });
    expect(test.ctx.jobs.enqueued).toEqual([]);
  });

  it('is cancelled by setting it back to the one in force, and its links end', async () => {
    const { user, org } = await withPassword();
    const email = freshAddress();
    await updateProfile(org, { ...texts, email });
    const [change] = await test.ctx.db.select().from(emailChanges).where(eq(emailChanges.userId, user.id));
    const token = test.ctx.auth.signEmailChange('new', change?.id ?? expect.fail('no change'));
    test.ctx.jobs.clear();
    expect(await updateProfile(org, { ...texts, email: user.email })).toMatchObject({ email: user.email, pendingEmail: null });
    await expect(confirmEmailChange(makeRequestContext(test.ctx), { token })).rejects.toMatchObject({ code: 'link_invalid' });
    expect(test.ctx.jobs.enqueued).toEqual([]);
    expect((await auditOf(org)).at(-1)).toMatchObject({ action: 'settings/update-profile', detail: { cancelledEmail: email } });
  });

  it('takes the place of the one before', async () => {
    const org = await makeOrgContext(test.ctx);
    await updateProfile(org, { ...texts, email: freshAddress() });
    const email = freshAddress();
    await updateProfile(org, { ...texts, email });
    const rows = await test.ctx.db.select().from(emailChanges).where(eq(emailChanges.userId, org.actor.userId));
    expect(rows).toMatchObject([{ newEmail: email }]);
  });

  it('is forgotten after a day', async () => {
    const org = await makeOrgContext(test.ctx);
    await updateProfile(org, { ...texts, email: freshAddress() });
    test.ctx.clock.advance(DAY_MS);
    expect(await getProfile(org)).toMatchObject({ pendingEmail: null });
  });

  it('can be taken back, and taking back twice does nothing', async () => {
    const org = await makeOrgContext(test.ctx);
    const bystander = await makeOrgContext(test.ctx);
    await updateProfile(bystander, { ...texts, email: freshAddress() });
    await updateProfile(org, { ...texts, email: freshAddress() });
    await cancelEmailChange(org);
    expect(await getProfile(org)).toMatchObject({ pendingEmail: null });
    expect(await getProfile(bystander)).not.toMatchObject({ pendingEmail: null });
    await cancelEmailChange(org);
  });

  it('cannot be wished for many times, nor can one mailbox be flooded by many', async () => {
    const org = await makeOrgContext(test.ctx);
    for (let wish = 0; wish < 5; wish += 1) await updateProfile(org, { ...texts, email: freshAddress() });
    await expect(updateProfile(org, { ...texts, email: freshAddress() })).rejects.toMatchObject({ code: 'rate_limited', status: 429 });
    await updateProfile(org, { ...texts, email: org.actor.email });
    const email = freshAddress();
    for (let person = 0; person < 4; person += 1) await updateProfile(await makeOrgContext(test.ctx), { ...texts, email });
    await expect(updateProfile(await makeOrgContext(test.ctx), { ...texts, email })).rejects.toMatchObject({ code: 'rate_limited' });
  });
});

describe('the organization’s name', () => {
  it('is changed by an admin, with one audit row', async () => {
    const org = await makeOrgContext(test.ctx, { name: 'Old' });
    const other = await makeOrgContext(test.ctx, { name: 'Old' });
    expect(await updateOrganization(org, { name: 'Harborline' })).toEqual({ organization: { id: org.org.id, name: 'Harborline' } });
    expect(await getProfile(await openAs(test.ctx, { ...org.actor, id: org.actor.userId }))).toMatchObject({
      organizationName: 'Harborline',
    });
    expect(await auditOf(org)).toMatchObject([{ action: 'settings/update-organization', detail: { before: 'Old', name: 'Harborline' } }]);
    const [row] = await test.ctx.db.select().from(organizations).where(eq(organizations.id, other.org.id));
    expect(row?.name).toBe('Old');
  });
});

it('gives a token the names and no address: nobody who holds one can take the account over', async () => {
  const org = await makeOrgContext(test.ctx);
  const { sessionId: _, ...person } = org.actor;
  const byToken: OrgContext = { ...org, actor: { ...person, via: 'token', tokenId: newId<'token'>() } };
  expect(await getProfile(byToken)).toMatchObject({ email: person.email });
  expect(await updateProfile(byToken, { ...texts, email: person.email })).toMatchObject(texts);
  const email = freshAddress();
  await updateProfile(org, { ...texts, email });
  for (const known of [person.email, email])
    expect(await updateProfile(byToken, { ...texts, firstName: 'Ada', email: known })).toMatchObject({ pendingEmail: { email } });
  for (const call of [() => updateProfile(byToken, { ...texts, email: freshAddress() }), () => cancelEmailChange(byToken)])
    await expect(call()).rejects.toMatchObject({ code: 'session_required' });
  const [row] = await test.ctx.db.select().from(users).where(eq(users.id, person.userId));
  expect(row?.firstName).toBe('Ada');
});
