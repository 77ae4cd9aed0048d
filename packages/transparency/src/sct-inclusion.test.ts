import { hash, X509Certificate } from 'node:crypto';
import { createAuthority } from '@notafter/tls/testing';
import { readTimestampList } from '@notafter/tls/x509';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkSctInclusion, type SctInclusionRequest } from './sct-inclusion.ts';
import { type BulkCertificate, bulkCertificate } from './testing/bulk-certificates.ts';
import { overloaded } from './testing/faulty-server.ts';
import { createFiller } from './testing/fill.ts';
import { loopbackFetch } from './testing/follow.ts';
import type { LocalLog } from './testing/local-log.ts';
import { sized } from './testing/log-entries.ts';
import { startRfc6962Log } from './testing/rfc6962-log.ts';
import { startStaticLog } from './testing/static-log.ts';

const start = new Date('2026-11-20T12:00:00Z');
let clock = start;
const now = (): Date => clock;
const issuer = new X509Certificate(createAuthority().intermediate.pem);
const issuerKeyHash = hash('sha256', issuer.publicKey.export({ type: 'spki', format: 'der' }), 'buffer');

describe.each([
  ['static', startStaticLog],
  ['RFC 6962', startRfc6962Log],
] as const)('a timestamp of a log that is %s', (_name, startLog) => {
  let log: LocalLog;
  let of: BulkCertificate;
  let index = 0;
  beforeEach(async () => {
    clock = start;
    log = await startLog({ now, mmdSeconds: 60 });
    const { fill } = createFiller(log);
    fill(300);
    of = bulkCertificate({ serial: 9_000, names: ['www.example.com'], issuerKeyHash });
    index = log.store.append({ kind: 'precertificate', of });
    log.store.append({ kind: 'certificate', of });
    fill(20);
  });
  afterEach(() => log.close());

  const timestamp = (at: number, by: 'embedded' | 'tls') => {
    const [read] = readTimestampList(sized(2, sized(2, log.store.signTimestamp(at))), by);
    if (read === undefined) throw new Error('The timestamp is not readable.');
    return read;
  };
  const check = (by: 'embedded' | 'tls' = 'embedded', more: Partial<SctInclusionRequest> = {}) =>
    checkSctInclusion({
      fetch: loopbackFetch(),
      userAgent: 'Notafter',
      log: log.log,
      timestamp: more.timestamp ?? timestamp(by === 'embedded' ? index : index + 1, by),
      certificate: of.certificate,
      issuer: issuer.raw,
      now,
      signal: new AbortController().signal,
      options: { tries: 1 },
      ...more,
    });

  it('is included, in the certificate and beside it', async () => {
    expect(await check()).toEqual({ kind: 'included', index });
    expect(await check('tls')).toEqual({ kind: 'included', index: index + 1 });
  });

  it.each([
    ['whose entry was replaced', () => log.fork(index, { kind: 'raw', type: 1, body: Buffer.alloc(0) })],
    ['whose entry was removed', () => log.shrink(index)],
  ])('%s is pending until the maximum merge delay, and missing then', async (_case, change) => {
    const promised = timestamp(index, 'embedded');
    change();
    clock = new Date(start.getTime() + 59_999);
    expect(await check('embedded', { timestamp: promised })).toEqual({ kind: 'pending', until: new Date(start.getTime() + 60_000) });
    clock = new Date(start.getTime() + 60_000);
    expect(await check('embedded', { timestamp: promised })).toMatchObject({ kind: 'missing', head: { signedAt: clock.getTime() } });
  });

  it('is wrongly signed for another certificate, issuer, or delivery', async () => {
    const other = bulkCertificate({ serial: 9_001, names: ['www.example.com'], issuerKeyHash });
    expect((await check('embedded', { certificate: other.certificate })).kind).toBe('wrongly_signed');
    expect((await check('embedded', { issuer: new X509Certificate(createAuthority().root.pem).raw })).kind).toBe('wrongly_signed');
    expect((await check('embedded', { timestamp: timestamp(index + 1, 'embedded') })).kind).toBe('wrongly_signed');
  });

  it('is unknown without the issuer, for another log, and while the log does not answer', async () => {
    expect((await check('embedded', { issuer: null })).kind).toBe('unknown');
    const { id } = { id: hash('sha256', 'another', 'base64') };
    const foreign = timestamp(index, 'embedded');
    expect((await check('embedded', { timestamp: { ...foreign, fact: { ...foreign.fact, log: id } } })).kind).toBe('unknown');
    log.misbehave(overloaded);
    expect(await check()).toMatchObject({ kind: 'unknown', reason: expect.stringContaining('503') });
  });

  it('is unknown if something in front of the log refuses the question', async () => {
    log.misbehave({ kind: 'status', status: 403 }, /tile\/0|get-proof/);
    clock = new Date(start.getTime() + 60_000);
    expect((await check()).kind).toBe('unknown');
  });

  it('is unknown if the proof of the log is not valid', async () => {
    log.misbehave({ kind: 'flipped', at: 60 }, /tile\/0|get-proof/);
    expect((await check()).kind).toBe('unknown');
  });
});
