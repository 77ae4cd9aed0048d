import { anchorRules, anchorSets, certificates } from '@notafter/db';
import type { AnchorSetId } from '@notafter/domain';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';

/** The choice for all certificates with a tag, or for those of the organization without another choice. */
export interface AnchorAssignment {
  /** `name=value` in lower case; null for the organization. */
  readonly tag: string | null;
  /** Null for the public roots alone. */
  readonly set: { readonly id: AnchorSetId; readonly name: string } | null;
  /** Certificates with the tag; null for the organization. */
  readonly certificateCount: number | null;
}

/** Returns the organization's choice if it has one, then those of its tags. A certificate's own choice is part of the certificate. */
export const listAnchorAssignments = useCase({
  name: 'certificates/list-anchor-assignments',
  access: 'member',
  apiKey: 'read',
})(async (ctx): Promise<{ assignments: AnchorAssignment[] }> => {
  // The tag itself, because `tag_terms` also contains values; the term is indexed.
  const tagged = sql`${certificates.orgId} = ${anchorRules.orgId} and ${certificates.tagTerms} <> '{}' and ${certificates.tagTerms} && array[${anchorRules.tag}]
    and ${anchorRules.tag} in (select lower(key) || '=' || lower(value) from jsonb_each_text(${certificates.tags}))`;
  const rows = await ctx.db
    .select({
      tag: anchorRules.tag,
      set: { id: anchorSets.id, name: anchorSets.name },
      certificateCount: sql<
        number | null
      >`case when ${anchorRules.tag} is null then null else (select count(*)::int from ${certificates} where ${tagged}) end`,
    })
    .from(anchorRules)
    .leftJoin(anchorSets, eq(anchorSets.id, anchorRules.setId))
    .where(and(eq(anchorRules.orgId, ctx.org.id), isNull(anchorRules.certificateId)))
    .orderBy(sql`${anchorRules.tag} is not null`, asc(anchorRules.tag));
  return { assignments: rows };
});
