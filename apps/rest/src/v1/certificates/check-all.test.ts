import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '../../testing/error-body.ts';
import { addServed, newMember } from '../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

describe('200', () => {
  it('queues the organization’s own certificates and answers at once', async () => {
    const admin = await newMember(rest);
    await addServed(rest, await newMember(rest), 'not-mine.example.com');
    await addServed(rest, admin, 'one.example.com');
    await addServed(rest, admin, 'two.example.com');
    const answer = await rest.call('POST', '/v1/certificates/check-all', { as: admin });
    expect(answer).toMatchObject({ status: 200, body: { queued: 2, job_id: expect.any(String) } });
    const started = rest.ctx.jobs.enqueued.at(-1);
    expect(started?.payload).toEqual({ runId: Object(answer.body).job_id });
  });
});

describe('401', () => {
  it('needs a session', async () => {
    expect(await rest.call('POST', '/v1/certificates/check-all')).toMatchObject({ status: 401 });
  });
});

describe('403', () => {
  it('refuses viewers', async () => {
    const viewer = await newMember(rest, { role: 'viewer' });
    const answer = await rest.call('POST', '/v1/certificates/check-all', { as: viewer });
    expect(answer).toMatchObject({ status: 403, body: errorBody('forbidden') });
  });
});
