import { alerts, certificates, checkSchedule, collectorBundles, collectorFiles, organizations } from '@notafter/db';
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
import { monitorFiles } from '../certificates/files/monitor-files.ts';
import { getCertificate } from '../certificates/get-certificate.ts';
import { listCertificateHistory } from '../certificates/history/list-certificate-history.ts';
import { listCertificates } from '../certificates/list/list-certificates.ts';
import { removeCertificate } from '../certificates/remove-certificate.ts';
import { updateCertificateTags } from '../certificates/update-certificate-tags.ts';
import { judgeUploads } from '../certificates/uploads/judge-uploads.ts';
import type { SystemContext } from '../context.ts';
import { sweepAlerts } from '../notifications/ledger/sweep-alerts.ts';
import { choose, deliveriesOf, openChannel } from '../notifications/testing/ledger-fixtures.ts';
import type { PersonContext } from '../use-case.ts';
import { enqueueWaitingBundles } from './enqueue-waiting-bundles.ts';
import { getCollector } from './get-collector.ts';
import { recordBundles } from './record-bundles.ts';
import { removeCollector } from './remove-collector.ts';
import { sendBundle, waitingCollector } from './testing/enrolled-collector.ts';
import { judgeReported, seededReader } from './testing/seeded-certificates.ts';

let test: TestContext;
let org: PersonContext;
let ctx: SystemContext;
let start: Date;

/** `leaf shop.test,www.shop.test 2 EC`: the second certificate of these names, issued on day 2 and valid for 20 days. */
const factsOfSeed = (seed: string): CertificateFacts => {
  const [, names = '', day = '0', keyType = 'EC'] = seed.split(' ');
  const notBefore = addMs(start, Number(day) * DAY_MS);
  return certificateFacts(seed, { san: names.split(','), notBefore, notAfter: addMs(notBefore, 20 * DAY_MS + HOUR_MS), keyType });
};
const fingerprint = (seed: string): string => factsOfSeed(seed).fingerprint256;

beforeAll(async () => {
  test = await createTestContext();
  start = test.ctx.clock.now();
  const { gateways } = test.ctx;
  ctx = { ...test.ctx, gateways: { ...gateways, certificateReader: seededReader(gateways.certificateReader, factsOfSeed) } };
  for (const host of ['db.internal', 'upload.invalid']) gateways.prober.answer(`${host}:443`, judgeReported(host, factsOfSeed));
});
beforeEach(async () => {
  start = test.ctx.clock.now();
  org = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
  await openChannel(test.ctx, org.org.id, 'email');
  await choose(test.ctx, org.org.id, { alertDays: [7], scaleToLifetime: false });
});
afterAll(() => test.close());

const newProgram = (name?: string) => waitingCollector(org, name);
type Findings = NonNullable<Parameters<BundleWriter['write']>[0]>;

const monitor = ({ id }: BundleWriter): Promise<void> => monitorFiles(ctx, { collectorId: id });
const report = async (program: BundleWriter, findings: Findings): Promise<void> => {
  await sendBundle(ctx, await program.write(findings));
  await recordBundles(ctx, { collectorId: program.id });
  await monitor(program);
};
/** Each file has one certificate, with its chain if there is more than one seed. */
const files = (held: Readonly<Record<string, string | readonly string[]>>) =>
  Object.entries(held).map(([path, seeds]) => ({ path, chain: seedDers(...[seeds].flat()) }));
const scan = (program: BundleWriter, held: Readonly<Record<string, string | readonly string[]>>): Promise<void> =>
  report(program, { files: files(held) });
const gone = (path: string) => ({ path, problem: { code: 'not_found', message: 'The file is no longer there.' } });

const rows = () =>
  test.ctx.db
    .select({ id: certificates.id, name: certificates.domain, fingerprint256: certificates.fingerprint256 })
    .from(certificates)
    .where(and(eq(certificates.orgId, org.org.id), eq(certificates.source, 'file')))
    .orderBy(asc(certificates.domain));
const names = async () => (await rows()).map(({ name }) => name);
const only = async () => {
  const [row, ...others] = await rows();
  if (row === undefined || others.length > 0) throw new Error(`${others.length + (row === undefined ? 0 : 1)} rows.`);
  return row;
};
const sweep = () => sweepAlerts(test.ctx);
const raised = async () =>
  (await test.ctx.db.select().from(alerts).where(eq(alerts.orgId, org.org.id)).orderBy(asc(alerts.raisedAt), asc(alerts.id))).flatMap(
    // The collector's own silence is another test's.
    ({ rule, domain, resolution }) => (rule === 'collector_unwell' ? [] : `${rule} ${domain} ${resolution ?? 'open'}`),
  );
const history = async () => (await listCertificateHistory(org, { id: (await only()).id, limit: 10 })).history.map(({ action }) => action);
const serve = (host: string, seed: string): void =>
  test.ctx.gateways.prober.answer(`${host}:443`, servedObservation(host, {}, { chain: [factsOfSeed(seed)] }));

const PATH = '/etc/pki/shop.pem';

describe('a certificate in a file that no endpoint serves', () => {
  it('is monitored as a certificate, and alerts once', async () => {
    const program = await newProgram();
    await scan(program, { [PATH]: ['leaf shop.test 1', 'ca'] });
    const { id } = await only();
    const { certificate } = await getCertificate(org, { id });
    expect(certificate).toMatchObject({
      ...{ source: 'file', domain: `shop.test in ${PATH}`, host: '', port: 0, fingerprint256: fingerprint('leaf shop.test 1') },
      ...{ collector: { name: 'Vault' }, lastCheckedAt: null, status: 'warning' },
    });
    expect(certificate.chain.map(({ fingerprint256 }) => fingerprint256)).toEqual([fingerprint('leaf shop.test 1'), fingerprint('ca')]);
    const { deployment } = await getDeployment(org, { certificateId: id });
    expect(deployment).toMatchObject({ state: null, served: null, files: [{ path: PATH, collector: 'Vault', isServed: false }] });
    expect(await test.ctx.db.$count(checkSchedule, eq(checkSchedule.certificateId, id))).toBe(0);
    expect((await listCertificates(org, listCertificatesInput.parse({ search: 'kind:file' }))).certificates.map((row) => row.id)).toEqual([
      id,
    ]);
    expect((await getCollector(org, { id: program.id })).collector).toMatchObject({ endpoints: 0, files: 1 });

    for (let day = 0; day < 15; day += 1) {
      test.ctx.clock.advance(DAY_MS);
      await report(program, { files: [{ path: PATH, chain: 'unchanged' }] });
      await sweep();
    }
    expect(await raised()).toEqual([`expiry shop.test in ${PATH} open`]);
    expect(await deliveriesOf(test.ctx, id)).toEqual(['expiry 7 email alert pending']);
  });

  it('follows its file to a renewed certificate, with other names too, and keeps its tags', async () => {
    const program = await newProgram();
    await scan(program, { [PATH]: 'leaf shop.test 1' });
    const { id } = await only();
    await updateCertificateTags(org, { id, tags: { team: 'web' } });
    test.ctx.clock.advance(16 * DAY_MS);
    await sweep();
    expect(await raised()).toEqual([`expiry shop.test in ${PATH} open`]);
    await scan(program, { [PATH]: 'leaf shop.test 17' });
    expect(await raised()).toEqual([`expiry shop.test in ${PATH} renewed`]);
    expect(await history()).toEqual(['renewed', 'added']);
    await scan(program, { [PATH]: 'leaf www.shop.test 18' });
    expect(await only()).toMatchObject({ id, name: `www.shop.test in ${PATH}`, fingerprint256: fingerprint('leaf www.shop.test 18') });
    expect((await getCertificate(org, { id })).certificate.tags).toEqual({ team: 'web' });
  });

  it('is one row for all files of the same names, by the newest certificate; each key type has its own', async () => {
    const program = await newProgram();
    await scan(program, { [PATH]: 'leaf shop.test 3', '/old/shop.pem': 'leaf shop.test 1', '/etc/pki/copy/shop.pem': 'leaf shop.test 3' });
    expect(await only()).toMatchObject({ name: `shop.test in ${PATH}`, fingerprint256: fingerprint('leaf shop.test 3') });
    await scan(program, { '/etc/pki/shop-rsa.pem': 'leaf shop.test 2 RSA' });
    expect(await names()).toEqual(['shop.test in /etc/pki/shop-rsa.pem', `shop.test in ${PATH}`]);
  });

  it('is none of CAs, and none that certbot only keeps', async () => {
    const program = await newProgram();
    await scan(program, { '/etc/letsencrypt/archive/shop/cert1.pem': 'leaf shop.test 1' });
    await test.ctx.db.update(collectorFiles).set({ role: 'authority' }).where(eq(collectorFiles.collectorId, program.id));
    await scan(program, { '/etc/letsencrypt/archive/shop/cert2.pem': 'leaf shop.test 2' });
    expect(await names()).toEqual([]);
  });

  it('is removed with its file, and stays while the file can’t be read', async () => {
    const program = await newProgram();
    await scan(program, { [PATH]: 'leaf shop.test 1' });
    const { id } = await only();
    const unreadable = { code: 'permission', message: 'Permission denied.' };
    await report(program, { files: [{ path: PATH, problem: unreadable }] });
    await report(program, { files: [{ path: PATH, problem: unreadable, chain: 'unchanged' }] });
    test.ctx.clock.advance(16 * DAY_MS);
    await sweep();
    expect(await raised()).toEqual([`expiry shop.test in ${PATH} open`]);
    expect((await getCollector(org, { id: program.id })).collector).toMatchObject({ filesWithProblems: 1 });
    await scan(program, { [PATH]: 'leaf shop.test 17' });
    expect(await only()).toMatchObject({ id });
    await report(program, { files: [gone(PATH)] });
    expect(await names()).toEqual([]);
  });

  it('is removed with its collector, and its alert ends', async () => {
    const program = await newProgram();
    await scan(program, { [PATH]: 'leaf shop.test 1' });
    test.ctx.clock.advance(16 * DAY_MS);
    await sweep();
    await removeCollector(org, { id: program.id });
    expect(await names()).toEqual([]);
    expect(await raised()).toEqual([`expiry shop.test in ${PATH} removed`]);
  });

  it('is judged again with uploads, and comes back if a person deletes it while the file is there', async () => {
    const program = await newProgram();
    await scan(program, { [PATH]: 'leaf shop.test 1' });
    const { id } = await only();
    await judgeUploads(ctx, {});
    expect(await history()).toEqual(['added']);
    await removeCertificate(org, { id });
    await report(program, { files: [{ path: PATH, chain: 'unchanged' }] });
    expect((await only()).id).not.toBe(id);
  });
});

describe('a certificate on disk and served', () => {
  it('is the endpoint’s alone, before and after a renewal that the server does not know', async () => {
    const program = await newProgram();
    const both = (served: string, onDisk: string) =>
      report(program, { endpoints: [{ target: 'db.internal', chain: seedDers(served) }], files: files({ [PATH]: onDisk }) });
    await both('leaf db.internal 1', 'leaf db.internal 1');
    expect(await names()).toEqual([]);
    await both('leaf db.internal 1', 'leaf db.internal 2');
    expect(await names()).toEqual([]);
    await both('leaf db.internal 2', 'leaf db.internal 2');
    await both('leaf db.internal 3', 'leaf db.internal 2');
    expect(await names()).toEqual([]);
  });

  it('moves to the endpoint that is added for it within a minute, and back when that is deleted', async () => {
    const program = await newProgram();
    await scan(program, { [PATH]: 'leaf shop.test 1' });
    const queued = () => test.ctx.jobs.enqueued.filter(({ name }) => name === 'monitor-files').length;
    const before = queued();
    await enqueueWaitingBundles(ctx);
    expect(queued()).toBe(before);
    serve('shop.test', 'leaf shop.test 1');
    const { certificate } = await addCertificate(org, { domain: 'shop.test' });
    await enqueueWaitingBundles(ctx);
    expect(queued()).toBe(before + 1);
    await monitor(program);
    expect(await names()).toEqual([]);
    test.ctx.clock.advance(16 * DAY_MS);
    await checkCertificate(org, { id: certificate.id });
    await sweep();
    expect(await raised()).toEqual(['expiry shop.test open']);
    await removeCertificate(org, { id: certificate.id });
    await report(program, { files: [{ path: PATH, chain: 'unchanged' }] });
    expect(await names()).toEqual([`shop.test in ${PATH}`]);
  });

  it('says nothing about a certificate of the same names that another machine has', async () => {
    const program = await newProgram();
    serve('shop.test', 'leaf shop.test 5');
    await addCertificate(org, { domain: 'shop.test' });
    await scan(program, { [PATH]: 'leaf shop.test 1' });
    expect(await names()).toEqual([`shop.test in ${PATH}`]);
  });

  it('is nobody else’s: an endpoint of another organization changes nothing', async () => {
    const stranger = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
    serve('shop.test', 'leaf shop.test 1');
    await addCertificate(stranger, { domain: 'shop.test' });
    const program = await newProgram();
    await scan(program, { [PATH]: 'leaf shop.test 1' });
    expect(await names()).toEqual([`shop.test in ${PATH}`]);
  });
});

describe('reports', () => {
  it('that are recorded again, or whose job runs twice at once, change nothing', async () => {
    const program = await newProgram();
    await sendBundle(ctx, await program.write({ files: files({ [PATH]: 'leaf shop.test 1', '/b.pem': 'leaf b.test 1' }) }));
    const [stored] = await test.ctx.db.select().from(collectorBundles).where(eq(collectorBundles.collectorId, program.id));
    await recordBundles(ctx, { collectorId: program.id });
    await Promise.all([monitor(program), monitor(program)]);
    const before = await rows();
    expect(before).toHaveLength(2);
    // As a restored backup has it.
    const { content, position } = stored ?? { content: null, position: 0 };
    await test.ctx.db.update(collectorBundles).set({ content, position, recordedAt: null });
    await recordBundles(ctx, { collectorId: program.id });
    await monitor(program);
    expect(await rows()).toEqual(before);
  });

  it('with hostile names and paths are stored in bounded rows', async () => {
    const program = await newProgram();
    const long = `/${'é'.repeat(2_000)}/a.pem`;
    await scan(program, { [long]: `leaf ${'x'.repeat(900)}.test 1`, '/\u202eb.pem': 'leaf \u202eevil\u0007.test 1' });
    for (const name of await names()) {
      expect(name.length).toBeLessThanOrEqual(253);
      expect(name).not.toMatch(/\p{Cc}|\p{Cf}/u);
    }
    expect(await names()).toHaveLength(2);
  });

  it('of two files that swap their certificates rename both rows', async () => {
    const program = await newProgram();
    await scan(program, { '/a.pem': 'leaf shop.test,one.test 1', '/b.pem': 'leaf shop.test,two.test 1' });
    const ids = (await rows()).map(({ id }) => id);
    await scan(program, { '/a.pem': 'leaf shop.test,two.test 1', '/b.pem': 'leaf shop.test,one.test 1' });
    expect((await rows()).map(({ id }) => id)).toEqual(ids.toReversed());
  });
});

describe('the plan’s limit', () => {
  /** An operator limits this organization; returns it as its next request has it. */
  const limited = async (certificateLimit: number | null): Promise<PersonContext> => {
    await test.ctx.db.update(organizations).set({ certificateLimit }).where(eq(organizations.id, org.org.id));
    return { ...org, entitlements: { ...org.entitlements, certificateLimit } };
  };

  it('counts monitored files; those that expire first are monitored, the others are listed', async () => {
    await limited(2);
    const program = await newProgram();
    await scan(program, { '/a.pem': 'leaf a.test 3', '/b.pem': 'leaf b.test 1', '/c.pem': 'leaf c.test 2' });
    expect(await names()).toEqual(['b.test in /b.pem', 'c.test in /c.pem']);
    expect(await getCollector(await limited(2), { id: program.id })).toMatchObject({ collector: { files: 3 }, filesBeyondLimit: 1 });
    await limited(null);
    await report(program, { files: [{ path: '/a.pem', chain: 'unchanged' }] });
    expect(await names()).toEqual(['a.test in /a.pem', 'b.test in /b.pem', 'c.test in /c.pem']);
    expect(await getCollector(await limited(null), { id: program.id })).toMatchObject({ filesBeyondLimit: 0 });
  });
});
