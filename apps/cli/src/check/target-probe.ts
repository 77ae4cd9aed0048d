import type { Observation, ProbeTarget, ServedObservation } from '@notafter/domain';
import { createEndpointProbe } from '@notafter/tls';
import { anywhere } from '../anywhere.ts';
import type { Found } from '../verdict/reason-statements.ts';
import { createExplainer } from './explain.ts';

export interface TargetProbeRequest {
  readonly target: ProbeTarget;
  /** Returns one observation for each address of the name. */
  readonly allAddresses: boolean;
}

export interface ProbeResult {
  readonly observation: Observation;
  /** Evidence for the reasons; empty for an unreachable target. */
  readonly findings: readonly Found[];
}

/** Returns at least one result. Rejects only for a resource shortage of this machine. */
export type TargetProbe = (request: TargetProbeRequest) => Promise<readonly ProbeResult[]>;

const missing = ({ missingIssuer }: ServedObservation): Found[] => {
  if (missingIssuer === undefined) return [];
  const { name, url, leadsToRoot } = missingIssuer;
  const end = leadsToRoot === true ? ' With it, the chain is trusted.' : ' With it, the chain ends at a root that is not trusted here.';
  const detail = `It is "${name}", available at ${url}.${leadsToRoot === null ? '' : end}`;
  return [{ reason: 'incomplete_chain', depth: 1, detail }];
};

/** A run rarely sees a server again, and then soon: every address of a name, or the hosts of one wildcard. */
const MAX_KNOWN = 500;

/**
 * Creates a probe that trusts only `anchorsPem`, or Mozilla's roots if it is null. `timeoutMs` covers one address of a
 * target; each step has its share. Throws RangeError for a bundle that cannot be read.
 */
export const createTargetProbe = (anchorsPem: string | null, timeoutMs: number): TargetProbe => {
  const { probe, probeAllAddresses } = createEndpointProbe({
    dnsServers: [],
    targetAllow: anywhere,
    publicTargetAllow: [],
    anchorsPem: anchorsPem ?? undefined,
    maxKnown: MAX_KNOWN,
    connectTimeoutMs: timeoutMs * 0.4,
    handshakeTimeoutMs: timeoutMs * 0.4,
    crlWaitMs: timeoutMs * 0.2,
    totalTimeoutMs: timeoutMs,
  });
  const explain = createExplainer(anchorsPem);
  return async ({ target, allAddresses }) => {
    const observations = allAddresses ? await probeAllAddresses(target) : [await probe(target)];
    return observations.map((observation): ProbeResult => {
      if (observation.kind === 'unreachable') return { observation, findings: [] };
      const { reasons, findings } = explain(observation, target.servername ?? target.host, new Date());
      const { status, detail } = observation.revocation;
      const revoked: Found[] = status === 'revoked' ? [{ reason: 'revoked', depth: 0, detail }] : [];
      return { observation: { ...observation, reasons }, findings: [...findings, ...missing(observation), ...revoked] };
    });
  };
};
