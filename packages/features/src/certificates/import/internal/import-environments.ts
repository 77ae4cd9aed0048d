import { certificates, environments, newId, organizations } from '@notafter/db';
import {
  DETAILS_MAX,
  DomainError,
  type EnvironmentId,
  errorCatalogue,
  formatTarget,
  type ImportRow,
  type judgeImportRow,
} from '@notafter/domain';
import { addEnvironmentInput, type MissingEnvironments } from '@notafter/domain/inputs';
import { and, eq, inArray } from 'drizzle-orm';
import { environmentsWithin } from '../../../certificate-reach.ts';
import type { OrgContext, TransactionContext } from '../../../context.ts';
import { isCheckedHere } from '../../reports/collector-endpoints.ts';

/** A line of an import and what it asks for. */
export interface JudgedRow {
  readonly row: ImportRow;
  readonly judged: ReturnType<typeof judgeImportRow>;
}

/** The environment of a name, or why it has none. */
export type NamedEnvironment = { readonly id: EnvironmentId } | { readonly problem: string };

interface ImportEnvironments {
  /** By name in lower case. */
  readonly named: ReadonlyMap<string, NamedEnvironment>;
  /** Names of those created here. */
  readonly created: readonly string[];
}

type Tx = TransactionContext<OrgContext>;

const refuseMissing = (missing: readonly { readonly line: number; readonly name: string }[]): never => {
  const details = missing.slice(0, DETAILS_MAX).map(({ line, name }) => ({
    path: 'text',
    message: `Line ${line}: environment '${name.slice(0, 100)}' does not exist.`,
  }));
  const [first] = details;
  throw new DomainError('import_invalid', { message: `${first?.message ?? ''} Nothing was imported.`.trim(), details });
};

/** Which of these lines name an endpoint that is monitored already: what they ask for is not used. */
const monitoredLines = async (tx: Tx, rows: readonly JudgedRow[]): Promise<ReadonlySet<number>> => {
  const targets = rows.flatMap(({ row, judged }) =>
    judged.kind === 'ready' ? [{ line: row.line, domain: formatTarget(judged.target) }] : [],
  );
  const domains = [...new Set(targets.map(({ domain }) => domain))];
  if (domains.length === 0) return new Set();
  const present = await tx.db
    .select({ domain: certificates.domain })
    .from(certificates)
    .where(and(eq(certificates.orgId, tx.org.id), inArray(certificates.domain, domains), isCheckedHere));
  const known = new Set(present.map(({ domain }) => domain));
  return new Set(targets.filter(({ domain }) => known.has(domain)).map(({ line }) => line));
};

/**
 * The environments that the lines of an import name. Those that do not exist are created as far as the plan goes, or the
 * import is refused as a whole: throws `import_invalid` with the lines. A scoped API key creates none.
 */
export const environmentsOfImport = async (
  tx: Tx,
  rows: readonly JudgedRow[],
  missingEnvironments: MissingEnvironments,
): Promise<ImportEnvironments> => {
  // Those who add environments pass here one by one, so that names and count still hold at the commit.
  await tx.db.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, tx.org.id)).for('no key update');
  const present = await tx.db
    .select({ id: environments.id, name: environments.name })
    .from(environments)
    .where(environmentsWithin(tx.reach));
  const named = new Map<string, NamedEnvironment>(present.map(({ id, name }) => [name.toLowerCase(), { id }]));
  const missing = rows.flatMap(({ row, judged }) =>
    judged.kind === 'ready' && judged.environment !== null && !named.has(judged.environment.toLowerCase())
      ? [{ row, judged, line: row.line, name: judged.environment }]
      : [],
  );
  if (missing.length === 0) return { named, created: [] };
  if (missingEnvironments === 'refuse') refuseMissing(missing);

  const { environmentLimit } = tx.entitlements;
  const monitored = await monitoredLines(tx, missing);
  const created: string[] = [];
  for (const { line, name } of missing) {
    const key = name.toLowerCase();
    if (named.has(key) || monitored.has(line)) continue;
    const parsed = addEnvironmentInput.shape.name.safeParse(name);
    if (!parsed.success) {
      named.set(key, { problem: `The environment's name ${parsed.error.issues[0]?.message ?? 'is not valid'}.` });
    } else if (tx.reach.scope !== null) {
      named.set(key, { problem: errorCatalogue.outside_api_key_scope.message });
    } else if (environmentLimit === 0) {
      named.set(key, { problem: errorCatalogue.environment_plan.message });
    } else if (environmentLimit !== null && present.length + created.length >= environmentLimit) {
      named.set(key, { problem: errorCatalogue.environment_limit.message });
    } else {
      const id = newId<'environment'>();
      await tx.db.insert(environments).values({ id, orgId: tx.org.id, name: parsed.data, createdAt: tx.clock.now() });
      named.set(key, { id });
      created.push(parsed.data);
    }
  }
  return { named, created };
};
