import { anchorSets, certificateImportLines, type Executor, newId } from '@notafter/db';
import {
  type AnchorChoice,
  type CertificateImportId,
  errorCatalogue,
  IMPORT_AT_ONCE_MAX,
  isInScope,
  judgeImportRow,
  networkOf,
  placedInScope,
  shownDomain,
} from '@notafter/domain';
import { IMPORT_REPORT_MAX, type StartImportInput, startImportInput } from '@notafter/domain/inputs';
import { eq } from 'drizzle-orm';
import { type OrgContext, personBehind, type SystemContext } from '../../context.ts';
import { advance } from '../../steps/progress.ts';
import { startProcess } from '../../steps/start-process.ts';
import { throttleOf } from '../../throttling/throttle.ts';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { environmentsOfImport, type JudgedRow, type NamedEnvironment } from './internal/import-environments.ts';
import { markDuplicates } from './internal/import-run.ts';
import { getImportForOrg, type ImportView } from './internal/import-view.ts';
import { readImport } from './internal/read-import.ts';
import { importProcess, runImport } from './run-import.ts';

type NewLine = typeof certificateImportLines.$inferInsert;

/** Rows of one statement: well below the 65,535 parameters that it can carry. */
const INSERTED_AT_ONCE = 2_000;

/** Every line with the result that it has before any endpoint is looked at. */
const linesOf = (
  { scope }: OrgContext['reach'],
  importId: CertificateImportId,
  rows: readonly JudgedRow[],
  named: ReadonlyMap<string, NamedEnvironment>,
  choices: ReadonlyMap<string, AnchorChoice>,
): NewLine[] => {
  const lineOfDomain = new Map<string, number>();
  return rows.map(({ row, judged }): NewLine => {
    const domain = shownDomain(judged, row);
    const line = { importId, line: row.line, domain };
    if (judged.kind === 'invalid') return { ...line, result: 'invalid', message: judged.message };
    const environment = judged.environment === null ? undefined : named.get(judged.environment.toLowerCase());
    if (environment !== undefined && 'problem' in environment) return { ...line, result: 'invalid', message: environment.problem };
    const anchors = judged.anchors === null ? null : choices.get(judged.anchors.toLowerCase());
    if (anchors === undefined) return { ...line, result: 'invalid', message: 'No trust anchors have this name.' };
    const first = lineOfDomain.get(domain);
    if (first !== undefined) return { ...line, result: 'duplicate', message: `Already on line ${first}.` };
    lineOfDomain.set(domain, row.line);
    const asked = { environmentId: environment?.id ?? null, tags: { ...judged.tags } };
    const placement = scope === null ? asked : placedInScope(scope, asked);
    if (scope !== null && !isInScope(scope, placement))
      return { ...line, result: 'invalid', message: errorCatalogue.outside_api_key_scope.message };
    return { ...line, ...judged.target, ...placement, anchors, result: 'waiting' };
  });
};

/** The choices of trust anchors by name in lower case. */
const readChoices = async ({ db, org }: Pick<OrgContext, 'org'> & { readonly db: Executor }): Promise<Map<string, AnchorChoice>> => {
  const sets = await db.select({ id: anchorSets.id, name: anchorSets.name }).from(anchorSets).where(eq(anchorSets.orgId, org.id));
  return new Map<string, AnchorChoice>([...sets.map(({ id, name }) => [name.toLowerCase(), id] as const), ['public', 'public']]);
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
 * Imports a list of domains. Up to 20 lines are done when it answers, unless `asJob`; more become a job whose progress `getImport` returns.
 * Every line gets a result. Throws `import_plan`, `import_invalid` when the list cannot be read or names
 * environments that do not exist and are to be refused, or `rate_limited` after many imports, or many lines that failed.
 */
export const startImport = useCase({
  name: 'certificates/start-import',
  access: 'admin',
  apiKey: 'write',
  scoped: true,
  plan: 'bulkImport',
  input: startImportInput,
  audit: 'Imported certificates',
})(
  async (
    ctx,
    { text, format, missingEnvironments }: StartImportInput,
    { asJob = false }: { readonly asJob?: boolean } = {},
  ): Promise<ImportView> => {
    const rows = readImport(text, format).map((row): JudgedRow => ({ row, judged: judgeImportRow(row) }));
    const id = newId<'certificate-import'>();
    if (rows.some(({ judged }) => judged.kind === 'ready')) await limitImports(ctx);

    const isAtOnce = await withTransaction(ctx, async (tx, audit) => {
      const { named, created } = await environmentsOfImport(tx, rows, missingEnvironments);
      const lines = linesOf(tx.reach, id, rows, named, await readChoices(tx));
      const isShort = !asJob && lines.filter(({ result }) => result === 'waiting').length <= IMPORT_AT_ONCE_MAX;
      const done = lines.filter(({ result }) => result !== 'waiting').length;
      const started = { id, orgId: tx.org.id, startedBy: personBehind(ctx.actor), scope: tx.reach.scope, total: lines.length, done };
      await startProcess(tx, importProcess, started, { runsHere: isShort });
      for (let start = 0; start < lines.length; start += INSERTED_AT_ONCE) {
        await tx.db.insert(certificateImportLines).values(lines.slice(start, start + INSERTED_AT_ONCE));
      }
      await advance(tx.db, id, await markDuplicates(tx.db, id, tx.org.id));
      audit({ subjectId: id, detail: { lines: lines.length, ...(created.length > 0 ? { environments: created } : {}) } });
      return isShort;
    });
    if (isAtOnce) await runImport(asSystem(ctx), { id });
    return getImportForOrg(ctx.db, ctx.reach, id, { after: 0, limit: IMPORT_REPORT_MAX });
  },
);
