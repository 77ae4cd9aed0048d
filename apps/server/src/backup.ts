import { existsSync } from 'node:fs';
import { CommandLineError, runCommand } from './backup/run-command.ts';
import { runMove } from './move/run-move.ts';

/** `./notafter backup`, `restore` and `move-organization`. */
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort(new Error(`Stopped by ${signal}.`)));

if (existsSync('.env')) process.loadEnvFile('.env');
const context = { environment: process.env, directory: process.cwd(), now: new Date(), signal: stop.signal };

const [name = '', ...args] = process.argv.slice(2);
const isMove = name === 'move-organization';
(isMove ? runMove(args, context) : runCommand(process.argv.slice(2), context)).then(
  (text) => process.stdout.write(text),
  (error: unknown) => {
    const isUsage = error instanceof CommandLineError;
    process.stderr.write(`notafter: ${error instanceof Error ? error.message : String(error)}\n`);
    if (isUsage) process.stderr.write(`Try 'notafter ${isMove ? name : 'backup'} --help' for more information.\n`);
    process.exitCode = isUsage ? 3 : 1;
  },
);
