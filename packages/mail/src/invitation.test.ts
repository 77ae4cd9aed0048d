import type { Mail } from '@notafter/domain';
import { expect, it } from 'vitest';
import { renderMail } from './render-mail.ts';

const link = 'http://localhost:3000/create-password?email=maren%40harborline.example&org_id=0198&code=0198.mac';
const invitation: Extract<Mail, { kind: 'invitation' }> = {
  kind: 'invitation',
  to: 'maren@harborline.example',
  firstName: 'Maren',
  inviter: 'ada@harborline.example',
  organization: 'Harborline & Co',
  role: 'viewer',
  link,
  validDays: 7,
};

it('names the inviter, the team, the role and the deadline', () => {
  const { subject, text, html } = renderMail(invitation);
  expect(subject).toBe("You're invited to a team on Notafter");
  expect(text).toMatch(/^Hello Maren,\n/);
  expect(text).toContain('ada@harborline.example invites you to the team of Harborline & Co on Notafter');
  expect(text).toContain('as a viewer.');
  expect(text).toContain('use the link once, within 7 days.');
  expect(text.split('\n')).toContain(link);
  expect(html).toContain('href="http://localhost:3000/create-password?email=maren%40harborline.example&amp;org_id=0198&amp;code=0198.mac"');
  expect(html).toContain('Harborline &amp; Co');
  expect(renderMail({ ...invitation, role: 'admin', validDays: 1 }).text).toMatch(/as an admin\..*within 1 day\./s);
});

it('omits an inviter who has left', () => {
  expect(renderMail({ ...invitation, inviter: null }).text).toContain("You're invited to the team of Harborline & Co on Notafter");
});

it('names a team by its domain if the inviter has an address there', () => {
  expect(renderMail({ ...invitation, organization: 'harborline.example' }).text).toContain('the team of harborline.example on');
  expect(renderMail({ ...invitation, organization: 'bank.example' }).text).toContain('invites you to a team on');
});

it.each([
  '<b>Bank</b>',
  'Pay at http://evil.example',
  'evil.example',
  'a\r\nBcc: x@example.com',
  'Your account is blocked. Call us now to open it',
  '" onload="x',
])('omits an organization name that could be read as markup, a link or a message: %j', (organization) => {
  const { subject, text, html } = renderMail({ ...invitation, organization });
  expect(text).toContain('invites you to a team on Notafter');
  expect(subject + text + html).not.toContain(organization);
});
