import { alerts, organizations } from '@notafter/db';
import { DAY_MS, HOUR_MS } from '@notafter/domain';
import { type BundleWriter, createTestContext, makeOrgContext, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweepAlerts } from '../notifications/ledger/sweep-alerts.ts';
import { openChannel } from '../notifications/testing/ledger-fixtures.ts';
import type { PersonContext } from '../use-case.ts';
import { removeCollector } from './remove-collector.ts';
import { revokeCollector } from './revoke-collector.ts';
import { enrolledCollector, sendBundle, waitingCollector } from './testing/enrolled-collector.ts';

let test: TestContext;
let org: PersonContext;
beforeAll(async () => {
  test = await createTestContext();
});
beforeEach(async () => {
  org = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
});
afterAll(() => test.close());

const enrolled = (name: string) => enrolledCollector(org, name);
const send = (bytes: Buffer) => sendBundle(test.ctx, bytes);

const alertsOf = async ({ id }: BundleWriter) =>
  (await test.ctx.db.select().from(alerts).where(eq(alerts.orgId, org.org.id)))
    .filter(({ certificateId }) => String(certificateId) === id)
    .map(({ rule, domain, summary, resolution }) => ({ rule, domain, summary, resolution }));

describe('silence', () => {
  it('of three intervals is one alert, which the next bundle ends', async () => {
    await openChannel(test.ctx, org.org.id, 'email');
    const program = await enrolled('Quiet');
    test.ctx.clock.advance(3 * HOUR_MS);
    await sweepAlerts(test.ctx);
    expect(await alertsOf(program)).toEqual([]);
    test.ctx.clock.advance(1000);
    await sweepAlerts(test.ctx);
    await sweepAlerts(test.ctx);
    const open = { rule: 'collector_unwell', domain: 'Quiet', summary: 'Collector has not reported for three intervals', resolution: null };
    expect(await alertsOf(program)).toEqual([open]);
    await send(await program.write());
    await sweepAlerts(test.ctx);
    expect(await alertsOf(program)).toEqual([{ ...open, resolution: 'recovered' }]);
    test.ctx.clock.advance(4 * HOUR_MS);
    await sweepAlerts(test.ctx);
    expect(await alertsOf(program)).toHaveLength(2);
  });

  it('of a revoked collector, of one that never came, and of a plan without collectors is none', async () => {
    const [revoked, waiting, lost] = [await enrolled('Revoked'), await waitingCollector(org, 'Waiting'), await enrolled('Lost')];
    await revokeCollector(org, { id: revoked.id });
    await test.ctx.db.update(organizations).set({ plan: 'Team' }).where(eq(organizations.id, org.org.id));
    test.ctx.clock.advance(DAY_MS);
    await sweepAlerts(test.ctx);
    expect([await alertsOf(revoked), await alertsOf(waiting), await alertsOf(lost)]).toEqual([[], [], []]);
  });
});

describe('a copied key', () => {
  const summary = 'Collector has a twin: two programs use its key. Nothing more is taken';
  const copied = async (name: string) => {
    const program = await enrolled(name);
    const twin = program.copy();
    await send(await program.write());
    await expect(send(await twin.write())).rejects.toMatchObject({ code: 'bundle_fork' });
    return program;
  };

  it('is an alert at once, and one only, until the collector is gone', async () => {
    const program = await copied('Twin');
    await sweepAlerts(test.ctx);
    test.ctx.clock.advance(9 * HOUR_MS);
    await sweepAlerts(test.ctx);
    expect(await alertsOf(program)).toMatchObject([{ rule: 'collector_forked', summary, resolution: null }]);
    await removeCollector(org, { id: program.id });
    expect(await alertsOf(program)).toMatchObject([{ resolution: 'removed' }]);
  });

  it('is an alert beside that of its silence, and both end when it is revoked', async () => {
    const program = await enrolled('Quiet twin');
    const twin = program.copy();
    await send(await program.write());
    test.ctx.clock.advance(4 * HOUR_MS);
    await sweepAlerts(test.ctx);
    expect(await alertsOf(program)).toMatchObject([{ rule: 'collector_unwell' }]);
    await expect(send(await twin.write())).rejects.toMatchObject({ code: 'bundle_fork' });
    await sweepAlerts(test.ctx);
    expect((await alertsOf(program)).map(({ rule, resolution }) => `${rule} ${resolution}`).sort()).toEqual([
      'collector_forked null',
      'collector_unwell null',
    ]);
    await revokeCollector(org, { id: program.id });
    await sweepAlerts(test.ctx);
    expect((await alertsOf(program)).map(({ resolution }) => resolution)).toEqual(['removed', 'removed']);
  });
});
