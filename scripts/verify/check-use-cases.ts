import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as features from '../../packages/features/src/index.ts';
import { checkUseCases } from './use-cases.ts';

const root = resolve(import.meta.dirname, '../..');
const problems = checkUseCases(readFileSync(join(root, 'packages/features/src/index.ts'), 'utf8'), features);
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
