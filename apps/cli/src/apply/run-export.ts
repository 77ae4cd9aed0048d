import { type ExitCode, exitCodes, printable, type Terminal } from '@notafter/command-line';
import { stringify } from 'yaml';
import type { ExportCommand } from '../commands.ts';
import { connectServer } from '../server.ts';

/** Prints everything of the organization as a file for `notafter apply`. */
export const runExport = async ({ stack }: ExportCommand, terminal: Terminal): Promise<ExitCode> => {
  const answer = await connectServer(terminal, 'export').get(`/v1/configuration?stack=${encodeURIComponent(stack)}`);
  if (answer.kind === 'refused') {
    terminal.stderr.write(`notafter: ${printable(answer.refusal.message)}\n`);
    return exitCodes.critical;
  }
  const head = '# Applied with: notafter apply -f FILE. Secrets are read from the variables that are named here.\n';
  terminal.stdout.write(`${head}${stringify(answer.body, { lineWidth: 0 })}`);
  return exitCodes.ok;
};
