import { anchorRules } from '@notafter/db';
import { ANCHOR_TAGS_MAX, DomainError } from '@notafter/domain';
import { assignAnchorsInput } from '@notafter/domain/inputs';
import { and, eq, isNotNull } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { lockAnchors, requestRecheck } from './internal/change-anchors.ts';
import { writeRule } from './internal/write-rule.ts';

/**
 * Sets what all certificates with a tag trust besides the public roots, or, without a tag, what the organization's certificates trust
 * by default; null removes the choice. Affected endpoints are checked again. Throws `anchor_set_not_found` or `anchor_tag_limit`.
 */
export const assignAnchors = useCase({
  name: 'certificates/assign-anchors',
  access: 'admin',
  apiKey: 'write',
  input: assignAnchorsInput,
  audit: 'Assigned trust anchors',
})(async (ctx, { tag = null, anchors }): Promise<void> => {
  await withTransaction(ctx, async (tx, audit) => {
    await lockAnchors(tx);
    const change = await writeRule(tx, { certificateId: null, tag }, anchors);
    const tagged = await tx.db.$count(anchorRules, and(eq(anchorRules.orgId, tx.org.id), isNotNull(anchorRules.tag)));
    if (tagged > ANCHOR_TAGS_MAX) throw new DomainError('anchor_tag_limit');
    await requestRecheck(tx);
    audit({ detail: { ...(tag === null ? {} : { tag }), ...change } });
  });
});
