import { anchorRules, auditLog, certificateHistory, certificates, checkSchedule, environments } from '@notafter/db';
import { addMs, brandId, type CertificateImportId, DAY_MS, MINUTE_MS } from '@notafter/domain';
import {
  auditOf,
  certificateFacts,
  createTestContext,
  makeCertificates,
  makeOrgContext,
  makeUser,
  openAs,
  passTime,
  servedObservation,
  type TestContext,
  unreachableObservation,
} from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrgContext } from '../../context.ts';
import { addEnvironment } from '../../environments/add-environment.ts';
import { runImportJob } from '../../steps/process-jobs.ts';
import { addAnchorSet } from '../anchors/add-anchor-set.ts';
import { removeAnchorSet } from '../anchors/remove-anchor-set.ts';
import { maintainChecks } from '../checks/maintain-checks.ts';
import { exportCertificates } from '../list/export-certificates.ts';
import { listCertificates } from '../list/list-certificates.ts';
import { getImport } from './get-import.ts';
import { runImport } from './run-import.ts';
import { startImport } from './start-import.ts';

let test: TestContext;
let org: OrgContext;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Enterprise' } });
});
beforeEach(async () => {
  test.ctx.jobs.clear();
  org = await makeOrgContext(test.ctx);
});
afterAll(() => test.close());

const serve = (...hosts: string[]): void => {
  for (const host of hosts) test.ctx.gateways.prober.answer(`${host}:443`, servedObservation(host));
};
const start = (text: string, who: OrgContext = org) => startImport(who, { text, format: 'auto', missingEnvironments: 'create' });
const read = (id: CertificateImportId, who: OrgContext = org) => getImport(who, { id, after: 0, limit: 1000 });
const resultsOf = ({ lines }: Awaited<ReturnType<typeof start>>) => lines.map(({ domain, result }) => [domain, result]);
const rowsOf = (who: OrgContext = org) => test.ctx.db.select().from(certificates).where(eq(certificates.orgId, who.org.id));
const filter = { search: '', status: 'all' } as const;
const manyHosts = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => `${prefix}-${index}.example`);

it('chooses the trust anchors that a column names', async () => {
  const { set } = await addAnchorSet(org, { name: 'Corp PKI', pem: certificateFacts('corp root').pem });
  serve('corp.example', 'shop.example', 'plain.example');
  const text = 'domain,trust_anchors,team\ncorp.example,corp pki,web\nshop.example,Public,\nplain.example,,\nother.example,Corp,';
  const run = await start(text);
  expect(run.lines.map(({ domain, result, message }) => [domain, result, message])).toEqual([
    ['corp.example', 'added', null],
    ['shop.example', 'added', null],
    ['plain.example', 'added', null],
    ['other.example', 'invalid', 'No trust anchors have this name.'],
  ]);
  const rules = await test.ctx.db
    .select({ domain: certificates.domain, setId: anchorRules.setId, tags: certificates.tags })
    .from(anchorRules)
    .innerJoin(certificates, eq(certificates.id, anchorRules.certificateId))
    .where(eq(anchorRules.orgId, org.org.id))
    .orderBy(certificates.domain);
  expect(rules).toEqual([
    { domain: 'corp.example', setId: set.id, tags: { team: 'web' } },
    { domain: 'shop.example', setId: null, tags: {} },
  ]);
  const anchorsOf = test.ctx.gateways.prober.termsOf.slice(-3).map(({ anchors = [] }) => anchors.map(({ digest }) => digest));
  expect(anchorsOf).toEqual([[expect.any(String)], [], []]);
});

it('leaves out a line whose trust anchors were deleted meanwhile, and adds the others', async () => {
  const { set } = await addAnchorSet(org, { name: 'Corp PKI', pem: certificateFacts('corp root').pem });
  serve('plain.example');
  test.ctx.gateways.prober.answer('corp.example:443', async () => {
    await removeAnchorSet(org, { id: set.id });
    return servedObservation('corp.example');
  });
  const run = await start(JSON.stringify([{ domain: 'corp.example', trust_anchors: 'Corp PKI' }, { domain: 'plain.example' }]));
  expect(run.lines.map(({ domain, result, message }) => [domain, result, message])).toEqual([
    ['corp.example', 'invalid', 'Its trust anchors were deleted.'],
    ['plain.example', 'added', null],
  ]);
});

describe('a short list', () => {
  it('is done when it answers: every line with its result, the kept ones with environment and tags', async () => {
    const { environment } = await addEnvironment(org, { name: 'Production', description: null });
    serve('good.example', 'old.example');
    test.ctx.gateways.prober.answer('private.example:443', unreachableObservation('private.example', { reason: 'not_allowed' }));
    await makeCertificates(test.ctx, org.org.id, [{ host: 'known.example' }]);
    const run = await start(
      [
        'domain,environment,tags',
        'Good.example,production,team=web; owner=Ada',
        'down.example,,env=live',
        'known.example,,',
        'good.example:443,,',
        '*.wild.example,,',
        'private.example,,',
        `old.example,${'x'.repeat(101)},`,
      ].join('\n'),
    );
    expect(run).toMatchObject({
      status: 'completed',
      total: 7,
      done: 7,
      counts: { added: 1, duplicate: 2, invalid: 3, unreachable: 1, limit: 0 },
      finishedAt: test.ctx.clock.now(),
      nextAfter: null,
    });
    expect(run.lines.map(({ line, result, message }) => [line, result, message])).toEqual([
      [2, 'added', null],
      [3, 'unreachable', 'The name down.example was not found in DNS.'],
      [4, 'duplicate', 'This domain is already monitored.'],
      [5, 'duplicate', 'Already on line 2.'],
      [6, 'invalid', 'A wildcard name cannot be checked. Add wild.example or a host below it.'],
      [7, 'invalid', 'Connection refused by private.example:443.'],
      [8, 'invalid', "The environment's name has at most 100 characters."],
    ]);
    const { certificates: kept } = await listCertificates(org, {
      ...filter,
      sort: 'domain',
      order: 'asc',
      page: 'first',
      limit: 10,
      cursor: undefined,
    });
    expect(kept).toMatchObject([
      { domain: 'down.example', notAfter: null, status: null, unreachable: { reason: 'dns' }, tags: { env: 'live' } },
      { domain: 'good.example', status: 'valid', environmentId: environment.id, tags: { owner: 'Ada', team: 'web' } },
      { domain: 'known.example' },
    ]);
    expect(run.lines.map(({ certificateId }) => certificateId)).toEqual([kept[1]?.id, kept[0]?.id, kept[2]?.id, null, null, null, null]);
  });

  it('holds endpoints of every protocol, told apart from others of the same host and port', async () => {
    test.ctx.gateways.prober.probed.length = 0;
    const run = await start(
      'smtp://mail.example\nmail.example:25\nSMTP://mail.example:25\nsmtp://mail.example?address=192.0.2.1\ngopher://x.example',
    );
    expect(resultsOf(run)).toEqual([
      ['smtp://mail.example', 'unreachable'],
      ['mail.example:25', 'unreachable'],
      ['smtp://mail.example', 'duplicate'],
      ['smtp://mail.example?address=192.0.2.1', 'unreachable'],
      ['gopher://x.example', 'invalid'],
    ]);
    expect(test.ctx.gateways.prober.probed).toEqual([
      { host: 'mail.example', port: 25, protocol: 'smtp' },
      { host: 'mail.example', port: 25 },
      { host: 'mail.example', port: 25, protocol: 'smtp', address: '192.0.2.1' },
    ]);
    expect(resultsOf(await start('smtp://mail.example:25'))).toEqual([['smtp://mail.example', 'duplicate']]);
  });

  it('creates the environments it names, once, and says so in the audit log', async () => {
    await addEnvironment(org, { name: 'Production', description: null });
    await makeCertificates(test.ctx, org.org.id, [{ host: 'known.example' }]);
    const run = await start(
      'domain,environment\na.example,Staging\nb.example,production\nc.example,STAGING\nknown.example,Unused\n*.bad.example,Unused',
    );
    expect(resultsOf(run).map(([, result]) => result)).toEqual(['unreachable', 'unreachable', 'unreachable', 'duplicate', 'invalid']);
    const made = await test.ctx.db.select().from(environments).where(eq(environments.orgId, org.org.id));
    expect(made.map(({ name }) => name).sort()).toEqual(['Production', 'Staging']);
    const staging = made.find(({ name }) => name === 'Staging')?.id;
    const assigned = (await rowsOf()).map(({ domain, environmentId }) => [domain, environmentId === staging]);
    expect(assigned.sort()).toEqual([
      ['a.example', true],
      ['b.example', false],
      ['c.example', true],
      ['known.example', false],
    ]);
    const audit = await test.ctx.db.select().from(auditLog).where(eq(auditLog.subjectId, run.id));
    expect(audit).toMatchObject([{ action: 'certificates/start-import', detail: { lines: 5, environments: ['Staging'] } }]);
  });

  it('refuses the whole when asked to, with the lines whose environment does not exist', async () => {
    await addEnvironment(org, { name: 'Production', description: null });
    const text = 'domain,environment\na.example,production\nb.example,Staging\nc.example,Test';
    await expect(startImport(org, { text, format: 'csv', missingEnvironments: 'refuse' })).rejects.toMatchObject({
      code: 'import_invalid',
      message: "Line 3: environment 'Staging' does not exist. Nothing was imported.",
      details: [{ message: "Line 3: environment 'Staging' does not exist." }, { message: "Line 4: environment 'Test' does not exist." }],
    });
    expect(await rowsOf()).toEqual([]);
    const known = await startImport(org, { text: text.slice(0, 40), format: 'csv', missingEnvironments: 'refuse' });
    expect(known.counts).toMatchObject({ unreachable: 1 });
  });

  it("creates environments up to the plan's limit, and none on smaller plans", async () => {
    const upTo = async (environmentLimit: number | null) => {
      const who = await makeOrgContext(test.ctx);
      return start('domain,environment\na.example,One\nb.example,Two\nc.example,one', {
        ...who,
        entitlements: { ...who.entitlements, environmentLimit },
      });
    };
    expect((await upTo(1)).lines.map(({ result, message }) => [result, message])).toMatchObject([
      ['unreachable', expect.any(String)],
      ['invalid', 'Environment limit reached. Upgrade your plan to add more environments.'],
      ['unreachable', expect.any(String)],
    ]);
    expect((await upTo(0)).counts).toMatchObject({ invalid: 3 });
    expect((await upTo(null)).counts).toMatchObject({ unreachable: 3 });
  });

  it('leaves one audit row, a history entry and a place in the schedule', async () => {
    serve('audited.example');
    const { id } = await start('audited.example');
    const audit = await auditOf(org);
    expect(audit).toMatchObject([{ action: 'certificates/start-import', subjectId: id, detail: { lines: 1 } }]);
    const [row] = await rowsOf();
    const history = await test.ctx.db
      .select()
      .from(certificateHistory)
      .where(eq(certificateHistory.certificateId, row?.id ?? brandId('')));
    expect(history).toMatchObject([{ action: 'added' }]);
    expect(
      await test.ctx.db
        .select()
        .from(checkSchedule)
        .where(eq(checkSchedule.certificateId, row?.id ?? brandId(''))),
    ).toHaveLength(1);
  });

  it('keeps a line whose probe could not be made', async () => {
    test.ctx.gateways.prober.answer('broken.example:443', () => {
      throw new Error('out of sockets');
    });
    expect((await start('broken.example')).lines).toMatchObject([{ result: 'unreachable', message: 'The check could not be made.' }]);
    expect(await rowsOf()).toMatchObject([{ host: 'broken.example', notAfter: null }]);
  });
});

describe('a long list', () => {
  it('is a job that adds everything, each endpoint probed once', async () => {
    const hosts = manyHosts(1_234, 'long');
    serve(...hosts.slice(0, 1_200));
    test.ctx.gateways.prober.probed.length = 0;
    const started = await start(hosts.join('\n'));
    expect(started).toMatchObject({ status: 'running', total: 1_234, done: 0 });
    expect(started.lines).toHaveLength(1_000);
    expect(started.nextAfter).toBe(1_000);
    expect(test.ctx.jobs.payloadsOf(runImportJob)).toEqual([{ id: started.id }]);
    await runImport(test.ctx, { id: started.id });
    expect(await read(started.id)).toMatchObject({ status: 'completed', done: 1_234, counts: { added: 1_200, unreachable: 34 } });
    expect(test.ctx.gateways.prober.probed).toHaveLength(1_234);
    expect(await rowsOf()).toHaveLength(1_234);
    expect((await getImport(org, { id: started.id, after: 1_000, limit: 1_000 })).lines).toHaveLength(234);
  });

  it('interrupted goes on with what waits, and queues its own continuation', async () => {
    const hosts = manyHosts(700, 'stopped');
    serve(...hosts);
    const { id } = await start(hosts.join('\n'));
    const abort = new AbortController();
    test.ctx.gateways.prober.answer('stopped-60.example:443', () => {
      abort.abort();
      return servedObservation('stopped-60.example');
    });
    test.ctx.jobs.clear();
    await runImport(test.ctx, { id }, { signal: abort.signal });
    const half = await read(id);
    expect(half.status).toBe('running');
    expect(half.done).toBe((await rowsOf()).length);
    expect(half.done).toBeLessThan(700);
    expect(test.ctx.jobs.payloadsOf(runImportJob)).toEqual([{ id }]);
    await runImport(test.ctx, { id });
    expect(await read(id)).toMatchObject({ status: 'completed', counts: { added: 700 } });
  });

  it('worked on by two workers at once adds nothing twice', async () => {
    const hosts = manyHosts(300, 'twice');
    serve(...hosts);
    const { id } = await start(hosts.join('\n'));
    await Promise.all([runImport(test.ctx, { id }), runImport(test.ctx, { id })]);
    const done = await read(id);
    expect(done).toMatchObject({ status: 'completed', done: 300, counts: { added: 300, duplicate: 0 } });
    expect(await rowsOf()).toHaveLength(300);
  });

  it('fails for good with its last try, and says so', async () => {
    const { id } = await start(manyHosts(30, 'failing').join('\n'));
    const prober = {
      probe: () => {
        throw new Error('no prober');
      },
    };
    const failing = { ...test.ctx, gateways: { ...test.ctx.gateways, prober } };
    for (let tries = 1; tries <= 6; tries += 1) {
      expect((await read(id)).status).toBe('running');
      await runImport(failing, { id });
      await passTime(test.ctx.db, MINUTE_MS);
    }
    expect(await read(id)).toMatchObject({
      status: 'failed',
      error: 'The import was interrupted. Import the skipped lines again.',
      done: 0,
      counts: { skipped: 30 },
      lines: expect.arrayContaining([expect.objectContaining({ result: 'skipped', message: 'The import ended before this line.' })]),
    });
  });

  it('that does not end within a day is ended and forgotten after a month', async () => {
    const { id } = await start(manyHosts(30, 'lost').join('\n'));
    await passTime(test.ctx.db, DAY_MS + 1);
    test.ctx.gateways.prober.probed.length = 0;
    await runImport(test.ctx, { id });
    expect(await read(id)).toMatchObject({ status: 'failed', error: 'The import was interrupted. Import the skipped lines again.' });
    expect(test.ctx.gateways.prober.probed).toEqual([]);
    test.ctx.clock.advance(30 * DAY_MS + 1);
    await maintainChecks(test.ctx);
    await expect(read(id)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('limits', () => {
  it('fill up to the limit in the order of the list; the rest is refused', async () => {
    const limited = await makeOrgContext(test.ctx, { certificateLimit: 3 });
    await makeCertificates(test.ctx, limited.org.id, [{ host: 'there.example' }]);
    const hosts = manyHosts(5, 'limit');
    serve(...hosts);
    const run = await start(['there.example', ...hosts].join('\n'), limited);
    expect(resultsOf(run)).toEqual([
      ['there.example', 'duplicate'],
      ['limit-0.example', 'added'],
      ['limit-1.example', 'added'],
      ['limit-2.example', 'limit'],
      ['limit-3.example', 'limit'],
      ['limit-4.example', 'limit'],
    ]);
    expect(run.lines[3]?.message).toBe('Certificate limit reached. Upgrade your plan to add more certificates.');
    test.ctx.gateways.prober.probed.length = 0;
    expect((await start(manyHosts(4, 'over').join('\n'), limited)).counts).toMatchObject({ limit: 4 });
    expect(test.ctx.gateways.prober.probed).toEqual([]);
  });

  it('of an operator who sells no plans name none', async () => {
    const limited = await makeOrgContext(test.ctx, { plan: 'Self-hosted', certificateLimit: 0 });
    const [host = ''] = manyHosts(1, 'operated');
    serve(host);
    expect((await start(host, limited)).lines[0]?.message).toBe(
      'Certificate limit reached. The operator of this installation set it and can raise it.',
    );
  });

  it('hold when several imports run at once', async () => {
    const limited = await makeOrgContext(test.ctx, { certificateLimit: 10 });
    const lists = ['a', 'b', 'c'].map((prefix) => manyHosts(8, `parallel-${prefix}`));
    for (const hosts of lists) serve(...hosts);
    const runs = await Promise.all(lists.map((hosts) => start(hosts.join('\n'), limited)));
    expect(runs.reduce((sum, { counts }) => sum + counts.added, 0)).toBe(10);
    expect(await rowsOf(limited)).toHaveLength(10);
  });

  it('an environment deleted while the import runs spoils only its own lines', async () => {
    const { environment } = await addEnvironment(org, { name: 'Gone', description: null });
    const hosts = manyHosts(30, 'orphan');
    serve(...hosts);
    const { id } = await start(hosts.map((host, index) => `${host},${index === 0 ? 'Gone' : ''}`).join('\n'));
    await test.ctx.db.delete(environments).where(eq(environments.id, environment.id));
    await runImport(test.ctx, { id });
    expect(await read(id)).toMatchObject({ status: 'completed', counts: { added: 29, invalid: 1 } });
  });
});

describe('refused', () => {
  it('plans without bulk import', async () => {
    for (const plan of ['Forever Free', 'Starter', 'Essentials', 'Professional', 'Team']) {
      const other = await makeOrgContext(test.ctx, { plan });
      await expect(start('example.com', other)).rejects.toMatchObject({
        code: 'import_plan',
        status: 403,
        message: 'Bulk import is available on Business and Enterprise plans.',
      });
    }
    for (const plan of ['Business', 'Self-hosted']) await start('*.example.com', await makeOrgContext(test.ctx, { plan }));
  });

  it('anything but a list, and stores nothing', async () => {
    await expect(start('  \n ')).rejects.toMatchObject({ code: 'import_invalid', status: 400 });
    await expect(read(brandId('01989f0a-7c1e-7b42-9f60-000000000000'))).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('an export', () => {
  it('imported elsewhere brings back domains, environments and tags, formulas included', async () => {
    const { environment } = await addEnvironment(org, { name: '=cmd|live', description: null });
    const tags = { 'a;b': 'c=d\\', env: '=HYPERLINK("x")', '-x': '+1', quote: '"a", \'b\'' };
    await makeCertificates(test.ctx, org.org.id, [
      { host: 'a.example', tags, environmentId: environment.id, notAfter: addMs(test.ctx.clock.now(), DAY_MS) },
      { host: '2001:db8::1', port: 8443 },
      { host: 'b.example', tags: { env: "'=not" } },
    ]);
    const { csv, nextCursor } = await exportCertificates(org, { ...filter, cursor: undefined });
    expect(nextCursor).toBeNull();
    expect(csv.split('\r\n')[0]).toMatch(/^domain,environment,tags,issuer,expiration_date,/);
    expect(csv).not.toMatch(/(?:^|,)"?[=+@-][a-z("]/im);
    const other = await makeOrgContext(test.ctx);
    await addEnvironment(other, { name: '=cmd|live', description: null });
    expect(await start(csv, other)).toMatchObject({ counts: { unreachable: 3 } });
    const again = (await exportCertificates(other, { ...filter, cursor: undefined })).certificates;
    expect(again.map(({ domain, environmentName, tags: kept }) => ({ domain, environmentName, kept }))).toEqual([
      { domain: '[2001:db8::1]:8443', environmentName: null, kept: {} },
      { domain: 'a.example', environmentName: '=cmd|live', kept: tags },
      { domain: 'b.example', environmentName: null, kept: { env: "'=not" } },
    ]);
  });

  it('goes page by page over every row that matches, for viewers too', async () => {
    const now = test.ctx.clock.now();
    await makeCertificates(
      test.ctx,
      org.org.id,
      manyHosts(1_100, 'page').map((host, index) => ({ host, notAfter: addMs(now, (index % 2 === 0 ? 90 : -1) * DAY_MS) })),
    );
    const viewer = await openAs(test.ctx, await makeUser(test.ctx, org.org.id, { role: 'viewer' }));
    const domains: string[] = [];
    let text = '';
    for (let cursor: string | undefined, more = true; more; ) {
      const page = await exportCertificates(viewer, { search: 'page-', status: 'valid', cursor });
      domains.push(...page.certificates.map(({ domain }) => domain));
      text += page.csv;
      more = page.nextCursor !== null;
      cursor = page.nextCursor ?? undefined;
    }
    expect(new Set(domains).size).toBe(550);
    expect(text.trimEnd().split('\r\n')).toHaveLength(551);
    expect((await exportCertificates(await makeOrgContext(test.ctx), { ...filter, cursor: undefined })).certificates).toEqual([]);
  });
});

describe('imports one after the other', () => {
  const from = (ip: string, text: string, who: OrgContext = org) => start(text, { ...who, origin: { ip, userAgent: null } });
  const limited = { code: 'rate_limited', status: 429, retryAfterSeconds: expect.any(Number) };

  it('end for ten minutes once a thousand lines of the organization failed', async () => {
    const run = await from('198.51.100.1', manyHosts(1_000, 'silent').join('\n'));
    await runImport(test.ctx, { id: run.id });
    await expect(from('198.51.100.2', 'one-more.example')).rejects.toMatchObject(limited);
    // Nothing is dialed for these.
    expect(await from('198.51.100.2', '*.wild.example')).toMatchObject({ status: 'completed' });
    expect(await from('198.51.100.2', 'silent.example', await makeOrgContext(test.ctx))).toMatchObject({ status: 'completed' });
  });

  it('are thirty in ten minutes for a network', async () => {
    for (let n = 0; n < 30; n += 1) await from('198.51.100.77', `silent-${n}.example`, await makeOrgContext(test.ctx));
    await expect(from('198.51.100.77', 'silent.example')).rejects.toMatchObject(limited);
    await from('198.51.100.78', 'silent.example');
  });
});
