import { hash } from 'node:crypto';
import { anchorRules, anchorSets, certificates, type Executor } from '@notafter/db';
import {
  type AnchorChoice,
  type AnchorOrigin,
  type AnchorSetId,
  anchorsInForce,
  type CertificateId,
  type OrganizationId,
} from '@notafter/domain';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { plainArray } from '../../internal/sql-arrays.ts';

export interface AnchorSetInForce {
  readonly id: AnchorSetId;
  readonly name: string;
  readonly digest: string;
}

/** The sets that a certificate is judged by, and whose choice they are. */
export interface SetsInForce {
  readonly from: AnchorOrigin | null;
  readonly sets: readonly AnchorSetInForce[];
}

const nothingChosen: SetsInForce = { from: null, sets: [] };

interface RuleRow extends Record<string, unknown> {
  readonly key: string;
  readonly origin: AnchorOrigin;
  /** Null for the public roots alone, like the next two. */
  readonly id: AnchorSetId | null;
  readonly name: string | null;
  readonly digest: string | null;
}

const setsOf = (rows: readonly RuleRow[]): SetsInForce => {
  const of = (origin: AnchorOrigin): AnchorChoice[] => rows.flatMap((row) => (row.origin === origin ? [row.id ?? 'public'] : []));
  const { from, setIds } = anchorsInForce({
    certificate: of('certificate')[0] ?? null,
    tags: of('tag'),
    organization: of('organization')[0] ?? null,
  });
  const known = new Map(
    rows.flatMap(({ id, name, digest }) => (id === null || name === null || digest === null ? [] : [[id, { id, name, digest }]])),
  );
  return { from, sets: setIds.flatMap((id) => known.get(id) ?? []) };
};

/** `asked` has the columns `key`, `certificate_id`, `org_id` and `tags`. What no rule concerns is absent from the result. */
const findSets = async (db: Executor, asked: SQL): Promise<Map<string, SetsInForce>> => {
  const rows = await db.execute<RuleRow>(sql`
    with asked as materialized (${asked}), rule as (
      select asked.key, 'certificate' as origin, own.set_id from asked join ${anchorRules} as own on own.certificate_id = asked.certificate_id
      union all
      select asked.key, 'tag', tagged.set_id from asked cross join lateral jsonb_each_text(asked.tags) as tag (name, value)
        join ${anchorRules} as tagged on tagged.org_id = asked.org_id and tagged.tag = lower(tag.name) || '=' || lower(tag.value)
      union all
      select asked.key, 'organization', common.set_id from asked
        join ${anchorRules} as common on common.org_id = asked.org_id and common.certificate_id is null and common.tag is null
    )
    select rule.key, rule.origin, sets.id, sets.name, sets.digest from rule left join ${anchorSets} as sets on sets.id = rule.set_id`);
  return new Map([...Map.groupBy(rows, ({ key }) => key)].map(([key, found]) => [key, setsOf(found)]));
};

export interface AskedSets<Key> {
  of(key: Key): SetsInForce;
}

/** The sets in force for certificates; those that no rule concerns have none. Reads no certificate of an organization without rules. */
export const loadSets = async (db: Executor, ids: readonly CertificateId[]): Promise<AskedSets<CertificateId>> => {
  // Most installations have no rule, and every check asks.
  if ((await db.select({ id: anchorRules.id }).from(anchorRules).limit(1)).length === 0) return { of: () => nothingChosen };
  const found = await findSets(
    db,
    sql`select id::text as key, id as certificate_id, org_id, tags from ${certificates}
      where id = any(${plainArray(ids)}::uuid[]) and exists (select from ${anchorRules} where ${anchorRules.orgId} = ${certificates.orgId})`,
  );
  return { of: (id) => found.get(id) ?? nothingChosen };
};

/** A certificate that is not stored yet. */
export interface NewSubject {
  readonly tags: Readonly<Record<string, string>>;
  /** Its own choice; null: it has none. */
  readonly anchors: AnchorChoice | null;
}

/** The same for certificates that are about to be added. A set that does not exist has no certificates. */
export const loadSetsOfNew = async <Subject extends NewSubject>(
  db: Executor,
  orgId: OrganizationId,
  subjects: readonly Subject[],
): Promise<AskedSets<Subject>> => {
  const asked = subjects.map(({ tags }, index) => ({ key: `${index}`, tags }));
  const found = await findSets(
    db,
    sql`select key, null::uuid as certificate_id, ${orgId}::uuid as org_id, tags
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (key text, tags jsonb)`,
  );
  const chosen = await findChosen(
    db,
    orgId,
    subjects.flatMap(({ anchors }) => (anchors === null || anchors === 'public' ? [] : [anchors])),
  );
  const setsOfOne = ({ anchors }: Subject, index: number): SetsInForce => {
    if (anchors === null) return found.get(`${index}`) ?? nothingChosen;
    const own = anchors === 'public' ? undefined : chosen.get(anchors);
    return { from: 'certificate', sets: own === undefined ? [] : [own] };
  };
  const bySubject = new Map(subjects.map((subject, index) => [subject, setsOfOne(subject, index)]));
  return { of: (subject) => bySubject.get(subject) ?? nothingChosen };
};

const findChosen = async (
  db: Executor,
  orgId: OrganizationId,
  ids: readonly AnchorSetId[],
): Promise<ReadonlyMap<AnchorSetId, AnchorSetInForce>> => {
  if (ids.length === 0) return new Map();
  const sets = await db
    .select({ id: anchorSets.id, name: anchorSets.name, digest: anchorSets.digest })
    .from(anchorSets)
    .where(and(inArray(anchorSets.id, [...new Set(ids)]), eq(anchorSets.orgId, orgId)));
  return new Map(sets.map((set) => [set.id, set]));
};

/** Equal for sets of the same certificates; null without any. */
export const digestOf = ({ sets }: SetsInForce): string | null => {
  const [first, ...more] = [...new Set(sets.map(({ digest }) => digest))].sort();
  if (first === undefined || more.length === 0) return first ?? null;
  return hash('sha256', [first, ...more].join(' '), 'base64url');
};
