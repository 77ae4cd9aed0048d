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
  return probe({ host, port: server.port, address: '127.0.0.1' });
};

const [tls13, tls12] = [{ version: 'TLSv1.3' }, { version: 'TLSv1.2' }] as const;
const bytes = (...values: number[]): Buffer => Buffer.from(values);
const many = (count: number, each: Buffer): Buffer => Buffer.concat(Array.from({ length: count }, () => each));
const ticket = message(4, Buffer.alloc(4), Buffer.alloc(4), bytes(0), vector16(Buffer.alloc(32, 1)), vector16());
const [leafDer = bytes()] = pemBlocks(authority.issue(host, { key: keyPair('P-256', 'hostile') }).pem);
const staple = message(22, bytes(1, 0, 0, 5), Buffer.from('30030a0106', 'hex'));
const downgrade = Buffer.concat([Buffer.alloc(24, 7), Buffer.from('DOWNGRD\u0001', 'latin1')]);

describe('the hostile server without a misbehavior', () => {
  it.each([tls13, tls12])('is valid: $version', async (plan) => {
    expect(await probeServer(plan)).toMatchObject({ kind: 'served', reasons: [], protocol: plan.version, connection: { group: 'P-256' } });
  });

  it('can send its certificate repeatedly', async () => {
    const sent = Array.from({ length: 3 }, () => certificateEntry(leafDer));
    expect(await probeServer({ ...tls13, certificates: sent })).toMatchObject({ kind: 'served', reasons: ['incomplete_chain'] });
  });
});

const broken = 'does not follow the TLS protocol.';
const unproven = 'did not prove that it holds the key of the certificate it sent.';

describe('a server with a valid certificate and key that violates the protocol is never valid', () => {
  it.each<[string, Hostility, string, KeyKind?]>([
    ['an extension twice', { ...tls13, helloExtensions: (all) => [...all, ...all] }, broken],
    ['an extension that was not offered', { ...tls13, helloExtensions: (all) => [...all, extension(0x1234)] }, broken],
    ['an extension in the wrong message', { ...tls13, helloExtensions: (all) => [...all, extension(0)] }, broken],
    ['another session id', { ...tls13, sessionId: Buffer.alloc(32, 3) }, broken],
    ['another version of the record', { ...tls13, legacyVersion: 0x0304 }, broken],
    ['TLS 1.2 through the extension', { ...tls12, helloExtensions: (all) => [...all, extension(43, u16(0x0303))] }, broken],
    ['two HelloRetryRequests', { ...tls13, retries: [0x0018, 0x0017] }, broken],
    ['a protocol that was not offered', { ...tls13, encryptedExtensions: [extension(16, Buffer.from('0003026832', 'hex'))] }, broken],
    [
      'a protocol that was not offered, in TLS 1.2',
      { ...tls12, helloExtensions: (all) => [...all, extension(16, Buffer.from('0003026832', 'hex'))] },
      broken,
    ],
    ['a retry for a share that was sent', { ...tls13, retries: [0x001d] }, broken],
    ['a retry for a group that was not offered', { ...tls13, retries: [0x0100] }, broken],
    ['a share of zeros', { ...tls13, share: Buffer.alloc(65) }, broken],
    ['a share that is too short', { ...tls13, share: bytes(4) }, broken],
    ['a name in the encrypted extensions', { ...tls13, encryptedExtensions: [extension(0, Buffer.from('garbage'))] }, broken],
    ['an encrypted extension that was not offered', { ...tls13, encryptedExtensions: [extension(0x1234)] }, broken],
    ['a share in the encrypted extensions', { ...tls13, encryptedExtensions: [extension(51, u16(0x0017))] }, broken],
    ['a signature with SHA-1', { ...tls13, scheme: 0x0203, digest: 'sha1' }, unproven],
    ['a signature in a scheme of another curve', { ...tls13, scheme: 0x0503, digest: 'sha384' }, unproven],
    ['a signature in a scheme that was not offered', { ...tls13, scheme: 0x081a }, unproven],
    ['PKCS #1 in TLS 1.3', { ...tls13, scheme: 0x0401 }, unproven, 'RSA-2048'],
    ['tickets before the Finished', { ...tls13, beforeFinished: many(50, ticket) }, broken],
    [
      '10,000 tiny certificates',
      { ...tls13, certificates: Array.from({ length: 10_000 }, () => certificateEntry(bytes(0x30, 0))) },
      'cannot be read',
    ],
    ['an empty certificate', { ...tls13, certificates: [certificateEntry(bytes())] }, broken],
    ['no certificate', { ...tls13, certificates: [] }, 'sent no certificate'],
    ['a message of 16 MB', { ...tls12, beforeProof: bytes(22, 0xff, 0xff, 0xff) }, 'more than a TLS handshake can hold'],
    ['empty records', { ...tls13, behindHello: many(1_000, record(22, bytes())) }, broken],
    ['ChangeCipherSpec messages', { ...tls13, behindHello: many(1_000, record(20, bytes(1))) }, 'more than a TLS handshake can hold'],
    ['an invalid ChangeCipherSpec', { ...tls13, behindHello: record(20, bytes(2)) }, broken],
    ['a curve that was not offered', { ...tls12, curve: 0x0100 }, broken],
    ['a downgrade marker', { ...tls12, random: downgrade }, broken],
    ['another renegotiation', { ...tls12, helloExtensions: () => [extension(0xff01, bytes(3, 1, 2, 3)), extension(23)] }, broken],
    ['a staple before the certificate', { ...tls12, beforeCertificate: staple }, broken],
    ['two staples', { ...tls12, beforeProof: many(2, staple) }, broken],
  ])('%s', async (_, plan, detail, kind) => {
    // The connection ends because of the violation, not because of the time limit.
    expect(await probeServer(plan, kind)).toMatchObject({ kind: 'unreachable', detail: expect.stringContaining(detail) });
    expect(sharedBytes()).toBe(0);
  });
});
