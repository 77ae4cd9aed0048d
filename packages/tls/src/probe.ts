import {
  type AddressProbe,
  type DatedLimit,
  type KeyKind,
  type Observation,
  otherKeyKind,
  type ProbeTarget,
  type ReportedAddress,
} from '@notafter/domain';
import { createAddressPolicy, createAllowListPolicy, createGuard, createResolver, type JudgedHost } from '@notafter/net';
import { addressFamily } from './judge/host.ts';
import { type AnchorSet, createTrustStore, extendTrustStore, type TrustStore } from './judge/trust-store.ts';
import { createChainJudge, type SentChain } from './judge/verify-chain.ts';
import { createMissingIssuerFinder } from './missing-issuer/find-missing-issuer.ts';
import { type AddressProbeTerms, createAddressProbe, inStableOrder } from './probe/address-probe.ts';
import { type ConversationRequest, type ConversationResult, converse, converseByOpenssl } from './probe/conversation.ts';
import { createNamedSources } from './probe/named-sources.ts';
import { createObserver, type ServedEndpoint } from './probe/observe.ts';
import { type HelloOffer, hybridOffer, offersOfOne, ordinaryOffer } from './probe/protocol/client-hello.ts';
import { createReportJudge } from './probe/report-judge.ts';
import { starttlsOf } from './probe/starttls.ts';
import { createTimerWheel } from './probe/timer-wheel.ts';
import { unreachableAfter, unreachableBy } from './probe/unreachable.ts';

/** Everything that can be probed. An endpoint outside is `not_allowed`, and nothing is dialed for it. */
export interface AllowOnly {
  /** CIDRs, of public space too. */
  readonly networks: readonly string[];
  /** From the first to the last, each. */
  readonly ports: readonly (readonly [first: number, last: number])[];
}

/** Plain data, because it is sent to the worker thread. */
export interface ProbeOptions {
  /** `ip` or `ip:port`; empty uses the system's resolvers. */
  readonly dnsServers: readonly string[];
  /** CIDRs of private space that can be probed. */
  readonly targetAllow: readonly string[];
  /** Limits probes to these, whatever a target asks for; `targetAllow` has no effect then. */
  readonly allowOnly?: AllowOnly | undefined;
  /** CIDRs of private space from which CRLs and issuers of a server in public space are fetched; `targetAllow` if absent. */
  readonly publicTargetAllow?: readonly string[] | undefined;
  /** PEM bundle of roots trusted in addition to Mozilla's. */
  readonly extraCaPem?: string | undefined;
  /** PEM bundle of certificates that replace all other anchors. */
  readonly anchorsPem?: string | undefined;
  /** Maximum validity of public certificates by issue date, ascending; of the built-in table by default. */
  readonly lifetimes?: readonly DatedLimit[] | undefined;
  /** The keys of CT logs, each Base64 of SubjectPublicKeyInfo; of the built-in table by default. */
  readonly ctLogKeys?: readonly string[] | undefined;
  /** Whether to fetch the CRLs and missing issuers that certificates name, through the same guard; true by default. */
  readonly crlCheck?: boolean | undefined;
  readonly dnsTimeoutMs?: number | undefined;
  readonly connectTimeoutMs?: number | undefined;
  readonly handshakeTimeoutMs?: number | undefined;
  /** Time to wait for a CRL that is not cached; it continues to load for later checks. */
  readonly crlWaitMs?: number | undefined;
  /** For everything: DNS, connection, handshake and the one retry. */
  readonly totalTimeoutMs?: number | undefined;
  /** Cache sizes for leaves and chains: 10,000 and 20,000 by default, or this number of each. */
  readonly maxKnown?: number | undefined;
}

/** A target, with what to offer it. */
export interface EndpointTarget extends ProbeTarget {
  /** Application protocols to offer. */
  readonly alpn?: readonly string[] | undefined;
  /** Accept only this kind of key, to see the other certificate of a server with two. */
  readonly keyKind?: KeyKind | undefined;
}

export type EndpointObservation = ServedEndpoint | Exclude<Observation, { kind: 'served' }>;
/** `anchors` are trusted besides the roots of the probe. */
export type Probe = (target: EndpointTarget, anchors?: readonly AnchorSet[]) => Promise<EndpointObservation>;

export type { AddressProbeTerms };

export interface EndpointProbe {
  readonly probe: Probe;
  /** The same, and if the request asks for it the result of every address behind the name. */
  probeWithAddresses(
    target: EndpointTarget,
    terms: AddressProbeTerms,
    anchors?: readonly AnchorSet[],
  ): Promise<{ readonly observation: EndpointObservation; readonly addresses: AddressProbe | null }>;
  /** Judges what a collector saw at the addresses of a target, the endpoint's own first; dials none of them. */
  judgeReported(
    target: EndpointTarget,
    reported: readonly ReportedAddress[],
    anchors?: readonly AnchorSet[],
  ): Promise<{ readonly observation: EndpointObservation; readonly addresses: AddressProbe | null }>;
  /** Probes every address behind a name separately, at most 32, in the order of the DNS answer. */
  probeAllAddresses(target: EndpointTarget): Promise<readonly EndpointObservation[]>;
}

interface ObserveTerms {
  readonly preferred?: HelloOffer;
  /** Whether to check the signatures of a certificate's SCTs, by its fingerprint. */
  readonly checksScts?: (fingerprint256: string) => boolean;
  readonly anchors?: readonly AnchorSet[] | undefined;
}

interface ExplainTerms {
  readonly host: string;
  readonly anchors: TrustStore | undefined;
  /** The address whose space decides where to fetch from. */
  readonly dialed: string;
  readonly waitMs: number;
}

/** Stands for a server in public space. */
const ANY_PUBLIC_ADDRESS = '1.1.1.1';

const MAX_ADDRESSES = 32;

/** Returns the more informative of two failures of one target: OpenSSL's, unless that is a closed connection or unspecific. */
const moreInformative = (own: ConversationResult, other: ConversationResult): ConversationResult => {
  if (other.kind === 'served') return other;
  if (own.kind !== 'failed' || other.kind !== 'failed' || own.failure.kind === 'unproven') return own;
  const isVague = other.failure.kind === 'reset' || other.failure.kind === 'not_tls';
  return isVague && own.failure.kind !== 'reset' ? own : other;
};

/**
 * Creates a probe that runs on the calling thread. Its promises resolve within the time limit whatever a target does; they
 * reject only for a shortage on this machine. Throws RangeError for an unreadable range.
 */
export const createEndpointProbe = ({
  dnsServers,
  targetAllow,
  allowOnly,
  publicTargetAllow = targetAllow,
  extraCaPem,
  anchorsPem,
  lifetimes,
  ctLogKeys,
  crlCheck = true,
  connectTimeoutMs = 3_000,
  dnsTimeoutMs = connectTimeoutMs,
  handshakeTimeoutMs = 3_000,
  crlWaitMs = 1_500,
  totalTimeoutMs = 7_500,
  maxKnown,
}: ProbeOptions): EndpointProbe => {
  const resolver = createResolver({ servers: dnsServers, timeoutMs: dnsTimeoutMs });
  const policy =
    allowOnly === undefined ? createAddressPolicy({ allow: targetAllow }) : createAllowListPolicy({ allow: allowOnly.networks });
  const guard = createGuard(resolver, policy);
  const sourcesOf = crlCheck ? createNamedSources({ resolver, targetAllow, publicTargetAllow, extraCaPem }) : null;
  const store = createTrustStore({ extraCaPem, anchorsPem });
  const judge = createChainJudge(store, { lifetimes, ...(maxKnown === undefined ? {} : { maxKnownChains: maxKnown }) });
  const observer = createObserver(judge, { sourcesOf, ctLogKeys, ...(maxKnown === undefined ? {} : { maxKnownLeaves: maxKnown }) });
  const findMissing = createMissingIssuerFinder(judge);
  const wheel = createTimerWheel();
  const probeAddresses = createAddressProbe();

  const isPortAllowed = (port: number): boolean => allowOnly?.ports.some(([first, last]) => first <= port && port <= last) ?? true;

  /** Names the missing issuer of an incomplete chain. */
  const explain = (served: ServedEndpoint, { host, anchors, dialed, waitMs }: ExplainTerms): ServedEndpoint | Promise<ServedEndpoint> => {
    if (sourcesOf === null || !served.reasons.includes('incomplete_chain')) return served;
    const { issuers } = sourcesOf(dialed);
    const { chain } = served;
    return findMissing({ chain, host, now: new Date(), anchors, waitMs, issuers }).then((missingIssuer) =>
      missingIssuer === null ? served : { ...served, missingIssuer },
    );
  };

  /** Names can queue for a resolver: the limit applies there too. */
  const resolve = async ({ host, port, address = host, isOurs }: EndpointTarget, timeoutMs: number): Promise<JudgedHost> => {
    if (!isPortAllowed(port)) return { problem: { kind: 'not_allowed' } };
    if (addressFamily(address) !== 0)
      return isOurs === true && allowOnly === undefined ? { addresses: [address] } : guard.resolveAllowed(address);
    return new Promise((settle, reject) => {
      const alarm = wheel.schedule(timeoutMs, () => settle({ problem: { kind: 'dns_timeout' } }));
      guard.resolveAllowed(address).then(
        (judged) => {
          wheel.cancel(alarm);
          settle('problem' in judged ? judged : { addresses: inStableOrder(judged.addresses) });
        },
        (error: unknown) => {
          wheel.cancel(alarm);
          reject(error);
        },
      );
    });
  };

  const observe = async (
    target: EndpointTarget,
    addresses: readonly string[],
    deadline: number,
    { preferred = ordinaryOffer, checksScts = () => true, anchors: anchorSets = [] }: ObserveTerms = {},
  ): Promise<EndpointObservation> => {
    const { keyKind } = target;
    const name = target.servername ?? target.host;
    const anchors = anchorSets.length === 0 ? undefined : extendTrustStore(store, anchorSets);
    const left = (limitMs: number): number => Math.max(1, Math.min(limitMs, Math.round(deadline - performance.now())));
    const request = (offer: HelloOffer): ConversationRequest => ({
      addresses,
      port: target.port,
      // RFC 6066 section 3: a server name is never an address and has no trailing dot.
      hello: { servername: addressFamily(name) === 0 ? name.replace(/\.$/, '') : null, alpn: target.alpn ?? [], offer },
      starttls: starttlsOf(target),
      host: name,
      connectTimeoutMs: left(connectTimeoutMs),
      handshakeTimeoutMs: left(handshakeTimeoutMs),
    });
    let chain: SentChain | undefined;
    const readLeafKey = (ders: readonly Buffer[]) => {
      const read = observer.read(ders);
      chain = read?.chain;
      return read?.key ?? null;
    };
    const offer = keyKind === undefined ? preferred : offersOfOne[keyKind];
    let result = await converse(wheel, request(offer), readLeafKey);
    // A question beyond the ordinary must not make a server unreachable that answers the ordinary one.
    if (result.kind === 'failed' && offer === hybridOffer && performance.now() < deadline) {
      chain = undefined;
      result = await converse(wheel, request(ordinaryOffer), readLeafKey);
    }
    if (result.kind !== 'served' && keyKind === undefined && performance.now() < deadline) {
      // One reset does not mean down: load balancers and scanner traps reset now and then.
      if (result.kind === 'problem' && result.problem.kind === 'reset') result = await converse(wheel, request(ordinaryOffer), readLeafKey);
      else if (result.kind === 'failed' && result.isOpen) {
        chain = undefined;
        result = moreInformative(result, await converseByOpenssl(wheel, request(ordinaryOffer)));
      }
    }
    if (result.kind === 'problem') return unreachableBy(target, result.problem);
    const { address } = result;
    if (result.kind === 'failed') return unreachableAfter(target, address, result.failure);
    chain ??= observer.read(result.facts.chain)?.chain;
    if (chain === undefined) return unreachableAfter(target, address, { kind: 'unreadable' });
    const { facts, handshakeMs, recycle } = result;
    const observation = observer.observe({
      target,
      host: name,
      address,
      chain,
      handshake: facts,
      handshakeMs,
      crlWaitMs: left(crlWaitMs),
      anchors,
      checksScts,
    });
    recycle();
    const finish = (served: ServedEndpoint) => explain(served, { host: name, anchors, dialed: address, waitMs: left(crlWaitMs) });
    return observation instanceof Promise ? observation.then(finish) : finish(observation);
  };
  const judgeReport = createReportJudge({
    // A stranger names these servers, so whatever it dialed, this machine fetches as for a server in public space.
    observer: createObserver(judge, {
      sourcesOf: sourcesOf === null ? null : () => sourcesOf(ANY_PUBLIC_ADDRESS),
      ctLogKeys,
      maxKnownLeaves: 1_000,
    }),
    crlWaitMs,
    explain: (served, anchors) => {
      const { servername, host } = served.target;
      return explain(served, { host: servername ?? host, anchors, dialed: ANY_PUBLIC_ADDRESS, waitMs: crlWaitMs });
    },
  });

  return {
    async probe(target, anchors) {
      const deadline = performance.now() + totalTimeoutMs;
      const judged = await resolve(target, Math.min(dnsTimeoutMs, totalTimeoutMs));
      return 'problem' in judged ? unreachableBy(target, judged.problem) : observe(target, judged.addresses, deadline, { anchors });
    },
    async probeWithAddresses(target, terms, anchors) {
      const deadline = performance.now() + totalTimeoutMs;
      const judged = await resolve(target, Math.min(dnsTimeoutMs, totalTimeoutMs));
      if ('problem' in judged) return { observation: unreachableBy(target, judged.problem), addresses: null };
      const { addresses } = judged;
      const observation = await observe(target, addresses, deadline, {
        preferred: terms.known === null ? hybridOffer : ordinaryOffer,
        checksScts: (fingerprint256) => fingerprint256 !== terms.served,
        anchors,
      });
      const probeOne = (address: string, keyKind?: KeyKind) =>
        observe({ ...target, keyKind }, [address], performance.now() + totalTimeoutMs, { checksScts: () => false, anchors });
      const probed = await probeAddresses({ addresses, observation, terms, observe: probeOne });
      const group = terms.known === null && observation.kind === 'served' ? observation.connection.group : null;
      return { observation, addresses: probed === null ? null : { ...probed, group } };
    },
    judgeReported: (target, reported, anchorSets = []) =>
      judgeReport(target, reported, anchorSets.length === 0 ? undefined : extendTrustStore(store, anchorSets)),
    async probeAllAddresses(target) {
      const deadline = performance.now() + totalTimeoutMs;
      const judged = await resolve(target, Math.min(dnsTimeoutMs, totalTimeoutMs));
      if ('problem' in judged) return [unreachableBy(target, judged.problem)];
      return Promise.all(judged.addresses.slice(0, MAX_ADDRESSES).map((address) => observe(target, [address], deadline)));
    },
  };
};

/** Returns the observation of a target, and that of its certificate of the other key type if the server has one. */
export const probeKeyTypes = async <Seen extends Observation>(
  probe: (target: EndpointTarget) => Promise<Seen>,
  target: EndpointTarget,
): Promise<Seen[]> => {
  const observation = await probe(target);
  if (observation.kind !== 'served' || observation.address === null) return [observation];
  const keyKind = otherKeyKind(observation.chain[0]);
  const other = await probe({ ...target, address: observation.address, servername: target.servername ?? target.host, keyKind });
  return other.kind === 'served' && otherKeyKind(other.chain[0]) !== keyKind ? [observation, other] : [observation];
};

/** The probe of `createEndpointProbe` for callers that need one target at a time. */
export const createDirectProbe = (options: ProbeOptions): Probe => createEndpointProbe(options).probe;
