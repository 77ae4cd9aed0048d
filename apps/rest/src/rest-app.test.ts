import { DomainError } from '@notafter/domain';
import { actorOf, createFakeClock, createRecordingLog, makeOrganization, makeRequestContext, makeUser } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRestApp } from './rest-app.ts';
import { errorBody } from './testing/error-body.ts';
import { createRestHarness, type RestHarness } from './testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const session = { set: () => undefined, clear: () => undefined };

/** One call whose prober fails with `fault`, as if it were broken itself. */
const addWithFault = async (fault: unknown) => {
  const log = createRecordingLog();
  const user = await makeUser(rest.ctx, await makeOrganization(rest.ctx));
  const prober = { probe: () => Promise.reject(fault) };
  const request = makeRequestContext({ ...rest.ctx, log, gateways: { ...rest.ctx.gateways, prober } }, { actor: actorOf(user) });
  const init = { method: 'POST', body: '{"domain":"example.com"}', headers: { 'Content-Type': 'application/json' } };
  const response = await createRestApp().request('/v1/certificates/add', init, { request, session });
  return { response, body: await response.json(), log };
};

describe('faults of ours', () => {
  it('answer 500 with a fixed text, and are logged once with their cause', async () => {
    const fault = new Error('connect ECONNREFUSED 10.1.2.3:5432', { cause: new Error('secret detail') });
    const { response, body, log } = await addWithFault(fault);
    expect(response.status).toBe(500);
    expect(body).toEqual(errorBody('internal'));
    expect(log.entries).toEqual([
      { level: 'error', fields: { err: fault, method: 'POST', route: '/v1/certificates/add' }, message: 'request failed' },
    ]);
  });

  it('are logged without the token in the address', async () => {
    const log = createRecordingLog();
    const auth = {
      ...rest.ctx.auth,
      readLink: () => {
        throw new Error('broken');
      },
    };
    const request = makeRequestContext({ ...rest.ctx, log, auth, clock: createFakeClock() });
    await createRestApp().request('/v1/accounts/activate/secret-token', {}, { request, session });
    expect(log.entries).toHaveLength(1);
    expect(JSON.stringify(log.entries)).not.toContain('secret-token');
  });
});

describe('503 and 429', () => {
  it('say in Retry-After how long to wait, rounded up, with a default where the thrower names none', async () => {
    const cases = [
      [new DomainError('unavailable'), 503, '5'],
      [new DomainError('unavailable', { retryAfterSeconds: 1.2 }), 503, '2'],
      [new DomainError('rate_limited', { retryAfterSeconds: 0 }), 429, '1'],
      [new DomainError('rate_limited'), 429, '60'],
    ] as const;
    for (const [fault, status, seconds] of cases) {
      const { response, log } = await addWithFault(fault);
      expect(response.status).toBe(status);
      expect(response.headers.get('Retry-After')).toBe(seconds);
      expect(log.entries).toEqual([]);
    }
  });
});

describe('every path', () => {
  it('is the same with a trailing slash', async () => {
    expect(await rest.call('GET', '/v1/accounts/session/')).toMatchObject({ status: 401 });
    expect(await rest.call('POST', '/v1/accounts/reset-password/', { body: { email: 'a@example.com' } })).toMatchObject({ status: 200 });
    expect(await rest.call('GET', '/v1/docs/')).toMatchObject({ status: 200 });
  });

  it('is not kept by caches', async () => {
    for (const path of ['/v1/accounts/session', '/v1/nothing']) {
      expect((await rest.call('GET', path)).headers.get('Cache-Control')).toBe('no-store');
    }
  });
});

describe('GET /v1/openapi.json', () => {
  it('answers the document without a session', async () => {
    expect(await rest.call('GET', '/v1/openapi.json')).toMatchObject({ status: 200, body: { openapi: '3.1.0' } });
  });
});
