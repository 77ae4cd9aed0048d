import { anchorSets } from '@notafter/db';
import { readAnchors } from '@notafter/domain';
import { updateAnchorSetInput } from '@notafter/domain/inputs';
import { eq } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { type AnchorSetDetail, getSetForOrg } from './internal/anchor-set-view.ts';
import { lockAnchors, requestRecheck } from './internal/change-anchors.ts';
import { digestOfAnchors, listedFingerprints, refuseTakenName, replaceAnchors } from './internal/write-anchors.ts';

/**
 * Renames a set, replaces its certificates by those of a PEM text, or both. Endpoints that trust it are checked again. Throws
 * `anchor_set_not_found`, `anchors_invalid` or `anchor_set_exists`.
 */
export const updateAnchorSet = useCase({
  name: 'certificates/update-anchor-set',
  access: 'admin',
  apiKey: 'write',
  input: updateAnchorSetInput,
  audit: 'Changed trust anchors',
})(async (ctx, { id, name, pem }): Promise<{ set: AnchorSetDetail }> => {
  const read = pem === undefined ? null : readAnchors(pem, ctx.gateways.certificateReader);
  return withTransaction(ctx, async (tx, audit) => {
    await lockAnchors(tx);
    const now = tx.clock.now();
    const before = await getSetForOrg(tx.db, tx.org.id, id, now);
    if (name !== undefined) await refuseTakenName(tx.db, tx.org.id, name, id);
    const replaced = read === null ? {} : { digest: digestOfAnchors(read), updatedAt: now };
    await tx.db
      .update(anchorSets)
      .set({ name: name ?? before.name, ...replaced })
      .where(eq(anchorSets.id, id));
    if (read !== null) {
      await replaceAnchors(tx.db, id, read);
      await requestRecheck(tx);
    }
    const set = await getSetForOrg(tx.db, tx.org.id, id, now);
    const [old, present] = [before, set].map(({ anchors }) => anchors.map(({ certificate }) => certificate.fingerprint256));
    audit({
      subjectId: id,
      detail: {
        name: set.name,
        ...(set.name === before.name ? {} : { nameBefore: before.name }),
        ...(read === null ? {} : { added: listedFingerprints(present, old), removed: listedFingerprints(old, present) }),
      },
    });
    return { set };
  });
});
