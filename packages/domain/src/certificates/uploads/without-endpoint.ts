import type { ServedObservation, VerdictReason, VerdictWarning } from '../checks/observation.ts';

/** They judge a certificate as a server of one host, or what that server sent. */
const ofServers: readonly VerdictReason[] = ['hostname_mismatch', 'wrong_purpose'];
const ofCertificates: readonly VerdictWarning[] = ['invalid_san', 'lifetime_too_long', 'stale_crl', 'revocation_unknown'];

/**
 * Returns what a verdict says of the certificate itself: its trust, its chain and its dates. An issuer that is missing in a file is no
 * fault if the chain leads to a trusted root with it: a file often has one certificate, and servers and clients add the others.
 */
export const withoutEndpoint = (observation: ServedObservation): ServedObservation => {
  const { addresses: _addresses, clientFacts: _clientFacts, missingIssuer, ...seen } = observation;
  const isCompleted = missingIssuer?.leadsToRoot === true;
  return {
    ...seen,
    ...{ address: '', protocol: '', cipher: '', handshakeMs: 0 },
    ...(missingIssuer === undefined || isCompleted ? {} : { missingIssuer }),
    reasons: seen.reasons.filter((reason) => !ofServers.includes(reason) && !(isCompleted && reason === 'incomplete_chain')),
    warnings: seen.warnings.filter((warning) => ofCertificates.includes(warning)),
  };
};
