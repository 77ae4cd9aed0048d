import { expect, it } from 'vitest';
import { platformAdminStateOf } from './platform-admin.ts';

const listed = { platformAdminEmails: ['ops@example.com'], platformAdminEmailDomains: ['admins.example'] };
const at = new Date('2026-11-23T06:00:00Z');

it.each([
  ['ops@example.com', at, 'proven'],
  ['ada@admins.example', at, 'proven'],
  ['ops@example.com', null, 'unproven'],
  ['ada@admins.example', null, 'unproven'],
  ['ada@example.com', at, 'none'],
  ['ada@sub.admins.example', at, 'none'],
  ['ada@evil-admins.example', at, 'none'],
  ['admins.example@evil.example', at, 'none'],
] as const)('says of %s, proven at %s: %s', (email, mailboxProvenAt, state) => {
  expect(platformAdminStateOf({ email, mailboxProvenAt }, listed)).toBe(state);
});
