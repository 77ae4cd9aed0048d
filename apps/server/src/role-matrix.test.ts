import { type Permission, permissions, type UseCaseName } from '@notafter/domain';
import { appRouter } from '@notafter/trpc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, calls, restCallsOf, waysOf } from './testing/role-matrix/calls.ts';
import { type CallerName, callers, refusalFor, type Stage, setStage } from './testing/role-matrix/stage.ts';
import { makeWorld, type World } from './testing/role-matrix/world.ts';

const useCases: readonly (readonly [UseCaseName, Permission])[] = Object.entries(permissions).flatMap(([name, permission]) =>
  isUseCase(name) ? [[name, permission]] : [],
);
function isUseCase(name: string): name is UseCaseName {
  return Object.hasOwn(permissions, name);
}
const callOf = (name: UseCaseName): Call | undefined => new Map<string, Call>(Object.entries(calls)).get(name);

/** Says what exists, to everybody. */
const OPEN = 'GET /v1/collector/docs';

let stage: Stage;
let shared: World;
beforeAll(async () => {
  stage = await setStage();
  shared = await makeWorld(stage.ctx);
});
afterAll(() => stage.close());

describe('what nobody but the system may call', () => {
  const reachable = useCases.filter(([name, { access }]) => (access === 'system') === (callOf(name) !== undefined)).map(([name]) => name);
  it('has no way in, and everything else has one or says what proves it', () => expect(reachable).toEqual([]));
});

describe('every way in', () => {
  const listed: readonly Call[] = Object.values(calls);
  it('over tRPC is in the table', () => {
    const known = new Set(listed.flatMap(({ trpc }) => trpc?.procedure ?? []));
    expect(Object.keys(appRouter._def.procedures).filter((procedure) => !known.has(procedure))).toEqual([]);
  });

  it('over /v1 is in the table', async () => {
    const inTable = listed.flatMap(({ rest }) => restCallsOf(rest).map(({ method, route }) => `${method} ${route}`));
    const known = new Set([...inTable, OPEN]);
    expect((await stage.operations()).filter((operation) => !known.has(operation))).toEqual([]);
  });
});

for (const [name, { access, kind }] of useCases) {
  const call = callOf(name);
  if (access === 'system' || call === undefined || call.proof !== undefined) continue;

  describe.each(waysOf(call))(`${name} over %s`, (_words, way) => {
    const refused = callers.filter((caller) => refusalFor(name, caller) !== null);
    const strangers = callers.filter((caller) => caller === 'admin of another organisation' && call.namesRow === true);
    const isTried = call.needs === undefined;
    const allowed = callers.filter((caller) => isTried && !refused.includes(caller) && caller !== 'admin of another organisation');

    // An image tells strangers nothing, not even that it is there.
    const expectedOf = (caller: CallerName) => (way.kind === 'page' && caller === 'nobody' ? 404 : (refusalFor(name, caller) ?? 404));

    it('is refused to whom the table does not name, and nothing changes', async () => {
      const before = [await stage.digest(), await stage.auditOf(shared)];
      const statuses: Record<string, number> = {};
      for (const caller of [...refused, ...strangers]) statuses[caller] = (await stage.call(way, caller, shared)).status;
      const expected = Object.fromEntries([...refused, ...strangers].map((caller) => [caller, expectedOf(caller)]));
      expect(statuses).toEqual(expected);
      expect([await stage.digest(), await stage.auditOf(shared)]).toEqual(before);
    });

    if (allowed.length === 0) return;
    it.each(allowed)('is open to: %s', async (caller) => {
      const world = kind === 'write' ? await makeWorld(stage.ctx) : shared;
      const before = { audit: await stage.auditOf(world), digest: kind === 'read' ? await stage.digest() : '' };
      const answer = await stage.call(way, caller, world);
      expect([200, 201, 202, 204], answer.text).toContain(answer.status);
      const isAudited = kind === 'write' || call.reveals === true;
      expect((await stage.auditOf(world)).slice(before.audit.length)).toEqual(isAudited ? [call.auditedAs ?? name] : []);
      if (kind === 'read') expect(await stage.digest()).toBe(before.digest);
    });
  });
}
