import type { CheckCommand } from '../command-line.ts';
import { type ExitCode, exitCodes, worseOf } from '../exit-codes.ts';
import { runInOrder } from '../list/in-order.ts';
import { createPaint } from '../output/colours.ts';
import { printable } from '../output/printable.ts';
import { createProgressBar } from '../output/progress-bar.ts';
import { createWriter } from '../output/writer.ts';
import { readAnchors } from '../read-anchors.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { checkDocument } from './check-document.ts';
import { type Level, levelExits, levelOf } from './level.ts';
import { createLook } from './look.ts';
import { type Report, reportOf } from './report.ts';
import { reportLine, targetText } from './report-line.ts';
import { reportText } from './report-text.ts';
import { createTally } from './tally.ts';
import { type ListedTarget, openTargets } from './targets.ts';

/** Enough to hide tarpits behind, and few enough for 1,024 open files and one core's handshakes. */
const MAX_IN_FLIGHT = 400;
/** Results kept back so that the order is that of the list. */
const MAX_AHEAD = 20_000;

interface Checked {
  readonly reports: readonly Report[];
  /** What kept it from being checked at all. */
  readonly problem: string | null;
}

/** Looks at every target and prints what is there, in the order given. Answers the worst exit code of all. */
export const runCheck = async (command: CheckCommand, { stdin, stdout, stderr, env, now, stop }: Terminal): Promise<ExitCode> => {
  const look = (await readAnchors(command.caFile, 'check')).use(createLook);
  const list = openTargets(command, stdin);
  const paint = createPaint(stdout, env);
  const out = createWriter(stdout, () => stop.abort());
  const bar = createProgressBar(stderr, env);
  const tally = createTally();
  let exit: ExitCode = exitCodes.ok;
  let targetWidth = list.widestText;
  let done = 0;

  const work = async (listed: ListedTarget): Promise<Checked> => {
    if ('problem' in listed) return { reports: [], problem: `'${listed.line}': ${listed.problem}` };
    const { connectIp, servername, starttls, allAddresses } = command;
    try {
      const sightings = await look({ target: listed.target, connectIp, servername, starttls, allAddresses });
      done += 1;
      if (list.total !== 1) bar.update(done, list.total, tally.note());
      return { reports: sightings.map((sighting) => reportOf(sighting, servername, now())), problem: null };
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      return { reports: [], problem: `${listed.target.host} could not be checked by this machine: ${cause}` };
    }
  };
  const textOf = (report: Report, level: Level, isAlone: boolean): string => {
    if (command.json) return `${JSON.stringify(checkDocument(report, now()))}\n`;
    if (isAlone) return reportText(report, level, now(), paint);
    const showAddress = command.allAddresses;
    targetWidth = Math.max(targetWidth, targetText(report, showAddress).length);
    return reportLine(report, { level, paint, showAddress, targetWidth });
  };
  const emit = async ({ reports, problem }: Checked): Promise<void> => {
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
      text += textOf(report, level, list.isSingle && reports.length === 1);
    }
    if (stdout.isTTY === true) bar.hide();
    if (text !== '') await out.write(text);
  };

  await runInOrder({ items: list, limit: MAX_IN_FLIGHT, maxAhead: MAX_AHEAD, work, emit, signal: stop.signal });
  bar.hide();
  if (list.total === 0) throw new UsageError('The list on stdin is empty: give one HOST or HOST:PORT a line.', 'check');
  if (!command.json && tally.total > 1) await out.write(`\n${tally.summary()}\n`);
  if (stop.signal.aborted && !out.isGone)
    stderr.write(`notafter: stopped after ${tally.total} of ${list.total ?? 'an unknown number of'} targets.\n`);
  return exit;
};
