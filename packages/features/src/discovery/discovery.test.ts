import { certificates, discoveryNames, newId, processes } from '@notafter/db';
import { addMs, DAY_MS, type DiscoveryJobId, type DiscoveryView, MINUTE_MS, type SourceFinding } from '@notafter/domain';
import { getDiscoveryInput } from '@notafter/domain/inputs';
import { auditOf, createTestContext, finding, makeOrgContext, passTime, servedObservation, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addCertificate } from '../certificates/add-certificate.ts';
import { maintainChecks } from '../certificates/checks/maintain-checks.ts';
import type { OrgContext } from '../context.ts';
import { enqueueDueProcesses } from '../steps/enqueue-due-processes.ts';
import { runDiscoveryJob } from '../steps/process-jobs.ts';
import { cancelDiscovery } from './cancel-discovery.ts';
import { getDiscovery } from './get-discovery.ts';
import { listDiscoveries } from './list-discoveries.ts';
import { maintainDiscoveries } from './maintain-discoveries.ts';
import { runDiscovery } from './run-discovery.ts';
import { startDiscovery } from './start-discovery.ts';

let test: TestContext;
let org: OrgContext;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Enterprise' } });
});
beforeEach(async () => {
  org = await makeOrgContext(test.ctx);
  test.ctx.jobs.clear();
  test.ctx.gateways.prober.probed.length = 0;
  for (const source of test.ctx.gateways.discovery) play(source.name, []);
});
afterAll(() => test.close());

const fetchedAt = new Date('2026-11-20T10:00:00Z');
const play = (
  name: string,
  findings: readonly SourceFinding[],
  outcome: 'complete' | 'partial' | 'failed' = 'complete',
  reason: string | null = null,
) => {
  const source = test.ctx.gateways.discovery.find((one) => one.name === name);
  source?.play(async ({ found, step }) => {
    step({ done: 0.5, note: 'Page 1' });
    await found(findings);
    return { outcome, reason, fetchedAt };
  });
};
const serve = (host: string, leaf: Parameters<typeof servedObservation>[1] = {}, port = 443) =>
  test.ctx.gateways.prober.answer(`${host}:${port}`, servedObservation(host, leaf, { target: { host, port } }));
const logged = (san: readonly string[], days: number, issuer = 'Sectigo') => ({
  issuer,
  notBefore: addMs(test.ctx.clock.now(), (days - 90) * DAY_MS),
  notAfter: addMs(test.ctx.clock.now(), days * DAY_MS),
  san,
});
const view = (id: DiscoveryJobId, asked: object = {}, as = org): Promise<DiscoveryView> =>
  getDiscovery(as, getDiscoveryInput.parse({ id, ...asked }));
const scan = async (domain: string, as = org): Promise<DiscoveryView> => {
  const { jobId } = await startDiscovery(as, { domain });
  await runDiscovery(test.ctx, { id: jobId });
  return view(jobId, {}, as);
};
it('offers what it finds at the port of a protocol in that protocol, as it would be monitored', async () => {
  play('dns', [finding('mail.example.com', { port: 25 }), finding('db.example.com', { port: 5432 }), finding('www.example.com')]);
  serve('mail.example.com', {}, 25);
  serve('db.example.com', {}, 5432);
  serve('www.example.com');
  const { results } = await scan('example.com');
  expect(results.map(({ domain }) => domain).sort()).toEqual(['postgres://db.example.com', 'smtp://mail.example.com', 'www.example.com']);
  expect(test.ctx.gateways.prober.probed).toContainEqual({ host: 'mail.example.com', port: 25, protocol: 'smtp' });
  const { certificate } = await addCertificate(org, { domain: 'smtp://mail.example.com' });
  const again = await scan('example.com');
  expect(again.results.find(({ domain }) => domain === 'smtp://mail.example.com')?.certificateId).toBe(certificate.id);
});

const outcomeOf = (action: Promise<unknown>) =>
  action.then(
    () => 'done',
    (error: unknown) => Object(error).code,
  );

describe('a domain to search', () => {
  it.each([
    ['Example.COM', 'example.com'],
    ['  https://shop.example.com/path?x=1 ', 'shop.example.com'],
    ['http://example.com', 'example.com'],
    ['example.com:8443', 'example.com'],
    ['*.example.com', 'example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['farm.test', 'farm.test'],
  ])('reads %j as %s', async (typed, domain) => {
    expect((await startDiscovery(org, { domain: typed })).domain).toBe(domain);
  });

  it.each([
    '',
    '   ',
    'localhost',
    'com',
    'co.uk',
    'github.io',
    'kawasaki.jp',
    '10.0.0.1',
    '[::1]',
    'a b.example',
    'x.example;rm -rf',
    '-x.example',
    'é'.repeat(300),
  ])('refuses %j with the field that is wrong', async (domain) => {
    await expect(startDiscovery(org, { domain })).rejects.toMatchObject({
      code: 'discovery_domain_invalid',
      details: [{ path: 'domain' }],
    });
  });
});

describe('starting', () => {
  it('queues one job and leaves one audit row', async () => {
    const { jobId } = await startDiscovery(org, { domain: 'example.com' });
    expect(test.ctx.jobs.payloadsOf(runDiscoveryJob)).toEqual([{ id: jobId }]);
    const rows = await auditOf(org);
    expect(rows).toMatchObject([{ action: 'discovery/start-discovery', subjectId: jobId, detail: { domain: 'example.com' } }]);
    expect(await view(jobId)).toMatchObject({ status: 'running', progress: 0, results: [], comparison: null, error: null });
  });

  it('starts one search of a domain at a time and organization, and three in all, however many ask at once', async () => {
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => outcomeOf(startDiscovery(org, { domain: 'example.com' }))));
    expect(outcomes.sort()).toEqual(['discovery_running', 'discovery_running', 'discovery_running', 'discovery_running', 'done']);
    await startDiscovery(org, { domain: 'example.net' });
    await startDiscovery(org, { domain: 'example.org' });
    await expect(startDiscovery(org, { domain: 'example.edu' })).rejects.toMatchObject({ code: 'discovery_running', status: 409 });
    await startDiscovery(await makeOrgContext(test.ctx), { domain: 'example.com' });
  });

  it('lets the first search of another organization go before the second of this one', async () => {
    await startDiscovery(org, { domain: 'example.com' });
    await startDiscovery(org, { domain: 'example.net' });
    const other = await makeOrgContext(test.ctx);
    await startDiscovery(other, { domain: 'example.com' });
    expect(test.ctx.jobs.enqueued.map(({ options }) => [options.group, options.priority])).toEqual([
      [org.org.id, 0],
      [org.org.id, -1],
      [other.org.id, 0],
    ]);
  });

  it('is throttled for the organization', async () => {
    for (let index = 0; index < 30; index += 1) await outcomeOf(startDiscovery(org, { domain: 'example.com' }));
    await expect(startDiscovery(org, { domain: 'example.com' })).rejects.toMatchObject({ code: 'rate_limited', status: 429 });
  });
});

describe('a completed search', () => {
  it('has live facts if a host answers, else the log’s, and leaves out names without a certificate', async () => {
    serve('example.com', { notAfter: addMs(test.ctx.clock.now(), 20 * DAY_MS) });
    const life = { notBefore: addMs(test.ctx.clock.now(), -30 * DAY_MS), notAfter: addMs(test.ctx.clock.now(), 60 * DAY_MS) };
    serve('www.example.com', life);
    play('direct', [
      finding('example.com', { observed: servedObservation('example.com', { notAfter: addMs(test.ctx.clock.now(), 20 * DAY_MS) }) }),
    ]);
    play('dns', [finding('www.example.com'), finding('mail.example.com')]);
    play('ct_logs', [
      finding('www.example.com', { logged: logged(['www.example.com'], 5) }),
      finding('old.example.com', { logged: logged(['old.example.com', '*.old.example.com'], -12) }),
      finding('shop.example.com', { isWildcard: true, logged: logged(['*.shop.example.com'], 30) }),
    ]);
    const found = await scan('example.com');
    expect(found).toMatchObject({ status: 'completed', progress: 100, error: null, found: 3, total: 3, monitored: 0, notLookedAt: 0 });
    expect(found.results).toEqual([
      {
        domain: 'old.example.com',
        issuer: 'Sectigo',
        expirationDate: addMs(test.ctx.clock.now(), -12 * DAY_MS),
        notBefore: addMs(test.ctx.clock.now(), -102 * DAY_MS),
        san: ['old.example.com', '*.old.example.com'],
        sources: ['ct_logs'],
        reachable: false,
        detail: 'The name old.example.com was not found in DNS.',
        seen: 'log',
        certificateId: null,
        wildcard: '*.old.example.com',
        isNew: null,
      },
      expect.objectContaining({ domain: 'example.com', seen: 'live', reachable: true, sources: ['direct'], issuer: "Let's Encrypt" }),
      expect.objectContaining({
        domain: 'www.example.com',
        seen: 'live',
        reachable: true,
        sources: ['dns', 'ct_logs'],
        expirationDate: addMs(test.ctx.clock.now(), 60 * DAY_MS),
        notBefore: addMs(test.ctx.clock.now(), -30 * DAY_MS),
      }),
    ]);
    expect(found.sources).toEqual([
      { source: 'direct', state: 'complete', reason: null, note: null, fetchedAt, reused: false, count: 1 },
      { source: 'dns', state: 'complete', reason: null, note: null, fetchedAt, reused: false, count: 1 },
      { source: 'ct_logs', state: 'complete', reason: null, note: null, fetchedAt, reused: false, count: 2 },
      { source: 'san', state: 'complete', reason: null, note: null, fetchedAt, reused: false, count: 0 },
    ]);
    expect(found.wildcards).toEqual([
      { wildcard: '*.old.example.com', reason: 'san', results: 1, domain: 'old.example.com', certificateId: null },
      { wildcard: '*.shop.example.com', reason: 'san', results: 0, domain: null, certificateId: null },
    ]);
    expect(test.ctx.gateways.prober.probed.map(({ host }) => host).sort()).toEqual([
      'mail.example.com',
      'old.example.com',
      'www.example.com',
    ]);
  });

  it('leaves out hosts that do not answer and whose last certificate ended long ago, and not those that answer', async () => {
    serve('back.example.com');
    play('ct_logs', [
      ...[-89, -91].map((days) => finding(`ended${days}.example.com`, { logged: logged([], days) })),
      finding('back.example.com', { logged: logged([], -900) }),
    ]);
    const found = await scan('example.com');
    expect(found.results.map(({ domain, seen }) => [domain, seen])).toEqual([
      ['ended-89.example.com', 'log'],
      ['back.example.com', 'live'],
    ]);
  });

  it('suggests a wildcard where three results share issuer and expiry date', async () => {
    const shared = logged([], 28, 'Google Trust');
    play('ct_logs', [
      ...['a', 'b', 'c'].map((name) => finding(`${name}.shop.example.com`, { logged: shared })),
      ...['d', 'e'].map((name) => finding(`${name}.example.com`, { logged: logged([], 29, 'Google Trust') })),
    ]);
    const found = await scan('example.com');
    expect(found.wildcards).toEqual([
      { wildcard: '*.shop.example.com', reason: 'shared', results: 3, domain: 'a.shop.example.com', certificateId: null },
    ]);
    expect(found.results.map(({ wildcard }) => wildcard)).toEqual([
      '*.shop.example.com',
      '*.shop.example.com',
      '*.shop.example.com',
      null,
      null,
    ]);
  });

  it('counts for a wildcard only results of one issuer and one expiry date, and names the monitored one', async () => {
    const id = newId<'certificate'>();
    const host = 'b3.example.com';
    await test.ctx.db
      .insert(certificates)
      .values({ id, orgId: org.org.id, host, port: 443, domain: host, createdAt: test.ctx.clock.now() });
    const groups = { a: logged([], 28, 'Google Trust'), b: logged([], 29, 'Google Trust'), c: logged([], 28, 'Sectigo') };
    const sizes = { a: 3, b: 5, c: 4 };
    play(
      'ct_logs',
      (['a', 'b', 'c'] as const).flatMap((group) =>
        Array.from({ length: sizes[group] }, (_, index) => finding(`${group}${index}.example.com`, { logged: groups[group] })),
      ),
    );
    const found = await scan('example.com');
    expect(found.wildcards).toEqual([{ wildcard: '*.example.com', reason: 'shared', results: 5, domain: host, certificateId: id }]);
    const stranger = await makeOrgContext(test.ctx);
    expect((await scan('example.com', stranger)).wildcards).toMatchObject([{ domain: 'b0.example.com', certificateId: null }]);
  });

  it('feeds nothing by itself: no endpoint is monitored, and no other work is asked for', async () => {
    play(
      'ct_logs',
      ['a', 'b'].map((name) => finding(`${name}.example.com`, { logged: logged([], 10) })),
    );
    const { jobId, found } = await scan('example.com');
    expect(found).toBe(2);
    expect(await test.ctx.db.select().from(certificates).where(eq(certificates.orgId, org.org.id))).toEqual([]);
    expect(test.ctx.jobs.enqueued.map(({ payload }) => payload)).toEqual([{ id: jobId }]);
  });

  it('marks what is monitored already, which may be left out', async () => {
    const [id] = [newId<'certificate'>()];
    await test.ctx.db
      .insert(certificates)
      .values({ id, orgId: org.org.id, host: 'git.example.com', port: 443, domain: 'git.example.com', createdAt: test.ctx.clock.now() });
    play(
      'ct_logs',
      ['git', 'www'].map((name) => finding(`${name}.example.com`, { logged: logged([], 10) })),
    );
    const found = await scan('example.com');
    expect(found).toMatchObject({ found: 2, monitored: 1 });
    expect(found.results.map(({ certificateId }) => certificateId)).toEqual([id, null]);
    expect(await view(found.jobId, { list: 'unmonitored' })).toMatchObject({ total: 1, results: [{ domain: 'www.example.com' }] });
    const stranger = await makeOrgContext(test.ctx);
    expect((await scan('example.com', stranger)).monitored).toBe(0);
  });

  it('is read page by page', async () => {
    play(
      'ct_logs',
      Array.from({ length: 23 }, (_, index) =>
        finding(`h${String(index).padStart(2, '0')}.example.com`, { logged: logged([], 10 + index) }),
      ),
    );
    const { jobId } = await scan('example.com');
    const pages = await Promise.all([0, 10, 20].map((offset) => view(jobId, { offset })));
    expect(pages.map(({ total, results }) => [total, results.length])).toEqual([
      [23, 10],
      [23, 10],
      [23, 3],
    ]);
    expect(new Set(pages.flatMap(({ results }) => results.map(({ domain }) => domain))).size).toBe(23);
  });

  it('is searched by a part of a name, in each of its lists', async () => {
    const names = ['shop.example.com', 'eu.shop.example.com', 'www.example.com'];
    for (const name of names) serve(name);
    play(
      'dns',
      names.map((name) => finding(name)),
    );
    await scan('example.com');
    const { jobId } = await scan('example.com');
    const matching = async (asked: object) => {
      const { results, total, found: all } = await view(jobId, asked);
      return [results.map(({ domain }) => domain).sort(), total, all];
    };
    expect(await matching({ search: ' SHOP ' })).toEqual([['eu.shop.example.com', 'shop.example.com'], 2, 3]);
    expect(await matching({ search: 'shop', limit: 1, offset: 2 })).toEqual([[], 2, 3]);
    expect(await matching({ search: '%' })).toEqual([[], 0, 3]);
    expect(await matching({ search: 'www', list: 'unmonitored' })).toEqual([['www.example.com'], 1, 3]);
    expect(await matching({ search: 'www', list: 'gone' })).toEqual([[], 0, 3]);
  });

  it('says what is new and what is gone since the run before, and of a source that failed that nothing is gone', async () => {
    const one = (name: string) => finding(`${name}.example.com`, { logged: logged([], 10) });
    play('ct_logs', [one('stays'), one('goes')]);
    play('dns', [finding('hidden.example.com')]);
    serve('hidden.example.com');
    const first = await scan('example.com');
    test.ctx.clock.advance(MINUTE_MS);
    expect(first).toMatchObject({ comparison: null, found: 3 });
    play('ct_logs', [one('stays'), one('comes')]);
    play('dns', [], 'failed', 'The DNS servers did not answer.');
    const second = await scan('example.com');
    expect(second.comparison).toEqual({ jobId: first.jobId, finishedAt: first.finishedAt, added: 1, gone: 1 });
    expect(second.results.map(({ domain, isNew }) => [domain, isNew])).toEqual([
      ['comes.example.com', true],
      ['stays.example.com', false],
    ]);
    expect(await view(second.jobId, { list: 'new' })).toMatchObject({ total: 1, results: [{ domain: 'comes.example.com' }] });
    expect(await view(second.jobId, { list: 'gone' })).toMatchObject({ total: 1, results: [{ domain: 'goes.example.com' }] });
    expect((await listDiscoveries(org, { domain: 'https://Example.com/', limit: 20 })).discoveries).toMatchObject([
      { jobId: second.jobId, found: 2 },
      { jobId: first.jobId, found: 3 },
    ]);
    expect((await listDiscoveries(org, { domain: 'other.example', limit: 20 })).discoveries).toEqual([]);
  });
});

describe('cancelling', () => {
  it('ends a search at once, keeps what was found, and changes nothing of one that is over', async () => {
    const { jobId } = await startDiscovery(org, { domain: 'example.com' });
    await cancelDiscovery(org, { id: jobId });
    expect(await view(jobId)).toMatchObject({ status: 'failed', error: 'Cancelled', finishedAt: test.ctx.clock.now() });
    await runDiscovery(test.ctx, { id: jobId });
    expect(test.ctx.gateways.prober.probed).toEqual([]);
    const over = await scan('example.com');
    await cancelDiscovery(org, { id: over.jobId });
    expect(await view(over.jobId)).toMatchObject({ status: 'completed', error: null });
    const rows = await auditOf(org);
    expect(rows.map(({ action }) => action)).toEqual([
      'discovery/start-discovery',
      'discovery/cancel-discovery',
      'discovery/start-discovery',
      'discovery/cancel-discovery',
    ]);
  });
});

describe('with time', () => {
  it('a search whose job was lost is enqueued again', async () => {
    const { jobId } = await startDiscovery(org, { domain: 'example.com' });
    test.ctx.jobs.clear();
    await passTime(test.ctx.db, MINUTE_MS);
    await enqueueDueProcesses(test.ctx);
    expect(test.ctx.jobs.payloadsOf(runDiscoveryJob)).toContainEqual({ id: jobId });
  });

  it('a search that does not end within a day is interrupted, and holds back none of the domain', async () => {
    const { jobId } = await startDiscovery(org, { domain: 'example.com' });
    await passTime(test.ctx.db, DAY_MS + 1);
    await runDiscovery(test.ctx, { id: jobId });
    expect(await view(jobId)).toMatchObject({ status: 'failed', error: 'The search was interrupted. Start it again.' });
    await startDiscovery(org, { domain: 'example.com' });
  });

  it('an organization keeps so many names: the oldest searches go first, and another’s stay', async () => {
    play(
      'ct_logs',
      ['a', 'b', 'c'].map((name) => finding(`${name}.example.com`, { logged: logged([], 10) })),
    );
    const ids: DiscoveryJobId[] = [];
    for (let run = 0; run < 3; run += 1) {
      ids.push((await scan('example.com')).jobId);
      test.ctx.clock.advance(MINUTE_MS);
    }
    const stranger = await makeOrgContext(test.ctx);
    await scan('example.com', stranger);
    await maintainDiscoveries(test.ctx, { namesKept: 6 });
    expect((await listDiscoveries(org, { limit: 20 })).discoveries.map(({ jobId }) => jobId)).toEqual([ids[2], ids[1]]);
    expect((await listDiscoveries(stranger, { limit: 20 })).discoveries).toHaveLength(1);
  });

  it('a search is forgotten after 30 days, with what it found', async () => {
    play('ct_logs', [finding('www.example.com', { logged: logged([], 10) })]);
    const { jobId } = await scan('example.com');
    const old = addMs(test.ctx.clock.now(), -31 * DAY_MS);
    await test.ctx.db.update(processes).set({ createdAt: old }).where(eq(processes.id, jobId));
    await maintainChecks(test.ctx);
    expect(await test.ctx.db.$count(discoveryNames, eq(discoveryNames.jobId, jobId))).toBe(0);
    await expect(view(jobId)).rejects.toMatchObject({ code: 'discovery_not_found' });
  });
});
