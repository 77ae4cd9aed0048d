#!/usr/bin/env node
import { runMain } from '@notafter/command-line';
import { program, READER_ARGUMENT } from './program.ts';
import { run } from './run.ts';
import { oldestNode } from './version.ts';

const start = async (): Promise<void> => {
  // A process that reads files does nothing else.
  if (process.argv[2] === READER_ARGUMENT) return (await import('@notafter/keystores')).runReader();
  return runMain(program, oldestNode, run);
};

// Not awaited: in the bundle the commands are defined below this line, after module evaluation.
void start();
