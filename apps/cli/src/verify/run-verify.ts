import type { VerifyCommand } from '../command-line.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { createPaint } from '../output/colors.ts';
import { createWriter } from '../output/writer.ts';
import { readAnchors } from '../read-anchors.ts';
import { readNamedFile } from '../read-file.ts';
import type { Terminal } from '../terminal.ts';
import { judgeFile } from './judge-file.ts';
import { readCrls } from './read-crls.ts';
import { verifyDocument } from './verify-document.ts';
import { verifyText } from './verify-text.ts';

/** Verifies a file of certificates. Returns 0 if valid, 2 if invalid. */
export const runVerify = async (command: VerifyCommand, { stdin, stdout, env, now, stop }: Terminal): Promise<ExitCode> => {
  const chainFile = await readNamedFile(command.chainFile, 'The chain file', 'verify', stdin);
  const anchors = await readAnchors(command.caFile, 'verify');
  const crls = command.crlFile === null ? [] : readCrls(await readNamedFile(command.crlFile, 'The --crl file', 'verify'), command.crlFile);
  const at = command.at ?? now();
  const judgment = anchors.use((anchorsPem) => judgeFile({ chainFile, host: command.host, anchorsPem, crls, at }));
  const text = command.json
    ? `${JSON.stringify(verifyDocument(judgment))}\n`
    : verifyText(judgment, command.at === null, createPaint(stdout, env));
  await createWriter(stdout, () => stop.abort()).write(text);
  return judgment.reasons.length === 0 ? exitCodes.ok : exitCodes.critical;
};
