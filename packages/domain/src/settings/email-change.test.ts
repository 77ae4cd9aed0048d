import { expect, it } from 'vitest';
import { addMs } from '../time.ts';
import { emailChangeStateOf } from './email-change.ts';

const now = new Date('2026-11-10T12:00:00Z');
const later = addMs(now, 1);

it.each([
  [{ oldConfirmedAt: null, newConfirmedAt: null, expiresAt: later }, 'open'],
  [{ oldConfirmedAt: now, newConfirmedAt: null, expiresAt: later }, 'open'],
  [{ oldConfirmedAt: null, newConfirmedAt: now, expiresAt: now }, 'expired'],
  [{ oldConfirmedAt: now, newConfirmedAt: now, expiresAt: later }, 'in-force'],
  [{ oldConfirmedAt: now, newConfirmedAt: now, expiresAt: now }, 'in-force'],
] as const)('%o is %s', (change, state) => {
  expect(emailChangeStateOf(change, now)).toBe(state);
});
