import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { closeDatabase, openDatabase } from './client.ts';
import { createTestDatabase } from './testing/index.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe('isDatabaseUnavailable', () => {
  it('recognizes a server that refuses connections', async () => {
    const db = openDatabase('postgres://nobody:none@127.0.0.1:1/none', { max: 1 });
    expect(isDatabaseUnavailable(await failureOf(db.execute(sql`select 1`)))).toBe(true);
    await closeDatabase(db);
  });

  it('recognizes a connection that the server closed during a query', async () => {
    const { db, drop } = await createTestDatabase();
    expect(isDatabaseUnavailable(await failureOf(db.execute(sql`select pg_terminate_backend(pg_backend_pid())`)))).toBe(true);
    await drop();
  });

  it('treats an invalid statement as our own fault', async () => {
    const { db, drop } = await createTestDatabase();
    expect(isDatabaseUnavailable(await failureOf(db.execute(sql`select nothing from nowhere`)))).toBe(false);
    await drop();
  });
});
