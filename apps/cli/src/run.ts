import { readCommandLine } from './command-line.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { helpText } from './help.ts';
import { printable } from './output/printable.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';
import { version } from './version.ts';

// Each command is loaded on demand: `--help` needs none of the engine.
const perform = async (args: readonly string[], terminal: Terminal): Promise<ExitCode> => {
  const command = readCommandLine(args);
  switch (command.name) {
    case 'help':
      terminal.stdout.write(helpText(command.topic));
      return exitCodes.ok;
    case 'version':
      terminal.stdout.write(`notafter ${version}\n`);
      return exitCodes.ok;
    case 'check':
      return (await import('./check/run-check.ts')).runCheck(command, terminal);
    case 'verify':
      return (await import('./verify/run-verify.ts')).runVerify(command, terminal);
    case 'scan':
      return (await import('./scan/run-scan.ts')).runScan(command, terminal);
    case 'preflight':
      return (await import('./preflight/run-preflight.ts')).runPreflight(command, terminal);
    case 'apply':
      return (await import('./apply/run-apply.ts')).runApply(command, terminal);
    case 'export':
      return (await import('./apply/run-export.ts')).runExport(command, terminal);
    case 'mcp':
      return (await import('./mcp/run-mcp.ts')).runMcp(terminal);
  }
};

/** Runs a command line and returns the exit code. Usage errors go to stderr with a pointer to the help. */
export const run = async (args: readonly string[], terminal: Terminal): Promise<ExitCode> => {
  try {
    return await perform(args, terminal);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const topic = error.command === null ? '' : ` ${error.command}`;
    terminal.stderr.write(`notafter: ${printable(error.message)}\nTry 'notafter${topic} --help' for more information.\n`);
    return exitCodes.usage;
  }
};
