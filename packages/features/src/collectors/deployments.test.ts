import { alerts, certificateDeployments, certificates, checkSchedule } from '@notafter/db';
import { addMs, type CertificateFacts, DAY_MS, HOUR_MS } from '@notafter/domain';
import { listCertificatesInput } from '@notafter/domain/inputs';
import {
  type BundleWriter,
  certificateFacts,
  createTestContext,
  makeOrgContext,
  seedDers,
  servedObservation,
  type TestContext,
} from '@notafter/testing';
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addCertificate } from '../certificates/add-certificate.ts';
import { checkCertificate } from '../certificates/checks/check-certificate.ts';
import { getDeployment } from '../certificates/deployment/get-deployment.ts';
import { getCertificate } from '../certificates/get-certificate.ts';
import { listCertificates } from '../certificates/list/list-certificates.ts';
import { getMetrics } from '../certificates/prometheus/get-metrics.ts';
import { removeCertificate } from '../certificates/remove-certificate.ts';
import type { SystemContext } from '../context.ts';
import { sweepAlerts } from '../notifications/ledger/sweep-alerts.ts';
import type { PersonContext } from '../use-case.ts';
import { recordBundles } from './record-bundles.ts';
import { removeCollector } from './remove-collector.ts';
import { sendBundle, waitingCollector } from './testing/enrolled-collector.ts';
import { judgeReported, seededReader } from './testing/seeded-certificates.ts';

let test: TestContext;
let org: PersonContext;
let ctx: SystemContext;

/** `leaf shop.test 3`: the third certificate of that name, issued on the third day. */
const factsOfSeed = (seed: string): CertificateFacts => {
  const [, name = '', day = '0', keyType = 'EC'] = seed.split(' ');
  const notBefore = addMs(new Date('2026-10-01T00:00:00Z'), Number(day) * DAY_MS);
  return certificateFacts(seed, { san: [name], notBefore, notAfter: addMs(notBefore, 90 * DAY_MS), keyType });
};
const fingerprint = (seed: string): string => factsOfSeed(seed).fingerprint256;
const serve = (host: string, seed: string): void =>
  test.ctx.gateways.prober.answer(`${host}:443`, servedObservation(host, {}, { chain: [factsOfSeed(seed)] }));

beforeAll(async () => {
  test = await createTestContext();
  const { gateways } = test.ctx;
  ctx = { ...test.ctx, gateways: { ...gateways, certificateReader: seededReader(gateways.certificateReader, factsOfSeed) } };
  for (const host of ['db.internal', 'web.internal']) gateways.prober.answer(`${host}:443`, judgeReported(host, factsOfSeed));
});
beforeEach(async () => {
  org = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
});
afterAll(() => test.close());

const now = (): Date => test.ctx.clock.now();
type Findings = NonNullable<Parameters<BundleWriter['write']>[0]>;

const newProgram = () => waitingCollector(org);
const report = async (program: BundleWriter, findings: Findings): Promise<void> => {
  await sendBundle(ctx, await program.write(findings));
  await recordBundles(ctx, { collectorId: program.id });
};
const file = (path: string, seed: string) => ({ path, chain: seedDers(seed) });
/** The collector's own endpoint serves one, its files hold others. */
const scan = (program: BundleWriter, seed: string, files: Readonly<Record<string, string>>): Promise<void> =>
  report(program, {
    endpoints: [{ target: 'db.internal', chain: seedDers(seed) }],
    files: Object.entries(files).map(([path, held]) => file(path, held)),
  });
const sweep = () => sweepAlerts(test.ctx);
const add = async (host: string) => (await addCertificate(org, { domain: host })).certificate.id;
const check = (id: Awaited<ReturnType<typeof add>>) => checkCertificate(org, { id });
const recheck = async (domain: string) => {
  const [row] = await test.ctx.db
    .select({ id: certificates.id })
    .from(certificates)
    .where(and(eq(certificates.orgId, org.org.id), eq(certificates.domain, domain)));
  if (row !== undefined) await check(row.id);
};
const states = async () => {
  const rows = await test.ctx.db
    .select({ domain: certificates.domain, state: certificateDeployments.state, known: certificateDeployments.known })
    .from(certificateDeployments)
    .innerJoin(certificates, eq(certificates.id, certificateDeployments.certificateId))
    .where(eq(certificates.orgId, org.org.id))
    .orderBy(asc(certificates.domain));
  return rows.map(({ domain, state }) => `${domain} ${state}`);
};
const raised = async () =>
  (await test.ctx.db.select().from(alerts).where(eq(alerts.orgId, org.org.id)).orderBy(asc(alerts.raisedAt), asc(alerts.id))).flatMap(
    ({ rule, domain, summary, resolution }) => (rule === 'not_deployed' ? [{ domain, summary, resolution }] : []),
  );

const PATH = '/etc/nginx/tls/db.pem';

describe('a file that has a newer certificate than its server', () => {
  it('is renewed, not reloaded: shown at once, one alert an hour later, closed by the reload', async () => {
    const program = await newProgram();
    await scan(program, 'leaf db 1', { [PATH]: 'leaf db 1' });
    expect(await states()).toEqual([]);
    test.ctx.clock.advance(HOUR_MS);
    await scan(program, 'leaf db 1', { [PATH]: 'leaf db 2' });
    expect(await states()).toEqual(['db.internal not_reloaded']);
    await sweep();
    expect(await raised()).toEqual([]);

    for (let scans = 0; scans < 3; scans += 1) {
      test.ctx.clock.advance(HOUR_MS);
      await report(program, {
        endpoints: [{ target: 'db.internal', chain: 'unchanged' }],
        files: [{ path: PATH, chain: 'unchanged' }],
      });
      await sweep();
    }
    const summary = `Renewed, not reloaded. ${PATH} (Vault) has a new certificate, but the server still serves the old one.`;
    expect(await raised()).toEqual([{ domain: 'db.internal', summary, resolution: null }]);

    await scan(program, 'leaf db 2', { [PATH]: 'leaf db 2' });
    await sweep();
    expect(await states()).toEqual([]);
    expect(await raised()).toEqual([{ domain: 'db.internal', summary, resolution: 'recovered' }]);
  });

  it('raises nothing if the server is reloaded within the hour', async () => {
    const program = await newProgram();
    await scan(program, 'leaf db 1', { [PATH]: 'leaf db 1' });
    await scan(program, 'leaf db 1', { [PATH]: 'leaf db 2' });
    test.ctx.clock.advance(2 * HOUR_MS);
    await scan(program, 'leaf db 2', { [PATH]: 'leaf db 2' });
    await sweep();
    expect(await raised()).toEqual([]);
  });

  it('is known over two renewals, and not confused by certificates of the same name in other files', async () => {
    const program = await newProgram();
    await scan(program, 'leaf db 1', { [PATH]: 'leaf db 1', '/srv/other/db.pem': 'leaf db 5' });
    expect(await states()).toEqual([]);
    await scan(program, 'leaf db 1', { [PATH]: 'leaf db 2' });
    await scan(program, 'leaf db 1', { [PATH]: 'leaf db 3' });
    expect(await states()).toEqual(['db.internal not_reloaded']);
    const [row] = await test.ctx.db.select().from(certificateDeployments);
    expect(row).toMatchObject({ served: fingerprint('leaf db 1'), known: fingerprint('leaf db 3') });
  });

  it('is issued, not deployed, if the server’s own file still has the old one; certbot’s archive does not count', async () => {
    const program = await newProgram();
    const [lego, archive] = ['/var/lib/lego/db.crt', '/etc/letsencrypt/archive/db/cert1.pem'];
    await scan(program, 'leaf db 1', { [lego]: 'leaf db 1', [PATH]: 'leaf db 1', [archive]: 'leaf db 1' });
    await scan(program, 'leaf db 1', { [lego]: 'leaf db 2' });
    expect(await states()).toEqual(['db.internal not_deployed']);
    await scan(program, 'leaf db 1', { [PATH]: 'leaf db 2' });
    expect(await states()).toEqual(['db.internal not_reloaded']);
  });

  it('is not reported if the file has an older one, or one of other names', async () => {
    const program = await newProgram();
    await scan(program, 'leaf db 3', { [PATH]: 'leaf db 3' });
    await scan(program, 'leaf db 3', { [PATH]: 'leaf db 2' });
    await scan(program, 'leaf db 3', { [PATH]: 'leaf mail 9' });
    expect(await states()).toEqual([]);
  });

  it('covers endpoints that the server checks itself, and expedites their check', async () => {
    const program = await newProgram();
    serve('shop.test', 'leaf shop 1');
    const id = await add('shop.test');
    await report(program, { files: [file(PATH, 'leaf shop 1')] });
    test.ctx.clock.advance(HOUR_MS);
    await report(program, { files: [file(PATH, 'leaf shop 2')] });
    await sweep();
    const [schedule] = await test.ctx.db.select().from(checkSchedule).where(eq(checkSchedule.certificateId, id));
    // Within the hour, it may have been due anyway.
    expect(schedule?.nextCheckAt.getTime()).toBeLessThanOrEqual(now().getTime());
    serve('shop.test', 'leaf shop 2');
    await check(id);
    expect(await states()).toEqual([]);
  });

  it('is forgotten with its collector', async () => {
    const program = await newProgram();
    serve('shop.test', 'leaf shop 1');
    await add('shop.test');
    await report(program, { files: [file(PATH, 'leaf shop 1')] });
    await report(program, { files: [file(PATH, 'leaf shop 2')] });
    expect(await states()).toEqual(['shop.test not_reloaded']);
    await removeCollector(org, { id: program.id });
    expect(await states()).toEqual([]);
  });
});

describe('the deployment of an endpoint', () => {
  it('is issued, on disk and served in one answer, with the command that reloads the server', async () => {
    const program = await newProgram();
    serve('shop.test', 'leaf shop 1');
    const certificateId = await add('shop.test');
    expect(await getDeployment(org, { certificateId })).toEqual({ deployment: null });
    await report(program, { files: [file(PATH, 'leaf shop 1')] });
    const { deployment } = await getDeployment(org, { certificateId });
    expect(deployment).toMatchObject({ state: null, files: [{ path: PATH, collector: 'Vault', isServed: true }], reloads: [] });
    expect((await getCertificate(org, { id: certificateId })).certificate.deployment).toEqual({ state: null });

    await report(program, { files: [file(PATH, 'leaf shop 2')] });
    const since = now();
    expect(await getDeployment(org, { certificateId })).toMatchObject({
      deployment: {
        ...{ state: 'not_reloaded', since, count: { deployed: 0, total: 1 }, alsoBehind: [] },
        issued: { fingerprint256: fingerprint('leaf shop 2') },
        files: [{ path: PATH, isServed: false, firstSeenAt: since }],
        served: { fingerprint256: fingerprint('leaf shop 1') },
        reloads: [{ server: 'nginx', command: 'nginx -t && systemctl reload nginx' }],
      },
    });
    expect((await getCertificate(org, { id: certificateId })).certificate.deployment).toEqual({ state: 'not_reloaded' });
  });

  it('shows no file of another organization', async () => {
    serve('shop.test', 'leaf shop 1');
    await add('shop.test');
    const program = await newProgram();
    await report(program, { files: [file(PATH, 'leaf shop 1')] });
    const stranger = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
    const { certificate } = await addCertificate(stranger, { domain: 'shop.test' });
    await report(program, { files: [file(PATH, 'leaf shop 2')] });
    expect(await getDeployment(stranger, { certificateId: certificate.id })).toEqual({ deployment: null });
    expect(await states()).toEqual(['shop.test not_reloaded']);
  });
});

it('is shown in lists and found by them, and read by Prometheus', async () => {
  for (const host of ['a.test', 'b.test']) serve(host, 'leaf *.test 1');
  const [a] = [await add('a.test'), await add('b.test')];
  serve('a.test', 'leaf *.test 4');
  await check(a);
  const program = await newProgram();
  await scan(program, 'leaf db 1', { [PATH]: 'leaf db 1' });
  await scan(program, 'leaf db 1', { [PATH]: 'leaf db 2' });
  const found = async (search: string) => {
    const list = await listCertificates(org, listCertificatesInput.parse({ search }));
    return list.certificates.map(({ domain, deploymentState }) => `${domain} ${deploymentState}`).sort();
  };
  expect(await found('deploy:not-reloaded')).toEqual(['db.internal not_reloaded']);
  expect(await found('deploy:behind')).toEqual(['b.test left_behind']);
  expect(await found('deploy:any')).toEqual(['b.test left_behind', 'db.internal not_reloaded']);
  expect(await found('deploy:any b.test')).toEqual(['b.test left_behind']);
  expect([await found('deploy:unknown'), await found('deploy:not-deployed')]).toEqual([[], []]);
  expect(await found('')).toEqual(['a.test null', 'b.test left_behind', 'db.internal not_reloaded']);
  const { endpoints } = await getMetrics(org, {});
  expect(endpoints.map(({ domain, collector, deploymentState }) => [domain, collector, deploymentState])).toEqual([
    ['a.test', null, null],
    ['b.test', null, 'left_behind'],
    ['db.internal', 'Vault', 'not_reloaded'],
  ]);
  const others = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
  expect((await listCertificates(others, listCertificatesInput.parse({ search: 'deploy:any' }))).certificates).toEqual([]);
});

describe('a server with a newer certificate than its file', () => {
  it('is served, but unknown: shown and never an alert', async () => {
    const program = await newProgram();
    await scan(program, 'leaf db 1', { [PATH]: 'leaf db 1' });
    await scan(program, 'leaf db 2', { [PATH]: 'leaf db 1' });
    expect(await states()).toEqual(['db.internal unknown']);
    test.ctx.clock.advance(9 * DAY_MS);
    await scan(program, 'leaf db 2', {});
    await sweep();
    expect(await raised()).toEqual([]);
    await scan(program, 'leaf db 2', { [PATH]: 'leaf db 2' });
    expect(await states()).toEqual([]);
  });
});

describe('one certificate on several servers', () => {
  const hosts = ['a.test', 'b.test', 'c.test', 'd.test', 'e.test'];

  it('raises one alert for those left behind after two days, which closes with the last', async () => {
    for (const host of hosts) serve(host, 'leaf *.test 1');
    const ids = [];
    for (const host of hosts) ids.push(await add(host));
    for (const host of hosts.slice(0, 3)) serve(host, 'leaf *.test 4');
    for (const id of ids) await check(id);
    expect(await states()).toEqual(['d.test left_behind', 'e.test left_behind']);
    test.ctx.clock.advance(DAY_MS);
    for (const id of ids) await check(id);
    await sweep();
    expect(await raised()).toEqual([]);

    test.ctx.clock.advance(DAY_MS);
    for (const id of ids) await check(id);
    await sweep();
    const summary = '3 of 5 servers serve the new certificate, 2 still serve the old one.';
    expect(await raised()).toEqual([{ domain: 'd.test', summary, resolution: null }]);
    serve('d.test', 'leaf *.test 4');
    await recheck('d.test');
    await sweep();
    expect(await raised()).toEqual([{ domain: 'd.test', summary, resolution: null }]);
    expect(await states()).toEqual(['e.test left_behind']);
    serve('e.test', 'leaf *.test 4');
    await recheck('e.test');
    await sweep();
    expect(await raised()).toEqual([{ domain: 'd.test', summary, resolution: 'recovered' }]);
  });

  it('raises nothing for servers that never had the same certificate, or went back to the old one', async () => {
    serve('a.test', 'leaf *.test 1');
    serve('b.test', 'leaf *.test 2');
    const [a, b] = [await add('a.test'), await add('b.test')];
    serve('b.test', 'leaf *.test 3');
    await check(b);
    expect(await states()).toEqual([]);
    serve('a.test', 'leaf *.test 3');
    await check(a);
    serve('a.test', 'leaf *.test 1');
    await check(a);
    expect(await states()).toEqual([]);
  });

  it('raises nothing once those that had moved on are deleted', async () => {
    for (const host of ['a.test', 'b.test']) serve(host, 'leaf *.test 1');
    const [a, b] = [await add('a.test'), await add('b.test')];
    serve('a.test', 'leaf *.test 4');
    await check(a);
    expect(await states()).toEqual(['b.test left_behind']);
    await removeCertificate(org, { id: a });
    test.ctx.clock.advance(3 * DAY_MS);
    await check(b);
    await sweep();
    expect(await raised()).toEqual([]);
  });
});
