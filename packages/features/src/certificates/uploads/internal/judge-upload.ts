import { type CertificateFacts, DomainError, type ServedObservation, type TrustAnchors, withoutEndpoint } from '@notafter/domain';
import type { SystemContext } from '../../../context.ts';
import { derOf } from '../../stored-certificate.ts';

/** Nobody is asked: the name stands for the host that an uploaded certificate does not have. */
const NOWHERE = { host: 'upload.invalid', port: 443 } as const;
/** Of a connection that nothing is wrong with; `withoutEndpoint` removes them. */
const connection = {
  ...{ address: '', protocol: 'TLSv1.3', cipher: 'TLS_AES_128_GCM_SHA256', group: null, groupBits: null, signatureScheme: null },
  ...{ ocspStaple: null, signedTimestamps: null, isClientCertificateAsked: false, handshakeMs: 0 },
} as const;

/**
 * Judges a certificate with its chain by the rules of a check, as far as they apply to a certificate that no server showed. May fetch
 * CRLs. Throws `upload_invalid` if its key can't be read.
 */
export const judgeUpload = async (
  { gateways }: Pick<SystemContext, 'gateways'>,
  [leaf, ...rest]: readonly [CertificateFacts, ...CertificateFacts[]],
  anchors: readonly TrustAnchors[],
): Promise<ServedObservation> => {
  const chain: [Buffer, ...Buffer[]] = [derOf(leaf.pem), ...rest.map(({ pem }) => derOf(pem))];
  const observation = await gateways.prober.probe(NOWHERE, { first: true, reported: [{ kind: 'served', ...connection, chain }], anchors });
  if (observation.kind === 'served') return withoutEndpoint(observation);
  const message = 'The key of this certificate cannot be read.';
  throw new DomainError('upload_invalid', { message, details: [{ path: 'certificate', message }] });
};
