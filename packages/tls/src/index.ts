export { createTrustStore, readBundle as parsePemBundle } from './judge/trust-store.ts';
export { createChainJudge } from './judge/verify-chain.ts';
export { createDirectProbe, createEndpointProbe, type EndpointTarget, type Probe, type ProbeOptions } from './probe.ts';
export { type ClosableProber, createProber, type ProberOptions } from './prober.ts';
export { type Crl, readCrl } from './revocation/crl.ts';
export { checkAgainstCrls, withRevocation } from './revocation/with-revocation.ts';
export { factsOf as certificateFacts } from './x509/certificate-facts.ts';
export { crlPemBlocks as readPemCrls, pemBlocks as readPemCertificates } from './x509/pem.ts';
