import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dateText } from '@notafter/domain';
import { expect, it } from 'vitest';
import { lintRules } from './lint-rules.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/lint.md'), 'utf8');

const appliesTo = {
  all: 'all',
  leaf: 'leaf',
  intermediate: 'intermediate',
  root: 'root',
  issued: 'leaf, intermediate',
  authority: 'intermediate, root',
} as const;

it('docs/lint.md lists every rule as the table has it', () => {
  const rows = lintRules.map(
    ({ id, severity, section, target, from, refusal, sentence }) =>
      `| \`${id}\` | ${severity} | ${section} | ${appliesTo[target]} | ${from === null ? '' : dateText(new Date(from))} | ${refusal === null ? '' : `\`${refusal}\``} | ${sentence.replace(/\.$/, '')} |`,
  );
  expect(page.split('\n').filter((line) => line.startsWith('| `'))).toEqual(rows);
});
