import { printable } from '@notafter/command-line';
import type { Paint } from '../output/colors.ts';
import type { Statement } from './statement.ts';

/** Formats reasons, each with its fix, then warnings, aligned after their codes. */
export const statementLines = (reasons: readonly Statement[], warnings: readonly Statement[], paint: Paint): string[] => {
  const width = Math.max(0, ...[...reasons, ...warnings].map(({ code }) => code.length));
  const indent = ' '.repeat(width + 6);
  const linesOf = (shape: string, color: 'red' | 'yellow', { code, text, fix }: Statement): string[] => [
    `  ${paint(color, `${shape} ${code.padEnd(width)}`)}  ${printable(text)}`,
    ...(fix === null ? [] : [`${indent}${paint('dim', 'Fix:')} ${fix}`]),
  ];
  return [...reasons.flatMap((reason) => linesOf('✖', 'red', reason)), ...warnings.flatMap((warning) => linesOf('▲', 'yellow', warning))];
};
