import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { type ExitCode, exitCodes, printable, type Terminal, UsageError } from '@notafter/command-line';
import { BundleFault } from '@notafter/domain';
import type { ReceiptCommand } from '../command-line.ts';
import { FORK_TEXT, REVOKED_TEXT, verifyReceipt } from '../sending/apply-receipt.ts';
import { codeOf } from '../spool/open-spool.ts';
import { openCollector } from './open-collector.ts';

const readReceiptFile = (file: string, { stdin }: Terminal): Promise<string> | string => {
  if (file === '-') return text(stdin);
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`receipt '${file}' cannot be read: ${codeOf(error)}.`, 'receipt', { cause: error });
  }
};

/** Applies a receipt that came as a file. Its time says nothing about the clocks: it may be days old. */
export const runReceipt = async (command: ReceiptCommand, terminal: Terminal): Promise<ExitCode> => {
  const { stdout, stderr } = terminal;
  const { identity, spool } = openCollector(command.configFile, 'receipt');
  const refuse = (message: string): ExitCode => {
    stderr.write(`notafter: ${printable(message)}\n`);
    return exitCodes.critical;
  };
  try {
    const receipt = await verifyReceipt(await readReceiptFile(command.file, terminal), identity);
    const before = spool.summarizeQueue().count;
    const verdict = spool.applyReceipt(receipt, null);
    if (receipt.isRevoked && verdict !== 'older') return refuse(REVOKED_TEXT);
    switch (verdict) {
      case 'older':
        stderr.write('notafter: A later receipt was applied before. Nothing changed.\n');
        return exitCodes.warning;
      case 'fork':
        return refuse(FORK_TEXT);
      case 'lost':
        stdout.write('The server misses bundles that were deleted here. The next scan is complete; export again after it.\n');
        return exitCodes.ok;
      case 'applies': {
        const { count } = spool.summarizeQueue();
        stdout.write(`The server has everything through bundle ${receipt.through}. Deleted ${before - count}, ${count} wait.\n`);
        return exitCodes.ok;
      }
    }
  } catch (error) {
    if (error instanceof BundleFault) return refuse(error.message);
    throw error;
  } finally {
    spool.close();
  }
};
