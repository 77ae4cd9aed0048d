import type { PaymentEvent } from '@notafter/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorBody } from '../../testing/error-body.ts';
import { newMember } from '../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../testing/rest-harness.ts';
import { countRows } from '../../testing/row-counts.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const path = '/v1/billing/webhook';
const json = { 'Content-Type': 'application/json' };

const bought = async (): Promise<{ readonly event: PaymentEvent; readonly planNow: () => Promise<unknown> }> => {
  const admin = await newMember(rest, { plan: 'Forever Free' });
  const plan = async () => Object((await rest.call('GET', '/v1/billing/plan', { as: admin })).body);
  const { client_reference_id: reference } = await plan();
  const names = { metadataPlan: 'Team', lookupKey: null };
  const event: PaymentEvent = {
    id: `evt_${reference}`,
    type: 'checkout.session.completed',
    createdAt: rest.ctx.clock.now(),
    facts: { kind: 'checkout', reference, customerId: 'cus_1', subscriptionId: `sub_${reference}`, settled: true, ...names },
  };
  return { event, planNow: async () => (await plan()).plan };
};

it('200 for a genuine event, from a caller without any session, and again for the same one', async () => {
  const { event, planNow } = await bought();
  const headers = { ...json, 'Stripe-Signature': rest.ctx.gateways.payments.sign(event) };
  for (let times = 0; times < 2; times += 1) {
    expect(await rest.call('POST', path, { raw: '{}', headers })).toMatchObject({ status: 200, body: { received: true }, cookies: [] });
  }
  expect(await planNow()).toBe('Team');
});

it('hands the body on byte for byte, whatever it is and says it is', async () => {
  const seen: string[] = [];
  const { payments } = rest.ctx.gateways;
  const verify = payments.verify;
  payments.verify = async (rawBody, ...rest_) => {
    seen.push(Buffer.from(rawBody).toString('hex'));
    return verify(rawBody, ...rest_);
  };
  const raw = new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x0a, 0x09, 0x22, 0xff, 0x00]);
  for (const headers of [json, { 'Content-Type': 'text/plain' }]) await rest.call('POST', path, { raw, headers });
  payments.verify = verify;
  expect(seen).toEqual([Buffer.from(raw).toString('hex'), Buffer.from(raw).toString('hex')]);
});

it('400 without a genuine signature, for every caller, and nothing is stored', async () => {
  const { event } = await bought();
  const before = await countRows(rest.ctx.db);
  for (const headers of [json, { ...json, 'Stripe-Signature': event.id }, { ...json, 'Stripe-Signature': '' }]) {
    const answer = await rest.call('POST', path, { raw: JSON.stringify(event), headers });
    expect(answer).toMatchObject({ status: 400, body: errorBody('payment_event_invalid') });
  }
  expect(await countRows(rest.ctx.db)).toEqual(before);
});

it('413 for more than 1 MB', async () => {
  const answer = await rest.call('POST', path, { raw: 'x'.repeat(1024 * 1024 + 1), headers: json });
  expect(answer).toMatchObject({ status: 413, body: errorBody('body_too_large') });
});

it('404 where no provider is configured', async () => {
  const other = await createRestHarness();
  other.ctx.gateways.payments.disable();
  expect(await other.call('POST', path, { raw: '{}', headers: json })).toMatchObject({ status: 404, body: errorBody('not_found') });
  await other.close();
});
