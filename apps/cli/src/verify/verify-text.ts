import { dateTimeText, daysLeft, plural } from '@notafter/domain';
import { chainLines } from '../output/chain-lines.ts';
import type { Paint } from '../output/colors.ts';
import { printable } from '../output/printable.ts';
import { statementLines } from '../verdict/statement-lines.ts';
import type { Judgement } from './judge-file.ts';

/** Returns the text of a verification: days and verdict, what is wrong and how to fix it, then the path. */
export const verifyText = ({ host, at, reasons, warnings, path, isAnchored }: Judgement, isNow: boolean, paint: Paint): string => {
  const [leaf] = path;
  const days = leaf === undefined ? '–' : plural(daysLeft(leaf.notAfter, at), 'day');
  const mark = reasons.length === 0 ? paint('green', '● valid  ') : paint('red', '✖ invalid');
  const asked = `${host === null ? '' : `  for ${printable(host)}`}${isNow ? '' : `  at ${dateTimeText(at)}`}`;
  const lines = [`${days.padStart(10)}  ${mark}${asked}`];
  const said = statementLines(reasons, warnings, paint);
  if (said.length > 0) lines.push('', ...said);
  const lastPlace = path.length - 1;
  const links = path.map((facts, place) => ({ facts, note: isAnchored && place === lastPlace ? 'trust anchor' : '' }));
  if (links.length > 0)
    lines.push('', ...chainLines(links, at).map((line, place) => `  ${place === 0 ? paint('dim', 'path') : '    '}  ${line}`));
  return `${lines.join('\n')}\n`;
};
