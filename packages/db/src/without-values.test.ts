import { inspect } from 'node:util';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createTestDatabase } from './testing/index.ts';
import { withoutValues } from './without-values.ts';

const SECRET = 'hash-of-a-password\n    at once';

const failureOf = async (query: (value: string) => ReturnType<typeof sql>): Promise<unknown> => {
  const { db, drop } = await createTestDatabase();
  try {
    return await db.execute(query(SECRET)).catch((error: unknown) => error);
  } finally {
    await drop();
  }
};

it('omits the values of a failed query, and keeps the failure and its location', async () => {
  const failure = await failureOf((value) => sql`select ${value}::text from nowhere`);
  expect(inspect(failure)).toContain('hash-of-a-password');
  const shown = inspect(withoutValues(failure), { depth: 10 });
  expect(shown).not.toContain('hash-of-a-password');
  expect(shown).toContain('Failed query: select $1::text from nowhere');
  expect(shown).toContain('relation "nowhere" does not exist');
  expect(shown).toContain('without-values.test.ts');
});

it('omits the row that PostgreSQL quotes', async () => {
  const failure = await failureOf((value) => sql`insert into organizations (id, name) values (gen_random_uuid(), ${value})`);
  expect(inspect(failure, { depth: 10 })).toContain('Failing row contains');
  expect(inspect(withoutValues(failure), { depth: 10 })).not.toMatch(/hash-of-a-password|Failing row/);
});

it('includes causes and aggregated errors, and does not change other errors', async () => {
  const failure = await failureOf((value) => sql`select ${value}::text from nowhere`);
  const wrapped = new AggregateError([new Error('outside', { cause: failure })], 'several');
  expect(inspect(withoutValues(wrapped), { depth: 10 })).not.toContain('hash-of-a-password');
  const plain = Object.assign(new TypeError('no', { cause: new Error('why') }), { code: 'X' });
  for (const error of [plain, new AggregateError([plain]), 'text', null, undefined]) expect(withoutValues(error)).toBe(error);
});
