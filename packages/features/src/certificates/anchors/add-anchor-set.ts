import { anchorSets, newId } from '@notafter/db';
import { ANCHOR_SETS_MAX, DomainError, readAnchors } from '@notafter/domain';
import { addAnchorSetInput } from '@notafter/domain/inputs';
import { eq } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { type AnchorSetDetail, getSetForOrg } from './internal/anchor-set-view.ts';
import { lockAnchors } from './internal/change-anchors.ts';
import { digestOfAnchors, listedFingerprints, refuseTakenName, replaceAnchors } from './internal/write-anchors.ts';

/**
 * Stores the CA certificates of a PEM text under a name; nothing trusts them until they are assigned. Throws `anchors_invalid`,
 * `anchor_set_exists` or `anchor_set_limit`.
 */
export const addAnchorSet = useCase({
  name: 'certificates/add-anchor-set',
  access: 'admin',
  apiKey: 'write',
  input: addAnchorSetInput,
  audit: 'Added trust anchors',
})(async (ctx, { name, pem }): Promise<{ set: AnchorSetDetail }> => {
  const read = readAnchors(pem, ctx.gateways.certificateReader);
  return withTransaction(ctx, async (tx, audit) => {
    await lockAnchors(tx);
    await refuseTakenName(tx.db, tx.org.id, name);
    if ((await tx.db.$count(anchorSets, eq(anchorSets.orgId, tx.org.id))) >= ANCHOR_SETS_MAX) throw new DomainError('anchor_set_limit');
    const [id, now] = [newId<'anchor-set'>(), tx.clock.now()];
    await tx.db.insert(anchorSets).values({ id, orgId: tx.org.id, name, digest: digestOfAnchors(read), createdAt: now, updatedAt: now });
    await replaceAnchors(tx.db, id, read);
    audit({ subjectId: id, detail: { name, added: listedFingerprints(read.map(({ facts }) => facts.fingerprint256)) } });
    return { set: await getSetForOrg(tx.db, tx.org.id, id, now) };
  });
});
