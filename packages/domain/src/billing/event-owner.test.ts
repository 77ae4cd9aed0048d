import { expect, it } from 'vitest';
import { brandId } from '../ids.ts';
import { type OwnedEvent, ownerOf } from './event-owner.ts';

const [a, b] = [brandId<'organization'>('a'), brandId<'organization'>('b')];
const at = new Date('2026-11-10T12:00:00.000Z');
const names = { metadataPlan: null, lookupKey: null };
const checkout = (id: string, orgId: typeof a | null, customerId: string | null, subscriptionId: string | null, later = 0): OwnedEvent => ({
  id,
  type: 'x',
  createdAt: new Date(at.getTime() + later),
  orgId,
  facts: { kind: 'checkout', reference: 'r', customerId, subscriptionId, settled: true, ...names },
});
const payment = (customerId: string | null, subscriptionId: string | null): OwnedEvent => ({
  id: 'evt_9',
  type: 'x',
  createdAt: at,
  orgId: null,
  facts: { kind: 'payment', outcome: 'paid', customerId, subscriptionId },
});

it('is of the checkout that began its subscription, else of the first checkout of its customer', () => {
  const checkouts = [checkout('evt_2', b, 'cus_1', 'sub_2', 5), checkout('evt_1', a, 'cus_1', 'sub_1')];
  expect(ownerOf(payment('cus_1', 'sub_2'), checkouts)).toBe(b);
  expect(ownerOf(payment(null, 'sub_1'), checkouts)).toBe(a);
  expect(ownerOf(payment('cus_1', 'sub_3'), checkouts)).toBe(a);
});

it('is nobody\u2019s before a checkout is known, and not by a customer or subscription that neither names', () => {
  expect(ownerOf(payment('cus_1', 'sub_1'), [])).toBeNull();
  expect(ownerOf(payment('cus_1', 'sub_1'), [checkout('evt_1', null, 'cus_1', 'sub_1')])).toBeNull();
  expect(ownerOf(payment(null, null), [checkout('evt_1', a, null, null)])).toBeNull();
});
