import { describe, expect, it } from 'vitest';
import { addMs, DAY_MS } from '../../time.ts';
import { dateText } from '../../wording.ts';
import { clientTable } from '../clients/table/client-table.ts';
import {
  defaultWorkAssumptions,
  firstAffected,
  hoursOf,
  nextRenewalOf,
  type RenewalFactsOfEndpoint,
  readinessLimitsOf,
  readinessStagesOf,
  readinessStateOf,
  renewalHabitOf,
  reuseDaysAt,
  workOf,
} from './readiness.ts';

const now = new Date('2026-11-26T12:00:00Z');
const limits = readinessLimitsOf(clientTable, now);
const reuse = reuseDaysAt(clientTable, now);

const facts = (given: Partial<RenewalFactsOfEndpoint> & Pick<RenewalFactsOfEndpoint, 'lifeDays'>): RenewalFactsOfEndpoint => ({
  ...{ issuer: 'DigiCert Inc', isPublic: true, clientAuth: false, rhythmDays: null },
  ...given,
});
const letsEncrypt = "Let's Encrypt";
const endpoints: Readonly<Record<string, RenewalFactsOfEndpoint>> = {
  'ACME, 90 days': facts({ issuer: letsEncrypt, lifeDays: 90, rhythmDays: 60 }),
  'ACME, 45 days': facts({ issuer: letsEncrypt, lifeDays: 45 }),
  'ACME, 6 days': facts({ issuer: letsEncrypt, lifeDays: 6.7 }),
  'OV by hand, every year': facts({ lifeDays: 397, rhythmDays: 365 }),
  'by hand, every 6 months': facts({ issuer: 'Sectigo Limited', lifeDays: 199, rhythmDays: 182 }),
  'internal CA, 825 days': facts({ issuer: 'Corp Issuing CA', isPublic: false, lifeDays: 825 }),
  'wildcard on five hosts, by hand': facts({ issuer: 'GlobalSign nv-sa', lifeDays: 199 }),
  'client of mTLS': facts({ issuer: 'Entrust Corporation', lifeDays: 90, clientAuth: true }),
};

const lineOf = (given: RenewalFactsOfEndpoint, days: number): string[] =>
  limits.map((limit) => {
    const habit = renewalHabitOf(given);
    const state = readinessStateOf(habit, limit, reuse);
    // The next renewal is so many days after the limit begins.
    const renewal = addMs(new Date(limit.from), days * DAY_MS);
    const notBefore = addMs(renewal, -Math.round(habit.everyDays * DAY_MS));
    const then = addMs(new Date(limit.from), -2 * DAY_MS);
    const at = state === 'ready' || state === 'unaffected' ? '' : ` ${dateText(firstAffected(habit, notBefore, limit, then))}`;
    return `  ${limit.from} ${limit.text.padEnd(24)} ${state}${at}`;
  });

it('judges eight ways of renewing, with the next renewal on the last day before each limit and on its first', async () => {
  const text = Object.entries(endpoints).map(([name, given]) => {
    const { way, everyDays } = renewalHabitOf(given);
    const title = `${name}: ${way}, every ${Math.round(everyDays * 10) / 10} days`;
    return [title, ' Renewed a day before the limit', ...lineOf(given, -1), ' Renewed on its first day', ...lineOf(given, 0)].join('\n');
  });
  await expect(`${text.join('\n\n')}\n`).toMatchFileSnapshot('readiness.golden.txt');
});

describe('limits', () => {
  it('begin with the lives in force, and end with the last one to come', () => {
    expect(limits.map(({ id }) => id)).toEqual([
      'lifetime-2026-03-15-200-days',
      'lifetime-2027-02-10-let-s-encrypt',
      'lifetime-2027-03-15-100-days',
      'validation-reuse-2027-03-15-validations-of-100-days',
      'client-auth-2027-03-15-no-client-authentication',
      'validation-method-2027-03-15-no-validation-by-phone',
      'lifetime-2028-02-16-let-s-encrypt',
      'validation-method-2028-03-15-no-validation-by-email',
      'lifetime-2029-03-15-47-days',
      'validation-reuse-2029-03-15-validations-of-10-days',
    ]);
  });

  it.each(limits.map(({ from }) => from))('drop the one that the limit of %s replaces, and keep those to come', (from) => {
    const first = new Date(from);
    const before = readinessLimitsOf(clientTable, addMs(first, -1));
    const after = readinessLimitsOf(clientTable, first);
    const inForce = (found: typeof limits, at: Date) => found.filter((limit) => new Date(limit.from) <= at).map(({ kind }) => kind);
    expect(new Set(inForce(after, first))).toEqual(new Set(['lifetime']));
    expect(inForce(before, addMs(first, -1)).length).toBeLessThanOrEqual(inForce(after, first).length);
    expect(after.filter((limit) => new Date(limit.from) > first)).toEqual(before.filter((limit) => new Date(limit.from) > first));
  });
});

describe('the next renewal', () => {
  const habit = renewalHabitOf(facts({ lifeDays: 199, rhythmDays: 182 }));
  it('is as long after the last one as before, and now if that has passed', () => {
    expect(nextRenewalOf(habit, new Date('2026-07-01T00:00:00Z'), now)).toEqual(new Date('2026-12-30T00:00:00Z'));
    expect(nextRenewalOf(habit, new Date('2026-01-01T00:00:00Z'), now)).toEqual(now);
  });

  it('has a length whatever a certificate says of its life', () => {
    expect(nextRenewalOf(renewalHabitOf(facts({ lifeDays: 0 })), now, now) > now).toBe(true);
  });
});

describe('work by hand', () => {
  const stages = readinessStagesOf(clientTable, now);
  const habit = renewalHabitOf(facts({ lifeDays: 200, rhythmDays: 182.5 }));

  it('grows with shorter lives and validations', () => {
    expect(stages.map(({ from, days, reuseDays }) => [from, days, reuseDays])).toEqual([
      ['2026-03-15', 200, 200],
      ['2027-03-15', 100, 100],
      ['2029-03-15', 47, 10],
    ]);
    const work = stages.map((stage) => workOf(habit, { certificates: 1, endpoints: 5 }, stage));
    expect(
      work.map(({ orders, validations, installs }) => [orders, validations, installs].map((count) => Math.round(count * 10) / 10)),
    ).toEqual([
      [2, 1, 10],
      [4, 2, 20],
      [8.5, 8.5, 42.6],
    ]);
    // 8.51 orders of half an hour, as many validations of a quarter, and five installs of half an hour for each.
    expect(hoursOf(work[2] ?? { orders: 0, validations: 0, installs: 0 }, defaultWorkAssumptions)).toBeCloseTo(27.66, 2);
  });

  it('is none for a client of ACME, and for an internal CA', () => {
    for (const name of ['ACME, 90 days', 'internal CA, 825 days']) {
      const found = endpoints[name];
      if (found === undefined) throw new Error('No such endpoint.');
      for (const stage of stages) {
        expect(workOf(renewalHabitOf(found), { certificates: 1, endpoints: 1 }, stage)).toEqual({ orders: 0, validations: 0, installs: 0 });
      }
    }
  });
});
