import {
  type DiscoverySource,
  discoveredTarget,
  type Observation,
  type ProbeTarget,
  type SourceReport,
  USUAL_TLS_PORTS,
  WEB_PORT,
} from '@notafter/domain';
import { eachAtOnce } from './each-at-once.ts';
import { Findings } from './findings.ts';
import { OUT_OF_TIME, type SourceClock } from './source-options.ts';

export interface DirectOptions {
  readonly clock: SourceClock;
  readonly probe: (target: ProbeTarget) => Promise<Observation>;
  /** Absent: `USUAL_TLS_PORTS`. */
  readonly ports?: readonly number[];
}

const CHECK_FAILED = 'The check could not be made.';
/** Failures of the name itself, which are the same at every port. */
const nameFaults = new Set(['dns', 'not_allowed']);

/** Probes the domain itself at each usual TLS port; its observations need no second probe. */
export const createDirectSource = ({ clock, probe, ports = USUAL_TLS_PORTS }: DirectOptions): DiscoverySource => ({
  name: 'direct',
  async find(request) {
    const { domain, signal, budgetMs, step } = request;
    const findings = new Findings(request);
    const deadline = performance.now() + budgetMs;
    const seen = new Map<number, Observation>();
    const isLate = (): boolean => signal.aborted || performance.now() > deadline;
    const looks = eachAtOnce(ports, ports.length, async (port) => {
      if (isLate()) return false;
      const observation = await probe(discoveredTarget(domain, port)).catch(() => null);
      // Observations after the end are dropped.
      if (isLate()) return false;
      if (observation === null) return true;
      seen.set(port, observation);
      step({ done: seen.size / ports.length, note: null });
      if (observation.kind === 'served') await findings.add(domain, { port, observed: observation });
      return true;
    });
    await Promise.race([looks, waitUntil(deadline, signal)]);
    await findings.flush();
    return reportOf(seen, ports, isLate() ? OUT_OF_TIME : CHECK_FAILED, clock.now());
  },
});

const waitUntil = (deadline: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.max(0, deadline - performance.now()));
    timer.unref();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Why ports are missing: the timeout, or a failure of this machine. */
const reportOf = (seen: ReadonlyMap<number, Observation>, ports: readonly number[], missing: string, fetchedAt: Date): SourceReport => {
  const served = [...seen.values()].some(({ kind }) => kind === 'served');
  const web = seen.get(WEB_PORT) ?? [...seen.values()][0];
  if (!served && web?.kind === 'unreachable' && (nameFaults.has(web.reason) || web.reason === 'timeout')) {
    return { outcome: 'failed', reason: web.detail, fetchedAt };
  }
  if (seen.size < ports.length) return { outcome: seen.size === 0 ? 'failed' : 'partial', reason: missing, fetchedAt };
  return { outcome: 'complete', reason: null, fetchedAt };
};
