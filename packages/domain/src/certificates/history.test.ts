import { expect, it } from 'vitest';
import { addMs, DAY_MS } from '../time.ts';
import { historyActionFor } from './history.ts';

const now = new Date('2026-11-10T12:00:00Z');
const unchanged = { previousFingerprint256: 'A', fingerprint256: 'A', lastRecordedAt: addMs(now, -DAY_MS + 1), askedByPerson: false, now };

it.each([
  ['is added the first time, asked or not', { ...unchanged, previousFingerprint256: null, lastRecordedAt: null }, 'added'],
  ['is renewed when the fingerprint changed, however short ago an entry was written', { ...unchanged, fingerprint256: 'B' }, 'renewed'],
  ['is renewed rather than checked where a person asked', { ...unchanged, fingerprint256: 'B', askedByPerson: true }, 'renewed'],
  ['leaves nothing within a day of the last entry', unchanged, null],
  ['leaves an entry a day after the last one', { ...unchanged, lastRecordedAt: addMs(now, -DAY_MS) }, 'checked'],
  ['leaves an entry where there is none', { ...unchanged, lastRecordedAt: null }, 'checked'],
  ['leaves an entry whenever a person asked', { ...unchanged, lastRecordedAt: now, askedByPerson: true }, 'checked'],
])('%s', (_promise, input, action) => {
  expect(historyActionFor(input)).toBe(action);
});
