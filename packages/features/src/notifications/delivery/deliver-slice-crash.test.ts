import { type Database, deliveries, deliveryAttempts, newId } from '@notafter/db';
import { brandId, type ChannelType, MINUTE_MS, SHARDS } from '@notafter/domain';
import { createTestContext, dyingAt, makeOrganization, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SystemContext } from '../../context.ts';
import { clearDeliveries, makeAlert, makeChannel, makeDelivery } from '../testing/delivery-fixtures.ts';
import { deliverSlice } from './deliver-slice.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Self-hosted' } });
});
afterAll(() => test.close());

const deliverAll = (ctx: SystemContext) => Promise.allSettled(Array.from({ length: SHARDS }, (_, shard) => deliverSlice(ctx, { shard })));

/** Delivers with a worker that dies at its n-th statement, then with others until everything is sent. Returns whether it got that far. */
const dieAt = async (nth: number): Promise<boolean> => {
  const { db, died, death, isGone } = dyingAt(test.ctx.db, nth);
  // A dead worker does nothing, not even wait for its pending work.
  await Promise.race([deliverAll({ ...test.ctx, db }), death]);
  await isGone();
  const hasDied = died();
  for (let round = 0; round < 6; round += 1) {
    test.ctx.clock.advance(2 * MINUTE_MS);
    await deliverAll(test.ctx);
  }
  return hasDied;
};

it.each(['email', 'webhook', 'slack'] as const satisfies readonly ChannelType[])(
  'loses nothing on %s and hides no repetition, whatever statement a worker dies at',
  async (channel) => {
    for (let nth = 1, survived = false; !survived; nth += 1) {
      await clearDeliveries(test.ctx);
      const orgId = await makeOrganization(test.ctx);
      await makeChannel(test.ctx, orgId, channel);
      for (let n = 0; n < 2; n += 1) await makeDelivery(test.ctx, orgId, channel);
      test.ctx.gateways.channels.sent.length = 0;
      survived = !(await dieAt(nth));
      const rows = await test.ctx.db.select().from(deliveries);
      expect(rows.map(({ state }) => state)).toEqual(['sent', 'sent']);
      for (const { messageId, maybeRepeated } of rows) {
        const times = test.ctx.gateways.channels.sent.filter(({ message }) => message.idempotencyKey === messageId).length;
        expect(times).toBeGreaterThan(0);
        if (times > 1) expect(maybeRepeated).toBe(channel !== 'webhook');
        const attempts = await test.ctx.db
          .select()
          .from(deliveryAttempts)
          .where(eq(deliveryAttempts.messageId, messageId ?? ''));
        expect(attempts.every(({ outcome, finishedAt }) => outcome !== null && finishedAt !== null)).toBe(true);
      }
      expect(test.ctx.gateways.channels.sent.length).toBeLessThanOrEqual(3);
      expect(nth).toBeLessThan(100);
    }
  },
);

it('leaves one incident open and closes the one before, whatever statement a worker dies at', async () => {
  for (let nth = 1, survived = false; !survived; nth += 1) {
    await clearDeliveries(test.ctx);
    const orgId = await makeOrganization(test.ctx);
    await makeChannel(test.ctx, orgId, 'pagerduty');
    const ofOne = { certificateId: newId<'certificate'>(), occasion: 'AA' };
    const now = test.ctx.clock.now();
    const loose = await makeAlert(test.ctx, orgId, { ...ofOne, threshold: 30, resolvedAt: now, resolution: 'superseded' });
    const opened = { state: 'sent' as const, incidentKey: loose, attempts: 1, firstAttemptAt: now, messageId: newId<'message'>() };
    await makeDelivery(test.ctx, orgId, 'pagerduty', { alertId: loose, ...opened });
    const tight = await makeAlert(test.ctx, orgId, ofOne);
    await makeDelivery(test.ctx, orgId, 'pagerduty', { alertId: tight });
    test.ctx.gateways.channels.sent.length = 0;
    survived = !(await dieAt(nth));
    const open = new Set([loose]);
    for (const { message } of test.ctx.gateways.channels.sent) {
      const [key] = message.items.map(({ incidentKey }) => incidentKey);
      if (message.kind === 'alert') open.add(brandId(key ?? ''));
      else open.delete(brandId(key ?? ''));
    }
    expect([...open]).toEqual([tight]);
    expect(test.ctx.gateways.channels.sent.length).toBeLessThanOrEqual(3);
    expect(nth).toBeLessThan(100);
  }
});

/** A database that is away for the transactions of these numbers; with `after`, its answer to the commit is lost. */
const awayFor = (db: Database, numbers: readonly number[], when: 'before' | 'after'): Database => {
  let count = 0;
  return new Proxy(db, {
    get: (inner, key) => {
      const value: unknown = Reflect.get(inner, key);
      if (key !== 'transaction' || typeof value !== 'function') return value;
      return async (change: unknown) => {
        count += 1;
        const isAway = numbers.includes(count);
        if (isAway && when === 'before') throw new Error('the database system is shutting down');
        const result: unknown = await Reflect.apply(value, inner, [change]);
        if (isAway) throw new Error('the connection was terminated');
        return result;
      };
    },
  });
};

it.each(['before', 'after'] as const)('writes an outcome that it knows once the database is back, lost %s the commit', async (when) => {
  for (const channel of ['email', 'slack'] as const) {
    await clearDeliveries(test.ctx);
    const orgId = await makeOrganization(test.ctx);
    await makeChannel(test.ctx, orgId, channel);
    await makeDelivery(test.ctx, orgId, channel);
    test.ctx.gateways.channels.sent.length = 0;
    // The first one takes the message, the second one is to write what became of it.
    await deliverAll({ ...test.ctx, db: awayFor(test.ctx.db, [2, 3], when) });
    for (let round = 0; round < 3; round += 1) {
      test.ctx.clock.advance(2 * MINUTE_MS);
      await deliverAll(test.ctx);
    }
    expect(await test.ctx.db.select().from(deliveries)).toMatchObject([{ state: 'sent', attempts: 1, maybeRepeated: false }]);
    expect(test.ctx.gateways.channels.sent).toHaveLength(1);
  }
});
