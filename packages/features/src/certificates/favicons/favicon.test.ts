import { cachedImages, certificates, newId } from '@notafter/db';
import { type CertificateId, DAY_MS, type FetchedImage, MINUTE_MS } from '@notafter/domain';
import { createTestContext, makeOrgContext, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrgContext } from '../../context.ts';
import { fetchFaviconJob } from '../certificate-jobs.ts';
import { getFavicon } from './get-favicon.ts';
import { refreshFavicon } from './refresh-favicon.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());
beforeEach(() => {
  test.ctx.jobs.clear();
  test.ctx.gateways.images.askedFavicons.length = 0;
});

const icon: FetchedImage = { contentType: 'image/png', bytes: Buffer.from('an icon') };
const monitor = async (ctx: OrgContext, host: string, port = 443): Promise<CertificateId> => {
  const id = newId<'certificate'>();
  const domain = port === 443 ? host : `${host}:${port}`;
  await test.ctx.db.insert(certificates).values({ id, orgId: ctx.org.id, host, port, domain, createdAt: test.ctx.clock.now() });
  return id;
};
/** Acts as the queue: each job once per certificate. */
const workOff = async (): Promise<void> => {
  const waiting = new Set(test.ctx.jobs.payloadsOf(fetchFaviconJob).map(({ certificateId }) => certificateId));
  test.ctx.jobs.clear();
  for (const certificateId of waiting) await refreshFavicon(test.ctx, { certificateId });
};
const asked = (): readonly string[] => test.ctx.gateways.images.askedFavicons;

it('answers at once, and has what is missing fetched by a job', async () => {
  const ctx = await makeOrgContext(test.ctx, { role: 'viewer' });
  const id = await monitor(ctx, 'new.example', 8443);
  test.ctx.gateways.images.answerFavicon('new.example', icon);
  expect(await getFavicon(ctx, { domain: 'new.example:8443' })).toEqual({ image: null, pending: true });
  expect(asked()).toEqual([]);
  expect(test.ctx.jobs.enqueued).toEqual([{ name: 'fetch-favicon', payload: { certificateId: id }, options: { singletonKey: id } }]);
  await workOff();
  expect(asked()).toEqual(['new.example:8443']);
  expect(await getFavicon(ctx, { domain: 'new.example:8443' })).toEqual({ image: icon, pending: false });
});

it('asks a site again after a week and shows the last icon until then', async () => {
  const ctx = await makeOrgContext(test.ctx);
  await monitor(ctx, 'weekly.example');
  const look = () => getFavicon(ctx, { domain: 'weekly.example' });
  test.ctx.gateways.images.answerFavicon('weekly.example', icon);
  await look();
  await workOff();
  test.ctx.clock.advance(7 * DAY_MS - MINUTE_MS);
  expect(await look()).toEqual({ image: icon, pending: false });
  test.ctx.clock.advance(MINUTE_MS);
  const newer = { ...icon, bytes: Buffer.from('a newer icon') };
  test.ctx.gateways.images.answerFavicon('weekly.example', newer);
  expect(await look()).toEqual({ image: icon, pending: true });
  await workOff();
  expect(await look()).toEqual({ image: newer, pending: false });
});

it('remembers for two days that a site has none', async () => {
  const ctx = await makeOrgContext(test.ctx);
  await monitor(ctx, 'plain.example');
  const look = () => getFavicon(ctx, { domain: 'plain.example' });
  await look();
  await workOff();
  test.ctx.clock.advance(2 * DAY_MS - MINUTE_MS);
  expect(await look()).toEqual({ image: null, pending: false });
  test.ctx.clock.advance(MINUTE_MS);
  expect((await look()).pending).toBe(true);
});

it('keeps the last icon while the site is gone or fetching fails', async () => {
  const ctx = await makeOrgContext(test.ctx);
  await monitor(ctx, 'failing.example');
  const look = () => getFavicon(ctx, { domain: 'failing.example' });
  test.ctx.gateways.images.answerFavicon('failing.example', icon);
  await look();
  await workOff();
  for (const failure of [null, new Error('no file descriptors')]) {
    test.ctx.gateways.images.answerFavicon('failing.example', failure);
    test.ctx.clock.advance(8 * DAY_MS);
    await look();
    await workOff();
    expect(await look()).toEqual({ image: icon, pending: false });
  }
});

it('fetches once however often the job runs', async () => {
  const ctx = await makeOrgContext(test.ctx);
  const certificateId = await monitor(ctx, 'twice.example');
  await refreshFavicon(test.ctx, { certificateId });
  await refreshFavicon(test.ctx, { certificateId });
  expect(asked()).toEqual(['twice.example:443']);
});

describe('nobody uses it as a proxy', () => {
  it.each(['unknown.example', 'theirs.example', 'mine.example:8443', '127.0.0.1', '[::1]', 'sub.mine.example'])(
    'to what the organization does not monitor: %s',
    async (domain) => {
      const ctx = await makeOrgContext(test.ctx);
      const other = await makeOrgContext(test.ctx);
      await monitor(ctx, 'mine.example');
      const certificateId = await monitor(other, 'theirs.example');
      test.ctx.gateways.images.answerFavicon('theirs.example', icon);
      await refreshFavicon(test.ctx, { certificateId });
      test.ctx.jobs.clear();
      expect(await getFavicon(ctx, { domain })).toEqual({ image: null, pending: false });
      expect(test.ctx.jobs.enqueued).toEqual([]);
    },
  );

  it('to anything but a domain', async () => {
    const ctx = await makeOrgContext(test.ctx);
    await expect(getFavicon(ctx, { domain: 'https://mine.example/admin' })).rejects.toMatchObject({ code: 'target_invalid' });
  });

  it('to a certificate that was removed before the job ran', async () => {
    const ctx = await makeOrgContext(test.ctx);
    const certificateId = await monitor(ctx, 'removed.example');
    await test.ctx.db.delete(certificates).where(eq(certificates.id, certificateId));
    await refreshFavicon(test.ctx, { certificateId });
    expect(asked()).toEqual([]);
  });
});

it('reveals to no organization what another monitors: each has its own fetched icons', async () => {
  const [one, other] = [await makeOrgContext(test.ctx), await makeOrgContext(test.ctx)];
  const certificateId = await monitor(one, 'shared.example');
  await monitor(other, 'shared.example');
  test.ctx.gateways.images.answerFavicon('shared.example', icon);
  await refreshFavicon(test.ctx, { certificateId });
  expect(await getFavicon(other, { domain: 'shared.example' })).toEqual({ image: null, pending: true });
});

it('fetches nothing while external images are off', async () => {
  const { ctx } = test;
  const images = { ...ctx.gateways.images, enabled: false };
  const off = { ...(await makeOrgContext(ctx)), gateways: { ...ctx.gateways, images } };
  const certificateId = await monitor(off, 'off.example');
  expect(await getFavicon(off, { domain: 'off.example' })).toEqual({ image: null, pending: false });
  await refreshFavicon(off, { certificateId });
  expect(ctx.jobs.enqueued).toEqual([]);
  expect(asked()).toEqual([]);
  expect(
    await ctx.db
      .select()
      .from(cachedImages)
      .where(eq(cachedImages.key, `favicon:${certificateId}`)),
  ).toEqual([]);
});
