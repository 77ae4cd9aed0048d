import { anchorRules, anchorSets, anchors, certificates, checkSchedule, newId } from '@notafter/db';
import {
  type Anchor,
  type AnchorSetId,
  type CertificateId,
  formatTarget,
  type OrganizationId,
  type ProbeTarget,
  readAnchors,
  type ServiceId,
  shardOf,
} from '@notafter/domain';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../context.ts';
import { recordCertificateEvents } from '../notifications/events/record-events.ts';
import { digestOfAnchors, replaceAnchors } from './anchors/internal/write-anchors.ts';
import { removeMatching } from './remove-matching.ts';

type Tx = TransactionContext<SystemContext>;

const SET_NAME = 'Data services';

export interface ServiceMonitor {
  readonly orgId: OrganizationId;
  readonly serviceId: ServiceId;
  readonly target: ProbeTarget;
  /** The CAs that may have signed the service's certificate. */
  readonly authority: readonly Anchor[];
}

/** The CAs of the installation as anchors. */
export const readServiceAuthority = ({ gateways }: SystemContext, pem: string): readonly Anchor[] =>
  readAnchors(pem, gateways.certificateReader);

/** Finds the organization's set with these CAs, or creates one under a name that is free. */
const setOf = async ({ db, clock }: Tx, orgId: OrganizationId, authority: readonly Anchor[]): Promise<AnchorSetId> => {
  const fingerprints = authority.map(({ facts }) => facts.fingerprint256);
  const isIn = db.select({ id: anchors.setId }).from(anchors).where(inArray(anchors.fingerprint256, fingerprints));
  const [known] = await db
    .select({ id: anchorSets.id })
    .from(anchorSets)
    .where(
      and(eq(anchorSets.orgId, orgId), inArray(anchorSets.id, isIn.groupBy(anchors.setId).having(sql`count(*) = ${fingerprints.length}`))),
    )
    .orderBy(anchorSets.createdAt)
    .limit(1)
    .for('key share', { of: anchorSets });
  if (known !== undefined) return known.id;
  const id = newId<'anchor-set'>();
  const now = clock.now();
  const taken = await db.$count(anchorSets, and(eq(anchorSets.orgId, orgId), sql`lower(${anchorSets.name}) like lower(${`${SET_NAME}%`})`));
  const name = taken === 0 ? SET_NAME : `${SET_NAME} ${id.slice(-4)}`;
  await db.insert(anchorSets).values({ id, orgId, name, digest: digestOfAnchors(authority), createdAt: now, updatedAt: now });
  await replaceAnchors(db, id, authority);
  return id;
};

/**
 * Monitors the endpoint of a data service, judged by the CA of the installation, and due now. It counts against no limit, and its
 * address may be probed whatever `TARGET_ALLOW` says. An endpoint that is monitored already becomes the service's.
 */
export const monitorService = async (tx: Tx, { orgId, serviceId, target, authority }: ServiceMonitor): Promise<CertificateId> => {
  const { db } = tx;
  const now = tx.clock.now();
  const { host, port } = target;
  const domain = formatTarget(target);
  const [row] = await db
    .insert(certificates)
    .values({ id: newId<'certificate'>(), orgId, host, port, domain, serviceId, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({ target: [certificates.orgId, certificates.domain, certificates.collectorId], set: { serviceId, updatedAt: now } })
    .returning({ id: certificates.id });
  if (row === undefined) throw new Error('The monitor was not stored.');
  const certificateId = row.id;
  await db
    .insert(checkSchedule)
    .values({ certificateId, shard: shardOf(certificateId), nextCheckAt: now })
    .onConflictDoUpdate({ target: checkSchedule.certificateId, set: { nextCheckAt: now } });
  const setId = await setOf(tx, orgId, authority);
  await db
    .insert(anchorRules)
    .values({ id: newId<'anchor-rule'>(), orgId, certificateId, tag: null, setId })
    .onConflictDoUpdate({ target: anchorRules.certificateId, set: { setId } });
  await recordCertificateEvents(tx, [{ type: 'certificate.added', certificateId }]);
  return certificateId;
};

/** Ends the monitor of a service, with its alerts. */
export const endServiceMonitor = async (tx: Tx, orgId: OrganizationId, serviceId: ServiceId): Promise<void> => {
  await removeMatching({ ...tx, org: { id: orgId } }, and(eq(certificates.orgId, orgId), eq(certificates.serviceId, serviceId)));
};
