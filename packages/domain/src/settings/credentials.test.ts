import { expect, it } from 'vitest';
import { addMs } from '../time.ts';
import { credentialStatusOf } from './credentials.ts';

const now = new Date('2026-12-04T08:00:00Z');
const before = addMs(now, -1);
const after = addMs(now, 1);

it.each([
  [null, null, 'active'],
  [null, after, 'active'],
  [null, now, 'expired'],
  [null, before, 'expired'],
  [before, null, 'revoked'],
  [before, after, 'revoked'],
  [now, before, 'revoked'],
] as const)('revoked at %s and expiring at %s it is %s', (revokedAt, expiresAt, status) => {
  expect(credentialStatusOf({ revokedAt, expiresAt }, now)).toBe(status);
});
