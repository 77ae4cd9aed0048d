import { type Mail, securityEvents } from '@notafter/domain';
import { expect, it } from 'vitest';
import { renderMail } from './render-mail.ts';

const notice: Extract<Mail, { kind: 'security-notice' }> = {
  kind: 'security-notice',
  to: 'ada@example.com',
  firstName: 'Ada',
  event: 'password-changed',
  at: new Date('2026-11-10T12:03:45Z'),
  ip: '203.0.113.7',
  device: 'Firefox on Linux',
  link: 'http://localhost:3000/settings?tab=0',
};

it('states what changed, when, from where, and what to do about a stranger', () => {
  const { subject, text } = renderMail(notice);
  expect(subject).toBe('Your Notafter password was changed');
  expect(text).toMatch(/^Hello Ada,\n/);
  expect(text).toContain('When: 2026-11-10 12:03 UTC');
  expect(text).toContain('From: Firefox on Linux, 203.0.113.7');
  expect(text).toContain("If it wasn't you, choose a new password");
});

it('omits the origin if it is unknown', () => {
  expect(renderMail({ ...notice, ip: null, device: null }).text).not.toContain('From:');
  expect(renderMail({ ...notice, device: null }).text).toContain('From: 203.0.113.7');
});

it('has a separate text for every event', () => {
  const subjects = securityEvents.map((event) => renderMail({ ...notice, event }).subject);
  expect(new Set(subjects).size).toBe(securityEvents.length);
});

it('refers a person who can no longer sign in to an admin, not to a new password', () => {
  for (const event of ['email-changed', 'account-closed'] as const) {
    const { text } = renderMail({ ...notice, event });
    expect(text).toContain('contact an admin of your organization');
    expect(text).not.toContain('new password');
  }
});
