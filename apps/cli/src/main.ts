#!/usr/bin/env node
import { runMain } from '@notafter/command-line';
import { run } from './run.ts';
import { oldestNode } from './version.ts';

// Not awaited: in the bundle the commands are defined below this line, after module evaluation.
void runMain('notafter', oldestNode, run);
