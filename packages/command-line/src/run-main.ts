import { constants } from 'node:os';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { printable } from './printable.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** How long open connections may take to close after the output is written. */
const FAREWELL_MS = 50;

const performWithin = async (
  program: string,
  terminal: Terminal,
  perform: (args: readonly string[], terminal: Terminal) => Promise<ExitCode>,
): Promise<ExitCode> => {
  try {
    return await perform(process.argv.slice(2), terminal);
  } catch (error) {
    if (error instanceof UsageError) {
      const topic = error.command === null ? '' : ` ${error.command}`;
      terminal.stderr.write(`notafter: ${printable(error.message)}\nTry '${program}${topic} --help' for more information.\n`);
    } else {
      const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
      terminal.stderr.write(`notafter: ${what}\nThis is a bug in notafter.\n`);
    }
    return exitCodes.usage;
  }
};

/**
 * Runs a program, on Node `oldestNode` or newer, with this process's arguments and streams, and ends the process with its exit code.
 * SIGINT and SIGTERM abort `terminal.stop`; a second one ends the process at once. Usage errors go to stderr with a pointer to the help
 * of `program`.
 */
export const runMain = async (
  program: string,
  oldestNode: number,
  perform: (args: readonly string[], terminal: Terminal) => Promise<ExitCode>,
): Promise<void> => {
  const stop = new AbortController();
  let signalCode: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      const code = 128 + constants.signals[signal];
      if (signalCode !== undefined) process.exit(code);
      signalCode = code;
      stop.abort();
    });
  }
  const { stdin, stdout, stderr, env } = process;
  // Losing progress and messages is fine if no one reads them.
  stderr.on('error', () => undefined);
  // A closed pipe ends the run quietly; a full disk does not.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    stderr.write(`notafter: cannot write output: ${error.code}. Free some disk space or write elsewhere.\n`);
    process.exit(exitCodes.usage);
  });
  // npm only warns.
  if (Number.parseInt(process.versions.node, 10) < oldestNode) {
    stderr.write(
      `notafter: Node ${oldestNode} or newer is needed, and this is ${process.versions.node}. Install it from https://nodejs.org.\n`,
    );
    process.exitCode = exitCodes.usage;
    return;
  }
  // Nothing is left to do; tearing down the heap would cost 8 ms.
  process.once('beforeExit', () => process.exit());
  const code = await performWithin(program, { stdin, stdout, stderr, env, now: () => new Date(), stop }, perform);
  process.exitCode = signalCode ?? code;
  // Do not wait for abandoned work, such as tarpits after Ctrl-C or an endless list.
  stdout.write('', () => setTimeout(() => process.exit(), FAREWELL_MS).unref());
};
