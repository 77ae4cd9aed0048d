import { certificates, type Executor, newId, organizations } from '@notafter/db';
import {
  type AnchorChoice,
  type CertificateId,
  DomainError,
  effectivePlan,
  entitlementsOf,
  formatTarget,
  limitText,
  nextCheckAt,
  type ProbeTarget,
  type ScopedPlacement,
  type ServedObservation,
  targetWith,
} from '@notafter/domain';
import { type AddCertificateInput, addCertificateInput } from '@notafter/domain/inputs';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { type CertificateReach, placedWithin, withinReach } from '../certificate-reach.ts';
import type { OrgContext, TransactionContext } from '../context.ts';
import { recordCertificateEvents } from '../notifications/events/record-events.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { loadAnchorsOfNew, type ProbeAnchors } from './anchors/internal/probe-anchors.ts';
import { requireSet, writeRule } from './anchors/internal/write-rule.ts';
import { fetchFaviconJob } from './certificate-jobs.ts';
import { remainingCapacity } from './certificate-limit.ts';
import { storeObservations } from './checks/internal/store-observations.ts';
import { type CertificateView, getViewForOrg } from './internal/certificate-view.ts';
import { insertEndpoints } from './internal/insert-endpoints.ts';
import { limitFailedAdds } from './internal/limit-failed-adds.ts';
import { lockEnvironment } from './internal/lock-environment.ts';

export const refuseAboveLimit = async (db: Executor, { id, plan }: OrgContext['org'], limit: number | null): Promise<void> => {
  if (limit === null || (await remainingCapacity(db, id, limit)) > 0) return;
  throw new DomainError('certificate_limit', { message: limitText('certificate_limit', plan) });
};

/** Throws `certificate_limit`. Serializes adds of one organization, so that the count still holds at the commit. */
export const requireCapacity = async (tx: TransactionContext<OrgContext>): Promise<void> => {
  if ((await limitByNow(tx, 'seen')) !== null) await refuseAboveLimit(tx.db, tx.org, await limitByNow(tx, 'locked'));
};

/** The plan's current limit, which may have become smaller since the request arrived: a probe takes time. */
export const limitByNow = async (tx: TransactionContext<OrgContext>, how: 'seen' | 'locked'): Promise<number | null> => {
  const query = tx.db.select().from(organizations).where(eq(organizations.id, tx.org.id));
  const [row] = await (how === 'locked' ? query.for('no key update') : query);
  return row === undefined ? 0 : entitlementsOf(effectivePlan(row.plan, tx.config.defaultPlan), row).certificateLimit;
};

const certificateExists = (id: CertificateId): DomainError =>
  new DomainError('certificate_exists', { conflict: { type: 'certificate', id } });

/** Throws `certificate_exists`. */
export const refuseDuplicate = async (db: Executor, reach: CertificateReach, domain: string): Promise<void> => {
  const [existing] = await db
    .select({ id: certificates.id, isWithin: sql<boolean>`${withinReach(reach)}` })
    .from(certificates)
    .where(and(eq(certificates.orgId, reach.orgId), eq(certificates.domain, domain), isNull(certificates.collectorId)));
  // Reports that it is monitored, without naming a row outside the caller's scope.
  if (existing !== undefined) throw existing.isWithin ? certificateExists(existing.id) : new DomainError('certificate_exists');
};

/** Returns the certificate that the target serves, valid or not. Throws `target_not_allowed` or `target_unreachable` with the probe's text. */
const probe = async (ctx: OrgContext, target: ProbeTarget, { anchors }: ProbeAnchors): Promise<ServedObservation> => {
  const observation = await limitFailedAdds(ctx, () => ctx.gateways.prober.probe(target, { first: true, known: null, anchors }));
  if (observation.kind === 'served') return observation;
  const message = observation.detail;
  throw new DomainError(observation.reason === 'not_allowed' ? 'target_not_allowed' : 'target_unreachable', {
    message,
    details: [{ path: 'domain', message }],
  });
};

interface NewCertificate {
  readonly observation: ServedObservation;
  readonly judgedBy: string | null;
  readonly placement: ScopedPlacement;
  /** Its own choice of anchors. */
  readonly anchors: AnchorChoice | null;
}

const insertCertificate = async (
  tx: TransactionContext<OrgContext>,
  { observation, judgedBy, placement, anchors }: NewCertificate,
): Promise<CertificateId> => {
  const now = tx.clock.now();
  const { host, port } = observation.target;
  const id = newId<'certificate'>();
  if (placement.environmentId !== null) await lockEnvironment(tx, placement.environmentId);
  const dueAt = (): Date => nextCheckAt(id, now, 0, tx.config);
  const row = { id, ...placement, host, port, domain: formatTarget(observation.target) };
  const inserted = await insertEndpoints(tx.db, { orgId: tx.org.id, now, dueAt }, [row]);
  if (inserted.size === 0) {
    await refuseDuplicate(tx.db, tx.reach, row.domain);
    throw new DomainError('certificate_exists');
  }
  if (anchors !== null) await writeRule(tx, { certificateId: id, tag: null }, anchors);
  await storeObservations(tx, [{ id, observation, judgedBy }], { askedByPerson: true });
  return id;
};

/**
 * Checks a target now and monitors it from then on, with these tags and in this environment; a bad certificate is added and
 * judged. Throws `anchor_set_not_found`, `certificate_limit`, `target_invalid`, `target_wildcard`, `certificate_exists`, `target_not_allowed`,
 * `target_unreachable`, or `rate_limited` after many failures, and then stores nothing.
 */
export const addCertificate = useCase({
  name: 'certificates/add-certificate',
  access: 'admin',
  apiKey: 'write',
  scoped: true,
  input: addCertificateInput,
  audit: 'Added a certificate',
})(
  async (
    ctx,
    { domain, anchors = null, ...parts }: AddCertificateInput,
    asked: ScopedPlacement = { environmentId: null, tags: {} },
  ): Promise<{ certificate: CertificateView }> => {
    const { certificateLimit } = ctx.entitlements;
    await refuseAboveLimit(ctx.db, ctx.org, certificateLimit);
    const target = targetWith(domain, parts);
    await refuseDuplicate(ctx.db, ctx.reach, formatTarget(target));
    await requireSet(ctx.db, ctx.org.id, anchors);
    const placement = placedWithin(ctx.reach, asked);
    const subject = { tags: placement.tags, anchors };
    const judges = (await loadAnchorsOfNew(ctx.db, ctx.org.id, [subject])).of(subject);
    const observation = { ...(await probe(ctx, target, judges)), target };

    const id = await withTransaction(ctx, async (tx, audit) => {
      await requireCapacity(tx);
      const added = await insertCertificate(tx, { observation, judgedBy: judges.digest, placement, anchors });
      // So that the next list has its icon.
      if (ctx.gateways.images.enabled) await tx.jobs.enqueue(tx.db, fetchFaviconJob, { certificateId: added }, { singletonKey: added });
      await recordCertificateEvents(tx, [{ type: 'certificate.added', certificateId: added }]);
      const { tags, environmentId } = asked;
      const isPlaced = environmentId !== null || Object.keys(tags).length > 0;
      const detail = { ...(isPlaced ? { tags, environmentId } : {}), ...(anchors === null ? {} : { anchors }) };
      audit({ subjectId: added, detail: { domain: formatTarget(target), ...detail } });
      return added;
    });
    return { certificate: await getViewForOrg(ctx.db, ctx.reach, id, ctx.clock.now()) };
  },
);
