import { addMs, brandId, DAY_MS } from '@notafter/domain';
import { describe, expect, it } from 'vitest';
import { NOW } from '../../../testing/now.ts';
import type { Renewal } from '../types.ts';
import { renewalAxis, replacedText } from './renewal-shape.ts';

const day = (days: number): Date => addMs(NOW, days * DAY_MS);
const renewal = (notBefore: number | null, notAfter: number, servedFrom: number, servedUntil: number | null): Renewal => ({
  entryId: brandId<'history-entry'>('0198b5a0-0000-7000-8000-000000000001'),
  fingerprint256: 'AA',
  issuer: 'Example CA',
  notBefore: notBefore === null ? null : day(notBefore),
  notAfter: day(notAfter),
  servedFrom: day(servedFrom),
  servedUntil: servedUntil === null ? null : day(servedUntil),
});

describe('the axis of renewals', () => {
  it('runs from the first issue date to the last expiry, with now in between', () => {
    const axis = renewalAxis([renewal(-10, 80, -10, null), renewal(-120, -30, -110, -10)], NOW);
    expect([axis.from, axis.to, axis.nowAt]).toEqual([day(-120), day(80), 60]);
    expect(axis.lines[0]).toEqual({
      life: { at: 55, width: 45 },
      served: { at: 55, width: 5 },
      overrun: null,
      left: { at: 60, width: 40 },
    });
    expect(axis.lines[1]).toMatchObject({ served: { at: 5, width: 40 }, overrun: { at: 45, width: 10 }, left: null });
  });

  it('ends now if every certificate has expired', () => {
    const axis = renewalAxis([renewal(-100, -25, -100, null)], NOW);
    expect(axis.nowAt).toBe(100);
    expect(axis.lines[0]).toMatchObject({ life: { at: 0, width: 75 }, overrun: { at: 75, width: 25 }, left: null });
  });

  it('begins at the first check of a certificate without an issue date', () => {
    expect(renewalAxis([renewal(null, 50, -50, null)], NOW).lines[0]?.life).toEqual({ at: 0, width: 100 });
  });
});

it.each([
  [renewal(-90, 10, -90, null), 'present'],
  [renewal(-90, 10, -90, -19), '29 d before expiry'],
  [renewal(-90, -13, -90, -10), '3 d after expiry'],
  [renewal(-90, -10, -90, -10), '0 d before expiry'],
])('says how early each was replaced: %#', (one, text) => {
  expect(replacedText(one)).toBe(text);
});
