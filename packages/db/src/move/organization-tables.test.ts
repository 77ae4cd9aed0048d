import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import * as schema from '../schema/index.ts';
import { organizationTables } from './organization-tables.ts';

describe('the tables of an organization', () => {
  const owned = organizationTables(schema);
  const rowsOf = (name: string) => owned.find((table) => table.name === name)?.rowsOf('$1');

  it('are found by their column or by their foreign keys, parents first', () => {
    expect(rowsOf('certificates')).toBe('org_id = $1');
    expect(rowsOf('check_schedule')).toBe('certificate_id in (select id from certificates where org_id = $1)');
    expect(rowsOf('discovery_names')).toBe(
      'job_id in (select id from discovery_jobs where id in (select id from processes where org_id = $1))',
    );
    const names = owned.map(({ name }) => name);
    expect(names[0]).not.toBe('users');
    expect(names.indexOf('organizations')).toBeLessThan(names.indexOf('users'));
    expect(names.indexOf('certificates')).toBeLessThan(names.indexOf('certificate_history'));
  });

  it('leave out what belongs to the installation, is shared or is found again', () => {
    const names = new Set(owned.map(({ name }) => name));
    for (const name of ['installations', 'x509_certificates', 'certificate_counts', 'renewal_infos']) expect(names.has(name)).toBe(false);
  });

  it('are guarded by the lock of a parent, except for three', () => {
    expect(owned.filter(({ isGuarded }) => !isGuarded).map(({ name }) => name)).toEqual([
      'audit_log',
      'calendar_cancellations',
      'idempotency_keys',
    ]);
  });

  it('refuses a new table that names no organization', () => {
    const stray = pgTable('stray', { id: uuid('id').primaryKey(), note: text('note') });
    expect(() => organizationTables({ ...schema, stray })).toThrow('The table stray names no organization.');
  });
});
