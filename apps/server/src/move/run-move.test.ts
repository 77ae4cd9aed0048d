import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { newId, organizations } from '@notafter/db';
import { createTestDatabase, type TestDatabase } from '@notafter/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runMove } from './run-move.ts';

const root = join(import.meta.dirname, '../../../..');
let source: TestDatabase;
let target: TestDatabase;
beforeAll(async () => {
  [source, target] = await Promise.all([createTestDatabase(), createTestDatabase()]);
});
afterAll(() => Promise.all([source.drop(), target.drop()]));

const run = (args: readonly string[], to?: string) =>
  runMove(args, {
    environment: { DATABASE_URL: source.url, ...(to === undefined ? {} : { TARGET_DATABASE_URL: to }) },
    ...{ directory: root, now: new Date('2026-11-28T10:00:00Z'), graceMs: 0 },
  });

describe('notafter move-organization', () => {
  it('moves an organization and says how much', async () => {
    const id = newId<'organization'>();
    await source.db.insert(organizations).values({ id, name: 'Acme', plan: 'Team', createdAt: new Date('2026-11-28T10:00:00Z') });
    expect(await run([id.toUpperCase()], target.url)).toMatch(
      /^Moved 0 endpoints, \d+ rows in all, 0 certificates that the target lacked, and 0 waiting jobs in [\d.]+ s\.\n$/,
    );
    const ids = await target.db.$client<{ id: string }[]>`select id from organizations`;
    expect(ids.map((row) => row.id)).toEqual([id]);
    expect(await source.db.$client`select from organizations`).toHaveLength(0);
  });

  it.each([
    [[], 'Give the ID of one organization.'],
    [['one', 'two'], 'Give the ID of one organization.'],
    [['one', '--fast'], "Unknown option '--fast'"],
    [['one'], 'TARGET_DATABASE_URL is not set.'],
  ])('explains the arguments %j', async (args, message) => {
    await expect(run(args)).rejects.toThrow(message);
  });

  it('is started by ./notafter', () => {
    const { stdout, status } = spawnSync(join(root, 'notafter'), ['move-organization', '--help'], { encoding: 'utf8' });
    expect(status).toBe(0);
    expect(stdout).toContain('Usage: notafter move-organization ID');
  });
});
