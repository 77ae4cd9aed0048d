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
  it('removes the certificate with its history', async () => {
    const admin = await newMember(rest);
    const id = await addServed(rest, admin, 'example.com');
    const answer = await rest.call('DELETE', `/v1/certificates/${id}`, { as: admin });
    expect(answer).toMatchObject({ status: 200, body: { message: 'Certificate deleted successfully!' } });
    for (const path of [id, `${id}/history`]) {
      expect(await rest.call('GET', `/v1/certificates/${path}`, { as: admin })).toMatchObject({ status: 404 });
    }
  });
});

describe('401', () => {
  it('needs a session', async () => {
    expect(await rest.call('DELETE', '/v1/certificates/nonsense')).toMatchObject({ status: 401 });
  });
});

describe('403', () => {
  it('refuses viewers', async () => {
    const viewer = await newMember(rest, { role: 'viewer' });
    const answer = await rest.call('DELETE', `/v1/certificates/${viewer.id}`, { as: viewer });
    expect(answer).toMatchObject({ status: 403, body: errorBody('forbidden') });
  });
});

describe('404', () => {
  it('leaves the certificate of another organization alone', async () => {
    const owner = await newMember(rest);
    const id = await addServed(rest, owner, 'example.com');
    const answer = await rest.call('DELETE', `/v1/certificates/${id}`, { as: await newMember(rest) });
    expect(answer).toMatchObject({ status: 404, body: errorBody('certificate_not_found') });
    expect(await rest.call('GET', `/v1/certificates/${id}`, { as: owner })).toMatchObject({ status: 200 });
  });
});
