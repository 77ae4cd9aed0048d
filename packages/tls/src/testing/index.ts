export { type DnsAnswer, type DnsServer, startDnsServer } from '@notafter/net/testing';
export { type Authority, createAuthority, createLongChain } from './authority.ts';
export { der } from './der.ts';
export { caIssuers, crlDistributionPoints } from './extensions.ts';
export { type FarmOptions, startTlsFarm, type TlsFarm } from './farm.ts';
export { forgedKey } from './forged-key.ts';
export { FuzzFailure, type FuzzTarget, runFuzz } from './fuzz/run-fuzz.ts';
export { type CertificateRequest, type Issued, issueCertificate, type KeyKind, type KeyPair, keyPair } from './issue.ts';
export { type Misbehavior, type MisconfiguredServer, startMisconfiguredServer } from './misconfigured-servers.ts';
export { patient } from './patient.ts';
export { crlToPem, issueCrl } from './revocation.ts';
export { type ScriptedServer, startScriptedTls, type TlsScript } from './scripted-tls.ts';
export { signedTimestamps } from './signed-timestamps.ts';
export { startTamperingProxy, type TamperingProxy } from './tampering-proxy.ts';
export {
  type Dialogue,
  type PlainTestServer,
  startOpensslServer,
  startStarttlsServer,
  startTlsServer,
  type TestServer,
} from './tls-server.ts';
