import type { ScanCommand } from '../command-line.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

/** Asks one server for everything it offers. */
export const runScan = async (_: ScanCommand, __: Terminal): Promise<ExitCode> => {
  throw new UsageError('scan is not built yet.', 'scan');
};
