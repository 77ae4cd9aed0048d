import { cachedImages, users } from '@notafter/db';
import { addMs, DAY_MS, type FetchedImage } from '@notafter/domain';
import type { GetAvatarInput } from '@notafter/domain/inputs';
import { and, eq, sql } from 'drizzle-orm';
import type { OrgContext } from '../context.ts';
import { useCase } from '../use-case.ts';

const KEPT_MS = 7 * DAY_MS;
/** Missing pictures are fetched again sooner, because people upload one and look. */
const ABSENCE_KEPT_MS = DAY_MS;

const isMember = async (ctx: OrgContext, hash: string): Promise<boolean> => {
  const rows = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.orgId, ctx.org.id), sql`encode(sha256(convert_to(${users.email}, 'UTF8')), 'hex') = ${hash}`))
    .limit(1);
  return rows.length > 0;
};

const imageOf = (row: { contentType: string | null; bytes: Uint8Array | null } | undefined): FetchedImage | null =>
  row?.bytes && row.contentType ? { contentType: row.contentType, bytes: row.bytes } : null;

/**
 * Returns the public picture of a member of the caller's organization, fetched once a week; null if the person has none or is
 * not a member. While the picture service fails, returns the last picture.
 */
export const getAvatar = useCase({
  name: 'accounts/get-avatar',
  access: 'member',
})(async (ctx, { hash }: GetAvatarInput): Promise<FetchedImage | null> => {
  if (!(await isMember(ctx, hash))) return null;
  const key = `avatar:${hash}`;
  const now = ctx.clock.now();
  const [cached] = await ctx.db.select().from(cachedImages).where(eq(cachedImages.key, key));
  const known = imageOf(cached);
  if (cached !== undefined && addMs(cached.fetchedAt, known === null ? ABSENCE_KEPT_MS : KEPT_MS) > now) return known;

  const image = await ctx.gateways.images.fetchAvatar(hash).catch((err: unknown) => {
    ctx.log.warn({ err }, 'avatar not fetched');
    return known;
  });
  const row = { contentType: image?.contentType ?? null, bytes: image === null ? null : Buffer.from(image.bytes), fetchedAt: now };
  await ctx.db
    .insert(cachedImages)
    .values({ key, ...row })
    .onConflictDoUpdate({ target: cachedImages.key, set: row });
  return image;
});
