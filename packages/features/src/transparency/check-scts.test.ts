import { operatorAlerts, sctInclusions, transparencyLogs, x509Certificates } from '@notafter/db';
import { addMs, DAY_MS, HOUR_MS, type SctInclusion } from '@notafter/domain';
import {
  certificateFacts,
  createTestContext,
  makeOrgContext,
  servedObservation,
  type TestContext,
  transparencyLogOf,
} from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addCertificate } from '../certificates/add-certificate.ts';
import { getCertificate } from '../certificates/get-certificate.ts';
import { removeCertificate } from '../certificates/remove-certificate.ts';
import type { PersonContext } from '../use-case.ts';
import { checkScts } from './check-scts.ts';
import { refreshLogs } from './refresh-logs.ts';

const log = transparencyLogOf('one', { mmdSeconds: 3600 });
const paths = [{ anchor: 'aa', anchorName: 'Root', until: '2035-06-04T11:04:38.000Z', endsWith: 'Root' }];
const head = { size: 1, root: 'aa', signedAt: 1, text: 'the signed head' };
const missing: SctInclusion = { kind: 'missing', reason: 'The log does not have the entry.', head };

let test: TestContext;
let org: PersonContext;
let round = 0;
const world = () => test.ctx.gateways.transparency;
const now = (): Date => test.ctx.clock.now();
beforeAll(async () => {
  test = await createTestContext({ config: { platformAdminEmails: ['ops@example.com'] } });
});
beforeEach(async () => {
  org = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
  await test.ctx.db.delete(sctInclusions);
  await test.ctx.db.delete(transparencyLogs);
  await test.ctx.db.delete(operatorAlerts);
  await test.ctx.db.delete(x509Certificates);
  world().list = { logs: [log], listedAt: now(), problem: null };
  world().inclusions.clear();
  world().sctQuestions.length = 0;
  world().bytesPerDay = 1_000_000;
  world().switchFollower(true);
  await refreshLogs(test.ctx);
});
afterAll(() => test.close());

/** An endpoint whose certificate has a timestamp of the log, signed now, and whose chain has its issuer. */
const serve = async (by: 'embedded' | 'tls' = 'embedded', trustPaths: typeof paths = paths) => {
  round += 1;
  const name = `sct${round}.example`;
  const leaf = certificateFacts(name, { issuer: 'CN=R12', notBefore: now(), notAfter: addMs(now(), 90 * DAY_MS) });
  const chain = [leaf, certificateFacts('R12', { isCa: true, san: [] })] as const;
  const clientFacts = { paths: trustPaths, scts: [{ log: log.id, at: now().toISOString(), by }], clientAuth: false };
  test.ctx.gateways.prober.answer(`${name}:443`, servedObservation(name, {}, { chain, clientFacts }));
  return (await addCertificate(org, { domain: name })).certificate.id;
};
const shown = async (id: Awaited<ReturnType<typeof serve>>) => (await getCertificate(org, { id })).certificate.scts[0]?.inclusion ?? null;
const asked = (): number => world().sctQuestions.length;
const alerts = () => test.ctx.db.select({ kind: operatorAlerts.kind, detail: operatorAlerts.detail }).from(operatorAlerts);

it('asks a log when its maximum merge delay is over, once, with the issuer, and counts the bytes', async () => {
  const id = await serve();
  world().inclusions.set(log.id, { kind: 'included', index: 7 });
  test.ctx.clock.advance(HOUR_MS - 1);
  await checkScts(test.ctx);
  expect([asked(), await shown(id)]).toEqual([0, null]);
  test.ctx.clock.advance(1);
  await checkScts(test.ctx);
  expect(await shown(id)).toEqual({ state: 'included', reason: null, askedAt: now() });
  expect(world().sctQuestions).toMatchObject([{ log: { id: log.id }, sct: { log: log.id }, issuers: [expect.anything()] }]);
  expect(await test.ctx.db.select({ bytes: transparencyLogs.dayBytes }).from(transparencyLogs)).toEqual([{ bytes: 1000 }]);
  test.ctx.clock.advance(10 * DAY_MS);
  await checkScts(test.ctx);
  expect(asked()).toBe(1);
});

it('alerts the operator once of a log that misses entries, keeps the signed head, and asks again a day later', async () => {
  const [one, two] = [await serve(), await serve()];
  world().inclusions.set(log.id, missing);
  test.ctx.clock.advance(HOUR_MS);
  await checkScts(test.ctx);
  expect(await shown(one)).toEqual({ state: 'missing', reason: missing.reason, askedAt: now() });
  expect(await shown(two)).toMatchObject({ state: 'missing' });
  expect(await test.ctx.db.select({ inclusion: sctInclusions.inclusion }).from(sctInclusions)).toMatchObject([
    { inclusion: { head: { text: 'the signed head' } } },
    { inclusion: { head: { text: 'the signed head' } } },
  ]);
  test.ctx.clock.advance(DAY_MS);
  await checkScts(test.ctx);
  expect(asked()).toBe(4);
  const detail = 'one by Test operator does not have a certificate that it promised to log: The log does not have the entry.';
  expect(await alerts()).toEqual([{ kind: 'log_broken', detail }]);
});

it('asks again after an answer that settles nothing, and shows it', async () => {
  const id = await serve();
  test.ctx.clock.advance(HOUR_MS);
  await checkScts(test.ctx);
  expect(await shown(id)).toMatchObject({ state: 'unknown', reason: 'The log did not answer.' });
  world().inclusions.set(log.id, { kind: 'pending', until: addMs(now(), 30 * HOUR_MS) });
  test.ctx.clock.advance(DAY_MS);
  await checkScts(test.ctx);
  expect(await shown(id)).toMatchObject({ state: 'pending', reason: null });
  world().inclusions.set(log.id, { kind: 'wrongly_signed', reason: 'Not signed.' });
  test.ctx.clock.advance(30 * HOUR_MS);
  await checkScts(test.ctx);
  expect(await shown(id)).toMatchObject({ state: 'wrongly_signed' });
  expect([asked(), await alerts()]).toEqual([3, []]);
});

it('asks a log 25 times in a run and 500 times a day, and not beyond the budget', async () => {
  for (let made = 0; made < 27; made += 1) await serve();
  world().inclusions.set(log.id, { kind: 'included', index: 7 });
  test.ctx.clock.advance(HOUR_MS);
  await checkScts(test.ctx);
  expect(asked()).toBe(25);
  world().bytesPerDay = 26_000;
  await checkScts(test.ctx);
  expect(asked()).toBe(26);
  world().bytesPerDay = 1_000_000;
  const [{ fingerprint256 } = { fingerprint256: '' }] = await test.ctx.db.select().from(sctInclusions);
  const rows = Array.from({ length: 500 }, (_, at) => ({
    ...{ fingerprint256, logId: log.id, signedAt: addMs(now(), -at - 1), inclusion: { kind: 'included', index: at } as const },
    ...{ askedAt: now(), nextAt: null },
  }));
  await test.ctx.db.insert(sctInclusions).values(rows);
  await checkScts(test.ctx);
  expect(asked()).toBe(26);
});

it('asks a log that does not answer once in a run, and goes on with the others', async () => {
  for (let made = 0; made < 3; made += 1) await serve();
  test.ctx.clock.advance(HOUR_MS);
  await checkScts(test.ctx);
  expect(asked()).toBe(1);
  await checkScts(test.ctx);
  expect(asked()).toBe(2);
});

it('asks nothing while the operator does not follow logs, nor about what is not public, not embedded or no longer served', async () => {
  await serve('tls');
  await serve('embedded', []);
  const gone = await serve();
  world().switchFollower(false);
  test.ctx.clock.advance(HOUR_MS);
  await checkScts(test.ctx);
  expect(await test.ctx.db.$count(sctInclusions)).toBe(0);
  world().switchFollower(true);
  world().bytesPerDay = 0;
  await checkScts(test.ctx);
  expect(await test.ctx.db.$count(sctInclusions, eq(sctInclusions.logId, log.id))).toBe(1);
  world().bytesPerDay = 1_000_000;
  await removeCertificate(org, { id: gone });
  await checkScts(test.ctx);
  expect(asked()).toBe(0);
});
