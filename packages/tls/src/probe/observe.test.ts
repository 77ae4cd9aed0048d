import { expect, it } from 'vitest';
import { createTrustStore } from '../judge/trust-store.ts';
import { createChainJudge } from '../judge/verify-chain.ts';
import { createAuthority, issueCertificate, keyPair } from '../testing/index.ts';
import { issueOcspResponse } from '../testing/revocation.ts';
import { createTestLog, signedTimestamps, timestampList } from '../testing/signed-timestamps.ts';
import { Certificate } from '../x509/certificate.ts';
import { pemBlocks } from '../x509/pem.ts';
import { createObserver } from './observe.ts';
import type { HandshakeFacts } from './protocol/handshake-core.ts';

const authority = createAuthority();
const store = createTrustStore({ anchorsPem: authority.root.pem });
const observer = createObserver(createChainJudge({ ...store, isPublic: () => true }), { sourcesOf: null });
const [leaf = Buffer.alloc(0), ...issuers] = pemBlocks(authority.issue('a.test').chainPem);

const handshake: HandshakeFacts = {
  chain: [leaf, ...issuers],
  protocol: 'TLSv1.3',
  cipher: 'TLS_AES_128_GCM_SHA256',
  group: 'X25519',
  groupBits: 253,
  signatureScheme: null,
  ocspStaple: null,
  signedTimestamps: null,
  isClientCertificateAsked: false,
  alpn: null,
};
const warningsOf = async (change: Partial<HandshakeFacts>) => {
  const read = observer.read(handshake.chain);
  if (read === null) throw new Error('no chain');
  const target = { host: 'a.test', port: 443 };
  const facts = { ...handshake, ...change };
  return (
    await observer.observe({
      target,
      host: 'a.test',
      address: '127.0.0.1',
      chain: read.chain,
      handshake: facts,
      handshakeMs: 1,
      crlWaitMs: 0,
      checksScts: () => true,
    })
  ).warnings;
};

it('accepts SCTs from the certificate or the handshake below a public root', async () => {
  expect(await warningsOf({})).toEqual(['missing_sct']);
  expect(await warningsOf({ signedTimestamps: Buffer.alloc(2) })).toEqual([]);
});

it('accepts SCTs from the stapled OCSP response', async () => {
  const staple = issueOcspResponse(authority.intermediate, new Certificate(leaf).serial, { hasSignedTimestamps: true });
  expect(await warningsOf({ ocspStaple: staple })).toEqual([]);
  const without = issueOcspResponse(authority.intermediate, new Certificate(leaf).serial);
  expect(await warningsOf({ ocspStaple: without })).toEqual(['missing_sct']);
});

it('checks the signatures of SCTs if it is asked to, and remembers them with the certificate', async () => {
  const log = createTestLog('P-256', 'observed');
  const at = '2026-11-01T00:00:00.000Z';
  const request = { subject: { CN: 'a.test' }, san: ['a.test'], key: keyPair('P-256', 'leaf'), serial: Buffer.from('4e02', 'hex') };
  const dates = { notBefore: new Date(Date.now() - 60_000), notAfter: new Date(Date.now() + 86_400_000) };
  const bare = issueCertificate({ ...request, ...dates }, authority.intermediate);
  const stamp = log.signPrecertificate(bare, authority.intermediate, at);
  const logged = issueCertificate({ ...request, ...dates, extensions: [signedTimestamps([stamp])] }, authority.intermediate);
  const sent = timestampList([log.signCertificate(logged, at)]);
  const checking = createObserver(createChainJudge({ ...store, isPublic: () => true }), { sourcesOf: null, ctLogKeys: [log.key] });
  const signatures = async (checks: boolean) => {
    const read = checking.read(pemBlocks(logged.chainPem));
    if (read === null) throw new Error('no chain');
    const seen = await checking.observe({
      target: { host: 'a.test', port: 443 },
      host: 'a.test',
      address: '127.0.0.1',
      chain: read.chain,
      handshake: { ...handshake, signedTimestamps: sent },
      handshakeMs: 1,
      crlWaitMs: 0,
      checksScts: () => checks,
    });
    return seen.clientFacts?.scts.map(({ by, signature }) => [by, signature]);
  };
  const own = (signature?: string) => ['embedded', signature];
  expect(await signatures(false)).toEqual([own(), ['tls', undefined]]);
  expect(await signatures(true)).toEqual([own('valid'), ['tls', 'valid']]);
  expect(await signatures(false)).toEqual([own('valid'), ['tls', undefined]]);
});
