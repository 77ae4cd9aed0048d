import { organizations, users } from '@notafter/db';
import { DAY_MS, INVITATION_VALID_MS } from '@notafter/domain';
import { createTestContext, makeOrgContext, makeUser, openAs, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { resendInvitation } from './resend-invitation.ts';
import { revokeInvitation } from './revoke-invitation.ts';
import { sendInvitationMail } from './send-invitation-mail.ts';
import { invite } from './testing/invitations.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Team' } });
});
afterAll(() => test.close());
beforeEach(() => {
  test.ctx.gateways.mailer.sent.length = 0;
});
const sent = () => test.ctx.gateways.mailer.sent;

it('mails the link with address, organization and code, each as one value whatever is in it', async () => {
  const org = await makeOrgContext(test.ctx, { name: 'Harborline' });
  const { id, code } = await invite(org, { email: 'maren+team&role=admin@example.com', role: 'admin' });
  await sendInvitationMail(test.ctx, { invitationId: id });
  expect(sent()).toMatchObject([
    {
      mail: {
        kind: 'invitation',
        to: 'maren+team&role=admin@example.com',
        firstName: 'Maren',
        inviter: org.actor.email,
        organization: 'Harborline',
        role: 'admin',
        validDays: 7,
      },
    },
  ]);
  const [first] = sent();
  const link = new URL(first?.mail.kind === 'invitation' ? first.mail.link : '');
  expect(`${link.origin}${link.pathname}`).toBe('http://localhost:3000/create-password');
  expect(Object.fromEntries(link.searchParams)).toEqual({ email: 'maren+team&role=admin@example.com', org_id: org.org.id, code });
});

it('has a new key for each sending, and the same for a retry', async () => {
  const org = await makeOrgContext(test.ctx);
  const { id } = await invite(org);
  await sendInvitationMail(test.ctx, { invitationId: id });
  await sendInvitationMail(test.ctx, { invitationId: id });
  test.ctx.clock.advance(DAY_MS);
  await resendInvitation(org, { id });
  await sendInvitationMail(test.ctx, { invitationId: id });
  const [first, retry, again] = sent().map(({ idempotencyKey }) => idempotencyKey);
  expect(retry).toBe(first);
  expect(again).not.toBe(first);
});

it('sends nothing for what is revoked, expired or of a disabled organization', async () => {
  const org = await makeOrgContext(test.ctx);
  const [revoked, expired] = [await invite(org), await invite(org)];
  await revokeInvitation(org, { id: revoked.id });
  await sendInvitationMail(test.ctx, { invitationId: revoked.id });
  test.ctx.clock.advance(INVITATION_VALID_MS);
  await sendInvitationMail(test.ctx, { invitationId: expired.id });
  const { id } = await invite(org);
  await test.ctx.db.update(organizations).set({ disabled: true }).where(eq(organizations.id, org.org.id));
  await sendInvitationMail(test.ctx, { invitationId: id });
  expect(sent()).toEqual([]);
});

it('goes out without its inviter where they have left', async () => {
  const org = await makeOrgContext(test.ctx);
  const second = await makeUser(test.ctx, org.org.id);
  const { id } = await invite(await openAs(test.ctx, second));
  await test.ctx.db.delete(users).where(eq(users.id, second.id));
  await sendInvitationMail(test.ctx, { invitationId: id });
  expect(sent()).toMatchObject([{ mail: { inviter: null } }]);
});

it('rejects with the mailer\u2019s error, so that the queue tries again', async () => {
  const { id } = await invite(await makeOrgContext(test.ctx));
  test.ctx.gateways.mailer.failNext(new Error('451 try later'));
  await expect(sendInvitationMail(test.ctx, { invitationId: id })).rejects.toThrow('451 try later');
});
