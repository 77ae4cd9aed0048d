import type { Color } from '../output/colors.ts';
import type { Level } from './level.ts';

/** The product's marks: each level has a shape and a word; color only supplements them. */
export const levelMarks = {
  valid: { shape: '●', color: 'green' },
  warning: { shape: '▲', color: 'yellow' },
  critical: { shape: '◆', color: 'red' },
  expired: { shape: '■', color: 'red' },
  invalid: { shape: '✖', color: 'red' },
  unreachable: { shape: '◌', color: 'magenta' },
} as const satisfies Record<Level, { readonly shape: string; readonly color: Color }>;

export const LEVEL_WIDTH = 'unreachable'.length;
