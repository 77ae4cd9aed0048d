import { type ExitCode, exitCodes, printable, type Terminal } from '@notafter/command-line';
import { readCommandLine } from './command-line.ts';
import { ConfigError } from './config/read-config.ts';
import { helpText } from './help.ts';
import { version } from './version.ts';

// Each command is loaded on demand: `--help` needs neither SQLite nor the TLS engine.
const perform = async (args: readonly string[], terminal: Terminal): Promise<ExitCode> => {
  const command = readCommandLine(args);
  switch (command.name) {
    case 'help':
      terminal.stdout.write(helpText(command.topic));
      return exitCodes.ok;
    case 'version':
      terminal.stdout.write(`notafter collector ${version}\n`);
      return exitCodes.ok;
    case 'enroll':
      return (await import('./commands/enroll.ts')).runEnroll(command, terminal);
    case 'run':
      return (await import('./commands/run-collector.ts')).runCollector(command, terminal);
    case 'export':
      return (await import('./commands/export-bundles.ts')).runExport(command, terminal);
    case 'import':
      return (await import('./commands/import-bundles.ts')).runImport(command, terminal);
    case 'receipt':
      return (await import('./commands/receive-receipt.ts')).runReceipt(command, terminal);
    case 'status':
      return (await import('./commands/show-status.ts')).runStatus(command, terminal);
    case 'install-service':
      return (await import('./commands/install-service.ts')).installService(terminal);
    case 'check-config':
      return (await import('./commands/check-config.ts')).runCheckConfig(command.configFile, terminal);
  }
};

/** Runs a command line and returns the exit code. Throws UsageError; the problems of a collector's file go to stderr, one a line. */
export const run = async (args: readonly string[], terminal: Terminal): Promise<ExitCode> => {
  try {
    return await perform(args, terminal);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const line of error.lines) terminal.stderr.write(`${printable(line)}\n`);
    return exitCodes.usage;
  }
};
