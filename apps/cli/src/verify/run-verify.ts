import { type ExitCode, exitCodes, printable, type Terminal, UsageError } from '@notafter/command-line';
import { dateTimeText, daysLeft, type LintFinding, plural } from '@notafter/domain';
import { type Crl, readCrl, readPemCrls } from '@notafter/tls';
import type { VerifyCommand } from '../commands.ts';
import { chainLines } from '../output/chain-lines.ts';
import { createPaint, type Paint } from '../output/colors.ts';
import { type ShownCertificate, showCertificate } from '../output/shown-certificate.ts';
import { createWriter } from '../output/writer.ts';
import { readAnchors } from '../read-anchors.ts';
import { readNamedFile } from '../read-file.ts';
import { clientLines, type ShownClient } from '../verdict/client-lines.ts';
import { detailOf } from '../verdict/statement.ts';
import { statementLines } from '../verdict/statement-lines.ts';
import { type Judgement, judgeFile } from './judge-file.ts';

const severityColors = { error: 'red', warning: 'yellow', notice: 'dim' } as const;

/** Formats findings, each after the number of its certificate in the path. */
const findingLines = (findings: readonly LintFinding[], paint: Paint): string[] => {
  const width = Math.max(0, ...findings.map(({ rule }) => rule.length));
  return findings.map(({ certificate, severity, rule, section, text }, place) => {
    const label = place === 0 ? paint('dim', 'lint') : '    ';
    return `  ${label}  ${certificate + 1}  ${paint(severityColors[severity], severity.padEnd(7))}  ${rule.padEnd(width)}  ${printable(text)} (${section})`;
  });
};

interface TextOptions {
  readonly isNow: boolean;
  readonly lint: boolean;
  readonly paint: Paint;
}

/** Returns the text of a verification: days and verdict, what is wrong and how to fix it, the path, then the findings. */
const verifyText = (judgement: Judgement, { isNow, lint, paint }: TextOptions): string => {
  const { host, at, reasons, warnings, findings, path, isAnchored, clients } = judgement;
  const [leaf] = path;
  const days = leaf === undefined ? '–' : plural(daysLeft(leaf.notAfter, at), 'day');
  const mark = reasons.length === 0 ? paint('green', '● valid  ') : paint('red', '✖ invalid');
  const asked = `${host === null ? '' : `  for ${printable(host)}`}${isNow ? '' : `  at ${dateTimeText(at)}`}`;
  const lines = [`${days.padStart(10)}  ${mark}${asked}`];
  const said = statementLines(reasons, warnings, paint);
  if (said.length > 0) lines.push('', ...said);
  const refusals = clientLines(clients, paint);
  if (refusals.length > 0) lines.push('', ...refusals);
  const lastPlace = path.length - 1;
  const links = path.map((facts, place) => ({ facts, note: isAnchored && place === lastPlace ? 'trust anchor' : '' }));
  if (links.length > 0)
    lines.push('', ...chainLines(links, at).map((line, place) => `  ${place === 0 ? paint('dim', 'path') : '    '}  ${line}`));
  if (lint && findings.length > 0) lines.push('', ...findingLines(findings, paint));
  if (lint && findings.length === 0) lines.push('', `  ${paint('dim', 'lint')}  No findings`);
  return `${lines.join('\n')}\n`;
};

/** JSON document of `verify`; docs/cli.md has its schema. */
interface VerifyDocument {
  readonly verdict: 'valid' | 'invalid';
  readonly reasons: readonly string[];
  readonly warnings: readonly string[];
  readonly detail: string;
  readonly findings: readonly LintFinding[];
  /** The best path found, leaf first, including its anchor. */
  readonly path: readonly ShownCertificate[];
  /** Empty if no public CA issued the certificate. */
  readonly clients: readonly ShownClient[];
}

const verifyDocument = ({ reasons, warnings, findings, path, at, clients }: Judgement): VerifyDocument => ({
  verdict: reasons.length === 0 ? 'valid' : 'invalid',
  reasons: reasons.map(({ code }) => code),
  warnings: warnings.map(({ code }) => code),
  detail: detailOf([...reasons, ...warnings]),
  findings,
  path: path.map((facts) => showCertificate(facts, at)),
  clients: clients.clients,
});

/** Parses a `--crl` file: PEM with any number of CRLs, or one in DER. Throws UsageError if one cannot be parsed. */
const readCrls = (bytes: Buffer, file: string): Crl[] => {
  const isPem = bytes.includes('-----BEGIN ');
  const lists = isPem ? readPemCrls(bytes.toString('latin1')) : [bytes];
  if (lists.length === 0) throw new UsageError(`The --crl file '${file}' contains no X509 CRL.`, 'verify');
  return lists.map((der, place) => {
    try {
      return readCrl(der);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new UsageError(`CRL ${place + 1} in the --crl file '${file}' cannot be read: ${why}`, 'verify', { cause: error });
    }
  });
};

/** Verifies a file of certificates. Returns 0 if valid, 2 if invalid. */
export const runVerify = async (command: VerifyCommand, { stdin, stdout, env, now, stop }: Terminal): Promise<ExitCode> => {
  const chainFile = await readNamedFile(command.chainFile, 'The chain file', 'verify', stdin);
  const anchors = await readAnchors(command.caFile, 'verify');
  const crls = command.crlFile === null ? [] : readCrls(await readNamedFile(command.crlFile, 'The --crl file', 'verify'), command.crlFile);
  const at = command.at ?? now();
  const judgment = anchors.use((anchorsPem) => judgeFile({ ...command, chainFile, anchorsPem, crls, at }));
  const text = command.json
    ? `${JSON.stringify(verifyDocument(judgment))}\n`
    : verifyText(judgment, { isNow: command.at === null, lint: command.lint, paint: createPaint(stdout, env) });
  await createWriter(stdout, () => stop.abort()).write(text);
  return judgment.reasons.length === 0 ? exitCodes.ok : exitCodes.critical;
};
