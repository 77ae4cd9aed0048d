import { certificateImportLines, certificateImports, type Executor, environments, newId } from '@notafter/db';
import {
  addMs,
  type CertificateImportId,
  type EnvironmentId,
  errorCatalogue,
  IMPORT_AT_ONCE_MAX,
  type ImportRow,
  judgeImportRow,
  MINUTE_MS,
  isInScope,
  placedInScope,
  shownDomain,
} from '@notafter/domain';
import { IMPORT_REPORT_MAX, type StartImportInput } from '@notafter/domain/inputs';
import { networkOf } from '../accounts/internal/network-of.ts';
import { throttleOf } from '../accounts/internal/throttle.ts';
import { type CertificateReach, environmentsWithin } from '../certificate-reach.ts';
import { type OrgContext, personBehind, requirePermission, type SystemContext } from '../context.ts';
import { withTransaction } from '../with-transaction.ts';
import { markDuplicates } from './internal/import-run.ts';
import { getImportForOrg, type ImportView } from './internal/import-view.ts';
import { runImportJob } from './internal/jobs.ts';
import { readImport } from './internal/read-import.ts';
import { runImport } from './run-import.ts';

type NewLine = typeof certificateImportLines.$inferInsert;

/** Rows of one statement: well below the 65,535 parameters that it can carry. */
const INSERTED_AT_ONCE = 2_000;
/** By then whoever asked has long had their answer; the job goes on only where this process did not survive it. */
const RESCUE_AFTER_MS = 2 * MINUTE_MS;

const environmentsByName = async (db: Executor, reach: CertificateReach): Promise<ReadonlyMap<string, EnvironmentId>> => {
  const rows = await db.select({ id: environments.id, name: environments.name }).from(environments).where(environmentsWithin(reach));
  return new Map(rows.map(({ id, name }) => [name.toLowerCase(), id]));
};

const unknownEnvironment = (ctx: OrgContext, name: string): string =>
  ctx.entitlements.environmentLimit === 0
    ? errorCatalogue.environment_plan.message
    : `There is no environment called '${name.slice(0, 100)}'. Create it first.`;

/** Every line with the result that it has before any endpoint is looked at. */
const judgeLines = async (ctx: OrgContext, importId: CertificateImportId, rows: readonly ImportRow[]): Promise<NewLine[]> => {
  const named = await environmentsByName(ctx.db, ctx.reach);
  const lineOfDomain = new Map<string, number>();
  return rows.map((row): NewLine => {
    const judged = judgeImportRow(row);
    const domain = shownDomain(judged, row);
    const line = { importId, line: row.line, domain };
    if (judged.kind === 'invalid') return { ...line, result: 'invalid', message: judged.message };
    const environmentId = judged.environment === null ? null : named.get(judged.environment.toLowerCase());
    if (environmentId === undefined) return { ...line, result: 'invalid', message: unknownEnvironment(ctx, judged.environment ?? '') };
    const first = lineOfDomain.get(domain);
    if (first !== undefined) return { ...line, result: 'duplicate', message: `Already on line ${first}.` };
    lineOfDomain.set(domain, row.line);
    const { scope } = ctx.reach;
    const asked = { environmentId, tags: { ...judged.tags } };
    const placement = scope === null ? asked : placedInScope(scope, asked);
    if (scope !== null && !isInScope(scope, placement)) return { ...line, result: 'invalid', message: errorCatalogue.outside_api_key_scope.message };
    return { ...line, ...judged.target, ...placement, result: 'waiting' };
  });
};

/** Exact answers of many lines that fail make a port scanner. */
const limitImports = async (ctx: OrgContext): Promise<void> => {
  const throttle = throttleOf(ctx);
  await throttle.requireLeft('failedImportLineFromOrganization', ctx.org.id);
  await throttle.spend('importFromNetwork', networkOf(ctx.origin.ip));
};

/** The audit row of the import stands for its lines too. */
const asSystem = ({ db, jobs, auth, clock, log, config, gateways }: SystemContext): SystemContext => ({
  db,
  jobs,
  auth,
  clock,
  log,
  config,
  gateways,
});

/**
 * Imports a list of domains. Up to 20 lines are done when it answers; more become a job whose progress `getImport` tells.
 * Every line ends with a result of its own. Throws `import_plan`, `import_invalid` where the list cannot be read, or
 * `rate_limited` after many imports, or many lines that failed.
 */
export const startImport = async (ctx: OrgContext, { text, format }: StartImportInput): Promise<ImportView> => {
  requirePermission(ctx, 'certificates/start-import');
  const rows = readImport(text, format);
  const id = newId<'certificate-import'>();
  const lines = await judgeLines(ctx, id, rows);
  if (lines.some(({ result }) => result === 'waiting')) await limitImports(ctx);
  const isAtOnce = lines.filter(({ result }) => result === 'waiting').length <= IMPORT_AT_ONCE_MAX;

  await withTransaction(ctx, 'certificates/start-import', async (tx, audit) => {
    const now = tx.clock.now();
    await tx.db
      .insert(certificateImports)
      .values({ id, orgId: tx.org.id, startedBy: personBehind(ctx.actor), scope: tx.reach.scope, status: 'running', total: lines.length, createdAt: now });
    for (let start = 0; start < lines.length; start += INSERTED_AT_ONCE) {
      await tx.db.insert(certificateImportLines).values(lines.slice(start, start + INSERTED_AT_ONCE));
    }
    await markDuplicates(tx.db, id, tx.org.id);
    const startAfter = isAtOnce ? { startAfter: addMs(now, RESCUE_AFTER_MS) } : {};
    await tx.jobs.enqueue(tx.db, runImportJob, { importId: id }, { singletonKey: id, ...startAfter });
    audit({ subjectId: id, detail: { lines: lines.length } });
  });
  if (isAtOnce) await runImport(asSystem(ctx), { importId: id });
  return getImportForOrg(ctx.db, ctx.reach, id, { after: 0, limit: IMPORT_REPORT_MAX });
};
