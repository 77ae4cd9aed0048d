import { createHash } from 'node:crypto';
import { cachedImages } from '@notafter/db';
import { DAY_MS, type FetchedImage, MINUTE_MS } from '@notafter/domain';
import { createTestContext, makeOrgContext, makeUser, type TestContext } from '@notafter/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { getAvatar } from './get-avatar.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

const picture: FetchedImage = { contentType: 'image/png', bytes: Buffer.from('a picture') };
const hashOf = (email: string): string => createHash('sha256').update(email).digest('hex');
const setUp = async () => {
  const ctx = await makeOrgContext(test.ctx, { role: 'viewer' });
  const member = await makeUser(test.ctx, ctx.org.id);
  const hash = hashOf(member.email);
  return { ctx, hash, asked: () => test.ctx.gateways.images.asked.filter((one) => one === hash).length };
};
let images: TestContext['ctx']['gateways']['images'];
beforeEach(() => {
  images = test.ctx.gateways.images;
});

it('fetches the picture of a colleague once and keeps it for a week', async () => {
  const { ctx, hash, asked } = await setUp();
  images.answer(hash, picture);
  expect(await getAvatar(ctx, { hash })).toEqual(picture);
  test.ctx.clock.advance(7 * DAY_MS - MINUTE_MS);
  expect(await getAvatar(ctx, { hash })).toEqual(picture);
  expect(asked()).toBe(1);
  test.ctx.clock.advance(MINUTE_MS);
  images.answer(hash, { ...picture, bytes: Buffer.from('a new one') });
  expect(await getAvatar(ctx, { hash })).toEqual({ contentType: 'image/png', bytes: Buffer.from('a new one') });
  expect(asked()).toBe(2);
});

it('remembers for a day that there is none', async () => {
  const { ctx, hash, asked } = await setUp();
  expect(await getAvatar(ctx, { hash })).toBeNull();
  expect(await getAvatar(ctx, { hash })).toBeNull();
  expect(asked()).toBe(1);
  test.ctx.clock.advance(DAY_MS);
  images.answer(hash, picture);
  expect(await getAvatar(ctx, { hash })).toEqual(picture);
});

it("asks nobody about addresses that are not the organization's", async () => {
  const { ctx } = await setUp();
  const stranger = await setUp();
  images.answer(stranger.hash, picture);
  await getAvatar(stranger.ctx, { hash: stranger.hash });
  expect(await getAvatar(ctx, { hash: stranger.hash })).toBeNull();
  const nobody = hashOf('nobody@example.com');
  expect(await getAvatar(ctx, { hash: nobody })).toBeNull();
  expect(images.asked).not.toContain(nobody);
});

it('keeps the last picture while the picture service fails, and does not ask it again at once', async () => {
  const { ctx, hash } = await setUp();
  images.answer(hash, picture);
  await getAvatar(ctx, { hash });
  test.ctx.clock.advance(8 * DAY_MS);
  let calls = 0;
  const failing = {
    ...images,
    fetchAvatar: () => {
      calls += 1;
      return Promise.reject(new Error('the service is down'));
    },
  };
  const broken = { ...ctx, gateways: { ...ctx.gateways, images: failing } };
  expect(await getAvatar(broken, { hash })).toEqual(picture);
  expect(await getAvatar(broken, { hash })).toEqual(picture);
  expect(calls).toBe(1);
});

it('stores no address', async () => {
  const { ctx, hash } = await setUp();
  await getAvatar(ctx, { hash });
  expect(JSON.stringify(await test.ctx.db.select({ key: cachedImages.key }).from(cachedImages))).not.toContain('@');
});
