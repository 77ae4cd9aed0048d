import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { permissions } from '../../packages/domain/src/permissions/permissions.ts';
import { comparePermissions, listUseCases } from './use-cases.ts';

const root = resolve(import.meta.dirname, '../..');
const frontDoor = readFileSync(join(root, 'packages/features/src/index.ts'), 'utf8');
const problems = comparePermissions(listUseCases(frontDoor), permissions);
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
