import { sql } from 'drizzle-orm';
import { useCase } from '../use-case.ts';

/** Returns the size of the database on its disk, in bytes. */
export const readDatabaseSize = useCase({
  name: 'operator/read-database-size',
  access: 'system',
})(async ({ db }): Promise<{ readonly bytes: number }> => {
  const [size] = await db.execute<{ bytes: number }>(sql`select pg_database_size(current_database())::float8 as bytes`);
  return { bytes: size?.bytes ?? 0 };
});
