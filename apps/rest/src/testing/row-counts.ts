import type { Database } from '@notafter/db';

/** Rows in every table, the throttle's own aside: refused tries are counted there. */
export const countRows = async (db: Database): Promise<Record<string, number>> => {
  const tables: { name: string }[] = await db.$client.unsafe(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'rate_limits' order by 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row]: { rows: number }[] = await db.$client.unsafe(`select count(*)::int as rows from ${name}`);
    counts[name] = row?.rows ?? 0;
  }
  return counts;
};
