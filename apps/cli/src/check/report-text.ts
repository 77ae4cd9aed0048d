import { printable } from '@notafter/command-line';
import { dateTimeText, issuerName, type RevocationFact } from '@notafter/domain';
import { chainLines } from '../output/chain-lines.ts';
import type { Paint } from '../output/colors.ts';
import { type LabeledRow, labeledLines } from '../output/labeled.ts';
import { clientLines } from '../verdict/client-lines.ts';
import { statementLines } from '../verdict/statement-lines.ts';
import type { Level } from './level.ts';
import { policyOf, type Report, type ServedReport } from './report.ts';
import { reportHead, targetText } from './report-line.ts';

const MAX_NAMES = 6;

const namesText = (names: readonly string[]): string => {
  const shown = names.slice(0, MAX_NAMES).join(', ');
  return names.length > MAX_NAMES ? `${shown} and ${names.length - MAX_NAMES} more` : shown;
};

const keyText = ({ leaf }: ServedReport): string => {
  const key = leaf.curve ?? (leaf.keyBits === null ? '' : `${leaf.keyBits} bits`);
  const signed = leaf.signatureAlgorithm === null ? '' : `, signed with ${leaf.signatureAlgorithm}`;
  return `${leaf.keyType} ${key}`.trim() + signed;
};

const revocationText = ({ status, source, detail }: RevocationFact): string => {
  const by = source === 'ocsp' ? 'according to the stapled OCSP response' : 'according to its CRL';
  switch (status) {
    case 'good':
      return `not revoked, ${by}`;
    case 'revoked':
      return `revoked, ${by}: ${detail}`;
    case 'unknown':
      return `unknown: ${detail}`;
    case 'not_checked':
      return `not checked: ${detail}`;
  }
};

const certificateLines = (report: ServedReport, now: Date, paint: Paint): string[] => {
  const { leaf, chain, root } = report;
  const links = [
    ...chain.map((facts) => ({ facts, note: '' })),
    ...(root === null ? [] : [{ facts: root, note: 'trusted root, not sent' }]),
  ];
  const issuer = issuerName(leaf);
  const also = leaf.issuerCommonName === null || leaf.issuerCommonName === issuer ? '' : ` (${leaf.issuerCommonName})`;
  const rows: readonly LabeledRow[] = [
    ['issued', [dateTimeText(leaf.notBefore)]],
    ['expires', [dateTimeText(leaf.notAfter)]],
    ['names', [leaf.san.length === 0 ? 'none' : printable(namesText(leaf.san))]],
    ['issuer', [printable(`${issuer}${also}`)]],
    ['key', [printable(keyText(report))]],
    ['chain', chainLines(links, now)],
    ['tls', [printable(`${report.protocol}, ${report.cipher}`)]],
    ['revocation', [printable(revocationText(report.revocation))]],
    ...(report.rating === null
      ? []
      : [['score', [`${report.rating.score}, grade ${report.rating.grade}, for this handshake only`]] as const]),
    ['serial', [leaf.serialNumber]],
    ['sha-256', [leaf.fingerprint256]],
  ];
  return labeledLines(rows, paint);
};

/** Returns the full text of one report: days and verdict, what is wrong and how to fix it, then the facts. */
export const reportText = (report: Report, level: Level, now: Date, paint: Paint): string => {
  const lines = [`${reportHead(report, level, paint)}  ${paint('bold', targetText(report, true))}`];
  const said = statementLines([...report.reasons, ...policyOf(report)], report.verdict === 'unreachable' ? [] : report.warnings, paint);
  if (said.length > 0) lines.push('', ...said);
  if (report.verdict !== 'unreachable') {
    const clients = clientLines(report.clients, paint);
    if (clients.length > 0) lines.push('', ...clients);
    lines.push('', ...certificateLines(report, now, paint));
  }
  return `${lines.join('\n')}\n`;
};
