import { is } from 'drizzle-orm';
import { getTableConfig, type PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Sql } from 'postgres';
import { newId } from '../ids.ts';
import { organizationTables } from '../move/organization-tables.ts';
import * as schema from '../schema/index.ts';

type Row = Record<string, unknown>;

const sampleOf = (column: PgColumn, label: string): unknown => {
  const type = column.getSQLType();
  if (type === 'uuid') return newId();
  if (type.endsWith('[]')) return [];
  if (type.startsWith('text')) return `${label}, tab\there \\N`;
  if (type === 'boolean') return true;
  if (type === 'jsonb') return {};
  if (type === 'bytea') return '\\x005cff';
  if (type === 'date') return '2026-11-28';
  return type.startsWith('timestamp') ? '2026-11-28T10:00:00.123456Z' : 7;
};

/** Columns that a row needs, and those with a foreign key. */
const rowOf = (table: PgTable, made: ReadonlyMap<string, Row>, label: string, organizationId: string): Row => {
  const { name, columns, foreignKeys } = getTableConfig(table);
  const row: Row = {};
  const keys = new Map(foreignKeys.map((key) => [key.reference().columns[0]?.name, key.reference()] as const));
  for (const column of columns) {
    const key = keys.get(column.name);
    const parent = key === undefined ? undefined : made.get(getTableConfig(key.foreignTable).name);
    const foreign = key?.foreignColumns[0]?.name;
    if (parent !== undefined && foreign !== undefined) row[column.name] = parent[foreign];
    else if (column.name === 'org_id') row[column.name] = organizationId;
    else if (column.notNull && !column.hasDefault && column.generated === undefined)
      row[column.name] = sampleOf(column, `${label} ${name}`);
  }
  return row;
};

/** Inserts an organization with a row in each of its tables, except those of data services. Returns its ID. */
export async function fillOrganization(sql: Sql, label: string): Promise<string> {
  const all: readonly unknown[] = Object.values(schema);
  const tables = new Map(all.filter((value): value is PgTable => is(value, PgTable)).map((table) => [getTableConfig(table).name, table]));
  const organizationId: string = newId();
  const made = new Map<string, Row>();
  // Those without foreign keys name rows of others all the same.
  const byGuard = organizationTables(schema).toSorted((one, other) => Number(other.isGuarded) - Number(one.isGuarded));
  for (const { name } of byGuard) {
    const table = tables.get(name);
    if (table === undefined || /^services?(?:_|$)/.test(name)) continue;
    const row = rowOf(table, made, label, organizationId);
    if (name === 'organizations') row.id = organizationId;
    if (name === 'idempotency_keys') row.caller = `session:${String(made.get('users')?.id)}`;
    made.set(name, row);
    const columns = Object.keys(row).join(', ');
    await sql.unsafe(`insert into ${name} (${columns}) select ${columns} from jsonb_populate_record(null::${name}, $1::text::jsonb)`, [
      JSON.stringify(row),
    ]);
  }
  return organizationId;
}
