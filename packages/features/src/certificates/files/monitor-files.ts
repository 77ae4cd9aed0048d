import { certificates, collectors, type Executor, newId, organizations, x509Certificates } from '@notafter/db';
import {
  type CertificateFacts,
  type CertificateId,
  type CollectorId,
  DomainError,
  effectivePlan,
  entitlementsOf,
  type OrganizationId,
  type ServedObservation,
  type WantedMonitor,
} from '@notafter/domain';
import { eq, inArray, sql } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../../context.ts';
import { recordCertificateEvents } from '../../notifications/events/record-events.ts';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { loadAnchors, loadAnchorsOfNew } from '../anchors/internal/probe-anchors.ts';
import { remainingCapacity } from '../certificate-limit.ts';
import { insertEndpoints } from '../internal/insert-endpoints.ts';
import { removeMatching } from '../remove-matching.ts';
import { factsOf } from '../stored-certificate.ts';
import { judgeUpload } from '../uploads/internal/judge-upload.ts';
import { storeUpload } from '../uploads/internal/store-upload.ts';
import { loadFileDecision } from './internal/file-decision.ts';

/** Judged and stored in one transaction. */
const BATCH = 100;

type Tx = TransactionContext<SystemContext>;

interface MonitoredCollector {
  readonly orgId: OrganizationId;
  readonly collectorId: CollectorId;
  readonly defaultPlan: SystemContext['config']['defaultPlan'];
}

const keyOf = ({ entry: { chain } }: WantedMonitor): string => chain.join();
/** Null: its key can't be read, so it is only listed. */
type Judged = ReadonlyMap<string, ServedObservation | null>;

const isChanged = (each: WantedMonitor): boolean => each.monitor === null || each.monitor.chain.join() !== keyOf(each);

const judgeOne = async (
  ctx: SystemContext,
  chain: readonly CertificateFacts[],
  anchors: Parameters<typeof judgeUpload>[2],
): Promise<ServedObservation | null> => {
  const [leaf, ...rest] = chain;
  if (leaf === undefined) return null;
  try {
    return await judgeUpload(ctx, [leaf, ...rest], anchors);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
};

/** Judges certificates by the anchors of their rows. May fetch CRLs. */
const judge = async (ctx: SystemContext, orgId: OrganizationId, batch: readonly WantedMonitor[]): Promise<Judged> => {
  const wanted = [...new Set(batch.flatMap(({ entry }) => entry.chain))];
  const stored = await ctx.db.select().from(x509Certificates).where(inArray(x509Certificates.fingerprint256, wanted));
  const known = new Map(stored.map(({ fingerprint256, facts }) => [fingerprint256, factsOf(facts)]));
  const ofOld = await loadAnchors(
    ctx.db,
    batch.flatMap(({ monitor }) => monitor?.id ?? []),
  );
  const untagged = { tags: {}, anchors: null };
  const ofNew = (await loadAnchorsOfNew(ctx.db, orgId, [untagged])).of(untagged);
  const judged = batch.map(async (each) => {
    const chain = each.entry.chain.flatMap((fingerprint) => known.get(fingerprint) ?? []);
    const { anchors } = each.monitor === null ? ofNew : ofOld.of(each.monitor.id);
    return [keyOf(each), await judgeOne(ctx, chain, anchors)] as const;
  });
  return new Map(await Promise.all(judged));
};

/** Renames rows. Two may swap their names, so all of them get names that nothing has in between. */
const rename = async ({ db, clock }: Tx, renamed: readonly { readonly id: CertificateId; readonly name: string }[]): Promise<void> => {
  if (renamed.length === 0) return;
  await db
    .update(certificates)
    .set({ domain: sql`${certificates.id}::text` })
    .where(
      inArray(
        certificates.id,
        renamed.map(({ id }) => id),
      ),
    );
  for (const { id, name } of renamed)
    await db.update(certificates).set({ domain: name, updatedAt: clock.now() }).where(eq(certificates.id, id));
};

/** The rows that the plan has space for. `locked`: until the commit, because the organization is. */
const withinLimit = async (
  db: Executor,
  { orgId, defaultPlan }: MonitoredCollector,
  added: readonly WantedMonitor[],
  how: 'seen' | 'locked',
): Promise<readonly WantedMonitor[]> => {
  if (added.length === 0) return added;
  const query = db.select().from(organizations).where(eq(organizations.id, orgId));
  const [org] = await (how === 'locked' ? query.for('no key update') : query);
  if (org === undefined) return [];
  const { certificateLimit } = entitlementsOf(effectivePlan(org.plan, defaultPlan), org);
  return certificateLimit === null ? added : added.slice(0, await remainingCapacity(db, orgId, certificateLimit));
};

const add = async (tx: Tx, { orgId, collectorId }: MonitoredCollector, added: readonly WantedMonitor[], judged: Judged): Promise<void> => {
  const rows = added.map((each) => ({
    ...{
      id: newId<'certificate'>(),
      source: 'file' as const,
      host: '',
      port: 0,
      domain: each.name,
      tags: {},
      environmentId: null,
      collectorId,
    },
    observation: judged.get(keyOf(each)),
  }));
  const now = tx.clock.now();
  const inserted = await insertEndpoints(tx.db, { orgId, now, dueAt: () => now }, rows);
  for (const { id, observation } of rows) {
    if (!inserted.has(id) || observation === undefined || observation === null) continue;
    await storeUpload(tx, id, observation);
    await recordCertificateEvents(tx, [{ type: 'certificate.added', certificateId: id }]);
  }
};

/** Stores what was judged, as far as the files still say so. The collector is locked, so that two workers do not add a row twice. */
const store = async (tx: Tx, collector: MonitoredCollector, judged: Judged): Promise<void> => {
  const { orgId, collectorId } = collector;
  const isPresent = eq(collectors.id, collectorId);
  const [present] = await tx.db.select({ id: collectors.id }).from(collectors).where(isPresent).for('no key update');
  if (present === undefined) return;
  const { wanted, gone } = await loadFileDecision(tx.db, orgId, collectorId);
  if (gone.length > 0) await removeMatching({ ...tx, org: { id: orgId } }, inArray(certificates.id, [...gone]));
  const followed = wanted.flatMap((each) => (each.monitor === null ? [] : [{ ...each, id: each.monitor.id, before: each.monitor.name }]));
  for (const each of followed.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const observation = judged.get(keyOf(each)) ?? null;
    if (observation !== null && isChanged(each)) await storeUpload(tx, each.id, observation);
  }
  await rename(
    tx,
    followed.filter(({ name, before }) => name !== before),
  );
  const added = wanted.filter((each) => each.monitor === null && (judged.get(keyOf(each)) ?? null) !== null);
  await add(tx, collector, await withinLimit(tx.db, collector, added, 'locked'), judged);
};

/** Returns how many certificates in a collector's files are not monitored because the plan has no space left for them. */
export const countBeyondLimit = async (
  db: Executor,
  collector: Omit<MonitoredCollector, 'defaultPlan'>,
  limit: number | null,
): Promise<number> => {
  if (limit === null || (await remainingCapacity(db, collector.orgId, limit)) > 0) return 0;
  return (await loadFileDecision(db, collector.orgId, collector.collectorId)).wanted.filter(({ monitor }) => monitor === null).length;
};

/**
 * Job: monitors the certificates in a collector's files that no endpoint serves, one row for each set of names and key type. A renewed
 * file renews its row, and a row whose file is gone is removed. Certificates beyond the plan's limit are left out.
 */
export const monitorFiles = useCase({
  name: 'certificates/monitor-files',
  access: 'system',
})(
  async (
    ctx,
    { collectorId }: { readonly collectorId: CollectorId },
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<void> => {
    const [row] = await ctx.db.select({ orgId: collectors.orgId }).from(collectors).where(eq(collectors.id, collectorId));
    if (row === undefined) return;
    const collector = { orgId: row.orgId, collectorId, defaultPlan: ctx.config.defaultPlan };
    const { wanted } = await loadFileDecision(ctx.db, row.orgId, collectorId);
    const added = wanted.filter(({ monitor }) => monitor === null);
    const changed = [
      ...wanted.filter((each) => each.monitor !== null && isChanged(each)),
      ...(await withinLimit(ctx.db, collector, added, 'seen')),
    ];
    for (let from = 0; from === 0 || from < changed.length; from += BATCH) {
      signal?.throwIfAborted();
      const judged = await judge(ctx, row.orgId, changed.slice(from, from + BATCH));
      await withTransaction(ctx, (tx) => store(tx, collector, judged));
    }
  },
);
