#!/usr/bin/env node
import { constants } from 'node:os';
import { exitCodes } from './exit-codes.ts';
import { run } from './run.ts';

/** How long connections may take to say goodbye once all is printed. */
const FAREWELL_MS = 50;

const stop = new AbortController();
let signalCode: number | undefined;

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    const code = 128 + constants.signals[signal];
    // The second one is from an impatient person.
    if (signalCode !== undefined) process.exit(code);
    signalCode = code;
    stop.abort();
  });
}

const { stdin, stdout, stderr, env } = process;
// Progress and messages are no loss where nobody reads them.
stderr.on('error', () => undefined);
// A reader that has gone ends a run quietly, a full disk does not.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return;
  stderr.write(`notafter: the output cannot be written (${error.code}): free some space, or write it elsewhere.\n`);
  process.exit(exitCodes.usage);
});

const main = async (): Promise<void> => {
  try {
    const code = await run(process.argv.slice(2), { stdin, stdout, stderr, env, now: () => new Date(), stop });
    process.exitCode = signalCode ?? code;
  } catch (error) {
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
    stderr.write(`notafter: ${what}\nThis is a fault of notafter itself.\n`);
    process.exitCode = exitCodes.usage;
  }
  // Whatever was not awaited (tarpits after Ctrl-C, a list without end) holds nobody up.
  stdout.write('', () => setTimeout(() => process.exit(), FAREWELL_MS).unref());
};

// Nothing is left to wait for: to take the heap apart first would cost 8 ms.
process.once('beforeExit', () => process.exit());

// Not awaited here: in the bundle the commands stand behind this line and are there once it has been passed.
void main();
