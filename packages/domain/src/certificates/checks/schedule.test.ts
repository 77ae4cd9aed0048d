import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brandId, type CertificateId } from '../../ids.ts';
import { addMs, HOUR_MS, MINUTE_MS } from '../../time.ts';
import { dueTickMs, nextCheckAt, phaseOf, SHARDS, shardOf } from './schedule.ts';

const hexDigits = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));
const anyId = hexDigits(12).map((end): CertificateId => brandId(`01928374-5566-7788-99aa-${end}`));
const anyInstant = fc.date({ min: new Date('2026-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
const anyRule = fc.constantFrom(0.0001, 0.005, 1 / 3, 1, 6, 24, 168).map((checkIntervalHours) => ({ checkIntervalHours }));

describe('nextCheckAt', () => {
  it('is after now and at most one interval away, whatever happened', () => {
    fc.assert(
      fc.property(anyId, anyInstant, fc.nat(40_000), anyRule, (id, now, fails, rule) => {
        const wait = nextCheckAt(id, now, fails, rule).getTime() - now.getTime();
        expect(wait).toBeGreaterThan(0);
        expect(wait).toBeLessThanOrEqual(Math.round(rule.checkIntervalHours * HOUR_MS));
      }),
    );
  });

  it('comes once per interval at the same place in it, however late the check was made', () => {
    fc.assert(
      fc.property(anyId, anyInstant, anyRule, fc.double({ min: 0, max: 0.99, noNaN: true }), (id, now, rule, lateness) => {
        const intervalMs = Math.round(rule.checkIntervalHours * HOUR_MS);
        const first = nextCheckAt(id, now, 0, rule);
        const second = nextCheckAt(id, addMs(first, Math.floor(lateness * intervalMs)), 0, rule);
        expect(second.getTime() - first.getTime()).toBe(intervalMs);
      }),
    );
  });

  it('tries a failing endpoint again after 5, 10, 20... minutes, never later than its turn', () => {
    const id: CertificateId = brandId('01928374-5566-7788-99aa-000000000000');
    const now = new Date('2026-11-10T12:00:00Z');
    const rule = { checkIntervalHours: 6 };
    const waitAfter = (fails: number) => (nextCheckAt(id, now, fails, rule).getTime() - now.getTime()) / MINUTE_MS;
    expect([1, 2, 3, 4, 5, 6, 7, 30_000].map(waitAfter)).toEqual([5, 10, 20, 40, 80, 160, 320, 360]);
  });
});

describe('phases and shards', () => {
  const ids = Array.from({ length: 20_000 }, (_, index): CertificateId => {
    const mixed = Math.imul(index + 1, 0x9e3779b1) >>> 0;
    const other = Math.imul(index + 7, 0x85ebca6b) >>> 16;
    return brandId(`01928374-5566-7788-99aa-${other.toString(16).padStart(4, '0')}${mixed.toString(16).padStart(8, '0')}`);
  });

  it('spread any population evenly over the interval, in every shard', () => {
    for (let shard = 0; shard < SHARDS; shard += 1) {
      const phases = ids.filter((id) => shardOf(id) === shard).map(phaseOf);
      expect(Math.abs(phases.length - ids.length / SHARDS)).toBeLessThan(ids.length / SHARDS / 10);
      for (let tenth = 0; tenth < 10; tenth += 1) {
        const inTenth = phases.filter((phase) => Math.floor(phase * 10) === tenth).length;
        expect(Math.abs(inTenth - phases.length / 10)).toBeLessThan(phases.length / 100);
      }
    }
  });
});

it.each([
  { hours: 6, tickMs: 15_000 },
  { hours: 0.1, tickMs: 1_800 },
  { hours: 0.005, tickMs: 500 },
])('looks for due endpoints every $tickMs ms at an interval of $hours h', ({ hours, tickMs }) => {
  expect(dueTickMs({ checkIntervalHours: hours })).toBe(tickMs);
});
