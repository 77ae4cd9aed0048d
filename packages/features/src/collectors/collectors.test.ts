import { readReceipt, signRequest } from '@notafter/bundles';
import { certificates, checkSchedule, collectorBundles, collectorFiles, collectors, organizations } from '@notafter/db';
import { addMs, BUNDLES_WAITING_MAX, DAY_MS, HOUR_MS, type ProbeTerms } from '@notafter/domain';
import {
  BundleWriter,
  certificateFacts,
  countLockWaits,
  createTestContext,
  makeOrgContext,
  seedDers,
  servedObservation,
  type TestContext,
  unreachableObservation,
} from '@notafter/testing';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkCertificate } from '../certificates/checks/check-certificate.ts';
import { removeCertificates } from '../certificates/remove-certificates.ts';
import { ensureCollectorEndpoints } from '../certificates/reports/collector-endpoints.ts';
import type { RequestContext } from '../context.ts';
import type { PersonContext } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { addCollector } from './add-collector.ts';
import { answerPoll } from './answer-poll.ts';
import { askCollector } from './ask-collector.ts';
import { getCollector } from './get-collector.ts';
import { importBundles } from './import-bundles.ts';
import { listCollectorFiles } from './list-collector-files.ts';
import { listCollectors } from './list-collectors.ts';
import { recordBundles } from './record-bundles.ts';
import { removeCollector } from './remove-collector.ts';
import { renewToken } from './renew-token.ts';
import { revokeCollector } from './revoke-collector.ts';
import { enrolledCollector, sendBundle, waitingCollector } from './testing/enrolled-collector.ts';
import { updateCollector } from './update-collector.ts';

let test: TestContext;
let org: PersonContext;
let guest: RequestContext;

/** Answers like the real prober for the first address that a collector reports: the seed of its certificate is its DER. */
const judge =
  (host: string) =>
  (_: unknown, { reported }: ProbeTerms) => {
    const [own] = reported ?? [];
    if (own === undefined) throw new Error('The server must not probe what a collector reaches.');
    if (own.kind === 'unreachable') return unreachableObservation(host, { detail: own.detail });
    const facts = own.chain.map((der) => certificateFacts(Buffer.from(der).toString()));
    const [leaf, ...rest] = facts;
    if (leaf === undefined) throw new Error('No certificate.');
    return servedObservation(host, {}, { chain: [leaf, ...rest], address: own.address });
  };

beforeAll(async () => {
  test = await createTestContext();
  for (const host of ['db.internal', 'web.internal', 'asked.internal', 'gone.internal'])
    test.ctx.gateways.prober.answer(`${host}:443`, judge(host));
});
beforeEach(async () => {
  org = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
  guest = { ...test.ctx, origin: { ip: '192.0.2.9', userAgent: null }, actor: null };
});
afterAll(() => test.close());

const now = (): Date => test.ctx.clock.now();
const newProgram = (name?: string, carriedEverySeconds?: number) => waitingCollector(org, name, carriedEverySeconds);
const send = (bytes: Buffer) => sendBundle(test.ctx, bytes);
const receiptOf = async ({ receipt }: { receipt: string }) => readReceipt(receipt, test.ctx.auth.collectorKeys.receipts.publicKey);
const record = ({ id }: BundleWriter) => recordBundles(test.ctx, { collectorId: id });
const enrolled = (name?: string) => enrolledCollector(org, name);
const state = async ({ id }: BundleWriter) => (await getCollector(org, { id })).collector.state;
const endpointsOf = ({ id }: BundleWriter) =>
  test.ctx.db
    .select({
      id: certificates.id,
      domain: certificates.domain,
      fingerprint256: certificates.fingerprint256,
      unreachable: certificates.unreachableReason,
      fails: checkSchedule.fails,
      lastCheckedAt: checkSchedule.lastCheckedAt,
      shard: checkSchedule.shard,
    })
    .from(certificates)
    .innerJoin(checkSchedule, eq(checkSchedule.certificateId, certificates.id))
    .where(eq(certificates.collectorId, id))
    .orderBy(certificates.domain);
const importFiles = (...files: readonly Buffer[]) =>
  importBundles(org, { bundles: files.map((bytes, place) => ({ name: `${place}.notafter`, content: bytes.toString() })) });
const outcomes = async (...files: readonly Buffer[]) => (await importFiles(...files)).bundles.map(({ outcome }) => outcome);

const poll = (program: BundleWriter, at = now(), signer = program) => {
  const call = { collectorId: program.id, method: 'POST', path: '/v1/collector/poll', at };
  return answerPoll(guest, { ...call, signature: signRequest({ ...call, body: new Uint8Array() }, signer.keys.privateKey) });
};

describe('enrollment', () => {
  it('takes the key of the first bundle that has the secret, and is then active', async () => {
    const program = await newProgram();
    expect(await state(program)).toBe('waiting');
    const receipt = await receiptOf(await send(await program.write()));
    expect(receipt).toMatchObject({ collectorId: program.id, through: 1, hash: program.hash, targets: [], isRevoked: false });
    const { collector } = await getCollector(org, { id: program.id });
    expect(collector).toMatchObject({
      state: 'active',
      publicKey: program.keys.publicKey,
      tokenExpiresAt: null,
      about: { host: 'vault-1' },
    });
  });

  it('refuses a token that was used, has expired, was replaced, or is of nobody', async () => {
    const { collector, token } = await addCollector(org, { name: 'Once', carriedEverySeconds: null });
    const renewed = await renewToken(org, { id: collector.id });
    await expect(send(await new BundleWriter(token, now).write())).rejects.toMatchObject({ code: 'enrollment_refused' });
    await send(await new BundleWriter(renewed.token, now).write());
    await expect(send(await new BundleWriter(renewed.token, now).write())).rejects.toMatchObject({ code: 'bundle_signature' });
    await expect(renewToken(org, { id: collector.id })).rejects.toMatchObject({ code: 'enrollment_refused' });

    const late = await newProgram('Late');
    test.ctx.clock.advance(7 * DAY_MS);
    await expect(send(await late.write())).rejects.toMatchObject({ code: 'enrollment_refused' });
    expect(await state(late)).toBe('waiting');
  });

  it('needs a plan with collectors, and a name that is free', async () => {
    const small = await makeOrgContext(test.ctx, { plan: 'Team' });
    await expect(addCollector(small, { name: 'Vault', carriedEverySeconds: null })).rejects.toMatchObject({ code: 'collectors_plan' });
    const program = await newProgram('Vault');
    await expect(newProgram('VAULT')).rejects.toMatchObject({ code: 'collector_exists' });
    await updateCollector(org, { id: program.id, name: 'Vault', carriedEverySeconds: 86_400 });
    expect((await listCollectors(org)).collectors).toMatchObject([{ name: 'Vault', carriedEverySeconds: 86_400 }]);
  });

  it('stores no secret', async () => {
    const { token } = await addCollector(org, { name: 'Secret', carriedEverySeconds: null });
    const rows = JSON.stringify(await test.ctx.db.select().from(collectors));
    expect(rows).not.toContain(token.slice(30, 60));
  });
});

describe('bundles', () => {
  it('are recorded as checks: endpoints are added, judged, and dated by the collector', async () => {
    const program = await enrolled();
    const at = now();
    test.ctx.clock.advance(HOUR_MS);
    const endpoints = [{ target: 'db.internal', chain: seedDers('db', 'ca') }, { target: 'web.internal' }, { target: 'not an endpoint' }];
    await send(await program.write({ at, endpoints }));
    expect(await record(program)).toBe(2);
    expect(await endpointsOf(program)).toMatchObject([
      {
        domain: 'db.internal',
        fingerprint256: certificateFacts('db').fingerprint256,
        unreachable: null,
        fails: 0,
        lastCheckedAt: at,
        shard: -1,
      },
      { domain: 'web.internal', fingerprint256: null, unreachable: 'refused', fails: 1 },
    ]);
    const { bundles } = await getCollector(org, { id: program.id });
    expect(bundles).toMatchObject([{ sequence: 2, endpoints: 3, recordedAt: now(), problem: null }, { sequence: 1 }]);
  });

  it('that say unchanged stand for what was seen before, also for what failed', async () => {
    const program = await enrolled();
    const endpoints = [{ target: 'db.internal', chain: seedDers('db') }, { target: 'web.internal' }];
    await send(await program.write({ endpoints }));
    test.ctx.clock.advance(HOUR_MS);
    await send(await program.write({ endpoints: endpoints.map(({ target }) => ({ target, chain: 'unchanged' as const })) }));
    await record(program);
    expect(await endpointsOf(program)).toMatchObject([
      { domain: 'db.internal', fails: 0, lastCheckedAt: now() },
      { domain: 'web.internal', fails: 2, lastCheckedAt: now() },
    ]);
  });

  it('are judged with certificates that an earlier one had', async () => {
    const program = await enrolled();
    await send(await program.write({ files: [{ path: '/etc/tls.pem', chain: seedDers('db', 'ca') }] }));
    await send(await program.write({ endpoints: [{ target: 'db.internal', chain: seedDers('db', 'ca') }] }));
    await record(program);
    expect(await endpointsOf(program)).toMatchObject([{ fingerprint256: certificateFacts('db').fingerprint256, unreachable: null }]);
  });

  it('count once, if a worker dies after the endpoints, and if two work at once', async () => {
    const program = await enrolled();
    await record(program);
    const endpoints = [{ target: 'web.internal' }];
    const files = [{ path: '/etc/tls.pem', chain: seedDers('leaf file') }];
    const content = await program.write({ endpoints, files });
    await send(content);
    await Promise.all([record(program), record(program)]);
    // As a worker leaves it that dies before the files.
    await test.ctx.db.delete(collectorFiles).where(eq(collectorFiles.collectorId, program.id));
    const isSecond = and(eq(collectorBundles.collectorId, program.id), eq(collectorBundles.sequence, 2));
    await test.ctx.db.update(collectorBundles).set({ content, position: 1, recordedAt: null }).where(isSecond);
    await record(program);
    expect(await endpointsOf(program)).toMatchObject([{ domain: 'web.internal', fails: 1 }]);
    expect((await listCollectorFiles(org, { id: program.id, limit: 50, problems: false })).files).toMatchObject([{ path: '/etc/tls.pem' }]);
  });

  it('are recorded whole by a worker that finds an endpoint which another one is adding', async () => {
    const program = await enrolled();
    const bundle = { orgId: org.org.id, collectorId: program.id, limit: null };
    const ensure = (tx: Parameters<typeof ensureCollectorEndpoints>[0]) =>
      ensureCollectorEndpoints(tx, bundle, [{ host: 'web.internal', port: 443 }]);
    let second: ReturnType<typeof ensure> | undefined;
    const first = await withTransaction(test.ctx, async (tx) => {
      const ids = await ensure(tx);
      second = withTransaction(test.ctx, ensure);
      await expect.poll(() => countLockWaits(test.ctx.db)).toBe(1);
      return ids;
    });
    expect(first.size).toBe(1);
    expect(await second).toEqual(first);
  });

  it('are refused and named: changed, of another key, of another server, unknown, too large a gap', async () => {
    const program = await enrolled();
    const bytes = await program.write();
    const cut = bytes.subarray(0, bytes.length - 9);
    const lines = bytes.toString().split('\n');
    const other = await (await newProgram('Other')).write();
    const mixed = Buffer.from(`${lines[0]}\n${other.toString().split('\n')[1]}\n`);
    await expect(send(cut)).rejects.toMatchObject({ code: 'bundle_malformed' });
    await expect(send(mixed)).rejects.toMatchObject({ code: 'bundle_signature' });
    await expect(send(await program.write())).rejects.toMatchObject({
      code: 'bundle_gap',
      message: 'Bundle 2 of this collector is missing. Import it first, or have the collector write a complete bundle.',
    });
    expect((await getCollector(org, { id: program.id })).collector.sequence).toBe(1);
    await removeCollector(org, { id: program.id });
    await expect(send(bytes)).rejects.toMatchObject({ code: 'collector_not_found' });
  });

  it('that come twice change nothing, and get a receipt again', async () => {
    const program = await enrolled();
    const bytes = await program.write({ endpoints: [{ target: 'web.internal' }] });
    const first = await receiptOf(await send(bytes));
    await record(program);
    expect(await receiptOf(await send(bytes))).toEqual(first);
    await record(program);
    expect(await endpointsOf(program)).toMatchObject([{ fails: 1 }]);
  });

  it('after a gap are taken if they are complete, and the gap is shown', async () => {
    const program = await enrolled();
    await program.write();
    await program.write();
    await send(await program.write({ isComplete: true }));
    expect((await getCollector(org, { id: program.id })).collector).toMatchObject({ sequence: 4, missingBundles: 2 });
  });

  it('that a complete one made superfluous are named, and everything is asked for again', async () => {
    const program = await enrolled();
    const [first, second] = [await program.write({ isComplete: true }), await program.write({ isComplete: true })];
    expect(await outcomes(second)).toEqual(['stored']);
    expect((await receiptOf(await poll(program))).wantsComplete).toBe(false);
    const late = await importFiles(first);
    expect(late.bundles).toMatchObject([{ outcome: 'superseded' }]);
    expect(await Promise.all(late.receipts.map(receiptOf))).toMatchObject([{ through: 3, wantsComplete: true }]);
    await send(await program.write({ isComplete: true }));
    expect((await receiptOf(await poll(program))).wantsComplete).toBe(false);
  });

  it('that say unchanged of an endpoint that a person deleted bring it back with the next complete one', async () => {
    const program = await enrolled();
    const endpoints = [{ target: 'db.internal', chain: seedDers('db') }];
    const unchanged = [{ target: 'db.internal', chain: 'unchanged' as const }];
    await send(await program.write({ endpoints }));
    await record(program);
    const [row] = await endpointsOf(program);
    await removeCertificates(org, { ids: row === undefined ? [] : [row.id] });
    await send(await program.write({ endpoints: unchanged }));
    await record(program);
    expect(await endpointsOf(program)).toEqual([]);
    expect((await receiptOf(await poll(program))).wantsComplete).toBe(true);
    await send(await program.write({ endpoints, isComplete: true }));
    await record(program);
    expect(await endpointsOf(program)).toMatchObject([{ domain: 'db.internal', fingerprint256: certificateFacts('db').fingerprint256 }]);

    // Deleted, then asked for: the row is there, and its finding is not.
    await removeCertificates(org, { ids: (await endpointsOf(program)).map(({ id }) => id) });
    await askCollector(org, { id: program.id, domain: 'db.internal' });
    await send(await program.write({ endpoints: unchanged }));
    await record(program);
    expect((await receiptOf(await poll(program))).wantsComplete).toBe(true);
  });

  it('of a copied key show as a fork, whichever comes first', async () => {
    const program = await enrolled();
    const twin = program.copy();
    await send(await program.write());
    await expect(send(await twin.write())).rejects.toMatchObject({ code: 'bundle_fork' });
    expect(await state(program)).toBe('forked');

    const ahead = await enrolled('Ahead');
    const behind = ahead.copy();
    await behind.write();
    await send(await ahead.write());
    await expect(send(await behind.write())).rejects.toMatchObject({ code: 'bundle_fork' });
    expect(await state(ahead)).toBe('forked');
  });

  it('of a revoked collector, and of a plan without collectors, are refused', async () => {
    const program = await enrolled();
    await revokeCollector(org, { id: program.id });
    await expect(send(await program.write())).rejects.toMatchObject({ code: 'collector_revoked' });
    const lost = await enrolled('Lost');
    await test.ctx.db.update(organizations).set({ plan: 'Team' }).where(eq(organizations.id, org.org.id));
    await expect(send(await lost.write())).rejects.toMatchObject({ code: 'collectors_plan' });
  });

  it('that wait when their collector is revoked are not recorded, and its key learns no targets', async () => {
    const program = await enrolled();
    await record(program);
    await askCollector(org, { id: program.id, domain: 'asked.internal' });
    await send(await program.write({ endpoints: [{ target: 'web.internal' }] }));
    await revokeCollector(org, { id: program.id });
    await record(program);
    expect((await endpointsOf(program)).map(({ domain }) => domain)).toEqual(['asked.internal']);
    const [last] = (await getCollector(org, { id: program.id })).bundles;
    expect(last).toMatchObject({ sequence: 2, problem: 'The collector was revoked before this bundle was recorded.' });
    expect(await receiptOf(await poll(program))).toMatchObject({ isRevoked: true, targets: [] });
  });

  it('are refused for now while too many of the collector wait', async () => {
    const program = await enrolled();
    for (let waiting = 1; waiting < BUNDLES_WAITING_MAX; waiting += 1) await send(await program.write());
    const next = await program.write();
    await expect(send(next)).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 60 });
    await record(program);
    expect(await receiptOf(await send(next))).toMatchObject({ through: BUNDLES_WAITING_MAX + 1 });
  });

  it('list files: entries, renewed ones, problems, and files that are gone', async () => {
    const program = await enrolled();
    const path = '/etc/tls/shop.pem';
    const denied = { code: 'permission_denied', message: 'Permission denied.' };
    const files = [
      { path, chain: seedDers('leaf old'), hasKey: true },
      { path: '/etc/tls/secret.p12', problem: denied },
    ];
    await send(await program.write({ files }));
    await record(program);
    const firstSeenAt = now();
    test.ctx.clock.advance(HOUR_MS);
    await send(await program.write({ files: [{ path, chain: 'unchanged' }] }));
    await record(program);
    const list = async () => (await listCollectorFiles(org, { id: program.id, limit: 50, problems: false })).files;
    expect(await list()).toMatchObject([
      { path: '/etc/tls/secret.p12', certificate: null, problem: 'Permission denied.' },
      { path, hasKey: true, certificate: { subject: 'CN=leaf old' }, firstSeenAt, seenAt: now() },
    ]);
    const page = await listCollectorFiles(org, { id: program.id, limit: 1, problems: false });
    expect((await listCollectorFiles(org, { id: program.id, limit: 1, cursor: page.nextCursor, problems: false })).files).toMatchObject([
      { path },
    ]);

    const notFound = { code: 'not_found', message: 'The file is gone.' };
    const renewed = [
      { path, chain: seedDers('leaf new') },
      { path: '/etc/tls/secret.p12', problem: notFound },
    ];
    await send(await program.write({ files: renewed }));
    await record(program);
    expect(await list()).toMatchObject([{ path, certificate: { subject: 'CN=leaf new' }, firstSeenAt: now() }]);
  });
});

describe('bundles that people carry', () => {
  it('are taken in the order of their numbers, whatever the order of the files, and answered with receipts', async () => {
    const program = await newProgram('Carried', 86_400);
    const offline = { about: { mode: 'offline' as const } };
    const [first, second, third] = [await program.write(offline), await program.write(offline), await program.write(offline)];
    const { bundles, receipts } = await importFiles(third, first, second);
    expect(bundles.map(({ sequence, outcome }) => `${sequence} ${outcome}`)).toEqual(['1 stored', '2 stored', '3 stored']);
    expect(await Promise.all(receipts.map(receiptOf))).toMatchObject([{ collectorId: program.id, through: 3 }]);
    expect((await getCollector(org, { id: program.id })).collector).toMatchObject({ lastSeenAt: null, lastReportAt: now() });
  });

  it('are named if they are a gap, a replay, a fork, another organization’s, unknown or no bundle at all', async () => {
    const program = await enrolled();
    const twin = program.copy();
    const second = await program.write();
    const third = await program.write();
    expect(await outcomes(third)).toEqual(['gap']);
    expect(await outcomes(second, third, second)).toEqual(['stored', 'replay', 'stored']);
    expect(await outcomes(await twin.write(), Buffer.from('no bundle'))).toEqual(['malformed', 'fork']);
    const strangers = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
    const { token } = await addCollector(strangers, { name: 'Strangers', carriedEverySeconds: null });
    const [stranger] = (await importFiles(await new BundleWriter(token, now).write())).bundles;
    expect(stranger).toMatchObject({ outcome: 'other_organization', message: 'This bundle is from a collector of another organization.' });
    expect((await getCollector(strangers, { id: new BundleWriter(token, now).id })).collector.state).toBe('waiting');
  });
});

describe('a poll', () => {
  it('brings what people ask for, and only to the collector itself', async () => {
    const [program, other] = [await enrolled(), await enrolled('Other')];
    await askCollector(org, { id: program.id, domain: 'asked.internal' });
    expect((await receiptOf(await poll(program))).targets).toEqual(['asked.internal']);
    await expect(poll(program, now(), other)).rejects.toMatchObject({ code: 'collector_not_found' });
    await expect(askCollector(org, { id: program.id, domain: '*.internal' })).rejects.toMatchObject({ code: 'target_wildcard' });
  });

  it('shows a clock that is off by more than five minutes', async () => {
    const program = await enrolled();
    const offset = async () => (await getCollector(org, { id: program.id })).collector.clockOffsetMs;
    const at = async (ms: number) => {
      test.ctx.clock.advance(60_000);
      await poll(program, addMs(now(), ms));
      return offset();
    };
    expect([await at(300_000), await at(300_001), await at(-400_000), await at(0)]).toEqual([null, 300_001, -400_000, null]);
  });

  it('says so to a revoked collector', async () => {
    const program = await enrolled();
    await revokeCollector(org, { id: program.id });
    expect(await receiptOf(await poll(program))).toMatchObject({ isRevoked: true });
  });
});

describe('an endpoint of a collector', () => {
  it('is never probed by the server', async () => {
    const program = await enrolled();
    const { certificateId } = await askCollector(org, { id: program.id, domain: 'gone.internal' });
    await expect(checkCertificate(org, { id: certificateId })).rejects.toMatchObject({ code: 'collector_checks' });
    expect(await endpointsOf(program)).toMatchObject([{ domain: 'gone.internal', shard: -1, lastCheckedAt: null }]);
  });

  it('may have the name of one that the server or another collector checks', async () => {
    const [one, other] = [await enrolled('One'), await enrolled('Two')];
    await askCollector(org, { id: one.id, domain: 'asked.internal' });
    await askCollector(org, { id: other.id, domain: 'asked.internal' });
    expect([await endpointsOf(one), await endpointsOf(other)].map((rows) => rows.length)).toEqual([1, 1]);
  });

  it('goes with its collector', async () => {
    const program = await enrolled();
    await send(await program.write({ files: [{ path: '/a.pem', chain: seedDers('leaf a') }] }));
    await record(program);
    await askCollector(org, { id: program.id, domain: 'asked.internal' });
    await removeCollector(org, { id: program.id });
    expect(await endpointsOf(program)).toEqual([]);
    expect(await test.ctx.db.$count(collectorFiles, eq(collectorFiles.collectorId, program.id))).toBe(0);
  });
});
