import { declarations, type UseCaseName } from '@notafter/features';
import { createRestApp } from '@notafter/rest';
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
  ['audit/export-audit-log', 'a file, which the screen links to'],
  ['certificates/upsert-certificate', 'idempotent, for scripts; the screens add and edit'],
  ['billing/record-payment-event', 'called by the payment provider'],
] satisfies [UseCaseName, string][]);

/** Always answers the same text. */
const WITHOUT_USE_CASE = 'GET /v1/collector/docs';

type Callers = ReadonlyMap<string, readonly string[]>;

/** Returns the use cases that an operation's handler calls, from its source. */
const calledBy = (source: string): string[] => {
  const called = [...source.matchAll(/\b(\w+)\)?\(/g)].flatMap(([, name = '']) => useCaseOfFunction.get(name) ?? []);
  return [...new Set(called)];
};
const functionNameOf = (useCase: string): string =>
  useCase.replace(/^.*\//, '').replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
const useCaseOfFunction = new Map([...declarations.keys()].map((useCase) => [functionNameOf(useCase), useCase]));

const procedures: Callers = new Map(listed.map(({ path, useCase }) => [path, [useCase]]));

const rest = createRestApp();
const operations: Callers = new Map(
  rest.openAPIRegistry.definitions.flatMap((definition) => {
    if (definition.type !== 'route') return [];
    const [method, path] = [definition.route.method.toUpperCase(), definition.route.path];
    const pattern = path.replace(/\{(\w+)\}/g, ':$1');
    const handlers = rest.routes.filter((route) => route.method === method && route.path === pattern);
    return [[`${method} ${path}`, calledBy(handlers.map(({ handler }) => String(handler)).join('\n'))] as const];
  }),
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
