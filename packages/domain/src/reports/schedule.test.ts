import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMs, DAY_MS, HOUR_MS } from '../time.ts';
import { REPORT_TRIES_MAX, reportRetryAt } from './report.ts';
import { lastReportAt, nextReportAt, type ReportSchedule, reportPeriod } from './schedule.ts';

const at = (text: string) => new Date(text);
const weekly = (hour: number, timeZone: string): ReportSchedule => ({ frequency: 'weekly', hour, timeZone });
const monthly = (hour: number, timeZone: string): ReportSchedule => ({ frequency: 'monthly', hour, timeZone });

describe('the next report is due', () => {
  it.each([
    // November 23, 2026, is a Monday.
    [weekly(8, 'UTC'), '2026-11-23T07:59:59Z', '2026-11-23T08:00:00Z'],
    [weekly(8, 'UTC'), '2026-11-23T08:00:00Z', '2026-11-30T08:00:00Z'],
    [weekly(8, 'Europe/Berlin'), '2026-11-20T00:00:00Z', '2026-11-23T07:00:00Z'],
    // Monday in Auckland is still Sunday in UTC.
    [weekly(8, 'Pacific/Auckland'), '2026-11-20T00:00:00Z', '2026-11-22T19:00:00Z'],
    [monthly(0, 'UTC'), '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z'],
    [monthly(23, 'America/New_York'), '2026-11-27T00:00:00Z', '2026-12-02T04:00:00Z'],
    [monthly(6, 'Asia/Kolkata'), '2027-01-31T12:00:00Z', '2027-02-01T00:30:00Z'],
    // The clocks change on March 28, 2027, in Berlin: the hour stays, the instant moves.
    [weekly(8, 'Europe/Berlin'), '2027-03-26T00:00:00Z', '2027-03-29T06:00:00Z'],
    // The day after, its midnight is an hour earlier already.
    [weekly(0, 'Europe/Berlin'), '2027-03-26T00:00:00Z', '2027-03-28T22:00:00Z'],
    // On November 1, 2026, New York has 01:00 twice: the first one counts.
    [monthly(1, 'America/New_York'), '2026-10-20T00:00:00Z', '2026-11-01T05:00:00Z'],
  ])('%o after %s at %s', (schedule, now, due) => expect(nextReportAt(schedule, at(now))).toEqual(at(due)));

  it('after the change if the clocks skip its hour: Asuncion had no midnight on October 1, 2017', () =>
    expect(nextReportAt(monthly(0, 'America/Asuncion'), at('2017-09-20T00:00:00Z'))).toEqual(at('2017-10-01T04:00:00Z')));
});

it('the last due report is the only one made up for after downtime, with its own period', () => {
  const schedule = weekly(8, 'Europe/Berlin');
  const due = lastReportAt(schedule, at('2026-11-27T00:00:00Z'));
  expect(due).toEqual(at('2026-11-23T07:00:00Z'));
  expect(reportPeriod(schedule, due)).toEqual({ from: at('2026-11-16T07:00:00Z'), until: due });
  // A week with a change of the clocks has an hour more.
  expect(reportPeriod(schedule, at('2026-10-26T07:00:00Z')).from).toEqual(at('2026-10-19T06:00:00Z'));
});

it('periods meet without a gap, and the present is between the last due time and the next, in every zone', () => {
  const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'America/Santiago', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia'];
  const schedules = fc.record({
    frequency: fc.constantFrom('weekly' as const, 'monthly' as const),
    hour: fc.integer({ min: 0, max: 23 }),
    timeZone: fc.constantFrom(...zones),
  });
  const instants = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2030, 0) }).map((ms) => new Date(ms));
  fc.assert(
    fc.property(schedules, instants, (schedule, now) => {
      const [last, next] = [lastReportAt(schedule, now), nextReportAt(schedule, now)];
      expect(last <= now && now < next).toBe(true);
      expect(reportPeriod(schedule, next)).toEqual({ from: last, until: next });
      const days = (next.getTime() - last.getTime()) / DAY_MS;
      expect(schedule.frequency === 'weekly' ? Math.round(days) === 7 : days > 27.9 && days < 31.1).toBe(true);
    }),
  );
});

it('a report that is not taken is tried eight times over nine hours', () => {
  const start = at('2026-11-23T08:00:00Z');
  let now: Date | null = start;
  let last = start;
  let tries = 0;
  for (; now !== null; tries += 1) {
    last = now;
    now = reportRetryAt(tries + 1, now);
  }
  expect(tries).toBe(REPORT_TRIES_MAX);
  expect(last.getTime() - start.getTime()).toBeGreaterThan(9 * HOUR_MS);
  expect(addMs(start, 10 * HOUR_MS) > last).toBe(true);
});
