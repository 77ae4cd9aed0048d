import { type Terminal, UsageError } from '@notafter/command-line';
import { DomainError, type ProbeTarget, type TargetParts, targetWith } from '@notafter/domain';
import type { CheckCommand } from '../commands.ts';
import { createLineFeed } from '../list/line-feed.ts';
import { shownTarget } from './report-line.ts';

/** A target, or an invalid line of a list and how to fix it. */
export type ListedTarget = { readonly target: ProbeTarget } | { readonly line: string; readonly problem: string };

export interface TargetList extends AsyncIterable<ListedTarget> {
  /** null while the list is being read. */
  readonly total: number | null;
  /** Whether to print one full report instead of one line each. */
  readonly isSingle: boolean;
  /** As far as known before the first check. */
  readonly widestText: number;
}

const readLine = (line: string, parts: TargetParts): ListedTarget => {
  try {
    return { target: targetWith(line, parts) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { line, problem: error.message };
  }
};

/** Returns the targets of the command line, otherwise of stdin. Throws UsageError if neither has any. */
export const openTargets = ({ targets, parts }: CheckCommand, stdin: Terminal['stdin']): TargetList => {
  if (targets.length > 0) {
    return {
      total: targets.length,
      isSingle: targets.length === 1,
      widestText: Math.max(...targets.map(({ target }) => shownTarget(target).length)),
      async *[Symbol.asyncIterator]() {
        for (const { target } of targets) yield { target };
      },
    };
  }
  if (stdin.isTTY === true) throw new UsageError('check requires at least one HOST or HOST:PORT, or a list on stdin.', 'check');
  const lines = createLineFeed(stdin);
  return {
    get total() {
      return lines.total;
    },
    isSingle: false,
    widestText: 0,
    async *[Symbol.asyncIterator]() {
      for await (const line of lines) yield readLine(line, parts);
    },
  };
};
