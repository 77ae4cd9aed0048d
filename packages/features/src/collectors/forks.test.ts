import { readReceipt, signRequest } from '@notafter/bundles';
import { collectorBundles, collectorFiles } from '@notafter/db';
import { BundleWriter, certificateFacts, createTestContext, makeOrgContext, seedDers, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { PersonContext } from '../use-case.ts';
import { answerPoll } from './answer-poll.ts';
import { getCollector } from './get-collector.ts';
import { importBundles } from './import-bundles.ts';
import { recordBundles } from './record-bundles.ts';
import { renewToken } from './renew-token.ts';
import { revokeCollector } from './revoke-collector.ts';
import { enrolledCollector, sendBundle } from './testing/enrolled-collector.ts';

let test: TestContext;
let org: PersonContext;
beforeAll(async () => {
  test = await createTestContext();
});
beforeEach(async () => {
  org = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
});
afterAll(() => test.close());

const files = (seed: string) => ({ files: [{ path: '/etc/tls/shop.pem', chain: seedDers(seed) }] });
const poll = (program: BundleWriter) => {
  const call = { collectorId: program.id, method: 'POST', path: '/v1/collector/poll', at: test.ctx.clock.now() };
  const guest = { ...test.ctx, origin: { ip: '192.0.2.9', userAgent: null }, actor: null };
  return answerPoll(guest, { ...call, signature: signRequest({ ...call, body: new Uint8Array() }, program.keys.privateKey) });
};
const heard = async (program: BundleWriter) => readReceipt((await poll(program)).receipt, test.ctx.auth.collectorKeys.receipts.publicKey);
const rows = async ({ id }: BundleWriter) => ({
  bundles: await test.ctx.db.$count(collectorBundles, eq(collectorBundles.collectorId, id)),
  leaves: (await test.ctx.db.select().from(collectorFiles).where(eq(collectorFiles.collectorId, id))).map(({ chain }) => chain),
});

/** A collector and its copy, after both have sent a bundle with the same number. */
const forked = async () => {
  const program = await enrolledCollector(org);
  const twin = program.copy();
  await sendBundle(test.ctx, await program.write(files('leaf one')));
  await recordBundles(test.ctx, { collectorId: program.id });
  await expect(sendBundle(test.ctx, await twin.write(files('leaf evil')))).rejects.toMatchObject({ code: 'bundle_fork' });
  return { program, twin };
};

it('takes nothing more from either program once a key was copied: online, carried or asked', async () => {
  const { program, twin } = await forked();
  const before = await rows(program);
  for (const each of [program, twin]) {
    expect(await heard(each)).toMatchObject({ isForked: true, isRevoked: false, targets: [] });
    await expect(sendBundle(test.ctx, await each.write(files('leaf two')))).rejects.toMatchObject({
      code: 'bundle_fork',
      message: 'Two collectors use the same key, so nothing more is taken. Revoke this collector, then enroll it again.',
    });
    const carried = { name: 'a.notafter', content: (await each.write({ isComplete: true, ...files('leaf three') })).toString() };
    const imported = await importBundles(org, { bundles: [carried] });
    expect([imported.bundles.map(({ outcome }) => outcome), imported.receipts]).toEqual([['fork'], []]);
  }
  await recordBundles(test.ctx, { collectorId: program.id });
  expect(await rows(program)).toEqual(before);
  const { collector } = await getCollector(org, { id: program.id });
  expect(collector).toMatchObject({ state: 'forked', sequence: 2, silentFrom: null });
});

it('takes nothing from one that is being copied while another bundle is read', async () => {
  const program = await enrolledCollector(org);
  const twin = program.copy();
  const outcomes = await Promise.allSettled(
    [await program.write(), await twin.write(files('leaf other'))].map((bytes) => sendBundle(test.ctx, bytes)),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(sendBundle(test.ctx, await program.write())).rejects.toMatchObject({ code: 'bundle_fork' });
  await expect(sendBundle(test.ctx, await twin.write())).rejects.toMatchObject({ code: 'bundle_fork' });
});

it('is enrolled again after it was revoked: another program goes on with its rows, and the old key is of no use', async () => {
  const { program, twin } = await forked();
  await sendBundle(test.ctx, await program.write()).catch(() => undefined);
  await expect(renewToken(org, { id: program.id })).rejects.toMatchObject({ code: 'enrollment_refused' });
  await revokeCollector(org, { id: program.id });
  const { token, collector } = await renewToken(org, { id: program.id });
  expect(collector).toMatchObject({ id: program.id, state: 'waiting', sequence: 0, missingBundles: 0 });
  const next = new BundleWriter(token, () => test.ctx.clock.now());
  await sendBundle(test.ctx, await next.write(files('leaf next')));
  for (const old of [program, twin]) {
    await expect(sendBundle(test.ctx, await old.write())).rejects.toMatchObject({ code: 'bundle_signature' });
    await expect(poll(old)).rejects.toMatchObject({ code: 'collector_not_found' });
  }
  await recordBundles(test.ctx, { collectorId: program.id });
  expect((await getCollector(org, { id: program.id })).collector).toMatchObject({ state: 'active', sequence: 1 });
  const { leaves } = await rows(program);
  expect(leaves).toEqual([[certificateFacts('leaf next').fingerprint256]]);
});

it('says that it was revoked after an admin has decided', async () => {
  const { program } = await forked();
  await revokeCollector(org, { id: program.id });
  await expect(sendBundle(test.ctx, await program.write())).rejects.toMatchObject({ code: 'collector_revoked' });
  expect(await heard(program)).toMatchObject({ isForked: false, wantsComplete: false, isRevoked: true, targets: [] });
});
