import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
