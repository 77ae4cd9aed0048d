import { alerts, collectorFiles } from '@notafter/db';
import { HOUR_MS } from '@notafter/domain';
import { type BundleWriter, createTestContext, makeOrgContext, seedDers, type TestContext } from '@notafter/testing';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sweepAlerts } from '../notifications/ledger/sweep-alerts.ts';
import { openChannel } from '../notifications/testing/ledger-fixtures.ts';
import type { PersonContext } from '../use-case.ts';
import { recordBundles } from './record-bundles.ts';
import { removeCollector } from './remove-collector.ts';
import { enrolledCollector, sendBundle } from './testing/enrolled-collector.ts';

let test: TestContext;
let org: PersonContext;
let program: BundleWriter;
beforeAll(async () => {
  test = await createTestContext();
});
beforeEach(async () => {
  org = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
  program = await enrolledCollector(org, 'Vault');
  await openChannel(test.ctx, org.org.id, 'email');
});
afterAll(() => test.close());

type File = NonNullable<NonNullable<Parameters<BundleWriter['write']>[0]>['files']>[number];

/** An hour later, the collector reports files, and the sweep of the minute follows. */
const report = async (...files: readonly File[]): Promise<void> => {
  test.ctx.clock.advance(HOUR_MS);
  await sendBundle(test.ctx, await program.write({ files }));
  await recordBundles(test.ctx, { collectorId: program.id });
  await sweepAlerts(test.ctx);
};
const raised = async () =>
  (
    await test.ctx.db
      .select()
      .from(alerts)
      .where(and(eq(alerts.orgId, org.org.id), eq(alerts.rule, 'files_unreadable')))
  )
    .sort((one, other) => one.raisedAt.getTime() - other.raisedAt.getTime())
    .map(({ domain, summary, resolution }) => [domain, summary, resolution]);

const problem = { code: 'wrong_password', message: 'The password is wrong.' };
const broken = (path: string, more: Partial<File> = {}): File => ({ path, problem, ...more });
const unchanged = (path: string): File => ({ path, problem, chain: 'unchanged' });
const readable = (path: string): File => ({ path, chain: seedDers(`leaf ${path}`) });

it('that can’t be read in three reports in a row are one alert, which names them and ends when all can be read', async () => {
  const paths = ['/a.p12', '/b.jks', '/c.pem', '/d.pem', '/e.pem'] as const;
  await report(...paths.map((path) => broken(path)));
  await report(...paths.map(unchanged));
  expect(await raised()).toEqual([]);
  await report(...paths.map((path) => broken(path)));
  await report(...paths.map(unchanged));
  const text = 'Collector can’t read 5 files: /a.p12, /b.jks, /c.pem, and 2 more';
  expect(await raised()).toEqual([['Vault', text, null]]);

  await report(...paths.slice(1).map(readable), unchanged('/a.p12'));
  expect(await raised()).toEqual([['Vault', text, null]]);
  await report(readable('/a.p12'));
  expect(await raised()).toEqual([['Vault', text, 'recovered']]);

  for (const _ of [1, 2, 3]) await report(broken('/a.p12'));
  expect((await raised())[1]).toEqual(['Vault', 'Collector can’t read 1 file: /a.p12', null]);
  await report({ path: '/a.p12', problem: { code: 'not_found', message: 'Gone.' } });
  expect((await raised())[1]?.[2]).toBe('recovered');
});

it('that are readable in between wake nobody, such as one that is being written', async () => {
  for (const file of [broken('/a.p12'), unchanged('/a.p12'), readable('/a.p12'), broken('/a.p12'), unchanged('/a.p12')]) await report(file);
  expect(await raised()).toEqual([]);
  await report(unchanged('/a.p12'));
  expect(await raised()).toHaveLength(1);
});

it('count in a keystore that was readable before, and in a cluster whose access broke', async () => {
  const cluster = 'kubernetes:in-cluster';
  await report(readable('/a.p12'), { path: cluster, format: 'kubernetes' });
  for (const _ of [1, 2, 3]) await report(broken('/a.p12'), broken(cluster, { format: 'kubernetes' }));
  expect(await raised()).toEqual([['Vault', `Collector can’t read 2 files: /a.p12 and ${cluster}`, null]]);
  await removeCollector(org, { id: program.id });
  expect((await raised())[0]?.[2]).toBe('removed');
});

it('are counted once for a bundle that two workers record', async () => {
  await sendBundle(test.ctx, await program.write({ files: [broken('/a.p12')] }));
  await Promise.all([1, 2].map(() => recordBundles(test.ctx, { collectorId: program.id })));
  const isIts = eq(collectorFiles.collectorId, program.id);
  expect(await test.ctx.db.select().from(collectorFiles).where(isIts)).toMatchObject([{ problemReports: 1 }]);
});

it('have paths of any length in the text, without what a terminal or a channel would follow', async () => {
  for (const _ of [1, 2, 3]) await report(broken(`/${'x'.repeat(4_000)}\u202e.pem`));
  const [[, summary = ''] = []] = await raised();
  expect([summary?.length, summary?.includes('\u202e')]).toEqual([expect.any(Number), false]);
  expect(summary?.length).toBeLessThan(200);
});
