import { join, resolve } from 'node:path';
import { permissions } from '../../packages/domain/src/permissions/permissions.ts';
import { comparePermissions, listUseCases } from './use-cases.ts';

const root = resolve(import.meta.dirname, '../..');
const problems = comparePermissions(listUseCases(join(root, 'packages/features/src')), permissions);
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
