import type { EmailChange, Profile, SessionEntry } from '../types.ts';

export const sampleProfile = (changes: Partial<Profile> = {}): Profile => ({
  firstName: 'Maren',
  lastName: 'Voss',
  email: 'maren@harborline.example',
  pendingEmail: null,
  company: 'Harborline',
  position: 'Platform lead',
  role: 'admin',
  avatarHash: 'a'.repeat(64),
  hasPassword: true,
  proof: 'password',
  platformAdmin: 'none',
  organizationName: 'Harborline',
  last: null,
  ...changes,
});

export const sampleSession = (changes: Partial<SessionEntry> = {}): SessionEntry => ({
  handle: 'here',
  device: 'Firefox on Linux',
  ip: '203.0.113.7',
  createdAt: new Date('2026-11-18T08:00:00Z'),
  lastActiveAt: new Date('2026-11-20T09:30:00Z'),
  current: true,
  ...changes,
});

export const sampleChange = (changes: Partial<EmailChange> = {}): EmailChange => ({
  side: 'old',
  newEmail: 'm.voss@harborline.example',
  state: 'open',
  confirmed: false,
  otherConfirmed: false,
  ...changes,
});
