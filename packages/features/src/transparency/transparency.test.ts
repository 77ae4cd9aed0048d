import { alerts, issuances, transparencyLogs, watchedDomains, x509Certificates } from '@notafter/db';
import { addMs, DAY_MS, HOUR_MS, type Issuance, LEARNING_MS, MINUTE_MS, verificationRecordOf, verificationTextOf } from '@notafter/domain';
import {
  certificateFacts,
  createTestContext,
  issuanceOf,
  makeOrgContext,
  servedObservation,
  type TestContext,
  transparencyLogOf,
} from '@notafter/testing';
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addCertificate } from '../certificates/add-certificate.ts';
import { checkCertificate } from '../certificates/checks/check-certificate.ts';
import { sendOperatorAlertJob } from '../index.ts';
import { sendOperatorAlert } from '../notifications/delivery/send-operator-alert.ts';
import { sweepAlerts } from '../notifications/ledger/sweep-alerts.ts';
import type { PersonContext } from '../use-case.ts';
import { enqueueDueTransparency } from './enqueue-due-transparency.ts';
import { followLog } from './follow-log.ts';
import { getIssuance } from './get-issuance.ts';
import { getSources } from './get-sources.ts';
import { judgeIssuance } from './judge-issuance.ts';
import { listIssuances } from './list-issuances.ts';
import { listWatchedDomains } from './list-watched-domains.ts';
import { refreshCaa } from './refresh-caa.ts';
import { refreshLogs } from './refresh-logs.ts';
import { searchIssuances } from './search-issuances.ts';
import { followLogJob, searchIssuancesJob } from './transparency-jobs.ts';
import { unwatchDomain } from './unwatch-domain.ts';
import { updateWatchedDomain } from './update-watched-domain.ts';
import { verifyDomain } from './verify-domain.ts';
import { watchDomain } from './watch-domain.ts';

let test: TestContext;
let org: PersonContext;
let domain: string;
let round = 0;

const one = transparencyLogOf('one');
const two = transparencyLogOf('two', { kind: 'rfc6962' });
const world = () => test.ctx.gateways.transparency;
const now = (): Date => test.ctx.clock.now();

beforeAll(async () => {
  test = await createTestContext({ config: { platformAdminEmails: ['ops@example.com', 'second@example.com'] } });
});
beforeEach(async () => {
  round += 1;
  domain = `shop${round}.example`;
  org = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
  await test.ctx.db.delete(watchedDomains);
  await test.ctx.db.delete(transparencyLogs);
  world().logs.clear();
  world().outcomes.clear();
  world().answers.clear();
  world().list = { logs: [one, two], listedAt: now(), problem: null };
  await refreshLogs(test.ctx);
});
afterAll(() => test.close());

const host = (name = 'www'): string => `${name}.${domain}`;
/** A certificate as the CA of the tests issues it, half a life old. */
const served = (name = host(), age = 45) => {
  const notBefore = addMs(now(), -age * DAY_MS);
  return certificateFacts(`served ${name} ${age}`, {
    san: [name],
    issuerOrganization: 'Test CA',
    notBefore,
    notAfter: addMs(notBefore, 90 * DAY_MS),
  });
};
const serve = (name: string, facts: ReturnType<typeof certificateFacts>): void =>
  test.ctx.gateways.prober.answer(`${name}:443`, servedObservation(name, {}, { chain: [facts] }));
const monitor = async (name = host(), facts = served(name)) => {
  serve(name, facts);
  return (await addCertificate(org, { domain: name })).certificate.id;
};
/** The certificate's key is read from its PEM, which the tests' certificates don't have. */
const setKey = async (fingerprint256: string, spkiSha256: string): Promise<void> => {
  await test.ctx.db
    .update(x509Certificates)
    .set({ key256: Buffer.from(spkiSha256, 'hex') })
    .where(eq(x509Certificates.fingerprint256, fingerprint256));
};
const issued = (label: string, more: Partial<Issuance> = {}): Issuance =>
  issuanceOf(`${domain} ${label}`, { names: [host()], watched: [domain], notBefore: now(), notAfter: addMs(now(), 90 * DAY_MS), ...more });
const log = async (...entries: Issuance[]): Promise<void> => {
  world().logs.set(one.id, [...(world().logs.get(one.id) ?? []), ...entries]);
  await followLog(test.ctx, { log: one.id });
};
const watch = async () => (await watchDomain(org, { domain })).domain;
/** Watched, and the learning phase is over. */
const watchLearned = async () => {
  const watched = await watch();
  test.ctx.clock.advance(LEARNING_MS);
  return watched;
};
const states = async () =>
  (await test.ctx.db.select().from(issuances).where(eq(issuances.orgId, org.org.id)).orderBy(asc(issuances.id))).map(
    ({ state, unknownReason }) => (unknownReason === null ? state : `${state} ${unknownReason}`),
  );
const raised = async () =>
  (await test.ctx.db.select().from(alerts).where(eq(alerts.orgId, org.org.id)).orderBy(asc(alerts.raisedAt), asc(alerts.id)))
    .filter(({ rule }) => rule === 'unknown_issuance' || rule === 'issuance_not_served')
    .map(({ rule, domain: name, summary, resolution }) => ({ rule, name, summary, resolution }));
const sweep = () => sweepAlerts(test.ctx);
const idOf = async (label: string) => {
  const [row] = await test.ctx.db
    .select({ id: issuances.id })
    .from(issuances)
    .where(and(eq(issuances.orgId, org.org.id), eq(issuances.tbsSha256, issued(label).tbsSha256)));
  if (row === undefined) throw new Error(`${label} was not found.`);
  return row.id;
};

describe('a watched domain', () => {
  it('is verified by a monitored endpoint at once, and learns for seven days', async () => {
    await monitor();
    const watched = await watch();
    expect(watched).toMatchObject({ domain, verifiedBy: 'endpoint', record: null, learningUntil: addMs(now(), LEARNING_MS) });
    expect((await listWatchedDomains(org)).domains).toMatchObject([{ domain, issuances: 0, open: 0 }]);
  });

  it('is verified by its TXT record otherwise, and finds nothing before', async () => {
    const { id, record } = await watch();
    const [row] = await test.ctx.db.select().from(watchedDomains).where(eq(watchedDomains.id, id));
    expect(record).toEqual({ name: verificationRecordOf(domain), value: verificationTextOf(row?.token ?? '') });
    await log(issued('early'));
    await expect(verifyDomain(org, { id })).rejects.toMatchObject({ code: 'domain_not_verified' });
    world().txt.set(verificationRecordOf(domain), ['v=spf1 -all', record?.value ?? '']);
    expect((await verifyDomain(org, { id })).domain).toMatchObject({ verifiedBy: 'dns', record: null });
    expect(await states()).toEqual([]);
  });

  it('is suggested for the endpoints that are monitored, and refused twice, as a suffix, and as no domain', async () => {
    await monitor(host('a'));
    await monitor(host('b'));
    await monitor('ldap.internal');
    expect((await listWatchedDomains(org)).suggestions).toEqual([{ domain, endpoints: 2 }]);
    await watch();
    expect((await listWatchedDomains(org)).suggestions).toEqual([]);
    await expect(watch()).rejects.toMatchObject({ code: 'domain_watched', details: [{ path: 'domain' }] });
    for (const typed of ['co.uk', 'not a domain']) {
      await expect(watchDomain(org, { domain: typed })).rejects.toMatchObject({ code: 'discovery_domain_invalid' });
    }
  });

  it('shows daily who may issue by its CAA records, and keeps what is known while nobody answers', async () => {
    await monitor();
    await watch();
    const caaOf = async () => (await listWatchedDomains(org)).domains[0]?.caa;
    world().caa.set(domain, ['letsencrypt.org']);
    await refreshCaa(test.ctx);
    expect(await caaOf()).toEqual(['letsencrypt.org']);
    world().caa.set(domain, ['pki.goog']);
    await refreshCaa(test.ctx);
    expect(await caaOf()).toEqual(['letsencrypt.org']);
    test.ctx.clock.advance(DAY_MS);
    const silent = { ...world(), lookUpCaa: () => Promise.reject(new Error('No answer.')) };
    await refreshCaa({ ...test.ctx, gateways: { ...test.ctx.gateways, transparency: silent } });
    expect(await caaOf()).toEqual(['letsencrypt.org']);
    await refreshCaa(test.ctx);
    expect(await caaOf()).toEqual(['pki.goog']);
  });

  it('goes with what was found, and its alerts end', async () => {
    await monitor();
    const { id } = await watchLearned();
    await log(issued('foreign', { issuerOrganization: 'Other CA' }));
    await sweep();
    await unwatchDomain(org, { id });
    await sweep();
    expect(await states()).toEqual([]);
    expect(await raised()).toMatchObject([{ rule: 'unknown_issuance', resolution: 'removed' }]);
  });

  it('of another organization shows nothing, and is not found', async () => {
    await monitor();
    const { id } = await watchLearned();
    await log(issued('foreign', { issuerOrganization: 'Other CA' }));
    const other = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
    expect((await listIssuances(other, { limit: 50 })).issuances).toEqual([]);
    const issuanceId = await idOf('foreign');
    await expect(getIssuance(other, { id: issuanceId })).rejects.toMatchObject({ code: 'issuance_not_found' });
    await expect(judgeIssuance(other, { id: issuanceId, verdict: 'ours' })).rejects.toMatchObject({ code: 'issuance_not_found' });
    await expect(unwatchDomain(other, { id })).rejects.toMatchObject({ code: 'watched_domain_not_found' });
  });
});

describe('an issuance', () => {
  it('in the rhythm of the served certificate, found in two logs as precertificate and certificate, is one and wakes nobody', async () => {
    await monitor();
    await watchLearned();
    const pre = issued('renewal');
    await log(pre);
    world().logs.set(two.id, [{ ...pre, isPrecertificate: false, der: Buffer.from('final') }]);
    await followLog(test.ctx, { log: two.id });
    await sweep();
    expect(await states()).toEqual(['expected']);
    expect(await raised()).toEqual([]);
    const { issuance } = await getIssuance(org, { id: await idOf('renewal') });
    expect(issuance).toMatchObject({ isPrecertificate: false, pem: expect.stringContaining(Buffer.from('final').toString('base64')) });
    expect(issuance.places).toMatchObject([
      { source: 'log', name: 'one', operator: 'Test operator', reference: '0' },
      { source: 'log', name: 'two', reference: '0' },
    ]);
    expect(issuance.endpoints).toMatchObject([{ domain: host(), serves: false }]);
  });

  it('that nobody ordered raises one alert within the sweep that its record asks for', async () => {
    await monitor();
    await watchLearned();
    await log(issued('foreign', { issuerOrganization: 'Other CA' }), issued('name', { names: [host('admin')] }));
    await sweep();
    await sweep();
    expect(await raised()).toEqual([
      {
        rule: 'unknown_issuance',
        name: host(),
        summary: expect.stringContaining('Other CA, which has not issued for these names before'),
        resolution: null,
      },
      {
        rule: 'unknown_issuance',
        name: host('admin'),
        summary: expect.stringContaining('for names that no earlier certificate has'),
        resolution: null,
      },
    ]);
    expect((await listIssuances(org, { filter: 'open', limit: 50 })).counts).toEqual({ total: 2, open: 2 });
    expect((await listWatchedDomains(org)).domains).toMatchObject([{ domain, issuances: 2, open: 2 }]);
  });

  it('that was found while the domain was learned wakes nobody, and is a precedent', async () => {
    await monitor();
    await watch();
    await log(issued('learned', { issuerOrganization: 'Other CA' }));
    test.ctx.clock.advance(40 * DAY_MS);
    await log(issued('again', { issuerOrganization: 'Other CA' }));
    await sweep();
    expect(await states()).toEqual(['unknown new_issuer', 'expected']);
    expect(await raised()).toEqual([]);
  });

  it('shows names and issuer without characters that would change a text around them', async () => {
    await monitor();
    await watchLearned();
    await log(issued('hostile', { issuerOrganization: 'Evil\u202e CA\n', issuer: 'O=Evil\u202e CA\n' }));
    const { issuances: found } = await listIssuances(org, { limit: 50 });
    expect(JSON.stringify(found)).not.toMatch(/\u202e|\\n/);
  });

  it('by an issuer that is not allowed is unknown, whatever the rhythm', async () => {
    await monitor();
    const { id } = await watchLearned();
    await updateWatchedDomain(org, { id, allowedIssuers: ['Good CA'] });
    await log(issued('renewal'));
    await sweep();
    expect(await raised()).toMatchObject([{ summary: 'Certificate issued by Test CA, which is not an allowed issuer' }]);
  });

  it('is known by the key of a certificate that is served, and served once an endpoint has it', async () => {
    const facts = served();
    const id = await monitor(host(), facts);
    await watchLearned();
    const early = issued('same key');
    await setKey(facts.fingerprint256, early.spkiSha256);
    await log(early, issued('early', { issuerOrganization: 'Other CA' }));
    await sweep();
    expect(await states()).toEqual(['known_key', 'unknown new_issuer']);
    const other = issued('early');
    const replaced = certificateFacts('replaced', {
      ...facts,
      fingerprint256: 'AB'.repeat(32),
      serialNumber: other.serialNumber,
      notBefore: now(),
    });
    serve(host(), replaced);
    await checkCertificate(org, { id });
    await setKey(replaced.fingerprint256, other.spkiSha256);
    await sweep();
    expect(await states()).toEqual(['known_key', 'served']);
    expect(await raised()).toMatchObject([{ rule: 'unknown_issuance', resolution: 'recovered' }]);
    const otherPort = `${host()}:8443`;
    test.ctx.gateways.prober.answer(otherPort, servedObservation(host(), {}, { chain: [facts] }));
    await addCertificate(org, { domain: otherPort });
    const { issuance } = await getIssuance(org, { id: await idOf('early') });
    expect(issuance.endpoints).toMatchObject([
      { domain: host(), serves: true },
      { domain: otherPort, serves: false },
    ]);
  });

  it('that replaces a served certificate and is not served after a day informs, and a certificate for other hosts does not', async () => {
    await monitor();
    await watchLearned();
    await log(issued('renewal'));
    test.ctx.clock.advance(DAY_MS);
    await sweep();
    expect(await raised()).toEqual([]);
    test.ctx.clock.advance(MINUTE_MS);
    await sweep();
    await sweep();
    expect(await raised()).toMatchObject([{ rule: 'issuance_not_served', name: host(), resolution: null }]);
    await judgeIssuance(org, { id: await idOf('renewal'), verdict: 'ours' });
    await sweep();
    expect(await raised()).toMatchObject([{ rule: 'issuance_not_served', resolution: 'recovered' }]);
  });

  it('that people call ours ends its alert and is a precedent; one that is not ours is none', async () => {
    await monitor();
    await watchLearned();
    await log(issued('ours', { issuerOrganization: 'New CA' }), issued('theirs', { issuerOrganization: 'Evil CA' }));
    await sweep();
    const { issuance } = await judgeIssuance(org, { id: await idOf('ours'), verdict: 'ours' });
    expect(issuance).toMatchObject({ verdict: 'ours', verdictBy: org.actor.email, verdictAt: now() });
    await judgeIssuance(org, { id: await idOf('theirs'), verdict: 'not_ours' });
    await sweep();
    expect(await raised()).toMatchObject([{ resolution: 'recovered' }, { resolution: 'recovered' }]);
    test.ctx.clock.advance(40 * DAY_MS);
    await log(issued('ours again', { issuerOrganization: 'New CA' }), issued('theirs again', { issuerOrganization: 'Evil CA' }));
    await sweep();
    expect(await states()).toEqual(['unknown new_issuer', 'unknown new_issuer', 'expected', 'unknown new_issuer']);
    expect(await raised()).toHaveLength(3);
  });

  it('for names of two organizations is each one’s own', async () => {
    await monitor();
    await watchLearned();
    const theirs = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
    const { id } = (await watchDomain(theirs, { domain })).domain;
    world().txt.set(verificationRecordOf(domain), [(await listWatchedDomains(theirs)).domains[0]?.record?.value ?? '']);
    await verifyDomain(theirs, { id });
    await log(issued('renewal'));
    expect(await states()).toEqual(['expected']);
    expect((await listIssuances(theirs, { limit: 50 })).issuances).toMatchObject([{ state: 'unknown', learned: true }]);
  });
});

describe('a log', () => {
  it('is read once however it dies: entries and cursor are one transaction', async () => {
    await monitor();
    await watchLearned();
    world().batchSize = 2;
    world().logs.set(
      one.id,
      Array.from({ length: 7 }, (_, at) => issued(`renewal ${at}`, { issuerOrganization: `CA ${at}` })),
    );
    const gateway = world().follower;
    for (let death = 0; death < 6; death += 1) {
      let batches = 0;
      const dying: typeof gateway = {
        follow: (request) =>
          gateway?.follow({
            ...request,
            onBatch: async (batch) => {
              batches += 1;
              if (batches > 1) throw new Error('killed');
              await request.onBatch(batch);
              if (death % 2 === 0) throw new Error('killed');
            },
          }) ?? Promise.reject(new Error('off')),
      };
      const ctx = { ...test.ctx, gateways: { ...test.ctx.gateways, transparency: { ...world(), follower: dying } } };
      await followLog(ctx, { log: one.id }).catch(() => undefined);
    }
    await followLog(test.ctx, { log: one.id });
    await sweep();
    expect(await states()).toHaveLength(7);
    expect(await raised()).toHaveLength(7);
    const { logs } = await getSources(org);
    expect(logs.find(({ id }) => id === one.id)).toMatchObject({ readSize: 7, outcome: 'up_to_date', bytesToday: 7000 });
  });

  it('stops when the day’s budget is used up, and goes on the next day', async () => {
    await monitor();
    await watchLearned();
    world().bytesPerDay = 2000;
    world().batchSize = 2;
    await log(...Array.from({ length: 5 }, (_, at) => issued(`entry ${at}`)));
    expect(await states()).toHaveLength(2);
    await followLog(test.ctx, { log: one.id });
    expect(await states()).toHaveLength(2);
    test.ctx.clock.advance(DAY_MS);
    await followLog(test.ctx, { log: one.id });
    expect(await states()).toHaveLength(4);
    world().bytesPerDay = 8_000_000_000;
  });

  it('is followed while a domain is watched, the operator allows it and its certificates have not expired', async () => {
    const old = transparencyLogOf('old', { interval: { start: addMs(now(), -100 * DAY_MS), end: addMs(now(), -DAY_MS) } });
    const retired = transparencyLogOf('retired', { state: 'retired' });
    world().list = { logs: [one, two, old, retired], listedAt: now(), problem: null };
    await refreshLogs(test.ctx);
    const enqueued = () => test.ctx.jobs.payloadsOf(followLogJob).map(({ log: id }) => id);
    const before = enqueued().length;
    await enqueueDueTransparency(test.ctx);
    expect(enqueued().slice(before)).toEqual([]);
    await monitor();
    await watch();
    await enqueueDueTransparency(test.ctx);
    expect(enqueued().slice(before).toSorted()).toEqual([one.id, two.id].toSorted());
    world().switchFollower(false);
    await enqueueDueTransparency(test.ctx);
    expect(enqueued().slice(before)).toHaveLength(2);
    expect(await getSources(org)).toMatchObject({ followsLogs: false });
    world().switchFollower(true);
  });

  it('that broke a promise stays named, its names tiles are not trusted again, and each operator gets one mail', async () => {
    await monitor();
    await watch();
    const mails = () => test.ctx.jobs.payloadsOf(sendOperatorAlertJob);
    const before = mails().length;
    world().outcomes.set(one.id, { kind: 'omitted', reason: 'The names tile 4 lacks a name.', tile: 4, names: ['x'] });
    await log();
    await log();
    world().outcomes.clear();
    await log();
    const { logs } = await getSources(org);
    expect(logs.find(({ id }) => id === one.id)).toMatchObject({ outcome: 'omitted', reason: 'The names tile 4 lacks a name.' });
    expect(world().modes.slice(-3)).toEqual(['names', 'data', 'data']);
    const alerted = mails().slice(before);
    expect(alerted.map(({ to }) => to)).toEqual(test.ctx.config.platformAdminEmails);
    for (const mail of alerted) await sendOperatorAlert(test.ctx, mail);
    expect(test.ctx.gateways.mailer.sent.slice(-alerted.length)).toMatchObject(
      alerted.map(({ to }) => ({ mail: { kind: 'log-broken', to, detail: 'one by Test operator: The names tile 4 lacks a name.' } })),
    );
  });

  it('of a list that can’t be used is followed on, and the problem is shown', async () => {
    world().list = { logs: null, listedAt: null, problem: 'The log list has no signature.' };
    await refreshLogs(test.ctx);
    const { logs, list } = await getSources(org);
    expect(logs).toHaveLength(2);
    expect(list).toMatchObject({ problem: 'The log list has no signature.' });
    world().list = { logs: [two], listedAt: now(), problem: null };
    await refreshLogs(test.ctx);
    expect((await getSources(org)).logs).toMatchObject([{ id: two.id }]);
  });
});

describe('a search service', () => {
  it('is asked from its cursor, hourly, and finds what a log has found', async () => {
    await monitor();
    await watchLearned();
    await log(issued('renewal'));
    world().answers.set(`${domain} `, {
      outcome: 'complete',
      reason: null,
      issuances: { 7: issued('renewal'), 8: issued('other', { issuerOrganization: 'Other CA' }) },
      cursor: '8',
      retryAfterMs: null,
    });
    await searchIssuances(test.ctx);
    await searchIssuances(test.ctx);
    test.ctx.clock.advance(HOUR_MS);
    await searchIssuances(test.ctx);
    const due = async () => {
      const before = test.ctx.jobs.payloadsOf(searchIssuancesJob).length;
      await enqueueDueTransparency(test.ctx);
      return test.ctx.jobs.payloadsOf(searchIssuancesJob).length - before;
    };
    await refreshCaa(test.ctx);
    expect(await due()).toBe(0);
    test.ctx.clock.advance(HOUR_MS);
    expect(await due()).toBe(1);
    const asked = world().searched.filter((request) => request.domain === domain);
    expect(asked.map(({ cursor }) => cursor)).toEqual([null, '8']);
    expect(await states()).toEqual(['expected', 'unknown new_issuer']);
    expect((await getIssuance(org, { id: await idOf('renewal') })).issuance.places.map(({ name }) => name)).toEqual([
      'one',
      'Cert Spotter',
    ]);
  });

  it('that limits us is left alone for as long as it says, for every domain', async () => {
    await monitor();
    await watch();
    await watchDomain(org, { domain: host() });
    world().answers.set(`${domain} `, {
      outcome: 'failed',
      reason: 'Cert Spotter rate limited the request (429).',
      issuances: {},
      cursor: null,
      retryAfterMs: 2 * HOUR_MS,
    });
    const before = world().searched.length;
    await searchIssuances(test.ctx);
    test.ctx.clock.advance(HOUR_MS);
    await searchIssuances(test.ctx);
    expect(world().searched.length).toBe(before + 1);
    expect((await getSources(org)).searches).toMatchObject([{ name: 'Cert Spotter', domains: 2, answered: 0, outcome: 'failed' }]);
    const other = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
    expect((await getSources(other)).searches).toMatchObject([{ domains: 0, answered: 0, outcome: null, reason: null }]);
    test.ctx.clock.advance(HOUR_MS);
    await searchIssuances(test.ctx);
    expect(world().searched.length).toBe(before + 3);
  });
});

it('wakes for 20 planted certificates among 300 renewals with new keys, each in two logs as precertificate and certificate, once each', async () => {
  await monitor();
  await watchLearned();
  const names = Array.from({ length: 300 }, (_, at) => host(`n${at}`));
  for (const name of names) serve(name, served(name));
  for (const name of names) await addCertificate(org, { domain: name });
  world().batchSize = 100;
  const renewals = names.map((name) => issued(`renewal ${name}`, { names: [name] }));
  const planted = names.slice(0, 20).map((name) => issued(`planted ${name}`, { names: [name], issuerOrganization: 'Evil CA' }));
  const entries = [...renewals, ...planted].flatMap((entry) => [entry, { ...entry, isPrecertificate: false }]);
  for (const { id } of [one, two]) {
    world().logs.set(id, entries);
    await followLog(test.ctx, { log: id });
  }
  await sweep();
  await sweep();
  expect(await raised()).toHaveLength(20);
  expect((await raised()).every(({ rule, summary }) => rule === 'unknown_issuance' && summary.includes('Evil CA'))).toBe(true);
  expect(await states()).toHaveLength(320);
});
