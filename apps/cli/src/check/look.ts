import type { Observation, ProbeTarget, ServedObservation } from '@notafter/domain';
import { createEndpointProbe, type EndpointTarget } from '@notafter/tls';
import { anywhere } from '../anywhere.ts';
import type { StartTls } from '../starttls.ts';
import type { Found } from '../verdict/reason-statements.ts';
import { createExplainer } from './explain.ts';

/** How a target is reached, and by which name it is asked. */
export interface LookRequest {
  readonly target: ProbeTarget;
  /** Dialed instead of the addresses of the name. */
  readonly connectIp: string | null;
  /** Asked for, and judged by, instead of the target's host. */
  readonly servername: string | null;
  readonly starttls: StartTls | null;
  /** One observation for each address of the name instead of one. */
  readonly allAddresses: boolean;
}

export interface Sighting {
  readonly observation: Observation;
  /** What stands behind the reasons; empty for what is unreachable. */
  readonly findings: readonly Found[];
}

/** Answers at least one sighting. Rejects only where this machine is short of something. */
export type Look = (request: LookRequest) => Promise<readonly Sighting[]>;

const missing = ({ missingIssuer }: ServedObservation): Found[] => {
  if (missingIssuer === undefined) return [];
  const { name, url, leadsToRoot } = missingIssuer;
  const end = leadsToRoot === true ? ' With it the chain is trusted.' : ' With it the chain ends at a root that is not trusted here.';
  const detail = `That is "${name}", to be had at ${url}.${leadsToRoot === null ? '' : end}`;
  return [{ reason: 'incomplete_chain', depth: 1, detail }];
};

/** A run sees few servers twice, and those soon: every address of a name, or the hosts of one wildcard. */
const MAX_KNOWN = 500;

/**
 * Looks with `anchorsPem` as the only trust anchors, or Mozilla's roots where it is null. `timeoutMs` is for one address of
 * a target, its steps have their share. Throws RangeError for a bundle that cannot be read.
 */
export const createLook = (anchorsPem: string | null, timeoutMs: number): Look => {
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
  return async ({ target, connectIp, servername, starttls, allAddresses }) => {
    const endpoint: EndpointTarget = {
      ...target,
      connectIp: connectIp ?? undefined,
      servername: servername ?? undefined,
      starttls: starttls ?? undefined,
    };
    const observations = allAddresses ? await probeAllAddresses(endpoint) : [await probe(endpoint)];
    return observations.map((observation): Sighting => {
      if (observation.kind === 'unreachable') return { observation, findings: [] };
      const { reasons, findings } = explain(observation, servername ?? target.host, new Date());
      const { status, detail } = observation.revocation;
      const revoked: Found[] = status === 'revoked' ? [{ reason: 'revoked', depth: 0, detail }] : [];
      return { observation: { ...observation, reasons }, findings: [...findings, ...missing(observation), ...revoked] };
    });
  };
};
