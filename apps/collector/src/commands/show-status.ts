import { type ExitCode, exitCodes, printable, type Terminal } from '@notafter/command-line';
import { DAY_MS, isClockOff, overdueAfterMs, SECOND_MS, silentAfterMs } from '@notafter/domain';
import type { StatusCommand } from '../command-line.ts';
import { type CollectorConfig, portText } from '../config/config.ts';
import { chooseTargets } from '../scan/choose-targets.ts';
import type { Identity, Spool } from '../spool/spool.ts';
import { version } from '../version.ts';
import { openCollector } from './open-collector.ts';

const textOf = (at: Date | null): string => (at === null ? 'never' : at.toISOString());

const clockText = (offsetMs: number): string =>
  `The clock of this machine is ${Math.round(Math.abs(offsetMs) / SECOND_MS)} s ${offsetMs > 0 ? 'ahead of' : 'behind'} the server's.`;

interface SpoolFacts {
  readonly config: Pick<CollectorConfig, 'intervalMs'>;
  readonly mode: Identity['mode'];
  readonly state: Pick<ReturnType<Spool['findState']>, 'problem' | 'scannedAt' | 'clockOffsetMs'>;
  readonly queue: Pick<ReturnType<Spool['summarizeQueue']>, 'oldestAt'>;
}

const waitingText = (mode: Identity['mode'], lateMs: number): string =>
  mode === 'online'
    ? 'The oldest bundle waits for more than three intervals.'
    : `No receipt covers the oldest bundle after ${lateMs / DAY_MS} days. Export the bundles, import them on the server, and apply its receipt.`;

/** Returns what is wrong with a collector, by what its spool says. Bundles that people carry may wait until the server counts them as late. */
export const problemsOf = ({ config, mode, state, queue }: SpoolFacts, now: Date): readonly string[] => {
  const { problem, scannedAt, clockOffsetMs } = state;
  const intervalSeconds = config.intervalMs / SECOND_MS;
  const isLate = (at: Date | null, lateMs: number): boolean => at !== null && now.getTime() - at.getTime() > lateMs;
  const waitMs = silentAfterMs({ about: { mode, intervalSeconds }, carriedEverySeconds: null });
  return [
    ...(problem === null ? [] : [problem]),
    ...(isLate(scannedAt, overdueAfterMs(intervalSeconds)) ? ['The last scan is more than three intervals ago.'] : []),
    ...(isLate(queue.oldestAt, waitMs) ? [waitingText(mode, waitMs)] : []),
    ...(clockOffsetMs !== null && isClockOff(clockOffsetMs) ? [clockText(clockOffsetMs)] : []),
  ];
};

/** Prints what the spool says. Works beside a running collector. */
export const runStatus = (command: StatusCommand, { stdout, now }: Terminal): ExitCode => {
  const { config, identity, spool } = openCollector(command.configFile, 'status');
  const state = spool.findState();
  const queue = spool.summarizeQueue();
  spool.close();
  const problems = problemsOf({ config, mode: identity.mode, state, queue }, now());
  const status = {
    version,
    collector: identity.collectorId,
    server: identity.serverUrl,
    mode: identity.mode,
    stopped: state.stop,
    problems,
    lastScanAt: state.scannedAt,
    lastReceiptAt: state.receiptAt,
    lastBundle: state.lastSequence,
    acknowledged: state.acknowledged,
    queue: { bundles: queue.count, bytes: queue.bytes, oldestAt: queue.oldestAt },
    clockOffsetSeconds: state.clockOffsetMs === null ? null : Math.round(state.clockOffsetMs / SECOND_MS),
    endpoints: chooseTargets(config, state.targets).length,
    askedByServer: state.targets.length,
    allow: { networks: config.allow.networks, ports: config.allow.ports.map(portText) },
  };
  if (command.json) stdout.write(`${JSON.stringify(status)}\n`);
  else {
    const rows = [
      ['Collector', `${status.collector} (${status.mode})`],
      ['Server', status.server],
      ['State', status.stopped ?? (problems.length === 0 ? 'ok' : 'problems')],
      ['Last scan', textOf(status.lastScanAt)],
      ['Last receipt', textOf(status.lastReceiptAt)],
      ['Bundles', `${status.lastBundle} written, ${status.acknowledged} acknowledged`],
      ['Queue', `${queue.count} bundles, ${queue.bytes} bytes, oldest ${textOf(queue.oldestAt)}`],
      ['Endpoints', `${status.endpoints}, of which the server asks for ${status.askedByServer}`],
      ['Allowed', `${status.allow.networks.join(', ') || 'nothing'} on ports ${status.allow.ports.join(', ') || 'none'}`],
    ];
    stdout.write(
      `${[...rows, ...problems.map((problem) => ['Problem', problem])].map(([label = '', text = '']) => `${label.padEnd(14)}${printable(text)}`).join('\n')}\n`,
    );
  }
  if (state.stop !== null) return exitCodes.critical;
  return problems.length === 0 ? exitCodes.ok : exitCodes.warning;
};
