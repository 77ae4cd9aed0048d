import { type SQL, sql } from 'drizzle-orm';

/** Texts as a PostgreSQL array, whatever characters they have: Drizzle would expand a list into as many parameters. */
export const textArray = (texts: Iterable<string>): SQL =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify([...new Set(texts)])}::jsonb))`;
