import type { Paint } from './colors.ts';

const LABEL_WIDTH = 14;

export type LabeledRow = readonly [label: string, lines: readonly string[]];

/** Lines behind their labels, the labels quiet and in a column; rows without a line are left out. */
export const labeledLines = (rows: readonly LabeledRow[], paint: Paint): string[] =>
  rows.flatMap(([label, lines]) =>
    lines.map((line, place) => `  ${place === 0 ? paint('dim', label.padEnd(LABEL_WIDTH)) : ' '.repeat(LABEL_WIDTH)}${line}`),
  );
