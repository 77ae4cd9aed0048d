import type { Observation, ProbeTarget } from '@notafter/domain';
import { createAddressPolicy, createGuard, createResolver } from '@notafter/net';
import { identifyAnswer } from './first-answer.ts';
import { type Handshake, shakeHands } from './handshake.ts';
import { observedReasons } from './judge/observed-reasons.ts';
import { createTrustStore } from './judge/trust-store.ts';
import { createChainJudge } from './judge/verify-chain.ts';
import { unreachableAfter, unreachableBy } from './unreachable.ts';
import { factsOf } from './x509/certificate-facts.ts';

/** Plain data: it crosses to the worker thread. */
export interface ProbeOptions {
  /** `ip` or `ip:port`; empty means the system's own. */
  readonly dnsServers: readonly string[];
  /** CIDRs of private space that may be probed. */
  readonly targetAllow: readonly string[];
  /** PEM bundle of roots trusted besides Mozilla's. */
  readonly extraCaPem?: string | undefined;
  readonly connectTimeoutMs?: number | undefined;
  readonly handshakeTimeoutMs?: number | undefined;
  /** For everything: DNS, connection, handshake and the one retry. */
  readonly totalTimeoutMs?: number | undefined;
}

export type Probe = (target: ProbeTarget) => Promise<Observation>;

const IDENTIFY_TIMEOUT_MS = 500;

/**
 * Makes a probe that runs on the calling thread. Its promise resolves for anything a target does, within the total
 * time; it rejects only where this machine is short of something. Throws RangeError for a range that cannot be read.
 */
export const createDirectProbe = ({
  dnsServers,
  targetAllow,
  extraCaPem,
  connectTimeoutMs = 3_000,
  handshakeTimeoutMs = 3_000,
  totalTimeoutMs = 7_500,
}: ProbeOptions): Probe => {
  const resolver = createResolver({ servers: dnsServers, timeoutMs: connectTimeoutMs });
  const guard = createGuard(resolver, createAddressPolicy({ allow: targetAllow }));
  const judge = createChainJudge(createTrustStore({ extraCaPem }));

  const serve = (target: ProbeTarget, address: string, { chain: ders, protocol, cipher }: Handshake, startedAt: number): Observation => {
    const handshakeMs = Math.round(performance.now() - startedAt);
    const chain = judge.readChain(ders);
    if (chain === undefined) return unreachableAfter(target, address, { kind: 'no_certificate' });
    const [leaf, ...rest] = chain;
    const verdict = judge.verifyChain({ chain, host: target.host, now: new Date() });
    const { root } = verdict;
    return {
      kind: 'served',
      target,
      address,
      chain: [factsOf(leaf), ...rest.map(factsOf)],
      root: root === null || chain.some((each) => each.sha256 === root.sha256) ? null : factsOf(root),
      reasons: observedReasons(verdict),
      protocol,
      cipher,
      handshakeMs,
    };
  };

  const attempt = async (target: ProbeTarget, deadline: number, retriesLeft: number): Promise<Observation> => {
    const remaining = (limitMs: number): number => Math.max(1, Math.min(limitMs, Math.round(deadline - performance.now())));
    const connection = await guard.guardedConnect(target.host, target.port, {
      connectTimeoutMs,
      totalTimeoutMs: remaining(totalTimeoutMs),
    });
    // One reset is not "down": load balancers and scanners' traps do it now and then.
    const mayRetry = retriesLeft > 0 && performance.now() < deadline;
    if ('problem' in connection) {
      if (connection.problem.kind === 'reset' && mayRetry) return attempt(target, deadline, retriesLeft - 1);
      return unreachableBy(target, connection.problem);
    }
    const { socket, address } = connection;
    const startedAt = performance.now();
    const result = await shakeHands(socket, target.host, remaining(handshakeTimeoutMs));
    if (!('failure' in result)) return serve(target, address, result, startedAt);
    if (result.failure.kind === 'reset' && mayRetry) return attempt(target, deadline, retriesLeft - 1);
    if (result.failure.kind !== 'not_tls') return unreachableAfter(target, address, result.failure);
    const answeredAs = await identifyAnswer(address, target.port, remaining(IDENTIFY_TIMEOUT_MS));
    return unreachableAfter(target, address, { kind: 'not_tls', answeredAs });
  };

  return (target) => attempt(target, performance.now() + totalTimeoutMs, 1);
};
