import type { UseCaseName } from '@notafter/features';
import { operations as served } from '@notafter/rest';
import { procedures as listed } from '@notafter/trpc';
import { describe, expect, it } from 'vitest';

const CEREMONY = 'a step of a WebAuthn ceremony, which only a browser at our origin can finish';
const ROUND_TRIP = 'a step of an OAuth round trip, which uses the cookies of one browser';

/** Procedures that cannot have an operation on `/v1`. */
const browserOnly: ReadonlyMap<string, string> = new Map([
  ['accounts/begin-passkey-login', CEREMONY],
  ['accounts/login-with-passkey', CEREMONY],
  ['accounts/begin-passkey', CEREMONY],
  ['accounts/add-passkey', CEREMONY],
  ['accounts/begin-link', ROUND_TRIP],
  ['accounts/get-pending-link', ROUND_TRIP],
] satisfies [UseCaseName, string][]);

/** Operations that cannot have a procedure. */
const withoutScreen: ReadonlyMap<string, string> = new Map([
  ['analytics/export-evidence', 'a file, which the screen links to'],
  ['audit/export-audit-log', 'a file, which the screen links to'],
  ['services/export-service', 'a file, which the screen links to'],
  ['services/download-backup', 'a file, which the screen links to'],
  ['certificates/upsert-certificate', 'idempotent, for scripts; the screens add and edit'],
  ['configuration/apply-configuration', 'called by `notafter apply`'],
  ['configuration/export-configuration', 'called by `notafter export`'],
  ['configuration/plan-configuration', 'called by `notafter apply`'],
  ['certificates/get-metrics', 'for Prometheus, in its text format'],
  ['certificates/list-scrape-targets', 'for Prometheus, in its format'],
  ['billing/record-payment-event', 'called by the payment provider'],
] satisfies [UseCaseName, string][]);

/** Always answers the same text. */
const WITHOUT_USE_CASE = 'GET /v1/collector/docs';

type Callers = ReadonlyMap<string, readonly string[]>;

const procedures: Callers = new Map(listed.map(({ path, useCase }) => [path, [useCase]]));
const operations: Callers = new Map(
  served.map(({ method, path, useCase }) => [`${method} ${path}`, useCase === null ? [] : [useCase.name]]),
);

/** Returns the callers whose use case has no caller in `others`. */
const withoutTwin = (callers: Callers, others: Callers, byNature: ReadonlyMap<string, string>): string[] => {
  const reached = new Set([...others.values()].flat());
  return [...callers].flatMap(([name, useCases]) =>
    useCases.filter((useCase) => !reached.has(useCase) && !byNature.has(useCase)).map((useCase) => `${name} (${useCase})`),
  );
};

describe('tRPC and /v1', () => {
  it('call one use case per procedure and operation', () => {
    const unclear = [...procedures, ...operations].filter(([name, useCases]) => useCases.length !== 1 && name !== WITHOUT_USE_CASE);
    expect(unclear).toEqual([]);
    expect(Math.min(procedures.size, operations.size)).toBeGreaterThan(70);
  });

  it('have an operation for every procedure', () => expect(withoutTwin(procedures, operations, browserOnly)).toEqual([]));
  it('have a procedure for every operation', () => expect(withoutTwin(operations, procedures, withoutScreen)).toEqual([]));

  it.each([
    [browserOnly, procedures, operations],
    [withoutScreen, operations, procedures],
  ])('list no exception that has a twin or no longer exists', (byNature, callers, others) => {
    const reached = (among: Callers, useCase: string) => [...among.values()].flat().includes(useCase);
    expect([...byNature.keys()].filter((useCase) => !reached(callers, useCase) || reached(others, useCase))).toEqual([]);
  });
});

describe('the comparison itself', () => {
  const without = (callers: Callers, useCase: UseCaseName): Callers =>
    new Map([...callers].filter(([, useCases]) => !useCases.includes(useCase)));

  it('finds a missing operation', () => {
    const missing = withoutTwin(procedures, without(operations, 'notifications/snooze-certificate'), browserOnly);
    expect(missing).toContain('notifications.snooze (notifications/snooze-certificate)');
  });

  it('finds a missing procedure', () => {
    const missing = withoutTwin(operations, without(procedures, 'notifications/snooze-certificate'), withoutScreen);
    expect(missing).toContain('POST /v1/certificates/{id}/snooze (notifications/snooze-certificate)');
  });
});
