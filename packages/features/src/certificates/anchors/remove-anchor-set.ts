import { anchorSets } from '@notafter/db';
import { andList, DomainError, plural } from '@notafter/domain';
import { anchorSetIdInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { type AnchorSetUsage, getSetForOrg } from './internal/anchor-set-view.ts';

const refuseUsed = ({ certificates, tags, isDefault }: AnchorSetUsage): void => {
  const users = [
    ...(isDefault ? ['the default of the organization'] : []),
    ...(tags > 0 ? [plural(tags, 'tag')] : []),
    ...(certificates > 0 ? [plural(certificates, 'certificate')] : []),
  ];
  if (users.length === 0) return;
  throw new DomainError('anchor_set_in_use', { message: `These trust anchors are in use: ${andList(users)}. Assign others first.` });
};

/** Deletes a set that nothing is assigned to. Throws `anchor_set_not_found`, or `anchor_set_in_use` with what uses it. */
export const removeAnchorSet = useCase({
  name: 'certificates/remove-anchor-set',
  access: 'admin',
  apiKey: 'delete',
  input: anchorSetIdInput,
  audit: 'Deleted trust anchors',
})(async (ctx, { id }): Promise<void> => {
  await withTransaction(ctx, async (tx, audit) => {
    const owned = and(eq(anchorSets.id, id), eq(anchorSets.orgId, tx.org.id));
    // Assigning a set takes a share lock on this row, so the counts below are final.
    await tx.db.select({ id: anchorSets.id }).from(anchorSets).where(owned).for('update');
    const { name, usage } = await getSetForOrg(tx.db, tx.org.id, id, tx.clock.now());
    refuseUsed(usage);
    await tx.db.delete(anchorSets).where(owned);
    audit({ subjectId: id, detail: { name } });
  });
});
