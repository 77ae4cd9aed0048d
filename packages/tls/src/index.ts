export { clientFactsOfChain } from './judge/client-facts.ts';
export { createTrustStore, readBundle as parsePemBundle } from './judge/trust-store.ts';
export { type ChainJudge, createChainJudge } from './judge/verify-chain.ts';
export { starttlsOf } from './probe/starttls.ts';
export {
  type AllowOnly,
  createDirectProbe,
  createEndpointProbe,
  type EndpointObservation,
  type EndpointTarget,
  type Probe,
  type ProbeOptions,
  probeKeyTypes,
} from './probe.ts';
export { type ClosableProber, createProber, type ProberOptions } from './prober.ts';
export { type Crl, readCrl } from './revocation/crl.ts';
export { checkAgainstCrls, withRevocation } from './revocation/with-revocation.ts';
export type { Dial as ScanDial } from './scan/inquirer.ts';
export { type Scanned, type ScanOptions, scanServer } from './scan/scan-server.ts';
export { factsOf as certificateFacts } from './x509/certificate-facts.ts';
export { crlPemBlocks as readPemCrls, pemBlocks as readPemCertificates } from './x509/pem.ts';
export { certificateReader } from './x509/read-uploaded.ts';
export { renewalIdOf } from './x509/renewal-id.ts';
