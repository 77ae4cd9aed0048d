import { createHash } from 'node:crypto';
import { type FiledCertificate, type FileFinding, REPLACED_KEPT, UNREADABLE_REPORTS } from '@notafter/domain';
import { type SQL, sql } from 'drizzle-orm';
import { planDeploymentsOf } from '../../certificates/deployment/plan-deployments.ts';
import type { SystemContext, TransactionContext } from '../../context.ts';
import { fingerprintOf } from './bundle-certificates.ts';
import type { RecordingBundle } from './record-endpoints.ts';

/** How many certificates a file is remembered with while it can't be read: they stay monitored. */
const UNREADABLE_KEPT = 500;

/** The entry is another one when its certificate is: the row's age is that of the certificate on disk. */
const keyOf = (path: string, alias: string | null, leaf: string): string =>
  createHash('sha256')
    .update([path, alias ?? '', leaf].join('\n'))
    .digest('base64url');

interface FileRow extends Pick<FileFinding, 'path' | 'format'> {
  readonly key: string;
  readonly alias: string | null;
  readonly role: FiledCertificate['role'] | null;
  readonly chain: readonly string[];
  readonly has_key: boolean;
  readonly problem: string | null;
}

/** An entry that a file no longer has. */
interface GoneRow extends Record<string, unknown> {
  readonly path: string;
  readonly alias: string | null;
  readonly fingerprint256: string | null;
  readonly replaced: readonly string[];
}

/** The certificates that this entry replaced, newest first. */
const replacedBy = ({ alias, chain }: FileRow, goneOfPath: readonly GoneRow[]): string[] => {
  const isUnreadable = chain.length === 0;
  const before = isUnreadable ? goneOfPath : goneOfPath.filter((row) => row.alias === alias);
  const all = [...before.flatMap(({ fingerprint256 }) => fingerprint256 ?? []), ...before.flatMap(({ replaced }) => replaced)];
  return [...new Set(all)].filter((fingerprint) => fingerprint !== chain[0]).slice(0, isUnreadable ? UNREADABLE_KEPT : REPLACED_KEPT);
};

const rowsOf = ({ path, format, problem, certificates }: FileFinding): FileRow[] => {
  if (certificates === 'unchanged') return [];
  const base = { path, format, problem: problem?.message ?? null };
  const none = { alias: null, role: null, chain: [], has_key: false };
  if (certificates.length === 0) return problem === null ? [] : [{ ...base, ...none, key: keyOf(path, null, '') }];
  return certificates.map(({ alias, role, chain, hasKey }) => ({
    ...base,
    ...{ alias, role, chain: chain.map(fingerprintOf), has_key: hasKey, key: keyOf(path, alias, chain[0] ?? '') },
  }));
};

/** Counts one more report with a problem, or begins again. */
const moreProblems = (problem: SQL): SQL =>
  sql`case when ${problem} is null then 0 else least(collector_files.problem_reports + 1, ${UNREADABLE_REPORTS}) end`;

/**
 * Replaces the entries of the files that changed, and says of the others that they were seen again. A file that is gone has none.
 * Endpoints whose certificate a file has or had are compared with it.
 */
export const recordFiles = async (
  tx: TransactionContext<SystemContext>,
  { collectorId, orgId, at }: RecordingBundle,
  findings: readonly FileFinding[],
): Promise<void> => {
  const { db } = tx;
  if (findings.length === 0) return;
  const isGone = ({ problem, certificates }: FileFinding): boolean =>
    problem?.code === 'not_found' && (certificates === 'unchanged' || certificates.length === 0);
  const changed = findings.filter((finding) => finding.certificates !== 'unchanged' || isGone(finding));
  const rows = changed.filter((finding) => !isGone(finding)).flatMap(rowsOf);
  const unique = [...new Map(rows.map((row) => [row.key, row])).values()];
  const seenAt = sql`${at.toISOString()}::timestamptz`;
  await db.execute(sql`
    update collector_files set seen_at = ${seenAt}, problem_reports = ${moreProblems(sql`problem`)}
    where collector_id = ${collectorId} and path in (
      select jsonb_array_elements_text(${JSON.stringify(findings.filter((finding) => !changed.includes(finding)).map(({ path }) => path))}::jsonb))`);
  const gone = await db.execute<GoneRow>(sql`
    delete from collector_files
    where collector_id = ${collectorId}
      and path in (select jsonb_array_elements_text(${JSON.stringify(changed.map(({ path }) => path))}::jsonb))
      and key not in (select jsonb_array_elements_text(${JSON.stringify(unique.map(({ key }) => key))}::jsonb))
    returning path, alias, chain[1] as fingerprint256, replaced`);
  const goneByPath = Map.groupBy(gone, ({ path }) => path);
  const written = unique.map((row) => ({ ...row, replaced: replacedBy(row, goneByPath.get(row.path) ?? []) }));
  await db.execute(sql`
    insert into collector_files (collector_id, key, path, alias, format, role, chain, has_key, problem, problem_reports, replaced, first_seen_at, seen_at)
    select ${collectorId}, key, path, alias, format, role, chain, has_key, problem, case when problem is null then 0 else 1 end, replaced, ${seenAt}, ${seenAt}
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as found (
      key text, path text, alias text, format text, role text, chain text[], has_key boolean, problem text, replaced text[])
    order by key
    on conflict (collector_id, key) do update
    set format = excluded.format, role = excluded.role, chain = excluded.chain, has_key = excluded.has_key, problem = excluded.problem,
        problem_reports = ${moreProblems(sql`excluded.problem`)},
        replaced = (excluded.replaced || collector_files.replaced)[:case when excluded.chain = '{}' then ${sql.raw(String(UNREADABLE_KEPT))} else ${sql.raw(String(REPLACED_KEPT))} end], seen_at = excluded.seen_at`);
  await planDeploymentsOf({ ...tx, clock: { now: () => at } }, orgId, [
    ...gone.flatMap(({ fingerprint256 }) => fingerprint256 ?? []),
    ...written.flatMap(({ chain, replaced }) => [...chain.slice(0, 1), ...replaced]),
  ]);
};
