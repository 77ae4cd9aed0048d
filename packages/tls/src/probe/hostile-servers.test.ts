import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDirectProbe, type Probe } from '../probe.ts';
import { certificateEntry, type HostileServer, type Hostility, message, record, startHostileServer } from '../testing/hostile-server.ts';
import { createAuthority, type KeyKind, keyPair } from '../testing/index.ts';
import { patient } from '../testing/patient.ts';
import { pemBlocks } from '../x509/pem.ts';
import { extension, u16, vector16 } from './protocol/client-hello.ts';
import { sharedBytes } from './protocol/memory-budget.ts';

const authority = createAuthority();
const host = 'hostile.test';
const servers: HostileServer[] = [];
let probe: Probe;

beforeAll(() => {
  probe = createDirectProbe({
    dnsServers: ['127.0.0.1:1'],
    targetAllow: ['127.0.0.0/8'],
    extraCaPem: authority.root.pem,
    ...patient,
  });
});
afterAll(() => Promise.all(servers.map((server) => server.close())));

const probeServer = async (plan: Hostility, kind: KeyKind = 'P-256') => {
  const server = await startHostileServer(authority.issue(host, { key: keyPair(kind, 'hostile') }), plan);
  servers.push(server);
  return probe({ host, port: server.port, connectIp: '127.0.0.1' });
};

const [tls13, tls12] = [{ version: 'TLSv1.3' }, { version: 'TLSv1.2' }] as const;
const bytes = (...values: number[]): Buffer => Buffer.from(values);
const many = (count: number, each: Buffer): Buffer => Buffer.concat(Array.from({ length: count }, () => each));
const ticket = message(4, Buffer.alloc(4), Buffer.alloc(4), bytes(0), vector16(Buffer.alloc(32, 1)), vector16());
const [leafDer = bytes()] = pemBlocks(authority.issue(host, { key: keyPair('P-256', 'hostile') }).pem);
const staple = message(22, bytes(1, 0, 0, 5), Buffer.from('30030a0106', 'hex'));
const downgrade = Buffer.concat([Buffer.alloc(24, 7), Buffer.from('DOWNGRD\u0001', 'latin1')]);

describe('a hostile server without a misbehavior', () => {
  it.each([tls13, tls12])('is seen as valid: $version', async (plan) => {
    expect(await probeServer(plan)).toMatchObject({ kind: 'served', reasons: [], protocol: plan.version, connection: { group: 'P-256' } });
  });

  it('may send its certificate as often as it likes', async () => {
    const sent = Array.from({ length: 3 }, () => certificateEntry(leafDer));
    expect(await probeServer({ ...tls13, certificates: sent })).toMatchObject({ kind: 'served', reasons: ['incomplete_chain'] });
  });
});

const broken = 'does not follow the TLS protocol.';
const unproven = 'did not prove that it holds the key of the certificate it sent.';

describe('a server with a valid certificate and its key that does not keep to the protocol is never valid', () => {
  it.each<[string, Hostility, string, KeyKind?]>([
    ['an extension twice', { ...tls13, helloExtensions: (all) => [...all, ...all] }, broken],
    ['an extension nobody offered', { ...tls13, helloExtensions: (all) => [...all, extension(0x1234)] }, broken],
    ['an answer to an extension that has none here', { ...tls13, helloExtensions: (all) => [...all, extension(0)] }, broken],
    ['another session id', { ...tls13, sessionId: Buffer.alloc(32, 3) }, broken],
    ['another version of the record', { ...tls13, legacyVersion: 0x0304 }, broken],
    ['TLS 1.2 by way of the extension', { ...tls12, helloExtensions: (all) => [...all, extension(43, u16(0x0303))] }, broken],
    ['two requests for another hello', { ...tls13, retries: [0x0018, 0x0017] }, broken],
    ['a protocol nobody offered', { ...tls13, encryptedExtensions: [extension(16, Buffer.from('0003026832', 'hex'))] }, broken],
    [
      'a protocol nobody offered in TLS 1.2',
      { ...tls12, helloExtensions: (all) => [...all, extension(16, Buffer.from('0003026832', 'hex'))] },
      broken,
    ],
    ['a request for a share that was sent', { ...tls13, retries: [0x001d] }, broken],
    ['a request for a group never offered', { ...tls13, retries: [0x0100] }, broken],
    ['a share of zeros', { ...tls13, share: Buffer.alloc(65) }, broken],
    ['a share that is too short', { ...tls13, share: bytes(4) }, broken],
    ['a name in the encrypted extensions', { ...tls13, encryptedExtensions: [extension(0, Buffer.from('garbage'))] }, broken],
    ['an encrypted extension nobody offered', { ...tls13, encryptedExtensions: [extension(0x1234)] }, broken],
    ['a share in the encrypted extensions', { ...tls13, encryptedExtensions: [extension(51, u16(0x0017))] }, broken],
    ['a signature by SHA-1', { ...tls13, scheme: 0x0203, digest: 'sha1' }, unproven],
    ['a signature in a scheme of another curve', { ...tls13, scheme: 0x0503, digest: 'sha384' }, unproven],
    ['a signature in a scheme never offered', { ...tls13, scheme: 0x081a }, unproven],
    ['PKCS #1 in TLS 1.3', { ...tls13, scheme: 0x0401 }, unproven, 'RSA-2048'],
    ['tickets before the Finished', { ...tls13, beforeFinished: many(50, ticket) }, broken],
    [
      '10,000 tiny certificates',
      { ...tls13, certificates: Array.from({ length: 10_000 }, () => certificateEntry(bytes(0x30, 0))) },
      'cannot be read',
    ],
    ['a certificate of no bytes', { ...tls13, certificates: [certificateEntry(bytes())] }, broken],
    ['no certificate', { ...tls13, certificates: [] }, 'sent no certificate'],
    ['a message of 16 MB', { ...tls12, beforeProof: bytes(22, 0xff, 0xff, 0xff) }, 'more than a TLS handshake can hold'],
    ['records of no bytes', { ...tls13, behindHello: many(1_000, record(22, bytes())) }, broken],
    ['changes of ciphers', { ...tls13, behindHello: many(1_000, record(20, bytes(1))) }, 'more than a TLS handshake can hold'],
    ['a change of ciphers to what is none', { ...tls13, behindHello: record(20, bytes(2)) }, broken],
    ['a curve never offered', { ...tls12, curve: 0x0100 }, broken],
    ['a mark that TLS 1.3 was taken out', { ...tls12, random: downgrade }, broken],
    ['another renegotiation', { ...tls12, helloExtensions: () => [extension(0xff01, bytes(3, 1, 2, 3)), extension(23)] }, broken],
    ['a staple before the certificate', { ...tls12, beforeCertificate: staple }, broken],
    ['two staples', { ...tls12, beforeProof: many(2, staple) }, broken],
  ])('%s', async (_, plan, detail, kind) => {
    // It is left for what it did, not when its time is up.
    expect(await probeServer(plan, kind)).toMatchObject({ kind: 'unreachable', detail: expect.stringContaining(detail) });
    expect(sharedBytes()).toBe(0);
  });
});
