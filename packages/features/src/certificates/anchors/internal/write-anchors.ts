import { hash } from 'node:crypto';
import { anchorSets, anchors, type Executor, type Transaction } from '@notafter/db';
import { type Anchor, type AnchorSetId, DomainError, type OrganizationId } from '@notafter/domain';
import { and, eq, ne, sql } from 'drizzle-orm';
import { storedFacts } from '../../stored-certificate.ts';

/** Names are unique, ignoring case. Throws `anchor_set_exists`; `self` may keep its name. */
export const refuseTakenName = async (db: Executor, orgId: OrganizationId, name: string, self?: AnchorSetId): Promise<void> => {
  const [taken] = await db
    .select({ id: anchorSets.id })
    .from(anchorSets)
    .where(
      and(
        eq(anchorSets.orgId, orgId),
        sql`lower(${anchorSets.name}) = lower(${name})`,
        self === undefined ? undefined : ne(anchorSets.id, self),
      ),
    );
  if (taken === undefined) return;
  const { message } = new DomainError('anchor_set_exists');
  throw new DomainError('anchor_set_exists', { details: [{ path: 'name', message }], conflict: { type: 'anchor_set', id: taken.id } });
};

/** The digest of a set with these certificates, in any order. */
export const digestOfAnchors = (read: readonly Anchor[]): string =>
  hash(
    'sha256',
    read
      .map(({ facts }) => facts.fingerprint256)
      .sort()
      .join(' '),
    'base64url',
  );

/** Replaces the certificates of a set. */
export const replaceAnchors = async (db: Transaction, setId: AnchorSetId, read: readonly Anchor[]): Promise<void> => {
  await db.delete(anchors).where(eq(anchors.setId, setId));
  await db
    .insert(anchors)
    .values(
      read.map(({ facts, isRoot }, place) => ({ setId, fingerprint256: facts.fingerprint256, place, isRoot, facts: storedFacts(facts) })),
    );
};

const LISTED_MAX = 20;

/** Fingerprints for the audit log that `others` does not have; never the text. */
export const listedFingerprints = (some: readonly string[] = [], others: readonly string[] = []): string[] => {
  const known = new Set(others);
  return some.filter((fingerprint) => !known.has(fingerprint)).slice(0, LISTED_MAX);
};
