import { createSemaphore, formatTarget, isHandshake, type Log, type ProbeTarget, type SeenAddress } from '@notafter/domain';
import { createEndpointProbe, type EndpointObservation, readPemCertificates } from '@notafter/tls';
import type { CollectorConfig } from '../config/config.ts';
import { CERTIFICATE_MAX_BYTES, digestOf, type Found, instantText, lineOf, sha256Of } from './watched-item.ts';

const AT_ONCE = 50;
const MAX_DETAIL = 1_000;
const MAX_KNOWN = 5_000;

type Served = Extract<EndpointObservation, { kind: 'served' }>;
type Failed = Extract<EndpointObservation, { kind: 'unreachable' }>;

const base64 = (bytes: Buffer | null): string | null => (bytes === null ? null : bytes.toString('base64'));

const failureOf = ({ address, reason, detail, target }: Failed): SeenAddress => ({
  address,
  reason,
  detail: lineOf(
    reason === 'not_allowed' ? `${formatTarget(target)} is outside of the allow list in this collector's file.` : detail,
    MAX_DETAIL,
  ),
});

const handshakeOf = ({ address, protocol, cipher, connection, handshakeMs }: Served, chain: readonly string[]): SeenAddress => ({
  address,
  chain,
  protocol,
  cipher,
  group: connection.group,
  groupBits: connection.groupBits,
  signatureScheme: connection.signatureScheme,
  ocspStaple: base64(connection.ocspStaple),
  signedTimestamps: base64(connection.signedTimestamps),
  isClientCertificateAsked: connection.isClientCertificateAsked,
  handshakeMs: Math.round(handshakeMs),
});

/** Two findings that differ in the time of a handshake only are the same. */
const comparable = (seen: SeenAddress): object => (isHandshake(seen) ? { ...seen, handshakeMs: 0 } : seen);

const foundAt = (target: ProbeTarget, observations: readonly EndpointObservation[], at: Date): Found => {
  const certificates = new Map<string, Buffer>();
  const seen = observations.map((observation): SeenAddress => {
    if (observation.kind === 'unreachable') return failureOf(observation);
    const ders = observation.chain.flatMap(({ pem }) => readPemCertificates(pem));
    if (ders.some((der) => der.length > CERTIFICATE_MAX_BYTES))
      return { address: observation.address, reason: 'not_tls', detail: 'A certificate of the server is too large.' };
    for (const der of ders) certificates.set(sha256Of(der), der);
    return handshakeOf(observation, ders.map(sha256Of));
  });
  const digest = digestOf(seen.map(comparable));
  return { kind: 'endpoint', finding: { target: formatTarget(target), at: instantText(at), seen }, digest, certificates };
};

export interface ProbeTargetsOptions {
  readonly log: Log;
  readonly now: () => Date;
  readonly signal: AbortSignal;
}

/** Creates the probe of a collector: what `allow` does not cover is never dialed, and each probe has its time limit. */
export const createTargetsProbe = ({ allow, dnsServers }: CollectorConfig) => {
  const { probeAllAddresses } = createEndpointProbe({
    dnsServers,
    targetAllow: [],
    allowOnly: allow,
    // The server judges: nothing that a certificate names is fetched here.
    crlCheck: false,
    maxKnown: MAX_KNOWN,
  });
  return async (targets: readonly ProbeTarget[], { log, now, signal }: ProbeTargetsOptions): Promise<readonly Found[]> => {
    const semaphore = createSemaphore(AT_ONCE);
    const probeOne = async (target: ProbeTarget): Promise<Found[]> => {
      const release = await semaphore.acquire(signal);
      if (release === null) return [];
      try {
        return [foundAt(target, await probeAllAddresses(target), now())];
      } catch (error) {
        // This machine ran short of something: the endpoint keeps its last finding.
        log.error({ target: formatTarget(target), cause: error instanceof Error ? error.message : String(error) }, 'probe failed');
        return [];
      } finally {
        release();
      }
    };
    return (await Promise.all(targets.map(probeOne))).flat();
  };
};
