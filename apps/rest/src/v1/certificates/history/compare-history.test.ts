import { DAY_MS } from '@notafter/domain';
import { certificateFacts, servedObservation } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addServed, NOBODYS_ID, newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
let admin: Awaited<ReturnType<typeof newMember>>;
let path: string;
let renewed: string;
let added: string;
const successor = certificateFacts('successor', { keyType: 'RSA', keyBits: 2048, curve: null });

beforeAll(async () => {
  rest = await createRestHarness();
  admin = await newMember(rest);
  path = `/v1/certificates/${await addServed(rest, admin, 'shop.example.com')}`;
  rest.ctx.clock.advance(DAY_MS);
  rest.ctx.gateways.prober.answer('shop.example.com:443', servedObservation('shop.example.com', successor));
  await rest.call('POST', `${path}/check`, { as: admin });
  const { body } = await rest.call('GET', `${path}/history`, { as: admin });
  [renewed = '', added = ''] = z
    .object({ history: z.array(z.object({ id: z.string() })) })
    .parse(body)
    .history.map(({ id }) => id);
});
afterAll(() => rest.close());

const get = (what: string, as = admin) => rest.call('GET', `${path}${what}`, { as });

describe('200', () => {
  it('compares, shows an entry, and returns the served certificate', async () => {
    const comparison = await get(`/history/compare?from=${added}&to=${renewed}`);
    expect(comparison).toMatchObject({ status: 200, body: { from: { id: added, action: 'added' }, to: { id: renewed } } });
    const { fields } = z.object({ fields: z.array(z.looseObject({ field: z.string() })) }).parse(comparison.body);
    expect(fields).toContainEqual(
      expect.objectContaining({ field: 'key_bits', label: 'Key size', before: '256 bits', after: '2048 bits' }),
    );
    expect(fields).toContainEqual(expect.objectContaining({ field: 'expiration_date', changed: false }));
    const entry = await get(`/history/${renewed}`);
    expect(entry).toMatchObject({ body: { entry: { action: 'renewed' }, certificate: { fingerprint256: successor.fingerprint256 } } });
    const renewals = await get('/renewals');
    expect(renewals).toMatchObject({
      status: 200,
      body: {
        renewals: [
          { entry_id: renewed, served_from: rest.ctx.clock.now().toISOString(), served_until: null },
          { entry_id: added, served_until: rest.ctx.clock.now().toISOString() },
        ],
      },
    });
  });
});

describe('400', () => {
  it.each(['', `?from=${NOBODYS_ID}`, '?from=1&to=2'])('refuses %j', async (query) => {
    expect(await get(`/history/compare${query}`)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });
});
