import type { Mail } from '@notafter/domain';
import { expect, it } from 'vitest';
import { renderMail } from './render-mail.ts';

const link = 'http://localhost:3000/confirm-email/0198-id.mac';
const mail: Extract<Mail, { kind: 'email-change' }> = {
  kind: 'email-change',
  side: 'old',
  to: 'ada@example.com',
  firstName: 'Ada',
  newEmail: 'countess@example.com',
  link,
  validHours: 24,
};

it('names the new address in the mail to the old one, and says what to do about a stranger', () => {
  const { subject, text } = renderMail(mail);
  expect(subject).toBe('Confirm your Notafter email change');
  expect(text).toMatch(/^Hello Ada,\n/);
  expect(text).toContain('countess@example.com');
  expect(text).toContain('The link works for 24 hours.');
  expect(text).toContain("don't confirm");
  expect(text.split('\n')).toContain(link);
});

it('does not reveal the account to the new address, which may be mistyped', () => {
  const { text, html } = renderMail({ ...mail, side: 'new', to: 'countess@example.com' });
  expect(text).toMatch(/^Hello,\n/);
  expect(text + html).not.toContain('Ada');
  expect(text + html).not.toContain('ada@example.com');
  expect(text.split('\n')).toContain(link);
});
