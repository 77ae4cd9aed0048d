import { setFlagsFromString } from 'node:v8';
import { type ExitCode, exitCodes, printable, type Terminal, UsageError, worseOf } from '@notafter/command-line';
import type { CheckCommand } from '../commands.ts';
import { runInOrder } from '../list/in-order.ts';
import { createPaint } from '../output/colors.ts';
import { createProgressBar } from '../output/progress-bar.ts';
import { createWriter } from '../output/writer.ts';
import { readAnchors } from '../read-anchors.ts';
import { type Inspected, inspect } from './inspect.ts';
import { levelExits, levelOf } from './level.ts';
import { readPolicy } from './policy.ts';
import { createReportPrinter } from './report-printer.ts';
import { createTally } from './tally.ts';
import { createTargetProbe } from './target-probe.ts';
import { openTargets } from './targets.ts';

/** High enough that tarpits do not stall the run, low enough for 1,024 open files and the handshakes of one core. */
const MAX_IN_FLIGHT = 400;
/** Finished results held back to preserve the input order while one target times out. About 5 KB each. */
const MAX_AHEAD = 5_000;

/** Checks every target and prints the results in the given order. Returns the worst exit code. */
export const runCheck = async (command: CheckCommand, { stdin, stdout, stderr, env, now, stop }: Terminal): Promise<ExitCode> => {
  const probeTarget = (await readAnchors(command.caFile, 'check')).use((anchorsPem) => createTargetProbe(anchorsPem, command.timeoutMs));
  const policy = command.policyFile === null ? null : await readPolicy(command.policyFile);
  const list = openTargets(command, stdin);
  // A check's objects are garbage at once; with a long list they would let the nursery grow to 130 MB.
  if (!list.isSingle) setFlagsFromString('--semi-space-growth-factor=1');
  const print = createReportPrinter({ command, paint: createPaint(stdout, env), now, targetWidth: list.widestText });
  const out = createWriter(stdout, () => stop.abort());
  const bar = createProgressBar(stderr, env);
  const tally = createTally();
  let exit: ExitCode = exitCodes.ok;
  let done = 0;

  const emit = async ({ reports, problem }: Inspected): Promise<void> => {
    if (problem !== null) {
      bar.hide();
      stderr.write(`notafter: ${printable(problem)}\n`);
      exit = worseOf(exit, exitCodes.usage);
    }
    let text = '';
    for (const report of reports) {
      const level = levelOf(report, command);
      tally.count(level);
      exit = worseOf(exit, levelExits[level]);
      text += print(report, level, list.isSingle && reports.length === 1);
    }
    if (stdout.isTTY === true) bar.hide();
    if (text !== '') await out.write(text);
  };

  await runInOrder({
    items: list,
    limit: MAX_IN_FLIGHT,
    maxAhead: MAX_AHEAD,
    signal: stop.signal,
    emit,
    async work(listed) {
      const inspected = await inspect(listed, probeTarget, { allAddresses: command.allAddresses, policy }, now);
      done += 1;
      if (!list.isSingle) bar.update(done, list.total, tally.note());
      return inspected;
    },
  });
  bar.hide();
  if (list.total === 0) throw new UsageError('The list on stdin is empty. Expected one HOST or HOST:PORT per line.', 'check');
  if (!command.json && tally.total > 1) await out.write(`\n${tally.summary()}\n`);
  if (stop.signal.aborted && !out.isGone) {
    stderr.write(`notafter: interrupted after ${tally.total} of ${list.total ?? 'an unknown number of'} targets\n`);
  }
  return exit;
};
