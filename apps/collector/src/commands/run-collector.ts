import { setTimeout as wait } from 'node:timers/promises';
import { type ExitCode, exitCodes, type Terminal } from '@notafter/command-line';
import type { RunCommand } from '../command-line.ts';
import { readFiles } from '../files/read-files.ts';
import { createLog } from '../log.ts';
import { createTargetsProbe } from '../scan/probe-targets.ts';
import { runScan, type ScanContext } from '../scan/run-scan.ts';
import { backOffMs } from '../sending/back-off.ts';
import { pollServer, type SendContext, type SendOutcome, sendQueue } from '../sending/send-queue.ts';
import { lockDataDir } from '../spool/open-spool.ts';
import { openCollector } from './open-collector.ts';
import { sendContextOf } from './send-once.ts';

const POLL_EVERY_MS = 60_000;
/** After a scan that a full disk dropped; timers of Node end at 24 days. */
const LONGEST_PAUSE_MS = 60 * 60_000;

/** Resolves after a time, or at once when the process is asked to end. */
const sleep = (ms: number, signal: AbortSignal): Promise<void> => wait(ms, undefined, { signal }).catch(() => undefined);

/** One scan and one attempt to send; after a gap that only a complete scan closes, one more of both. */
const runOnce = async (scan: ScanContext, send: SendContext | null, complete: boolean): Promise<ExitCode> => {
  const stored = await runScan(scan, { complete });
  if (send === null) return stored === 'stored' ? exitCodes.ok : exitCodes.critical;
  let outcome = await sendQueue(send);
  if (outcome.kind === 'complete' && (await runScan(scan)) === 'stored') outcome = await sendQueue(send);
  if (outcome.kind === 'stopped' || stored === 'dropped') return exitCodes.critical;
  return outcome.kind === 'sent' ? exitCodes.ok : exitCodes.warning;
};

/** Scans at once if one is due, then on the schedule, also while a stopped machine slept. */
const scanOnSchedule = async (scan: ScanContext, complete: boolean, sending: { wake: () => void; readonly isStopped: () => boolean }) => {
  const { config, spool, now, signal } = scan;
  let isFirst = complete;
  while (!signal.aborted && !sending.isStopped()) {
    const { scannedAt, needsComplete } = spool.findState();
    const sinceMs = scannedAt === null ? Number.POSITIVE_INFINITY : now().getTime() - scannedAt.getTime();
    // A clock that was set back must not delay the next scan by as much.
    if (isFirst || needsComplete || sinceMs >= config.intervalMs || sinceMs < 0) {
      const outcome = await runScan(scan, { complete: isFirst });
      if (outcome === 'dropped') await sleep(Math.min(config.intervalMs, LONGEST_PAUSE_MS), signal);
      isFirst &&= outcome !== 'stored';
      sending.wake();
    } else await sleep(Math.min(config.intervalMs - sinceMs, POLL_EVERY_MS / 2), signal);
  }
};

/** Sends what is queued when a scan wakes it, and asks for news each minute. Ends when the server takes nothing more. */
const sendOnSchedule = async (send: SendContext, nextWake: () => Promise<void>, signal: AbortSignal): Promise<void> => {
  let failures = 0;
  while (!signal.aborted) {
    const isEmpty = send.spool.findNext(0) === null;
    const outcome: SendOutcome = isEmpty ? await pollServer(send) : await sendQueue(send);
    if (outcome.kind === 'stopped') return;
    // A scan may have ended while the last bundle was on its way.
    if (outcome.kind === 'sent' && send.spool.findNext(0) !== null) continue;
    failures = outcome.kind === 'again' ? failures + 1 : 0;
    const pauseMs = outcome.kind === 'again' ? backOffMs(failures, outcome.afterMs) : POLL_EVERY_MS;
    await Promise.race([sleep(pauseMs, signal), ...(outcome.kind === 'again' ? [] : [nextWake()])]);
  }
};

const runUntilStopped = async (scan: ScanContext, send: SendContext | null, complete: boolean): Promise<ExitCode> => {
  let wake = (): void => undefined;
  let isStopped = false;
  const nextWake = (): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
    });
  const stopped = new AbortController();
  const signal = AbortSignal.any([scan.signal, stopped.signal]);
  const scans = scanOnSchedule({ ...scan, signal }, complete, { wake: () => wake(), isStopped: () => isStopped });
  const sends =
    send === null
      ? Promise.resolve()
      : sendOnSchedule(send, nextWake, signal).then(() => {
          isStopped = !scan.signal.aborted;
          stopped.abort();
        });
  await Promise.all([scans, sends]);
  return isStopped ? exitCodes.critical : exitCodes.ok;
};

/** Runs the collector: scans by its interval, and sends. */
export const runCollector = async (command: RunCommand, terminal: Terminal): Promise<ExitCode> => {
  const { now, stop } = terminal;
  const log = createLog(terminal.stdout, now);
  const { config, identity, spool } = openCollector(command.configFile, 'run');
  let unlock: (() => void) | undefined;
  try {
    unlock = lockDataDir(config.dataDir);
    const { stop: stoppedBefore, problem } = spool.findState();
    if (stoppedBefore !== null) {
      log.error({ reason: stoppedBefore }, problem ?? 'The server takes no bundles of this collector.');
      return exitCodes.critical;
    }
    const { signal } = stop;
    const scan: ScanContext = { config, identity, spool, log, now, signal, readFiles, probeTargets: createTargetsProbe(config) };
    const send = identity.mode === 'offline' ? null : sendContextOf({ config, identity, spool, log, now, signal });
    log.info({ collector: identity.collectorId, mode: identity.mode, interval: config.intervalMs / 1_000 }, 'collector started');
    return command.once ? await runOnce(scan, send, command.complete) : await runUntilStopped(scan, send, command.complete);
  } finally {
    spool.close();
    unlock?.();
  }
};
