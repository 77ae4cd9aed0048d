import { DAY_MS } from '@notafter/domain';
import { certificateFacts, servedObservation } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addServed, newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
let admin: Awaited<ReturnType<typeof newMember>>;
let id: string;
beforeAll(async () => {
  rest = await createRestHarness();
  admin = await newMember(rest);
  id = await addServed(rest, admin, 'example.com');
  rest.ctx.clock.advance(DAY_MS);
  rest.ctx.gateways.prober.answer('example.com:443', servedObservation('example.com', certificateFacts('renewed')));
  await rest.call('POST', `/v1/certificates/${id}/check`, { as: admin });
});
afterAll(() => rest.close());

describe('200', () => {
  it('answers the entries, newest first', async () => {
    const answer = await rest.call('GET', `/v1/certificates/${id}/history`, { as: admin });
    expect(answer.body).toEqual({
      history: [
        {
          id: expect.any(String),
          action: 'renewed',
          recorded_at: rest.ctx.clock.now().toISOString(),
          issuer: "Let's Encrypt",
          expiration_date: certificateFacts('renewed').notAfter.toISOString(),
          fingerprint256: certificateFacts('renewed').fingerprint256,
        },
        expect.objectContaining({ action: 'added', fingerprint256: certificateFacts('example.com').fingerprint256 }),
      ],
      total: 2,
      next_cursor: null,
    });
  });

  it('pages by limit and cursor', async () => {
    const first = await rest.call('GET', `/v1/certificates/${id}/history?limit=1`, { as: admin });
    expect(first.body).toMatchObject({ history: [{ action: 'renewed' }], next_cursor: expect.any(String) });
    const cursor = Object(first.body).next_cursor;
    const second = await rest.call('GET', `/v1/certificates/${id}/history?limit=1&cursor=${cursor}`, { as: admin });
    expect(second.body).toMatchObject({ history: [{ action: 'added' }], next_cursor: null });
  });
});

describe('400', () => {
  it.each(['limit=0', 'limit=many', 'cursor=forged'])('refuses %s', async (query) => {
    const answer = await rest.call('GET', `/v1/certificates/${id}/history?${query}`, { as: admin });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });
});
