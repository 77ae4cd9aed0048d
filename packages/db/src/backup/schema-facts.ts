import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Sql, TransactionSql } from 'postgres';
import { migrationsFolder } from '../migrate.ts';

/** A connection or a transaction of it. */
export type Connection = Sql | TransactionSql;

/** A partition with its bound, such as `FOR VALUES FROM ('...') TO ('...')`. */
export interface StoredPartition {
  readonly name: string;
  readonly bound: string;
  /** The partition that it is a part of. Absent: the table itself. */
  readonly parent?: string | undefined;
}

/** A table of ours with the columns that hold data; generated ones are left out. */
export interface StoredTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Those that no migration made, such as of months. */
  readonly partitions: readonly StoredPartition[];
}

/** The migrations of this version, the oldest first. */
export const ownMigrations = (): readonly { readonly hash: string; readonly sql: readonly string[]; readonly folderMillis: number }[] =>
  readMigrationFiles({ migrationsFolder });

/** The names that the migrations ever created in schema `public`: tables of another program in the same database are not ours. */
export const createdByMigrations = (kind: 'TABLE' | 'FUNCTION'): readonly string[] => {
  const pattern = new RegExp(`\\bCREATE ${kind} (?:IF NOT EXISTS )?"?(\\w+)"?`, 'gi');
  return ownMigrations().flatMap(({ sql }) => sql.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name)));
};

/** Returns the hashes of the applied migrations, the oldest first; none if the database has no schema of ours. */
export const appliedMigrations = async (sql: Connection): Promise<readonly string[]> => {
  const [found] = await sql<{ exists: boolean }[]>`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`;
  if (found?.exists !== true) return [];
  const rows = await sql<{ hash: string }[]>`select hash from drizzle.__drizzle_migrations order by created_at`;
  return rows.map(({ hash }) => hash);
};

/** Returns our tables as they are, in the order of their names. */
export const storedTables = async (sql: Connection): Promise<readonly StoredTable[]> => {
  const ours = createdByMigrations('TABLE');
  return sql<StoredTable[]>`
    select relname as name,
      (select array_agg(attname::text order by attnum) from pg_attribute
        where attrelid = parent.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      (select coalesce(json_agg(json_build_object(
            'name', part.relname, 'bound', pg_get_expr(part.relpartbound, part.oid), 'parent', above.relname) order by level, part.relname), '[]')
        from pg_partition_tree(parent.oid) join pg_class part on part.oid = relid join pg_class above on above.oid = parentrelid
        where part.relname <> all(${[...ours]})) as partitions
    from pg_class parent
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname = any(${[...ours]})
    order by relname`;
};
