import { openBundle, readBundle, type SealedBundle, verifyBundle } from '@notafter/bundles';
import { collectorBundles, collectors, organizations, type Transaction } from '@notafter/db';
import {
  BUNDLES_WAITING_MAX,
  type BundleContent,
  BundleFault,
  brandId,
  bundleWrittenAt,
  type CollectorId,
  DomainError,
  isClockOff,
  type OrganizationId,
  planIncludes,
  shownClockOffsetMs,
} from '@notafter/domain';
import { bundleContentInput } from '@notafter/domain/inputs';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { SystemContext } from '../../context.ts';
import { withTransaction } from '../../with-transaction.ts';
import { recordBundlesJob } from '../collector-jobs.ts';
import { askForComplete } from './ask-for-complete.ts';
import { storedClockOffset } from './collector-rules.ts';
import { isEnrollmentOf } from './enrollment.ts';

type Collector = typeof collectors.$inferSelect;

export interface TakenBundle {
  readonly collectorId: CollectorId;
  readonly sequence: number;
  /** `replay`: it was stored before, and nothing changed. `superseded`: a later complete bundle came first, and another one is asked for. */
  readonly outcome: 'stored' | 'replay' | 'superseded';
}

interface Taking {
  readonly via: 'online' | 'file';
  /** Only bundles of this organization's collectors; absent for collectors themselves. */
  readonly orgId?: OrganizationId;
}

const gap = (from: number, to: number): BundleFault => {
  const [missing, them] =
    from === to ? [`Bundle ${from} of this collector is`, 'it'] : [`Bundles ${from} to ${to} of this collector are`, 'them'];
  return new BundleFault('gap', `${missing} missing. Import ${them} first, or have the collector write a complete bundle.`);
};

const fork = (sequence: number): BundleFault =>
  new BundleFault('fork', `Another bundle already has the number ${sequence}: two collectors use the same key.`);

const FORKED = 'Two collectors use the same key, so nothing more is taken. Revoke this collector, then enroll it again.';

const findCollector = async (
  { db, config }: SystemContext,
  sealed: SealedBundle,
  orgId: OrganizationId | undefined,
): Promise<Collector> => {
  const [row] = await db
    .select({ collector: collectors, org: organizations })
    .from(collectors)
    .innerJoin(organizations, eq(organizations.id, collectors.orgId))
    .where(eq(collectors.id, brandId<'collector'>(sealed.head.collectorId)));
  if (row === undefined) throw new BundleFault('unknown_collector', 'This server has no such collector. It may have been deleted.');
  const { collector, org } = row;
  if (orgId !== undefined && collector.orgId !== orgId)
    throw new BundleFault('other_organization', 'This bundle is from a collector of another organization.');
  if (collector.revokedAt !== null) throw new BundleFault('revoked', 'This collector was revoked. Enroll it again with a new token.');
  if (collector.forkedAt !== null) throw new BundleFault('fork', FORKED);
  if (!planIncludes('collectors', org, config.defaultPlan))
    throw new BundleFault('not_in_plan', 'Collectors are available on the Enterprise plan.');
  return collector;
};

const contentOf = async ({ auth }: SystemContext, sealed: SealedBundle): Promise<BundleContent> => {
  const parsed = bundleContentInput.safeParse(await openBundle(sealed, auth.collectorKeys.sealing.privateKey));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new BundleFault('malformed', `The bundle is of another version: ${issue?.path.join('.') ?? 'its content'} is not valid.`);
};

/** Returns the key of a first bundle that has the secret of the token. */
const enrolls = (ctx: SystemContext, collector: Collector, { enrollment }: BundleContent): string => {
  if (enrollment === undefined || !isEnrollmentOf(collector, enrollment.secret, ctx.clock.now()))
    throw new BundleFault('token_refused', 'This token was used already, or it has expired. Create another one.');
  return enrollment.publicKey;
};

/** Marks the collector: nobody knows which reports are its own, so none is taken from now on. */
const markFork = (ctx: SystemContext, { id, forkedAt }: Collector): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    if (forkedAt === null) await tx.db.update(collectors).set({ forkedAt: tx.clock.now() }).where(eq(collectors.id, id));
  });

/** How many bundles are missing before it, or why it can't be the next. */
type Place = number | 'replay' | 'superseded' | 'fork';

/** Where a bundle with a valid signature belongs in the chain of its collector. */
const placeOf = async (
  db: SystemContext['db'] | Transaction,
  { id, sequence, headHash }: Collector,
  { head, hash }: SealedBundle,
): Promise<Place> => {
  if (head.sequence > sequence) {
    const isChained = head.sequence > sequence + 1 || head.previous === headHash;
    return isChained ? head.sequence - sequence - 1 : 'fork';
  }
  const [stored] = await db
    .select({ hash: collectorBundles.hash })
    .from(collectorBundles)
    .where(and(eq(collectorBundles.collectorId, id), eq(collectorBundles.sequence, head.sequence)));
  // Its row was deleted long ago, or it is in a gap that a complete bundle closed.
  if (stored === undefined) return 'superseded';
  return stored.hash === hash ? 'replay' : 'fork';
};

/** Nobody revoked it, copied its key, or enrolled another program, since it was read. */
const isStill = ({ publicKey }: Collector) =>
  and(
    isNull(collectors.revokedAt),
    isNull(collectors.forkedAt),
    publicKey === null ? isNull(collectors.publicKey) : eq(collectors.publicKey, publicKey),
  );

interface Stored {
  readonly collector: Collector;
  readonly sealed: SealedBundle;
  readonly content: BundleContent;
  readonly missing: number;
  readonly via: 'online' | 'file';
}

/** Returns the offset of the clock after a bundle. A call shows it exactly; a bundle that is too old only shows how far it is behind at least. */
const clockOffsetOf = ({ clockOffsetMs }: Collector, shownMs: number | null, via: 'online' | 'file'): number | null => {
  if (via === 'file') return shownMs === null ? null : storedClockOffset(shownMs);
  if (shownMs === null) return clockOffsetMs;
  return storedClockOffset(isClockOff(shownMs) && shownMs < 0 ? Math.min(shownMs, clockOffsetMs ?? 0) : shownMs);
};

/** Throws `unavailable` if the worker does not keep up with a collector: it keeps its queue and sends on later. */
const refuseWhileManyWait = async ({ db }: SystemContext, { id }: Collector): Promise<void> => {
  const { collectorId, content } = collectorBundles;
  const waiting = await db.$count(collectorBundles, and(eq(collectorId, id), isNotNull(content)));
  if (waiting >= BUNDLES_WAITING_MAX) throw new DomainError('unavailable', { retryAfterSeconds: 60 });
};

/** Returns false if another bundle came in between. */
const store = (ctx: SystemContext, { collector, sealed, content, missing, via }: Stored): Promise<boolean> =>
  withTransaction(ctx, async (tx) => {
    const { head, hash } = sealed;
    const now = tx.clock.now();
    const times = { createdAt: head.createdAt, receivedAt: now, addedAt: collector.createdAt };
    const shownMs = shownClockOffsetMs(times);
    const moved = await tx.db
      .update(collectors)
      .set({
        sequence: head.sequence,
        headHash: hash,
        about: content.about,
        ...(content.isComplete ? { wantsComplete: false } : {}),
        // A collector that is online is heard now, whatever its clock says. A carried bundle may be weeks old.
        ...(via === 'online' ? { lastReportAt: now, lastSeenAt: now } : { lastReportAt: bundleWrittenAt(times, null) }),
        clockOffsetMs: clockOffsetOf(collector, shownMs, via),
        ...(content.enrollment === undefined || collector.publicKey !== null
          ? {}
          : { publicKey: content.enrollment.publicKey, enrolledAt: now, tokenHash: null, tokenExpiresAt: null }),
      })
      .where(and(eq(collectors.id, collector.id), eq(collectors.sequence, collector.sequence), isStill(collector)))
      .returning({ id: collectors.id });
    if (moved.length === 0) return false;
    await tx.db.insert(collectorBundles).values({
      ...{ collectorId: collector.id, sequence: head.sequence, hash, createdAt: head.createdAt, receivedAt: now, via },
      ...{ missingBefore: missing, content: sealed.bytes, endpoints: content.endpoints.length, files: content.files.length },
    });
    await tx.jobs.enqueue(tx.db, recordBundlesJob, { collectorId: collector.id }, { singletonKey: collector.id });
    return true;
  });

/**
 * Takes one bundle: checks whose it is, its signature, its seal and its place in the chain, and stores it for the worker. Nothing is
 * stored of a bundle that is refused. Throws `BundleFault`, and `unavailable`.
 */
export const takeBundle = async (ctx: SystemContext, bytes: Buffer, { via, orgId }: Taking): Promise<TakenBundle> => {
  const sealed = readBundle(bytes);
  const { sequence } = sealed.head;
  for (;;) {
    const collector = await findCollector(ctx, sealed, orgId);
    const { id, publicKey } = collector;
    let content: BundleContent | undefined;
    if (publicKey === null) {
      if (sequence !== 1) throw gap(1, sequence - 1);
      content = await contentOf(ctx, sealed);
      await verifyBundle(sealed, enrolls(ctx, collector, content));
    } else await verifyBundle(sealed, publicKey);

    const place = await placeOf(ctx.db, collector, sealed);
    if (place === 'replay') return { collectorId: id, sequence, outcome: 'replay' };
    if (place === 'superseded') {
      // A complete scan can have several bundles: what this one says may be in no other.
      await withTransaction(ctx, (tx) => askForComplete(tx.db, id));
      return { collectorId: id, sequence, outcome: 'superseded' };
    }
    if (place === 'fork') {
      await markFork(ctx, collector);
      throw fork(sequence);
    }
    if (via === 'online') await refuseWhileManyWait(ctx, collector);
    content ??= await contentOf(ctx, sealed);
    if (place > 0 && !content.isComplete) throw gap(collector.sequence + 1, sequence - 1);
    if (await store(ctx, { collector, sealed, content, missing: place, via })) return { collectorId: id, sequence, outcome: 'stored' };
  }
};
