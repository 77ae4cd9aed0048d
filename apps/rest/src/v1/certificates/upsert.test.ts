import { servedObservation } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '../../testing/error-body.ts';
import { NOBODYS_ID, newMember } from '../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
  for (const target of ['upsert.example.com:443', 'upsert.example.com:8443']) {
    rest.ctx.gateways.prober.answer(target, servedObservation('upsert.example.com'));
  }
});
afterAll(() => rest.close());

type Person = Awaited<ReturnType<typeof newMember>>;
const put = (as: Person, domain: string, body: unknown) =>
  rest.call('PUT', `/v1/certificates/by-domain/${encodeURIComponent(domain)}`, { as, body });

describe('200 and 201', () => {
  it('adds an endpoint once, then changes only what is sent, and nothing when it is the same', async () => {
    const admin = await newMember(rest);
    const made = await put(admin, 'Upsert.example.com', { tags: { team: 'web' } });
    expect(made).toMatchObject({ status: 201, body: { certificate: { domain: 'upsert.example.com', tags: { team: 'web' } } } });
    const again = await put(admin, 'upsert.example.com:443', { tags: { team: 'web' } });
    expect(again).toMatchObject({ status: 200, body: made.body });
    const environment = await rest.call('POST', '/v1/environments', { as: admin, body: { name: 'Live' } });
    const environment_id: string = Object(environment.body).environment.id;
    expect(await put(admin, 'upsert.example.com', { environment_id })).toMatchObject({
      status: 200,
      body: { certificate: { tags: { team: 'web' }, environment_id } },
    });
    expect(await put(admin, 'upsert.example.com', { tags: {} })).toMatchObject({
      status: 200,
      body: { certificate: { tags: {}, environment_id } },
    });
    expect(await put(admin, 'upsert.example.com:8443', {})).toMatchObject({ status: 201 });
    const audit = await rest.call('GET', '/v1/audit', { as: admin });
    // The repeated request left no audit row, and the add with tags one.
    expect(Object(audit.body).audit_log.map(({ action }: { action: string }) => action)).toEqual([
      'certificates/add-certificate',
      'certificates/update-certificate-tags',
      'certificates/update-certificate-tags',
      'environments/add-environment',
      'certificates/add-certificate',
    ]);
  });
});

describe('refusals', () => {
  it('leave nothing behind', async () => {
    const admin = await newMember(rest);
    expect(await put(admin, 'upsert.example.com', { environment_id: NOBODYS_ID })).toMatchObject({
      status: 404,
      body: errorBody('environment_not_found'),
    });
    expect(await put(admin, 'upsert.example.com', { tags: { constructor: 'x' } })).toMatchObject({ status: 400 });
    expect(await put(admin, '*.example.com', {})).toMatchObject({ status: 400, body: { code: 'target_wildcard' } });
    expect(await put(admin, 'down.example.com', {})).toMatchObject({ status: 400, body: { code: 'target_unreachable' } });
    expect(await put(admin, 'upsert.example.com', { tag: {} })).toMatchObject({ status: 400, body: { details: [{ path: 'tag' }] } });
    expect(await rest.call('GET', '/v1/certificates', { as: admin })).toMatchObject({ body: { total: 0 } });
  });
});
