import { type ExitCode, exitCodes, type Terminal } from '@notafter/command-line';
import { createChainJudge, createTrustStore } from '@notafter/tls';
import { shownTarget } from '../check/report-line.ts';
import { createTargetProbe } from '../check/target-probe.ts';
import type { ScanCommand } from '../commands.ts';
import { createPaint } from '../output/colors.ts';
import { createWriter } from '../output/writer.ts';
import { readAnchors } from '../read-anchors.ts';
import { scanDocument } from './scan-document.ts';
import { type ScanReport, scanTarget } from './scan-target.ts';
import { scanText } from './scan-text.ts';

/** Share of the timeout for the handshake that fetches the certificate. */
const PROBE_SHARE = 0.75;

const exitCodeOf = ({ offer }: ScanReport): ExitCode => {
  if (offer === null) return exitCodes.critical;
  return offer.isObsolete || offer.rating?.grade === 'F' ? exitCodes.warning : exitCodes.ok;
};

/**
 * Scans one server. Returns 0 if it answered, 1 if present-day clients cannot connect or its grade is F, 2 if it did not
 * speak TLS.
 */
export const runScan = async (command: ScanCommand, { stdout, stderr, env, now, stop }: Terminal): Promise<ExitCode> => {
  const { target, json, timeoutMs } = command;
  const means = (await readAnchors(command.caFile, 'scan')).use((anchorsPem) => ({
    probeTarget: createTargetProbe(anchorsPem, command.timeoutMs * PROBE_SHARE),
    makeJudge: () => createChainJudge(createTrustStore({ anchorsPem: anchorsPem ?? undefined })),
    now: now(),
  }));
  const isWatched = stderr.isTTY === true && env.TERM !== 'dumb';
  if (isWatched) stderr.write(`Scanning ${shownTarget(target)}, up to ${timeoutMs / 1_000} s ...`);
  const stopped = new Promise<null>((resolve) => stop.signal.addEventListener('abort', () => resolve(null), { once: true }));
  const report = await Promise.race([scanTarget(command, means), stopped]);
  if (isWatched) stderr.write('\r\u001b[K');
  if (report === null) return exitCodes.critical;
  const text = json ? `${JSON.stringify(scanDocument(report, now()))}\n` : scanText(report, createPaint(stdout, env));
  await createWriter(stdout, () => stop.abort()).write(text);
  return exitCodeOf(report);
};
