import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';

/** A table whose rows belong to organizations. */
export interface OwnedTable {
  readonly name: string;
  /** Selects the rows of an organization; `organization` is SQL for its ID. */
  rowsOf(organization: string): string;
  /** Whether a new row waits for the lock of its parent, by a foreign key. */
  readonly isGuarded: boolean;
  /** Whether other rows of the organization reference its rows. */
  readonly isParent: boolean;
}

/**
 * Tables whose rows do not travel with an organization, and why:
 * `installation`: of this database and its workers. `rebuilt`: found or fetched again. `derived`: written by triggers.
 * `shared`: rows of several organizations; a database gets those that it lacks.
 */
const STAYING = {
  alert_sweeps: 'installation',
  applied_client_rules: 'installation',
  installations: 'installation',
  operator_alerts: 'installation',
  service_authorities: 'installation',
  service_orphans: 'installation',
  unused_x509: 'installation',
  cached_images: 'rebuilt',
  domain_registrations: 'rebuilt',
  rate_limits: 'rebuilt',
  renewal_info_cas: 'rebuilt',
  renewal_infos: 'rebuilt',
  issuance_searches: 'rebuilt',
  sct_inclusions: 'rebuilt',
  transparency_lists: 'rebuilt',
  transparency_logs: 'installation',
  certificate_counts: 'derived',
  x509_certificates: 'shared',
} as const;

/** Rows without a column that says whose they are. */
const BY_HAND: Readonly<Record<string, (organization: string) => string>> = {
  organizations: (organization) => `id = ${organization}`,
  idempotency_keys: (organization) => `caller in (
    select 'session:' || id from users where org_id = ${organization}
    union all select 'token:' || tokens.id from tokens join users on users.id = user_id where org_id = ${organization}
    union all select 'api-key:' || id from api_keys where org_id = ${organization})`,
};

const isStaying = (name: string): boolean => Object.hasOwn(STAYING, name);

interface Reference {
  readonly column: string;
  readonly isRequired: boolean;
  readonly table: string;
  readonly foreignColumn: string;
}

/** Foreign keys of one column, those that every row has first. */
const referencesOf = (table: PgTable): Reference[] =>
  getTableConfig(table)
    .foreignKeys.flatMap((key) => {
      const { columns, foreignColumns, foreignTable } = key.reference();
      const [column, foreignColumn] = [columns[0], foreignColumns[0]];
      if (column === undefined || foreignColumn === undefined || foreignTable === table) return [];
      return [
        { column: column.name, isRequired: column.notNull, table: getTableConfig(foreignTable).name, foreignColumn: foreignColumn.name },
      ];
    })
    .toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired));

/**
 * Returns the tables of a schema that belong to organizations, each after those that it references. Throws for a table that is neither
 * one of them nor known to stay, and for a known one that is gone.
 */
export const organizationTables = (schema: Readonly<Record<string, unknown>>): readonly OwnedTable[] => {
  const tables = new Map(
    Object.values(schema)
      .filter((value): value is PgTable => is(value, PgTable))
      .map((table) => [getTableConfig(table).name, table]),
  );
  const gone = [...Object.keys(STAYING), ...Object.keys(BY_HAND)].filter((name) => !tables.has(name));
  if (gone.length > 0) throw new Error(`These tables are gone: ${gone.join(', ')}.`);
  const owned = new Map<string, OwnedTable>();
  let waiting = [...tables.keys()].filter((name) => !isStaying(name)).sort();
  while (waiting.length > 0) {
    const ready = waiting.filter((name) =>
      referencesOf(tableNamed(tables, name)).every(({ table }) => owned.has(table) || isStaying(table)),
    );
    if (ready.length === 0) throw new Error(`These tables reference each other: ${waiting.join(', ')}.`);
    for (const name of ready) {
      const isParent = waiting.some((other) => referencesOf(tableNamed(tables, other)).some(({ table }) => table === name));
      owned.set(name, { ...ownedTable(name, tableNamed(tables, name), owned), isParent });
    }
    waiting = waiting.filter((name) => !owned.has(name));
  }
  return [...owned.values()];
};

const tableNamed = (tables: ReadonlyMap<string, PgTable>, name: string): PgTable => {
  const table = tables.get(name);
  if (table === undefined) throw new Error(`The schema has no table ${name}.`);
  return table;
};

const ownedTable = (name: string, table: PgTable, owned: ReadonlyMap<string, OwnedTable>): Omit<OwnedTable, 'isParent'> => {
  const byHand = BY_HAND[name];
  if (byHand !== undefined) return { name, rowsOf: byHand, isGuarded: name === 'organizations' };
  const references = referencesOf(table);
  if (getTableConfig(table).columns.some((column) => column.name === 'org_id')) {
    const isGuarded = references.some(({ column }) => column === 'org_id');
    return { name, rowsOf: (organization) => `org_id = ${organization}`, isGuarded };
  }
  const by = references.find((reference) => owned.has(reference.table));
  const parent = by === undefined ? undefined : owned.get(by.table);
  if (by === undefined || parent === undefined) {
    throw new Error(`The table ${name} names no organization. Give it a reference, or add it to the lists in organization-tables.ts.`);
  }
  const rowsOf = (organization: string) =>
    `${by.column} in (select ${by.foreignColumn} from ${by.table} where ${parent.rowsOf(organization)})`;
  return { name, rowsOf, isGuarded: true };
};
