import { certificateFacts, servedObservation, unreachableObservation } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addServed, newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
let admin: Awaited<ReturnType<typeof newMember>>;
beforeAll(async () => {
  rest = await createRestHarness();
  admin = await newMember(rest);
});
afterAll(() => rest.close());

const check = (id: string, as = admin) => rest.call('POST', `/v1/certificates/${id}/check`, { as });

describe('200', () => {
  it('answers the certificate as just seen', async () => {
    const id = await addServed(rest, admin, 'renewed.example.com');
    rest.ctx.gateways.prober.answer('renewed.example.com:443', servedObservation('renewed.example.com', certificateFacts('new one')));
    const { fingerprint256 } = certificateFacts('new one');
    expect(await check(id)).toMatchObject({ status: 200, body: { certificate: { id, fingerprint256, unreachable: null } } });
  });

  it('answers an endpoint that cannot be reached with its last known date and the reason', async () => {
    const id = await addServed(rest, admin, 'down.example.com');
    rest.ctx.gateways.prober.answer('down.example.com:443', unreachableObservation('down.example.com'));
    expect(await check(id)).toMatchObject({
      status: 200,
      body: {
        certificate: {
          expiration_date: certificateFacts('x').notAfter.toISOString(),
          status: 'valid',
          unreachable: {
            reason: 'refused',
            detail: 'Connection refused by down.example.com:443.',
            since: rest.ctx.clock.now().toISOString(),
          },
        },
      },
    });
  });
});
