import { printable } from '@notafter/command-line';
import { formatTarget, type ProbeTarget, plural } from '@notafter/domain';
import type { Color, Paint } from '../output/colors.ts';
import { detailOf } from '../verdict/statement.ts';
import type { Level } from './level.ts';
import { policyOf, type Report } from './report.ts';

/** The product's marks: each level has a shape and a word; color only supplements them. */
const levelMarks = {
  valid: { shape: '●', color: 'green' },
  warning: { shape: '▲', color: 'yellow' },
  critical: { shape: '◆', color: 'red' },
  policy: { shape: '✖', color: 'red' },
  expired: { shape: '■', color: 'red' },
  invalid: { shape: '✖', color: 'red' },
  unreachable: { shape: '◌', color: 'magenta' },
} as const satisfies Record<Level, { readonly shape: string; readonly color: Color }>;

const LEVEL_WIDTH = 'unreachable'.length;

const DAYS_WIDTH = 10;

/** `83 days  ● valid        `: the start of every report, days first. */
export const reportHead = (report: Report, level: Level, paint: Paint): string => {
  const { shape, color } = levelMarks[level];
  const days = report.verdict === 'unreachable' ? '–' : plural(report.daysLeft, 'day');
  return `${days.padStart(DAYS_WIDTH)}  ${paint(color, `${shape} ${level.padEnd(LEVEL_WIDTH)}`)}`;
};

/** Without server name and address, which are shown as the report has them. */
export const shownTarget = ({ host, port, protocol }: ProbeTarget): string => formatTarget({ host, port, protocol });

/** The target, and the server name, address or other options used to reach it. */
export const targetText = (report: Report, showAddress: boolean): string => {
  const { target, servername, address } = report;
  const asked = servername !== null && servername !== target.host ? ` as ${servername}` : '';
  const dialed = showAddress && address !== null && address !== target.host ? ` (${address})` : '';
  return `${shownTarget(target)}${asked}${dialed}`;
};

export interface LineOptions {
  readonly level: Level;
  readonly paint: Paint;
  readonly showAddress: boolean;
  /** The target column is as wide as the widest target so far. */
  readonly targetWidth: number;
}

/** Returns one line of a list: days, level, target, and what is wrong. */
export const reportLine = (report: Report, { level, paint, showAddress, targetWidth }: LineOptions): string => {
  const target = targetText(report, showAddress);
  const detail = printable(detailOf([...report.reasons, ...policyOf(report)]));
  return `${reportHead(report, level, paint)}  ${detail === '' ? target : `${target.padEnd(targetWidth)}  ${detail}`}\n`;
};
