import { errorCatalogue } from '@notafter/domain';
import { declarations } from '@notafter/features';
import { makeOrganization, makeUser, type TestUser } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampledUseCases, sampleOf } from './testing/role-matrix/samples.ts';
import { type CallerName, callers, refusalFor, type Stage, setStage } from './testing/role-matrix/stage.ts';
import { ways, waysOf, withoutUseCase } from './testing/role-matrix/ways.ts';
import { makeWorld, type World } from './testing/role-matrix/world.ts';

const useCases = [...declarations.values()];

/** Served beside both transports: the round trip of a sign-in provider, and a calendar's subscription. */
const ELSEWHERE = ['accounts/begin-oauth', 'accounts/finish-oauth', 'certificates/get-calendar-feed'];

const STRANGER = 'admin of another organization' satisfies CallerName;

/** Ids, names and secrets of a world, which no other organization's answer may contain. */
const marksOf = (value: unknown): string[] => {
  if (typeof value === 'string') return value.length < 10 ? [] : [value];
  return typeof value === 'object' && value !== null && !(value instanceof Date) ? Object.values(value).flatMap(marksOf) : [];
};

let stage: Stage;
let shared: World;
let smallest: { readonly admin: TestUser; readonly viewer: TestUser };
beforeAll(async () => {
  stage = await setStage();
  shared = await makeWorld(stage.ctx);
  const orgId = await makeOrganization(stage.ctx, { plan: 'Forever Free' });
  smallest = { admin: await makeUser(stage.ctx, orgId), viewer: await makeUser(stage.ctx, orgId, { role: 'viewer' }) };
});
afterAll(() => stage.close());

describe('the ways in', () => {
  it('lead to every use case but those of the system', () => {
    const isReached = (name: string) => ELSEWHERE.includes(name) || waysOf(name).length > 0;
    expect(useCases.filter(({ name, access }) => isReached(name) !== (access !== 'system')).map(({ name }) => name)).toEqual([]);
  });

  it('lead to a use case, but for one that says what exists', () => expect(withoutUseCase).toEqual(['GET /v1/collector/docs']));

  it('are sampled for use cases that exist', () => expect(sampledUseCases.filter((name) => !declarations.has(name))).toEqual([]));
});

describe('an input that cannot be right', () => {
  const typed = ways.filter(({ kind, useCase: { access } }) => kind !== 'page' && (access === 'member' || access === 'admin'));
  const send = async (way: (typeof ways)[number], caller: CallerName) => {
    const { path, method, json } = way.wrong(shared, shared.admin);
    return stage.send(path, { method, json, headers: await stage.headersOf(caller, shared) });
  };

  it.each(typed.map((way) => [way.words, way] as const))('of %s is 401 for a stranger', async (_words, way) => {
    expect((await send(way, 'nobody')).status).toBe(401);
  });

  const forAdmins = typed.filter(({ useCase }) => useCase.access === 'admin');
  it.each(forAdmins.map((way) => [way.words, way] as const))('of %s is 403 for a viewer, before the plan', async (_words, way) => {
    const { path, method, json } = way.wrong(shared, shared.viewer);
    const answer = await stage.send(path, { method, json, headers: await stage.inBrowser(smallest.viewer) });
    expect(answer.status, answer.text).toBe(403);
    expect(answer.text).toContain('"code":"forbidden"');
  });

  const gated = typed.filter(({ useCase }) => useCase.plan !== undefined);
  it.each(gated.map((way) => [way.words, way] as const))('of %s is 403 on a plan without it', async (_words, way) => {
    const { path, method, json } = way.wrong(shared, shared.admin);
    const answer = await stage.send(path, { method, json, headers: await stage.inBrowser(smallest.admin) });
    expect(answer.status, answer.text).toBe(403);
    expect(answer.text).toMatch(/"code":"\w+_plan"/);
  });

  const parsed = typed.filter(({ kind, useCase }) => kind === 'rest' || useCase.input !== undefined);
  it.each(parsed.map((way) => [way.words, way] as const))('of %s is 400 for an allowed caller', async (_words, way) => {
    const answer = await send(way, 'admin in a browser');
    expect(answer.status, answer.text).toBe(400);
  });
});

for (const useCase of useCases) {
  const { name, access } = useCase;
  // The rest needs a link, a password or a signature; separate tests prove those.
  if (access === 'system' || access === 'anyone') continue;
  const sample = sampleOf(name);
  const isAudited = useCase.audit !== undefined;
  const changes = isAudited && useCase.reveals !== true;

  describe.each(waysOf(name))(`${name} over %s`, (_words, way) => {
    const refused = callers.filter((caller) => refusalFor(useCase, caller) !== null);
    const strangers = callers.filter((caller) => caller === STRANGER && sample.namesRow === true);
    const isTried = sample.needs === undefined;
    const allowed = callers.filter((caller) => isTried && !refused.includes(caller) && caller !== STRANGER);

    const refusalOfCall = (caller: CallerName): string => {
      const code = refusalFor(useCase, caller);
      // An image reveals nothing to strangers, not even that it exists.
      if (way.kind === 'page') return caller === 'nobody' || code === null ? '404' : String(errorCatalogue[code].status);
      return code === null ? '404' : `${errorCatalogue[code].status} ${code}`;
    };

    it('is refused to callers that the declaration does not name, and nothing changes', async () => {
      const before = [await stage.digest(), await stage.auditOf(shared)];
      const answers: Record<string, string> = {};
      for (const caller of [...refused, ...strangers]) {
        const { status, text } = await stage.call(way, caller, shared);
        answers[caller] = status === 404 || way.kind === 'page' ? String(status) : `${status} ${/"code":"(\w+)"/.exec(text)?.[1]}`;
      }
      expect(answers).toEqual(Object.fromEntries([...refused, ...strangers].map((caller) => [caller, refusalOfCall(caller)])));
      expect([await stage.digest(), await stage.auditOf(shared)]).toEqual(before);
    });

    if (sample.namesRow !== true && !changes) {
      it('shows nothing of another organization', async () => {
        const { status, text } = await stage.call(way, STRANGER, shared);
        const { path, json = null } = stage.requestOf(way, shared);
        const sent = `${decodeURIComponent(path)} ${JSON.stringify(json)}`;
        expect(marksOf(shared).filter((mark) => text.includes(mark) && !sent.includes(mark))).toEqual([]);
        expect([200, 204, 404], text).toContain(status);
      });
    }

    if (allowed.length === 0) return;
    it.each(allowed)('is open to: %s', async (caller) => {
      const world = changes ? await makeWorld(stage.ctx) : shared;
      const before = { audit: await stage.auditOf(world), digest: changes ? '' : await stage.digest() };
      const answer = await stage.call(way, caller, world);
      expect([200, 201, 202, 204], answer.text).toContain(answer.status);
      expect((await stage.auditOf(world)).slice(before.audit.length)).toEqual(isAudited ? [sample.auditedAs ?? name] : []);
      if (!changes) expect(await stage.digest()).toBe(before.digest);
    });
  });
}
