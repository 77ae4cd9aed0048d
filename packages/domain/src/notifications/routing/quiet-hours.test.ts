import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digestAt, suppressionAt } from '../ledger/suppression.ts';
import { isTimeZone, quietUntil } from './quiet-hours.ts';

const night = { from: '22:00', until: '07:00', timeZone: 'Europe/Berlin' };
const at = (iso: string) => new Date(iso);

describe('quiet hours', () => {
  it.each([
    ['in the evening', '2026-11-10T21:30:40Z', '2026-11-11T06:00:00Z'],
    ['after midnight', '2026-11-11T03:00:00Z', '2026-11-11T06:00:00Z'],
    ['in the night the clocks go forward', '2026-03-28T22:00:00Z', '2026-03-29T05:00:00Z'],
    ['in the night they go back', '2026-10-24T21:00:00Z', '2026-10-25T06:00:00Z'],
  ])('%s end at seven by the wall clock', (_, now, until) => {
    expect(quietUntil(night, at(now))).toEqual(at(until));
  });

  it('begin at their first minute and are over at their last', () => {
    expect(quietUntil(night, at('2026-11-10T20:59:59Z'))).toBeNull();
    expect(quietUntil(night, at('2026-11-10T21:00:00Z'))).not.toBeNull();
    expect(quietUntil(night, at('2026-11-11T06:00:00Z'))).toBeNull();
    expect(quietUntil({ ...night, from: '12:00', until: '13:00' }, at('2026-11-10T11:30:00Z'))).toEqual(at('2026-11-10T12:00:00Z'));
    expect(quietUntil({ ...night, from: '12:00', until: '12:00' }, at('2026-11-10T11:30:00Z'))).toBeNull();
  });

  it('end later than now and within a day and an hour, whatever the zone and the clocks do', () => {
    const wallTime = fc.tuple(fc.nat(23), fc.nat(59)).map(([h, m]) => `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`);
    const timeZone = fc.constantFrom(
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'America/St_Johns',
      'UTC',
    );
    const now = fc.date({ min: at('2026-01-01T00:00:00Z'), max: at('2028-01-01T00:00:00Z'), noInvalidDate: true });
    fc.assert(
      fc.property(wallTime, wallTime, timeZone, now, (from, until, zone, instant) => {
        const end = quietUntil({ from, until, timeZone: zone }, instant);
        if (end === null) return;
        expect(end.getTime()).toBeGreaterThan(instant.getTime());
        expect(end.getTime() - instant.getTime()).toBeLessThanOrEqual(25 * 3_600_000);
      }),
    );
  });

  it('know a time zone from a word', () => {
    expect(['Europe/Berlin', 'UTC'].every(isTimeZone)).toBe(true);
    expect(['Mars/Olympus', '', 'constructor'].some(isTimeZone)).toBe(false);
  });
});

describe('a hold', () => {
  const none = { quietHours: null, maintenanceUntil: null, snoozedUntil: null };
  const now = at('2026-11-10T21:30:00Z');

  it('is the one that ends last, and none once all are over', () => {
    expect(suppressionAt(none, now)).toBeNull();
    expect(suppressionAt({ ...none, quietHours: night, maintenanceUntil: at('2026-11-10T22:00:00Z') }, now)).toEqual({
      heldFor: 'quiet_hours',
      until: at('2026-11-11T06:00:00Z'),
    });
    expect(suppressionAt({ ...none, quietHours: night, snoozedUntil: at('2026-12-01T00:00:00Z') }, now)?.heldFor).toBe('snooze');
    expect(suppressionAt({ ...none, maintenanceUntil: now, snoozedUntil: now }, now)).toBeNull();
  });

  it('of a digest ends with the interval that all organizations share', () => {
    expect(digestAt(now, 6)).toEqual(at('2026-11-11T00:00:00Z'));
    expect(digestAt(at('2026-11-11T00:00:00Z'), 6)).toEqual(at('2026-11-11T06:00:00Z'));
    expect(digestAt(now, 1)).toEqual(at('2026-11-10T22:00:00Z'));
  });
});
