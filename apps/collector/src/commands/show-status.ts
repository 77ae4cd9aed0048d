import { type ExitCode, exitCodes, printable, type Terminal } from '@notafter/command-line';
import type { StatusCommand } from '../command-line.ts';
import { portText } from '../config/config.ts';
import { chooseTargets } from '../scan/choose-targets.ts';
import { CLOCK_TOLERANCE_MS } from '../sending/apply-receipt.ts';
import { version } from '../version.ts';
import { openCollector } from './open-collector.ts';

/** A scan or a bundle is late after this many intervals. */
const LATE_INTERVALS = 3;

const textOf = (at: Date | null): string => (at === null ? 'never' : at.toISOString());

const clockText = (offsetMs: number): string =>
  `The clock of this machine is ${Math.round(Math.abs(offsetMs) / 1_000)} s ${offsetMs > 0 ? 'ahead of' : 'behind'} the server's.`;

/** Prints what the spool says. Works beside a running collector. */
export const runStatus = (command: StatusCommand, { stdout, now }: Terminal): ExitCode => {
  const { config, identity, spool } = openCollector(command.configFile, 'status');
  const state = spool.findState();
  const queue = spool.summarizeQueue();
  spool.close();
  const lateMs = LATE_INTERVALS * config.intervalMs;
  const isLate = (at: Date | null): boolean => at !== null && now().getTime() - at.getTime() > lateMs;
  const isClockOff = Math.abs(state.clockOffsetMs ?? 0) > CLOCK_TOLERANCE_MS;
  const problems = [
    ...(state.problem === null ? [] : [state.problem]),
    ...(isLate(state.scannedAt) ? ['The last scan is more than three intervals ago.'] : []),
    ...(isLate(queue.oldestAt) ? ['The oldest bundle waits for more than three intervals.'] : []),
    ...(isClockOff ? [clockText(state.clockOffsetMs ?? 0)] : []),
  ];
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
    clockOffsetSeconds: state.clockOffsetMs === null ? null : Math.round(state.clockOffsetMs / 1_000),
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
