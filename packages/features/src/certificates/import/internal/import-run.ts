import { certificateImportLines, certificateImports, type Executor, organizations, type Transaction } from '@notafter/db';
import {
  type CertificateId,
  type CertificateImportId,
  type EnvironmentId,
  effectivePlan,
  entitlementsOf,
  type ImportResult,
  limitText,
  type OrganizationId,
  type PlanName,
  type ProbeTarget,
} from '@notafter/domain';
import { and, asc, eq, gt, sql } from 'drizzle-orm';

/** An import as far as its job needs it. */
export interface RunningImport {
  readonly id: CertificateImportId;
  readonly orgId: OrganizationId;
  /** Of the plan in force now. */
  readonly certificateLimit: number | null;
  /** What is said of a line beyond it. */
  readonly limitText: string;
}

/** A line that still waits for its endpoint to be looked at. */
export interface WaitingLine extends ProbeTarget {
  readonly line: number;
  readonly domain: string;
  readonly environmentId: EnvironmentId | null;
  readonly tags: Readonly<Record<string, string>>;
}

export interface LineResult {
  readonly line: number;
  readonly result: ImportResult;
  readonly message: string | null;
  readonly certificateId: CertificateId | null;
}

export const ALREADY_MONITORED = 'This domain is already monitored.';

export const findRunningImport = async (db: Executor, id: CertificateImportId, defaultPlan: PlanName): Promise<RunningImport | null> => {
  const [row] = await db
    .select({
      orgId: certificateImports.orgId,
      plan: organizations.plan,
      certificateLimit: organizations.certificateLimit,
      userLimit: organizations.userLimit,
    })
    .from(certificateImports)
    .innerJoin(organizations, eq(organizations.id, certificateImports.orgId))
    .where(and(eq(certificateImports.id, id), eq(certificateImports.status, 'running')));
  if (row === undefined) return null;
  const plan = effectivePlan(row.plan, defaultPlan);
  const { certificateLimit } = entitlementsOf(plan, row);
  return { id, orgId: row.orgId, certificateLimit, limitText: limitText('certificate_limit', plan) };
};

export const listWaitingLines = async (db: Executor, id: CertificateImportId, after: number, limit: number): Promise<WaitingLine[]> => {
  const { line, domain, host, port, environmentId, tags } = certificateImportLines;
  const rows = await db
    .select({ line, domain, host, port, environmentId, tags })
    .from(certificateImportLines)
    .where(and(eq(certificateImportLines.importId, id), eq(certificateImportLines.result, 'waiting'), gt(line, after)))
    .orderBy(asc(line))
    .limit(limit);
  return rows.flatMap((row) => (row.host === null || row.port === null ? [] : { ...row, host: row.host, port: row.port }));
};

/** Locks a running import for a write; answers which of these lines still wait, or null where the import is over. */
export const lockImport = async (
  db: Transaction,
  id: CertificateImportId,
  lines: readonly number[],
): Promise<ReadonlySet<number> | null> => {
  const [held] = await db
    .select({ id: certificateImports.id })
    .from(certificateImports)
    .where(and(eq(certificateImports.id, id), eq(certificateImports.status, 'running')))
    .for('update');
  if (held === undefined) return null;
  const rows = await db.execute<{ line: number }>(sql`
    select line from certificate_import_lines
    where import_id = ${id} and result = 'waiting' and line = any(${`{${lines.join(',')}}`}::int[])`);
  return new Set(rows.map(({ line }) => line));
};

export const writeResults = async (db: Transaction, id: CertificateImportId, results: readonly LineResult[]): Promise<void> => {
  if (results.length === 0) return;
  const rows = results.map(({ certificateId, ...written }) => ({ ...written, certificate_id: certificateId }));
  await db.execute(sql`
    update certificate_import_lines as target set result = written.result, message = written.message, certificate_id = written.certificate_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as written (line int, result text, message text, certificate_id uuid)
    where target.import_id = ${id} and target.line = written.line`);
};

/** What is monitored already needs no probe. */
export const markDuplicates = (db: Executor, id: CertificateImportId, orgId: OrganizationId): Promise<unknown> =>
  db.execute(sql`
    update certificate_import_lines as waiting set result = 'duplicate', message = ${ALREADY_MONITORED}, certificate_id = certificates.id
    from certificates where waiting.import_id = ${id} and waiting.result = 'waiting'
    and certificates.org_id = ${orgId} and certificates.host = waiting.host and certificates.port = waiting.port`);

/** Where no more may be added, the lines that still wait need no probe either. */
export const markBeyondLimit = (db: Executor, run: Pick<RunningImport, 'id' | 'limitText'>): Promise<unknown> =>
  db.execute(sql`
    update certificate_import_lines set result = 'limit', message = ${run.limitText} where import_id = ${run.id} and result = 'waiting'
    and exists (select from certificate_imports where id = ${run.id} and status = 'running')`);

/** Ends an import whose last line has its result. */
export const completeImport = async (db: Transaction, id: CertificateImportId, now: Date): Promise<void> => {
  await db
    .update(certificateImports)
    .set({ status: 'completed', finishedAt: now })
    .where(and(eq(certificateImports.id, id), eq(certificateImports.status, 'running')));
};
