import { type ExitCode, exitCodes, type Terminal } from '@notafter/command-line';
import { readCommandLine } from './command-line.ts';
import { helpText } from './help.ts';
import { version } from './version.ts';

// Each command is loaded on demand: `--help` needs none of the engine.
/** Runs a command line and returns the exit code. Throws UsageError. */
export const run = async (args: readonly string[], terminal: Terminal): Promise<ExitCode> => {
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
    case 'add':
      return (await import('./add/run-add.ts')).runAdd(command, terminal);
    case 'apply':
      return (await import('./apply/run-apply.ts')).runApply(command, terminal);
    case 'export':
      return (await import('./apply/run-export.ts')).runExport(command, terminal);
    case 'mcp':
      return (await import('./mcp/run-mcp.ts')).runMcp(terminal);
  }
};
