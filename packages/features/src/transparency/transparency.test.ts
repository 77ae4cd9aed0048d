import { watchedDomains } from '@notafter/db';
import { addMs, DAY_MS, HOUR_MS, LEARNING_MS, MINUTE_MS, verificationRecordOf, verificationTextOf } from '@notafter/domain';
import { certificateFacts, makeOrgContext, servedObservation } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { addCertificate } from '../certificates/add-certificate.ts';
import { checkCertificate } from '../certificates/checks/check-certificate.ts';
import { acknowledgeIssuance } from './acknowledge-issuance.ts';
import { followLog } from './follow-log.ts';
import { getIssuance } from './get-issuance.ts';
import { judgeIssuance } from './judge-issuance.ts';
import { listIssuances } from './list-issuances.ts';
import { listWatchedDomains } from './list-watched-domains.ts';
import { refreshCaa } from './refresh-caa.ts';
import { one, transparencyStage, two } from './testing/transparency-stage.ts';
import { unwatchDomain } from './unwatch-domain.ts';
import { updateWatchedDomain } from './update-watched-domain.ts';
import { verifyDomain } from './verify-domain.ts';
import { watchDomain } from './watch-domain.ts';

const {
  world,
  now,
  host,
  served,
  serve,
  monitor,
  setKey,
  issued,
  log,
  pass,
  watch,
  watchLearned,
  states,
  raised,
  sweep,
  idOf,
  ctx,
  org,
  domain,
} = transparencyStage();

describe('a watched domain', () => {
  it('is verified by a monitored endpoint at once, and learns for seven days', async () => {
    await monitor();
    const watched = await watch();
    expect(watched).toMatchObject({ domain: domain(), verifiedBy: 'endpoint', record: null, learningUntil: addMs(now(), LEARNING_MS) });
    expect((await listWatchedDomains(org())).domains).toMatchObject([{ domain: domain(), issuances: 0, open: 0 }]);
  });

  it('is verified by its TXT record otherwise, and finds nothing before', async () => {
    const { id, record } = await watch();
    const [row] = await ctx().db.select().from(watchedDomains).where(eq(watchedDomains.id, id));
    expect(record).toEqual({ name: verificationRecordOf(domain()), value: verificationTextOf(row?.token ?? '') });
    await log(issued('early'));
    await expect(verifyDomain(org(), { id })).rejects.toMatchObject({ code: 'domain_not_verified' });
    world().txt.set(verificationRecordOf(domain()), ['v=spf1 -all', record?.value ?? '']);
    expect((await verifyDomain(org(), { id })).domain).toMatchObject({ verifiedBy: 'dns', record: null });
    expect(await states()).toEqual([]);
  });

  it('is suggested for the endpoints that are monitored, and refused twice, as a suffix, and as no domain', async () => {
    await monitor(host('a'));
    await monitor(host('b'));
    await monitor('ldap.internal');
    expect((await listWatchedDomains(org())).suggestions).toEqual([{ domain: domain(), endpoints: 2 }]);
    await watch();
    expect((await listWatchedDomains(org())).suggestions).toEqual([]);
    await expect(watch()).rejects.toMatchObject({ code: 'domain_watched', details: [{ path: 'domain' }] });
    for (const typed of ['co.uk', 'not a domain']) {
      await expect(watchDomain(org(), { domain: typed })).rejects.toMatchObject({ code: 'discovery_domain_invalid' });
    }
  });

  it('shows daily who may issue by its CAA records, and keeps what is known while nobody answers', async () => {
    await monitor();
    await watch();
    const caaOf = async () => (await listWatchedDomains(org())).domains[0]?.caa;
    world().caa.set(domain(), ['letsencrypt.org']);
    await refreshCaa(ctx());
    expect(await caaOf()).toEqual(['letsencrypt.org']);
    world().caa.set(domain(), ['pki.goog']);
    await refreshCaa(ctx());
    expect(await caaOf()).toEqual(['letsencrypt.org']);
    ctx().clock.advance(DAY_MS);
    const silent = { ...world(), lookUpCaa: () => Promise.reject(new Error('No answer.')) };
    await refreshCaa({ ...ctx(), gateways: { ...ctx().gateways, transparency: silent } });
    expect(await caaOf()).toEqual(['letsencrypt.org']);
    ctx().clock.advance(HOUR_MS);
    await refreshCaa(ctx());
    expect(await caaOf()).toEqual(['pki.goog']);
  });

  it('goes with what was found, and its alerts end', async () => {
    await monitor();
    const { id } = await watchLearned();
    await log(issued('foreign', { issuerOrganization: 'Other CA' }));
    await sweep();
    await unwatchDomain(org(), { id });
    await sweep();
    expect(await states()).toEqual([]);
    expect(await raised()).toMatchObject([{ rule: 'unknown_issuance', resolution: 'removed' }]);
  });

  it('of another organization shows nothing, and is not found', async () => {
    await monitor();
    const { id } = await watchLearned();
    await log(issued('foreign', { issuerOrganization: 'Other CA' }));
    const other = await makeOrgContext(ctx(), { plan: 'Enterprise' });
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
    await followLog(ctx(), { log: two.id });
    await sweep();
    expect(await states()).toEqual(['expected']);
    expect(await raised()).toEqual([]);
    const { issuance } = await getIssuance(org(), { id: await idOf('renewal') });
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
    expect((await listIssuances(org(), { filter: 'open', limit: 50 })).counts).toEqual({ total: 2, open: 2 });
    expect((await listWatchedDomains(org())).domains).toMatchObject([{ domain: domain(), issuances: 2, open: 2 }]);
  });

  it('that was found while the domain was learned wakes nobody, and is a precedent', async () => {
    await monitor();
    await watch();
    await log(issued('learned', { issuerOrganization: 'Other CA' }));
    await pass(40);
    await log(issued('again', { issuerOrganization: 'Other CA' }));
    await sweep();
    expect(await states()).toEqual(['unknown new_issuer', 'expected']);
    expect(await raised()).toEqual([]);
  });

  it('shows names and issuer without characters that would change a text around them', async () => {
    await monitor();
    await watchLearned();
    await log(issued('hostile', { issuerOrganization: 'Evil\u202e CA\n', issuer: 'O=Evil\u202e CA\n' }));
    const { issuances: found } = await listIssuances(org(), { limit: 50 });
    expect(JSON.stringify(found)).not.toMatch(/\u202e|\\n/);
  });

  it('by an issuer that is not allowed is unknown, whatever the rhythm', async () => {
    await monitor();
    const { id } = await watchLearned();
    await updateWatchedDomain(org(), { id, allowedIssuers: ['Good CA'] });
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
    await checkCertificate(org(), { id });
    await setKey(replaced.fingerprint256, other.spkiSha256);
    await sweep();
    expect(await states()).toEqual(['known_key', 'served']);
    expect(await raised()).toMatchObject([{ rule: 'unknown_issuance', resolution: 'recovered' }]);
    const otherPort = `${host()}:8443`;
    ctx().gateways.prober.answer(otherPort, servedObservation(host(), {}, { chain: [facts] }));
    await addCertificate(org(), { domain: otherPort });
    const { issuance } = await getIssuance(org(), { id: await idOf('early') });
    expect(issuance.endpoints).toMatchObject([
      { domain: host(), serves: true },
      { domain: otherPort, serves: false },
    ]);
  });

  it('that replaces a served certificate and is not served after a day informs, and a certificate for other hosts does not', async () => {
    await monitor();
    await watchLearned();
    await log(issued('renewal'));
    ctx().clock.advance(DAY_MS);
    await sweep();
    expect(await raised()).toEqual([]);
    ctx().clock.advance(MINUTE_MS);
    await sweep();
    await sweep();
    expect(await raised()).toMatchObject([{ rule: 'issuance_not_served', name: host(), resolution: null }]);
    await judgeIssuance(org(), { id: await idOf('renewal'), verdict: 'ours' });
    await sweep();
    expect(await raised()).toMatchObject([{ rule: 'issuance_not_served', resolution: 'recovered' }]);
  });

  it('that people call ours ends its alert and is a precedent; one that is not ours is none', async () => {
    await monitor();
    await watchLearned();
    await log(issued('ours', { issuerOrganization: 'New CA' }), issued('theirs', { issuerOrganization: 'Evil CA' }));
    await sweep();
    const { issuance } = await judgeIssuance(org(), { id: await idOf('ours'), verdict: 'ours' });
    expect(issuance).toMatchObject({ verdict: 'ours', verdictBy: org().actor.email, verdictAt: now() });
    await judgeIssuance(org(), { id: await idOf('theirs'), verdict: 'not_ours' });
    await sweep();
    expect(await raised()).toMatchObject([{ resolution: 'recovered' }, { resolution: 'recovered' }]);
    await pass(40);
    await log(issued('ours again', { issuerOrganization: 'New CA' }), issued('theirs again', { issuerOrganization: 'Evil CA' }));
    await sweep();
    expect(await states()).toEqual(['unknown new_issuer', 'unknown new_issuer', 'expected', 'unknown new_issuer']);
    expect(await raised()).toHaveLength(3);
  });

  it('is acknowledged for every channel, and its alert stays open until a verdict', async () => {
    await monitor();
    await watchLearned();
    await log(issued('foreign', { issuerOrganization: 'Other CA' }));
    await sweep();
    const id = await idOf('foreign');
    const other = await makeOrgContext(ctx(), { plan: 'Enterprise' });
    await expect(acknowledgeIssuance(other, { id })).rejects.toMatchObject({ code: 'issuance_not_found' });
    const { issuance } = await acknowledgeIssuance(org(), { id });
    expect(issuance).toMatchObject({ isAlerted: true, verdict: null, acknowledgedBy: org().actor.email, acknowledgedAt: now() });
    const first = now();
    ctx().clock.advance(MINUTE_MS);
    expect((await acknowledgeIssuance(org(), { id })).issuance).toMatchObject({ acknowledgedAt: first });
    await sweep();
    expect(await raised()).toMatchObject([{ rule: 'unknown_issuance', resolution: null }]);
    await judgeIssuance(org(), { id, verdict: 'ours' });
    await sweep();
    expect((await getIssuance(org(), { id })).issuance).toMatchObject({ isAlerted: false, acknowledgedBy: null });
  });

  it('for names of two organizations is each one’s own', async () => {
    await monitor();
    await watchLearned();
    const theirs = await makeOrgContext(ctx(), { plan: 'Enterprise' });
    await monitor('www.theirs.example', undefined, theirs);
    await watchDomain(theirs, { domain: 'theirs.example' });
    const { id } = (await watchDomain(theirs, { domain: domain() })).domain;
    world().txt.set(verificationRecordOf(domain()), [(await listWatchedDomains(theirs)).domains[0]?.record?.value ?? '']);
    await verifyDomain(theirs, { id });
    await log(issued('renewal'));
    expect(await states()).toEqual(['expected']);
    expect((await listIssuances(theirs, { limit: 50 })).issuances).toMatchObject([{ state: 'unknown', learned: true }]);
    const names = ['elsewhere.example', 'www.theirs.example', host('both')];
    await log(issued('shared', { names, watched: [domain(), 'theirs.example'] }));
    await sweep();
    expect(await raised()).toMatchObject([{ rule: 'unknown_issuance', name: host('both') }]);
    const [shared] = (await listIssuances(theirs, { limit: 50 })).issuances;
    expect(shared?.names).toEqual([names[1], names[2], names[0]]);
  });
});

it('wakes for 20 planted certificates among 300 renewals with new keys, each in two logs as precertificate and certificate, once each', async () => {
  await monitor();
  await watchLearned();
  const names = Array.from({ length: 300 }, (_, at) => host(`n${at}`));
  for (const name of names) serve(name, served(name));
  for (const name of names) await addCertificate(org(), { domain: name });
  world().batchSize = 100;
  const renewals = names.map((name) => issued(`renewal ${name}`, { names: [name] }));
  const planted = names.slice(0, 20).map((name) => issued(`planted ${name}`, { names: [name], issuerOrganization: 'Evil CA' }));
  const entries = [...renewals, ...planted].flatMap((entry) => [entry, { ...entry, isPrecertificate: false }]);
  for (const { id } of [one, two]) {
    world().logs.set(id, entries);
    await followLog(ctx(), { log: id });
  }
  await sweep();
  await sweep();
  expect(await raised()).toHaveLength(20);
  expect((await raised()).every(({ rule, summary }) => rule === 'unknown_issuance' && summary.includes('Evil CA'))).toBe(true);
  expect(await states()).toHaveLength(320);
});
