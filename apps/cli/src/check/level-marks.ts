import type { Colour } from '../output/colours.ts';
import type { Level } from './level.ts';

/** The product's shapes: each level has a shape and a word, and colour only beside them. */
export const levelMarks = {
  valid: { shape: '●', colour: 'green' },
  warning: { shape: '▲', colour: 'yellow' },
  critical: { shape: '◆', colour: 'red' },
  expired: { shape: '■', colour: 'red' },
  invalid: { shape: '✖', colour: 'red' },
  unreachable: { shape: '◌', colour: 'magenta' },
} as const satisfies Record<Level, { readonly shape: string; readonly colour: Colour }>;

export const LEVEL_WIDTH = 'unreachable'.length;
