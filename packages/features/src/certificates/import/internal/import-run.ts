import { certificateImportLines, type Executor, organizations, type Transaction } from '@notafter/db';
import {
  type AnchorChoice,
  type CertificateId,
  type CertificateImportId,
  type EnvironmentId,
  effectivePlan,
  entitlementsOf,
  type ImportResult,
  limitText,
  type OrganizationId,
  type PlanName,
} from '@notafter/domain';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { loadAnchorsOfNew } from '../../anchors/internal/probe-anchors.ts';
import type { ProbeItem } from '../../checks/internal/probe-window.ts';

/** How many certificates the organization may have, as the lines of an import see it. */
export interface ImportLimit {
  /** Of the plan in force now. Null: any number. */
  readonly certificates: number | null;
  /** The message of a line beyond it. */
  readonly text: string;
}

/** A line that still waits for its endpoint to be looked at. */
export interface WaitingLine extends ProbeItem {
  readonly line: number;
  readonly environmentId: EnvironmentId | null;
  readonly tags: Readonly<Record<string, string>>;
  readonly anchors: AnchorChoice | null;
}

export interface LineResult {
  readonly line: number;
  readonly result: ImportResult;
  readonly message: string | null;
  readonly certificateId: CertificateId | null;
}

export const ALREADY_MONITORED = 'This domain is already monitored.';

export const readImportLimit = async (db: Executor, orgId: OrganizationId, defaultPlan: PlanName): Promise<ImportLimit> => {
  const { plan, certificateLimit, userLimit } = organizations;
  const [row] = await db.select({ plan, certificateLimit, userLimit }).from(organizations).where(eq(organizations.id, orgId));
  if (row === undefined) throw new Error('An import belongs to an organization.');
  const inForce = effectivePlan(row.plan, defaultPlan);
  return { certificates: entitlementsOf(inForce, row).certificateLimit, text: limitText('certificate_limit', inForce) };
};

export const listWaitingLines = async (
  db: Executor,
  { id, orgId }: { readonly id: CertificateImportId; readonly orgId: OrganizationId },
  after: number,
  limit: number,
): Promise<WaitingLine[]> => {
  const { line, domain, host, port, environmentId, anchors, tags } = certificateImportLines;
  const rows = await db
    .select({ line, domain, host, port, environmentId, anchors, tags })
    .from(certificateImportLines)
    .where(and(eq(certificateImportLines.importId, id), eq(certificateImportLines.result, 'waiting'), gt(line, after)))
    .orderBy(asc(line))
    .limit(limit);
  const lines = rows.flatMap((row) => (row.host === null || row.port === null ? [] : { ...row, host: row.host, port: row.port }));
  const asked = await loadAnchorsOfNew(db, orgId, lines);
  return lines.map((each) => ({ ...each, probeAnchors: asked.of(each) }));
};

export const writeResults = async (db: Transaction, id: CertificateImportId, results: readonly LineResult[]): Promise<void> => {
  if (results.length === 0) return;
  const rows = results.map(({ certificateId, ...written }) => ({ ...written, certificate_id: certificateId }));
  await db.execute(sql`
    update certificate_import_lines as target set result = written.result, message = written.message, certificate_id = written.certificate_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as written (line int, result text, message text, certificate_id uuid)
    where target.import_id = ${id} and target.line = written.line`);
};

/** Endpoints that are monitored already need no probe. Returns how many lines that were. */
export const markDuplicates = async (db: Executor, id: CertificateImportId, orgId: OrganizationId): Promise<number> => {
  const { count } = await db.execute(sql`
    update certificate_import_lines as waiting set result = 'duplicate', message = ${ALREADY_MONITORED}, certificate_id = certificates.id
    from certificates where waiting.import_id = ${id} and waiting.result = 'waiting'
    and certificates.org_id = ${orgId} and certificates.domain = waiting.domain`);
  return count;
};

/** At the limit, the lines that still wait need no probe either. Returns how many there were. */
export const markBeyondLimit = async (db: Transaction, id: CertificateImportId, text: string): Promise<number> => {
  const { count } = await db.execute(sql`
    update certificate_import_lines set result = 'limit', message = ${text} where import_id = ${id} and result = 'waiting'`);
  return count;
};
