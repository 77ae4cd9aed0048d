import { anchorRules, anchorSets, anchors, certificates, type Executor } from '@notafter/db';
import { type AnchorSetId, type CertificateFacts, DomainError, hasExpired, type OrganizationId } from '@notafter/domain';
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { factsOf } from '../../stored-certificate.ts';

/** A set as lists show it. */
export interface AnchorSetView {
  readonly id: AnchorSetId;
  readonly name: string;
  readonly anchorCount: number;
  readonly expiredCount: number;
  /** When the first of its certificates expires. */
  readonly expiresAt: Date;
  readonly usage: AnchorSetUsage;
  /** Endpoints whose chain ends at one of its certificates. */
  readonly trustedCount: number;
  readonly createdAt: Date;
  /** When its certificates last changed. */
  readonly updatedAt: Date;
}

export interface AnchorSetUsage {
  readonly certificates: number;
  readonly tags: number;
  readonly isDefault: boolean;
}

/** A certificate of a set. */
export interface AnchorView {
  readonly certificate: CertificateFacts;
  readonly isRoot: boolean;
  readonly isExpired: boolean;
  /** Endpoints whose chain ends at it. */
  readonly trustedCount: number;
}

export interface AnchorSetDetail extends AnchorSetView {
  /** In the order of the uploaded text. */
  readonly anchors: readonly AnchorView[];
}

const endingAt = sql`${certificates.orgId} = ${anchorSets.orgId} and ${certificates.anchorFingerprint256}`;

/** Sets of the organization that fulfill `condition`, by name. */
const selectViews = async (db: Executor, orgId: OrganizationId, now: Date, condition?: SQL): Promise<AnchorSetView[]> => {
  const at = sql`${now.toISOString()}::timestamptz`;
  const notAfter = sql`(${anchors.facts} ->> 'notAfter')::timestamptz`;
  const ofSet = sql`from ${anchors} where ${anchors.setId} = ${anchorSets.id}`;
  const rules = sql`from ${anchorRules} where ${anchorRules.setId} = ${anchorSets.id}`;
  const rows = await db
    .select({
      id: anchorSets.id,
      name: anchorSets.name,
      anchorCount: sql<number>`(select count(*)::int ${ofSet})`,
      expiredCount: sql<number>`(select count(*)::int ${ofSet} and ${notAfter} + interval '1 second' <= ${at})`,
      expiresAt: sql<string>`(select min(${notAfter}) ${ofSet})`.mapWith(anchorSets.createdAt),
      certificates: sql<number>`(select count(${anchorRules.certificateId})::int ${rules})`,
      tags: sql<number>`(select count(${anchorRules.tag})::int ${rules})`,
      isDefault: sql<boolean>`exists (select ${rules} and ${anchorRules.certificateId} is null and ${anchorRules.tag} is null)`,
      trustedCount: sql<number>`(select count(*)::int from ${certificates} where ${endingAt} in (select ${anchors.fingerprint256} ${ofSet}))`,
      createdAt: anchorSets.createdAt,
      updatedAt: anchorSets.updatedAt,
    })
    .from(anchorSets)
    .where(and(eq(anchorSets.orgId, orgId), condition))
    .orderBy(asc(sql`lower(${anchorSets.name})`));
  return rows.map(({ certificates: assigned, tags, isDefault, ...row }) => ({
    ...row,
    usage: { certificates: assigned, tags, isDefault },
  }));
};

export const listSetsOfOrg = (db: Executor, orgId: OrganizationId, now: Date): Promise<AnchorSetView[]> => selectViews(db, orgId, now);

/** Throws `anchor_set_not_found`, for another organization's id too. */
export const getSetForOrg = async (db: Executor, orgId: OrganizationId, id: AnchorSetId, now: Date): Promise<AnchorSetDetail> => {
  const [view] = await selectViews(db, orgId, now, eq(anchorSets.id, id));
  if (view === undefined) throw new DomainError('anchor_set_not_found');
  const rows = await db
    .select({
      facts: anchors.facts,
      isRoot: anchors.isRoot,
      trustedCount: sql<number>`(select count(*)::int from ${certificates} where ${endingAt} = ${anchors.fingerprint256})`,
    })
    .from(anchors)
    .innerJoin(anchorSets, eq(anchorSets.id, anchors.setId))
    .where(eq(anchors.setId, id))
    .orderBy(asc(anchors.place));
  const shown = rows.map(({ facts, isRoot, trustedCount }): AnchorView => {
    const certificate = factsOf(facts);
    return { certificate, isRoot, isExpired: hasExpired(certificate.notAfter, now), trustedCount };
  });
  return { ...view, anchors: shown };
};
