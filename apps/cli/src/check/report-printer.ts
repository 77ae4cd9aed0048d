import type { CheckCommand } from '../commands.ts';
import type { Paint } from '../output/colors.ts';
import { checkDocument } from './check-document.ts';
import type { Level } from './level.ts';
import type { Report } from './report.ts';
import { reportLine, targetText } from './report-line.ts';
import { reportText } from './report-text.ts';

export interface PrinterOptions {
  readonly command: Pick<CheckCommand, 'json' | 'allAddresses'>;
  readonly paint: Paint;
  readonly now: () => Date;
  /** Width of the widest target, as far as known in advance. */
  readonly targetWidth: number;
}

/** Creates a printer of reports: a JSON document, full text for a single report, or one line. */
export const createReportPrinter = ({ command, paint, now, targetWidth }: PrinterOptions) => {
  let width = targetWidth;
  return (report: Report, level: Level, isAlone: boolean): string => {
    if (command.json) return `${JSON.stringify(checkDocument(report, now()))}\n`;
    if (isAlone) return reportText(report, level, now(), paint);
    const showAddress = command.allAddresses;
    width = Math.max(width, targetText(report, showAddress).length);
    return reportLine(report, { level, paint, showAddress, targetWidth: width });
  };
};
