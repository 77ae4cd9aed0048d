import { newId } from '@notafter/db';
import type { ApiKeyActor } from '@notafter/domain';
import { runChecks, runChecksJob, runImport, runImportJob } from '@notafter/features';
import { servedObservation, type TestUser } from '@notafter/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { errorBody } from '../../testing/error-body.ts';
import { addServed, newMember } from '../../testing/people.ts';
import { type Answer, createRestHarness, type RestHarness } from '../../testing/rest-harness.ts';

let rest: RestHarness;
let admin: TestUser;
beforeAll(async () => {
  rest = await createRestHarness();
});
beforeEach(async () => {
  admin = await newMember(rest);
  rest.ctx.jobs.clear();
});
afterAll(() => rest.close());

type Caller = TestUser | ApiKeyActor;
type Headers = Record<string, string>;
const asyncly = { Prefer: 'respond-async' };
const checkAll = (headers: Headers = asyncly, as: Caller = admin) => rest.call('POST', '/v1/certificates/check-all', { as, headers });
const importing = (text: string, headers: Headers = asyncly, as: Caller = admin) =>
  rest.call('POST', '/v1/certificates/import', { as, raw: text, headers: { 'Content-Type': 'text/plain', ...headers } });
const discover = (headers: Headers = asyncly, as: Caller = admin) =>
  rest.call('POST', '/v1/certificates/discover', { as, body: { domain: 'example.com' }, headers });
const jobIdOf = ({ body }: Answer): string => Object(body).job_id;
const locationOf = ({ headers }: Answer): string => headers.get('Location') ?? '';
const jobAt = (path: string, as: Caller = admin) => rest.call('GET', path, { as });
const cancelAt = (path: string, as: Caller = admin) => rest.call('POST', `${path}/cancel`, { as });
const keyThat = (allowed: 'read' | 'write'): ApiKeyActor => ({
  via: 'api-key',
  apiKeyId: newId<'api-key'>(),
  orgId: admin.orgId,
  name: 'ci',
  permissions: { read: false, write: false, delete: false, [allowed]: true },
  scope: null,
  allowedAddresses: [],
});

describe('without Prefer', () => {
  it('a call answers 200 as it always did, and names the job in Location', async () => {
    await addServed(rest, admin, 'plain.example.com');
    rest.ctx.gateways.prober.answer('listed.example:443', servedObservation('listed.example'));
    const run = await checkAll({});
    expect([run.status, run.body]).toEqual([200, { queued: 1, job_id: jobIdOf(run) }]);
    expect(locationOf(run)).toBe(`/v1/jobs/${jobIdOf(run)}`);
    const list = await importing('listed.example', {});
    expect(list).toMatchObject({ status: 200, body: { status: 'completed', added: 1 } });
    expect(locationOf(list)).toBe(`/v1/jobs/${jobIdOf(list)}`);
    const search = await discover({});
    expect([search.status, search.body]).toEqual([200, { jobId: Object(search.body).jobId, domain: 'example.com' }]);
    expect(locationOf(search)).toBe(`/v1/jobs/${Object(search.body).jobId}`);
    for (const answer of [run, list, search]) {
      expect(answer.headers.get('Preference-Applied')).toBeNull();
      expect(await jobAt(locationOf(answer))).toMatchObject({ status: 200 });
    }
  });

  it.each(['wait=10', 'respond-asynchronously', 'return=minimal, x-respond-async'])('nor with another preference: %s', async (Prefer) => {
    expect((await checkAll({ Prefer })).status).toBe(200);
  });
});

describe('Prefer: respond-async', () => {
  it.each(['respond-async', 'RESPOND-ASYNC', 'wait=5, respond-async', 'respond-async; x=1, return=minimal'])(
    '%s is 202',
    async (Prefer) => {
      expect((await checkAll({ Prefer })).status).toBe(202);
    },
  );

  it('answers 202 with the job, whatever its type', async () => {
    await addServed(rest, admin, 'async.example.com');
    for (const [answer, type, result, progress] of [
      [await checkAll(), 'check_run', 'check-all', { done: 0, total: 1 }],
      [await importing('listed.example'), 'import', 'import', { done: 0, total: 1 }],
      [await discover(), 'discovery', 'discover', { done: 0, total: 100 }],
    ] as const) {
      const id = jobIdOf(answer);
      expect([answer.status, answer.headers.get('Preference-Applied'), locationOf(answer)]).toEqual([
        202,
        'respond-async',
        `/v1/jobs/${id}`,
      ]);
      expect(answer.body).toEqual({
        job_id: id,
        type,
        state: 'queued',
        progress,
        error: null,
        result_url: `/v1/certificates/${result}/${id}`,
        requested_by: admin.id,
        created_at: rest.ctx.clock.now().toISOString(),
        finished_at: null,
      });
      expect((await jobAt(locationOf(answer))).body).toEqual(answer.body);
      expect(await rest.call('GET', Object(answer.body).result_url, { as: admin })).toMatchObject({ status: 200 });
    }
  });

  it('leaves a short import to its job, at once', async () => {
    rest.ctx.gateways.prober.answer('short.example:443', servedObservation('short.example'));
    const location = locationOf(await importing('short.example'));
    for (const payload of rest.ctx.jobs.payloadsOf(runImportJob)) await runImport(rest.ctx, payload);
    expect(rest.ctx.jobs.enqueued.map(({ options }) => options?.startAfter)).toEqual([undefined]);
    expect(await jobAt(location)).toMatchObject({ body: { state: 'completed', progress: { done: 1, total: 1 } } });
  });

  it('goes to a key that may start work and not read it', async () => {
    admin = await newMember(rest, { plan: 'Business' });
    const started = await checkAll(asyncly, keyThat('write'));
    expect(started).toMatchObject({ status: 202, body: { requested_by: null } });
    expect(await jobAt(locationOf(started), keyThat('write'))).toMatchObject({ status: 403, body: errorBody('api_key_scope') });
    expect(await jobAt(locationOf(started), keyThat('read'))).toMatchObject({ status: 200 });
  });

  it('is an error as before where nothing can be started', async () => {
    expect(await importing('')).toMatchObject({ status: 400, body: { code: 'import_invalid' } });
    expect(await checkAll(asyncly, { ...admin, role: 'viewer' })).toMatchObject({ status: 403, body: errorBody('forbidden') });
    await discover();
    expect(await discover()).toMatchObject({ status: 409, body: { code: 'discovery_running' } });
  });

  it('sent again with its Idempotency-Key starts nothing more and gets the same answer', async () => {
    await addServed(rest, admin, 'once.example.com');
    const headers = { ...asyncly, 'Idempotency-Key': crypto.randomUUID() };
    const [first, again] = [await importing('again.example', headers), await importing('again.example', headers)];
    expect([again.status, again.body, again.headers.get('Idempotency-Replayed')]).toEqual([202, first.body, 'true']);
    for (const name of ['Location', 'Preference-Applied']) expect(again.headers.get(name)).toBe(first.headers.get(name));
    expect(again.headers.get('Preference-Applied')).toBe('respond-async');
    expect(rest.ctx.jobs.payloadsOf(runImportJob)).toHaveLength(1);
  });

  it('belongs to the first answer: the same key without it repeats the 202', async () => {
    await addServed(rest, admin, 'kept.example.com');
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    const [first, again] = [await importing('kept.example', { ...asyncly, ...key }), await importing('kept.example', key)];
    expect([first.status, again.status, again.body]).toEqual([202, 202, first.body]);
  });
});

describe('GET /v1/jobs', () => {
  it('lists all types in pages, narrowed by type and state', async () => {
    await addServed(rest, admin, 'paged.example.com');
    const [run, list, search] = [await checkAll(), await importing('a.example'), await discover()].map(jobIdOf);
    const first = await rest.call('GET', '/v1/jobs?limit=2', { as: admin });
    const second = await rest.call('GET', `/v1/jobs?limit=2&cursor=${Object(first.body).next_cursor}`, { as: admin });
    const ids = [first, second].flatMap(({ body }) => Object(body).jobs.map(({ job_id }: { job_id: string }) => job_id));
    expect(ids.sort()).toEqual([run, list, search].sort());
    expect(second.body).toMatchObject({ next_cursor: null });
    await cancelAt(`/v1/jobs/${run}`);
    expect(await rest.call('GET', '/v1/jobs?state=cancelled', { as: admin })).toMatchObject({ body: { jobs: [{ job_id: run }] } });
    expect(await rest.call('GET', '/v1/jobs?type=import&state=queued', { as: admin })).toMatchObject({
      body: { jobs: [{ job_id: list }] },
    });
    expect(await rest.call('GET', '/v1/jobs', { as: await newMember(rest) })).toMatchObject({ body: { jobs: [], next_cursor: null } });
  });

  it.each(['type=check', 'state=canceled', 'cursor=x', 'limit=0', 'status=running'])('refuses %s', async (query) => {
    expect(await rest.call('GET', `/v1/jobs?${query}`, { as: admin })).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });
});

describe('POST /v1/jobs/{job_id}/cancel', () => {
  it('ends a job for good, once or twice, and its own resource says so', async () => {
    await addServed(rest, admin, 'cancel.example.com');
    const path = locationOf(await checkAll());
    const cancelled = { state: 'cancelled', progress: { done: 0, total: 1 }, finished_at: rest.ctx.clock.now().toISOString() };
    for (let time = 0; time < 2; time += 1) expect(await cancelAt(path)).toMatchObject({ status: 200, body: cancelled });
    for (const payload of rest.ctx.jobs.payloadsOf(runChecksJob)) await runChecks(rest.ctx, payload);
    const { body } = await jobAt(path);
    expect(body).toMatchObject(cancelled);
    expect(await rest.call('GET', Object(body).result_url, { as: admin })).toMatchObject({
      body: { status: 'failed', error: 'Cancelled', succeeded: 0, total: 1 },
    });
  });

  it('reports the lines that an import did not get to', async () => {
    const path = locationOf(await importing('a.example\n*.b.example'));
    expect(await cancelAt(path)).toMatchObject({ body: { state: 'cancelled', progress: { done: 1, total: 2 } } });
    expect(await rest.call('GET', path.replace('/v1/jobs', '/v1/certificates/import'), { as: admin })).toMatchObject({
      body: {
        status: 'failed',
        error: 'Cancelled',
        done: 1,
        skipped: 1,
        invalid: 1,
        report: [{ result: 'skipped' }, { result: 'invalid' }],
      },
    });
  });

  it('refuses a job that has ended with 409 and its state', async () => {
    const path = locationOf(await checkAll());
    expect(await cancelAt(path)).toMatchObject({
      status: 409,
      body: {
        code: 'job_finished',
        message: 'This job has already completed.',
        conflict: { type: 'job', id: path.replace('/v1/jobs/', ''), state: 'completed' },
      },
    });
  });
});
