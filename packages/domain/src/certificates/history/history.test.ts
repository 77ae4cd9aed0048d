import { expect, test } from 'vitest';
import { addMs, DAY_MS } from '../../time.ts';
import { historyActionFor } from './history.ts';

const now = new Date('2026-11-10T12:00:00Z');
const same = { previousFingerprint256: 'AA', fingerprint256: 'AA', lastRecordedAt: now, askedByPerson: false, now };

test.each([
  ['the first answer is added', { ...same, previousFingerprint256: null, lastRecordedAt: null }, 'added'],
  ['another certificate is renewed, at once', { ...same, fingerprint256: 'BB' }, 'renewed'],
  ['another certificate is renewed, asked or not', { ...same, fingerprint256: 'BB', askedByPerson: true }, 'renewed'],
  ['a person who asks always leaves an entry', { ...same, askedByPerson: true }, 'checked'],
  ['nothing changed within the day leaves none', { ...same, lastRecordedAt: addMs(now, 1 - DAY_MS) }, null],
  ['nothing changed for a day leaves one', { ...same, lastRecordedAt: addMs(now, -DAY_MS) }, 'checked'],
  ['nothing was ever recorded', { ...same, lastRecordedAt: null }, 'checked'],
] as const)('%s', (_name, input, action) => {
  expect(historyActionFor(input)).toBe(action);
});
