import { hash, X509Certificate } from 'node:crypto';
import type { SctQuestion, TransparencyLog } from '@notafter/domain';
import { createAuthority } from '@notafter/tls/testing';
import { readTimestampList } from '@notafter/tls/x509';
import { bulkCertificate, type LocalLog, loopbackFetch, startRfc6962Log, startStaticLog } from '@notafter/transparency/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTransparency } from './transparency.ts';

const now = (): Date => new Date();
const authority = createAuthority();
const issuer = new X509Certificate(authority.intermediate.pem);
const issuerKeyHash = hash('sha256', issuer.publicKey.export({ type: 'spki', format: 'der' }), 'buffer');
const other = new X509Certificate(authority.root.pem).raw;
/** Where a bulk certificate has room for a list of timestamps. */
const room = Buffer.concat([Buffer.from('0481f2', 'hex'), Buffer.alloc(242, 0x11)]);

const { follower } = openTransparency({
  config: { logListUrl: null, logListKeyFile: null, bytesPerDay: 1_000_000, contact: null },
  discovery: { crtshUrl: null, certspotterUrl: null, certspotterToken: null },
  logListKey: null,
  fetch: loopbackFetch(),
  records: { lookUpTxt: async () => [], lookUpCaa: async () => null },
});

const sized = (bytes: Buffer): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
};

describe.each([
  ['static', startStaticLog],
  ['RFC 6962', startRfc6962Log],
] as const)('a timestamp in a served certificate, of a log that is %s', (_kind, startLog) => {
  let log: LocalLog;
  let question: Omit<SctQuestion, 'log'>;
  let index: number;
  beforeEach(async () => {
    log = await startLog({ now, mmdSeconds: 3600 });
    for (let serial = 0; serial < 9; serial += 1)
      log.append({ kind: 'certificate', of: bulkCertificate({ serial, names: ['filler.example'] }) });
    const of = bulkCertificate({ serial: 9000, names: ['www.example.com'], issuerKeyHash });
    index = log.store.append({ kind: 'precertificate', of });
    const list = sized(sized(log.store.signTimestamp(index)));
    const certificate = Buffer.from(of.certificate);
    list.copy(certificate, certificate.indexOf(room) + 3);
    const [read] = readTimestampList(list, 'embedded');
    if (read === undefined) throw new Error('The timestamp is not readable.');
    question = { sct: read.fact, certificate, issuers: [issuer.raw], signal: new AbortController().signal };
  });
  afterEach(() => log.close());
  const ask = async (more: Partial<SctQuestion> = {}, described: Partial<TransparencyLog> = {}) => {
    const answer = await follower?.checkSct({ log: { ...log.log, ...described }, ...question, ...more });
    if (answer === undefined) throw new Error('No logs are followed.');
    return answer;
  };

  it('is found, by the right one of several issuers, and what the log sent is counted', async () => {
    const { inclusion, bytes } = await ask({ issuers: [other, issuer.raw] });
    expect(inclusion).toEqual({ kind: 'included', index });
    expect(bytes).toBeGreaterThan(100);
  });

  it('is pending before the maximum merge delay, and missing after it', async () => {
    log.shrink(index);
    expect((await ask()).inclusion.kind).toBe('pending');
    expect((await ask({}, { mmdSeconds: 0 })).inclusion).toMatchObject({ kind: 'missing', head: { text: expect.any(String) } });
  });

  it('is unknown for another issuer, without one, in garbage and in another certificate, without a request', async () => {
    expect(await ask({ issuers: [other] })).toMatchObject({ inclusion: { kind: 'unknown' }, bytes: 0, isAsked: false });
    expect(await ask({ issuers: [] })).toMatchObject({ inclusion: { kind: 'unknown' }, bytes: 0, isAsked: false });
    expect(await ask({ certificate: Buffer.from('garbage') })).toMatchObject({ inclusion: { kind: 'unknown' }, bytes: 0, isAsked: false });
    expect(await ask({ certificate: issuer.raw })).toMatchObject({ inclusion: { kind: 'unknown' }, bytes: 0, isAsked: false });
  });
});
