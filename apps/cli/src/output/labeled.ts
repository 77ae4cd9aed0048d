import type { Paint } from './colors.ts';

const LABEL_WIDTH = 14;

export type LabeledRow = readonly [label: string, lines: readonly string[]];

/** Formats lines after dimmed labels in a column; omits rows without lines. */
export const labeledLines = (rows: readonly LabeledRow[], paint: Paint): string[] =>
  rows.flatMap(([label, lines]) =>
    lines.map((line, place) => `  ${place === 0 ? paint('dim', label.padEnd(LABEL_WIDTH)) : ' '.repeat(LABEL_WIDTH)}${line}`),
  );
