import { certificateImportLines, type Executor, processes } from '@notafter/db';
import { type CertificateId, type CertificateImportId, DomainError, type ImportResult, processStatusOf } from '@notafter/domain';
import { and, asc, count, eq, gt, type SQL, sql } from 'drizzle-orm';
import { type CertificateReach, isOfScope, namesCertificateWithin } from '../../../certificate-reach.ts';

const SKIPPED_BY_CANCEL = 'The import was cancelled before this line.';
const SKIPPED_BY_FAILURE = 'The import ended before this line.';

export interface ImportLineView {
  readonly line: number;
  readonly domain: string;
  readonly result: ImportResult;
  /** Why the line was not added, or its endpoint not reached. */
  readonly message: string | null;
  readonly certificateId: CertificateId | null;
}

export interface ImportView {
  readonly id: CertificateImportId;
  readonly status: 'running' | 'completed' | 'failed';
  readonly total: number;
  /** Lines that have a result; those that an import did not get to have none. */
  readonly done: number;
  readonly counts: Readonly<Record<Exclude<ImportResult, 'waiting'>, number>>;
  /** In the order of the file, those that still wait included. */
  readonly lines: readonly ImportLineView[];
  /** Where the report goes on; null at its end. */
  readonly nextAfter: number | null;
  /** Why it is `failed`; `Cancelled` where a person ended it. */
  readonly error: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

/** A line may name a certificate that was there before: not to a caller whose scope does not hold it. */
const namedWithin = (reach: CertificateReach, column: typeof certificateImportLines.certificateId): SQL<CertificateId | null> => {
  const within = namesCertificateWithin(reach, sql`${column}`);
  return within === undefined ? sql`${column}` : sql`case when ${within} then ${column} end`;
};

/** Throws `not_found`, for another organization's or scope's id too. */
export const getImportForOrg = async (
  db: Executor,
  reach: CertificateReach,
  id: CertificateImportId,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<ImportView> => {
  const { state, total, done, error, createdAt, finishedAt } = processes;
  const [found] = await db
    .select({ state, total, done, error, createdAt, finishedAt })
    .from(processes)
    .where(
      and(eq(processes.id, id), eq(processes.orgId, reach.orgId), eq(processes.kind, 'import'), isOfScope(sql`${processes.scope}`, reach)),
    );
  if (found === undefined) throw new DomainError('not_found');
  const { line, domain, result, message, certificateId, importId } = certificateImportLines;
  const counted = await db.select({ result, count: count() }).from(certificateImportLines).where(eq(importId, id)).groupBy(result);
  const of = (wanted: ImportResult): number => counted.find((row) => row.result === wanted)?.count ?? 0;
  const lines = await db
    .select({ line, domain, result, message, certificateId: namedWithin(reach, certificateId) })
    .from(certificateImportLines)
    .where(and(eq(importId, id), gt(line, after)))
    .orderBy(asc(line))
    .limit(limit + 1);
  const isOver = found.state !== 'running';
  const skipped = found.state === 'cancelled' ? SKIPPED_BY_CANCEL : SKIPPED_BY_FAILURE;
  const shown = lines
    .slice(0, limit)
    .map((row): ImportLineView => (isOver && row.result === 'waiting' ? { ...row, result: 'skipped', message: skipped } : row));
  return {
    id,
    ...processStatusOf(found),
    total: found.total ?? 0,
    done: found.done,
    counts: {
      added: of('added'),
      duplicate: of('duplicate'),
      invalid: of('invalid'),
      unreachable: of('unreachable'),
      limit: of('limit'),
      skipped: isOver ? of('waiting') : 0,
    },
    lines: shown,
    nextAfter: lines.length > limit ? (shown.at(-1)?.line ?? null) : null,
    createdAt: found.createdAt,
    finishedAt: found.finishedAt,
  };
};
