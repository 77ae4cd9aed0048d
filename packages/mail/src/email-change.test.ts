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

it('tells the present address where the account would go, and what to do if it was a stranger', () => {
  const { subject, text } = renderMail(mail);
  expect(subject).toBe('Confirm the change of your Notafter address');
  expect(text).toMatch(/^Hello Ada,\n/);
  expect(text).toContain('countess@example.com');
  expect(text).toContain('The link works for 24 hours.');
  expect(text).toContain('do not confirm');
  expect(text.split('\n')).toContain(link);
});

it('tells the new address nothing of whose account it is: it may have been mistyped', () => {
  const { text, html } = renderMail({ ...mail, side: 'new', to: 'countess@example.com' });
  expect(text).toMatch(/^Hello,\n/);
  expect(text + html).not.toContain('Ada');
  expect(text + html).not.toContain('ada@example.com');
  expect(text.split('\n')).toContain(link);
});
