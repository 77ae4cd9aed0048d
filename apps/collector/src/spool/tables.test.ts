import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '@notafter/command-line';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from './open-spool.ts';
import * as tables from './tables.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notafter-spool-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('creates the tables that the code knows, column by column', () => {
  const db = openDatabase(folder);
  const known = Object.values(tables).filter((table) => table instanceof SQLiteTable);
  expect(known).toHaveLength(5);
  for (const table of known) {
    const { name, columns, primaryKeys } = getTableConfig(table);
    const keys = new Set(
      [...columns.filter(({ primary }) => primary), ...primaryKeys.flatMap((key) => key.columns)].map((column) => column.name),
    );
    const wanted = columns.map((column) => ({
      name: column.name,
      type: column.getSQLType().toUpperCase(),
      isKey: keys.has(column.name),
      // SQLite does not list the columns of a primary key in a table with row IDs as NOT NULL.
      isRequired: keys.has(column.name) || column.notNull,
    }));
    const created: unknown = db.$client
      .prepare(`SELECT name, type, pk > 0 AS isKey, "notNull" OR pk > 0 AS isRequired FROM pragma_table_info('${name}')`)
      .all();
    expect(created, name).toEqual(
      wanted.map((column) => ({ ...column, isKey: Number(column.isKey), isRequired: Number(column.isRequired) })),
    );
  }
  db.$client.close();
});

it('survives the loss of power after a commit', () => {
  const db = openDatabase(folder);
  expect([db.$client.pragma('synchronous', { simple: true }), db.$client.pragma('journal_mode', { simple: true })]).toEqual([2, 'wal']);
  db.$client.close();
});

it('refuses a spool that a newer version wrote', () => {
  const db = openDatabase(folder);
  db.$client.pragma('user_version = 99');
  db.$client.close();
  expect(() => openDatabase(folder)).toThrow(UsageError);
});
