export { type ExitCode, exitCodes, worseOf } from './exit-codes.ts';
export { printable } from './printable.ts';
export { runMain } from './run-main.ts';
export type { Terminal } from './terminal.ts';
export { UsageError } from './usage-error.ts';
