#!/usr/bin/env node
import { constants } from 'node:os';
import { exitCodes } from './exit-codes.ts';
import { run } from './run.ts';
import { oldestNode } from './version.ts';

/** How long open connections may take to close after the output is written. */
const FAREWELL_MS = 50;

const stop = new AbortController();
let signalCode: number | undefined;

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    const code = 128 + constants.signals[signal];
    // A second signal ends the process at once.
    if (signalCode !== undefined) process.exit(code);
    signalCode = code;
    stop.abort();
  });
}

const { stdin, stdout, stderr, env, versions } = process;
// Losing progress and messages is fine if no one reads them.
stderr.on('error', () => undefined);
// A closed pipe ends the run quietly; a full disk does not.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return;
  stderr.write(`notafter: cannot write output: ${error.code}. Free some disk space or write elsewhere.\n`);
  process.exit(exitCodes.usage);
});

const main = async (): Promise<void> => {
  // npm only warns.
  if (Number.parseInt(versions.node, 10) < oldestNode) {
    stderr.write(`notafter: Node ${oldestNode} or newer is needed, and this is ${versions.node}. Install it from https://nodejs.org.\n`);
    process.exitCode = exitCodes.usage;
    return;
  }
  try {
    const code = await run(process.argv.slice(2), { stdin, stdout, stderr, env, now: () => new Date(), stop });
    process.exitCode = signalCode ?? code;
  } catch (error) {
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
    stderr.write(`notafter: ${what}\nThis is a bug in notafter.\n`);
    process.exitCode = exitCodes.usage;
  }
  // Do not wait for abandoned work, such as tarpits after Ctrl-C or an endless list.
  stdout.write('', () => setTimeout(() => process.exit(), FAREWELL_MS).unref());
};

// Nothing is left to do; tearing down the heap would cost 8 ms.
process.once('beforeExit', () => process.exit());

// Not awaited: in the bundle the commands are defined below this line, after module evaluation.
void main();
