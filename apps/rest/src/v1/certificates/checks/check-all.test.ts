import { runChecks } from '@notafter/features';
import { servedObservation } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addServed, NOBODYS_ID, newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

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
    expect(started?.payload).toEqual({ id: Object(answer.body).job_id });
  });
});

describe('ids and filter', () => {
  const started = (body: unknown) => Object(body).job_id;
  const endpointsOf = async (admin: Awaited<ReturnType<typeof newMember>>, body: unknown): Promise<string[]> => {
    const probed: string[] = [];
    const prober = {
      ...rest.ctx.gateways.prober,
      probe: async (target: { host: string; port: number }) => {
        probed.push(target.host);
        return servedObservation(target.host);
      },
    };
    const answer = await rest.call('POST', '/v1/certificates/check-all', { as: admin, body });
    expect(answer.status).toBe(200);
    await runChecks({ ...rest.ctx, gateways: { ...rest.ctx.gateways, prober } }, { id: started(answer.body) });
    return probed.sort();
  };

  it('checks those and no other, and passes over what is not yours', async () => {
    const admin = await newMember(rest);
    const strange = await addServed(rest, await newMember(rest), 'strange.example.com');
    const [one, two] = [await addServed(rest, admin, 'one.example.com'), await addServed(rest, admin, 'two.example.com')];
    await addServed(rest, admin, 'three.example.com');
    expect(await endpointsOf(admin, { ids: [one, two.toUpperCase(), strange, NOBODYS_ID] })).toEqual([
      'one.example.com',
      'two.example.com',
    ]);
    expect(await endpointsOf(admin, { filter: { search: 'TH', status: 'healthy' } })).toEqual(['three.example.com']);
    expect(await endpointsOf(admin, {})).toEqual(['one.example.com', 'three.example.com', 'two.example.com']);
  });

  it.each([
    ['application/json', ''],
    ['application/x-www-form-urlencoded', ''],
    ['application/json; charset=utf-8', ' \n'],
  ])('may be left out with the body, whatever type it claims to have: %s', async (type, raw) => {
    const admin = await newMember(rest);
    await addServed(rest, admin, 'one.example.com');
    const answer = await rest.call('POST', '/v1/certificates/check-all', { as: admin, raw, headers: { 'Content-Type': type } });
    expect(answer).toMatchObject({ status: 200, body: { queued: 1 } });
  });
});

describe('400', () => {
  it.each([
    [{ ids: [] }, 'ids'],
    [{ ids: 'all' }, 'ids'],
    [{ ids: null }, 'ids'],
    [{ ids: ['1'] }, 'ids.0'],
    [{ id: [NOBODYS_ID] }, 'id'],
    [{ ids: [NOBODYS_ID], filter: {} }, 'filter'],
    [{ filter: { status: 'expired,critical' } }, 'filter.status'],
  ])('refuses %j and starts nothing', async (body, path) => {
    const admin = await newMember(rest);
    await addServed(rest, admin, 'one.example.com');
    const before = rest.ctx.jobs.enqueued.length;
    const answer = await rest.call('POST', '/v1/certificates/check-all', { as: admin, body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', details: [{ path }] } });
    expect(rest.ctx.jobs.enqueued.length).toBe(before);
  });
});
