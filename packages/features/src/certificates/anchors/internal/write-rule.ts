import { anchorRules, anchorSets, type Executor, newId, type Transaction } from '@notafter/db';
import { type AnchorChoice, type AnchorSetId, type CertificateId, DomainError, type OrganizationId } from '@notafter/domain';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { OrgContext, TransactionContext } from '../../../context.ts';

/** A certificate, a tag as `tag_terms` folds it, or, without both, the organization. */
export type RuleSubject =
  | { readonly certificateId: CertificateId; readonly tag: null }
  | { readonly certificateId: null; readonly tag: string | null };

/** The choices of a subject before and after a change, by name; null for none. */
export interface RuleChange {
  readonly before: string | null;
  readonly after: string | null;
}

const PUBLIC_ROOTS = 'public roots';

const conditionOf = ({ certificateId, tag }: RuleSubject) => {
  if (certificateId !== null) return eq(anchorRules.certificateId, certificateId);
  return and(isNull(anchorRules.certificateId), tag === null ? isNull(anchorRules.tag) : sql`${anchorRules.tag} = lower(${tag})`);
};

/** Throws `anchor_set_not_found` for a choice of a set that does not exist, also for another organization's. */
export const requireSet = async (db: Executor, orgId: OrganizationId, choice: AnchorChoice | null): Promise<void> => {
  if (choice === null || choice === 'public') return;
  if ((await db.$count(anchorSets, and(eq(anchorSets.id, choice), eq(anchorSets.orgId, orgId)))) === 0)
    throw new DomainError('anchor_set_not_found');
};

/** Locks the set until the commit, so that it is not deleted. Throws `anchor_set_not_found`, also for another organization's id. */
const nameOf = async ({ db, org }: TransactionContext<OrgContext>, choice: AnchorChoice): Promise<string> => {
  if (choice === 'public') return PUBLIC_ROOTS;
  const [set] = await db
    .select({ name: anchorSets.name })
    .from(anchorSets)
    .where(and(eq(anchorSets.id, choice), eq(anchorSets.orgId, org.id)))
    .for('key share');
  if (set === undefined) throw new DomainError('anchor_set_not_found');
  return set.name;
};

/**
 * Replaces what a subject trusts; null removes its choice. The caller holds the certificate, or for the others the organization's row,
 * and makes affected endpoints due.
 */
export const writeRule = async (
  tx: TransactionContext<OrgContext>,
  subject: RuleSubject,
  choice: AnchorChoice | null,
): Promise<RuleChange> => {
  const { certificateId, tag } = subject;
  const after = choice === null ? null : await nameOf(tx, choice);
  const [previous] = await tx.db
    .select({ id: anchorRules.id, name: anchorSets.name })
    .from(anchorRules)
    .leftJoin(anchorSets, eq(anchorSets.id, anchorRules.setId))
    .where(and(eq(anchorRules.orgId, tx.org.id), conditionOf(subject)));
  const before = previous === undefined ? null : (previous.name ?? PUBLIC_ROOTS);
  const setId = choice === 'public' ? null : choice;
  if (previous === undefined && choice !== null) {
    await tx.db.insert(anchorRules).values({
      id: newId<'anchor-rule'>(),
      orgId: tx.org.id,
      certificateId,
      tag: tag === null ? null : sql`lower(${tag})`,
      setId,
    });
  } else if (previous !== undefined && choice !== null)
    await tx.db.update(anchorRules).set({ setId }).where(eq(anchorRules.id, previous.id));
  else if (previous !== undefined) await tx.db.delete(anchorRules).where(eq(anchorRules.id, previous.id));
  return { before, after };
};

/** The sets of an organization among these, locked until the commit, so that none is deleted before its rules are there. */
export const lockSets = async (db: Transaction, orgId: OrganizationId, ids: readonly AnchorSetId[]): Promise<ReadonlySet<AnchorSetId>> => {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: anchorSets.id })
    .from(anchorSets)
    .where(and(inArray(anchorSets.id, [...new Set(ids)]), eq(anchorSets.orgId, orgId)))
    .orderBy(asc(anchorSets.id))
    .for('key share');
  return new Set(rows.map(({ id }) => id));
};

/** The choices of certificates that were just added. */
export const insertRules = async (
  db: Transaction,
  orgId: OrganizationId,
  chosen: readonly { readonly certificateId: CertificateId; readonly anchors: AnchorChoice }[],
): Promise<void> => {
  if (chosen.length === 0) return;
  await db.insert(anchorRules).values(
    chosen.map(({ certificateId, anchors }) => ({
      id: newId<'anchor-rule'>(),
      orgId,
      certificateId,
      setId: anchors === 'public' ? null : anchors,
    })),
  );
};
