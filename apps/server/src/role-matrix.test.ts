import { newId } from '@notafter/db';
import { errorCatalogue } from '@notafter/domain';
import { type Declaration, declarations } from '@notafter/features';
import { makeOrganization, makeUser, type TestUser } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampledUseCases, sampleOf } from './testing/role-matrix/samples.ts';
import { type Answer, type CallerName, callers, refusalFor, type Stage, setStage } from './testing/role-matrix/stage.ts';
import { type Request, ways, waysOf, withoutUseCase } from './testing/role-matrix/ways.ts';
import { makeWorld, type World } from './testing/role-matrix/world.ts';

const useCases = [...declarations.values()];

/** Served beside both transports: the round trip of a sign-in provider, a calendar's subscription, and the calls of machines and collectors. */
const ELSEWHERE = [
  ...['accounts/begin-oauth', 'accounts/finish-oauth', 'certificates/get-calendar-feed'],
  ...['services/sign-machine-certificate', 'services/report-machine-progress', 'collectors/receive-bundle', 'collectors/answer-poll'],
];

const STRANGER = 'admin of another organization' satisfies CallerName;

/** Ids, names and secrets of a world, which no other organization's answer may contain. */
const marksOf = (value: unknown): string[] => {
  if (typeof value === 'string') return value.length < 10 ? [] : [value];
  return typeof value === 'object' && value !== null && !(value instanceof Date) ? Object.values(value).flatMap(marksOf) : [];
};

const codeOf = ({ status, text }: Answer): string => `${status} ${/"code":"(\w+)"/.exec(text)?.[1]}`;

let stage: Stage;
let shared: World;
let disabled: World;
let smallest: { readonly admin: TestUser; readonly viewer: TestUser };
beforeAll(async () => {
  stage = await setStage();
  shared = await makeWorld(stage.ctx);
  disabled = await makeWorld(stage.ctx);
  await stage.disable(disabled);
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

const typed = ways.filter(
  ({ kind, useCase: { access } }) => kind !== 'page' && (access === 'member' || access === 'admin' || access === 'platform'),
);

describe('a disabled organization', () => {
  const members = ['admin in a browser', 'token of an admin', 'API key that reads'] as const satisfies CallerName[];
  let before: string;
  beforeAll(async () => {
    before = await stage.digest();
  });

  it.each(typed.map((way) => [way.words, way] as const))('is refused %s', async (_words, way) => {
    const answers = await Promise.all(members.map((caller) => stage.call(way, caller, disabled)));
    expect(answers.map(codeOf)).toEqual(members.map(() => '403 organization_disabled'));
  });

  it('stays as it is', async () => expect(await stage.digest()).toBe(before));
});

describe('an input that cannot be right', () => {
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

  const forPlatform = typed.filter(({ useCase }) => useCase.access === 'platform');
  it.each(forPlatform.map((way) => [way.words, way] as const))('of %s is 403 for an admin of an organization', async (_words, way) => {
    const answer = await send(way, 'admin in a browser');
    expect(answer.status, answer.text).toBe(403);
    expect(answer.text).toContain('"code":"platform_admin_required"');
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
    const { path, method, json } = way.wrong(shared, shared.admin);
    const person = way.useCase.access === 'platform' ? stage.operator : shared.admin;
    const answer = await stage.send(path, { method, json, headers: await stage.inBrowser(person) });
    expect(answer.status, answer.text).toBe(400);
  });
});

// The rest needs a link, a password or a signature; separate tests prove those.
const ofMembers = useCases.filter(({ access }) => access === 'member' || access === 'admin' || access === 'platform');
const refusedTo = (useCase: Declaration) => callers.filter((caller) => refusalFor(useCase, caller) !== null);
const changes = ({ audit, reveals }: Declaration): boolean => audit !== undefined && reveals !== true;

for (const useCase of ofMembers) {
  const sample = sampleOf(useCase.name);

  describe.each(waysOf(useCase.name))(`${useCase.name} over %s`, (_words, way) => {
    const refused = refusedTo(useCase);
    const strangers = callers.filter((caller) => caller === STRANGER && sample.missing !== undefined);

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
        const answer = await stage.call(way, caller, shared);
        answers[caller] = answer.status === 404 || way.kind === 'page' ? String(answer.status) : codeOf(answer);
      }
      expect(answers).toEqual(Object.fromEntries([...refused, ...strangers].map((caller) => [caller, refusalOfCall(caller)])));
      expect([await stage.digest(), await stage.auditOf(shared)]).toEqual(before);
    });

    const { missing } = sample;
    if (missing !== undefined) {
      it('says the same of a row of another organization, of no row, and of an ID that can be none', async () => {
        const sent = stage.requestOf(way, shared);
        const text = JSON.stringify(sent);
        const foreign = marksOf(disabled);
        const ids = marksOf(shared).flatMap((id, at) => (text.includes(id) ? [[id, foreign[at] ?? ''] as const] : []));
        // Platform administrators may name any organization.
        const othersOf = (theirs: string) => (useCase.access === 'platform' ? [newId(), newId()] : [theirs, newId()]);
        const requests = ids.flatMap(([id, theirs]): Request[] => othersOf(theirs).map((other) => JSON.parse(text.replaceAll(id, other))));
        if (way.kind === 'rest' && way.route.includes('{')) {
          const query = sent.path.split('?').slice(1);
          requests.push({ ...sent, path: [way.route.replace(/\{\w+\}/g, '%00'), ...query].join('?') });
        }
        const headers = await stage.inBrowser(useCase.access === 'platform' ? stage.operator : shared.admin);
        const answers = await Promise.all(requests.map(({ path, method, json }) => stage.send(path, { method, json, headers })));
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
        // Where a call names several rows, each has its code.
        expect(answers.map(codeOf).slice(0, 2)).toEqual([`404 ${missing}`, `404 ${missing}`]);
        if (ids.length === 1) expect(new Set(answers.map(codeOf)).size).toBe(1);
      });
      return;
    }
    if (useCase.access === 'platform') return;
    if (changes(useCase))
      it('changes nothing of another organization', async () => {
        const stranger = await makeUser(stage.ctx, await makeOrganization(stage.ctx, { plan: 'Self-hosted' }));
        const before = [await stage.digest(shared), await stage.auditOf(shared)];
        const { path, method, json } = stage.requestOf(way, shared);
        const { status, text } = await stage.send(path, { method, json, headers: await stage.inBrowser(stranger) });
        expect(status, text).toBeLessThan(500);
        expect([await stage.digest(shared), await stage.auditOf(shared)]).toEqual(before);
      });
    else
      it('shows nothing of another organization', async () => {
        const { status, text } = await stage.call(way, STRANGER, shared);
        const { path, json = null } = stage.requestOf(way, shared);
        const sent = `${decodeURIComponent(path)} ${JSON.stringify(json)}`;
        expect(marksOf(shared).filter((mark) => text.includes(mark) && !sent.includes(mark))).toEqual([]);
        expect([200, 204, 404], text).toContain(status);
      });
  });
}

/** One that earlier calls have changed, until a call needs another. */
let used: World | undefined;

interface Called {
  readonly answer: Answer;
  readonly audited: readonly string[];
}

const callIn = async (world: World, call: (world: World) => Promise<Answer>): Promise<Called> => {
  const before = await stage.auditOf(world);
  const answer = await call(world);
  return { answer, audited: (await stage.auditOf(world)).slice(before.length) };
};

/** Makes a call that changes something. Earlier calls may have left what prevents it, so it may try once more in a new world. */
const change = async (call: (world: World) => Promise<Answer>): Promise<Called> => {
  if (used !== undefined) {
    const called = await callIn(used, call);
    if (called.answer.status < 300 && called.audited.length === 1) return called;
  }
  used = await makeWorld(stage.ctx);
  return callIn(used, call);
};

/** Makes a call that may change nothing. */
const read = async (call: (world: World) => Promise<Answer>): Promise<Called> => {
  const before = await stage.digest();
  const called = await callIn(shared, call);
  expect(await stage.digest()).toBe(before);
  return called;
};

// After the refusals, and reads first: a digest takes longer with every world.
for (const useCase of ofMembers.toSorted((one, other) => Number(changes(one)) - Number(changes(other)))) {
  const { name, audit } = useCase;
  const sample = sampleOf(name);
  const allowed = callers.filter((caller) => caller !== STRANGER && !refusedTo(useCase).includes(caller));
  if (sample.needs !== undefined || allowed.length === 0) continue;

  describe.each(waysOf(name))(`${name} over %s`, (_words, way) => {
    it.each(allowed)('is open to: %s', async (caller) => {
      const { answer, audited } = await (changes(useCase) ? change : read)((world) => stage.call(way, caller, world));
      expect([200, 201, 202, 204], answer.text).toContain(answer.status);
      expect(audited).toEqual(audit === undefined ? [] : [sample.auditedAs ?? name]);
    });
  });
}

for (const useCase of ofMembers.filter(({ access }) => access === 'platform')) {
  const { name, audit } = useCase;
  if (sampleOf(name).needs !== undefined) continue;

  it.each(waysOf(name))(`${name} over %s is open to a platform administrator`, async (_words, way) => {
    const { answer, audited } = await (changes(useCase) ? change : read)(async (world) => {
      const { path, method, json } = stage.requestOf(way, world);
      return stage.send(path, { method, json, headers: await stage.inBrowser(stage.operator) });
    });
    expect(answer.status, answer.text).toBe(200);
    expect(audited).toEqual(audit === undefined ? [] : [name]);
  });
}
