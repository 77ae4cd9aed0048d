import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { comparePermissions, listUseCases } from './use-cases.ts';

const made: string[] = [];

function featuresWith(...files: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'notafter-use-cases-'));
  made.push(folder);
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
  return folder;
}

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true });
});

it('takes every file directly in a slice for a use case, and neither tests, nor supporting folders, nor the package root', () => {
  const folder = featuresWith(
    'context.ts',
    'team/add-member.ts',
    'team/add-member.test.ts',
    'team/internal/rows.ts',
    'audit/list-audit.ts',
  );
  expect(listUseCases(folder)).toEqual(['audit/list-audit', 'team/add-member']);
});

it('names a use case without a permission', () => {
  expect(comparePermissions(['team/add-member'], {})).toEqual([
    'packages/features/src/team/add-member.ts has no entry in the permission table',
  ]);
});

it('names a permission without a use case', () => {
  expect(comparePermissions([], { 'team/add-member': 1 })).toHaveLength(1);
});

it('is silent where both agree', () => {
  expect(comparePermissions(['team/add-member'], { 'team/add-member': 1 })).toEqual([]);
});
