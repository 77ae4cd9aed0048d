import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { cpuMs } from '../testing/cpu-ms.ts';
import { der, explicit, objectIdentifier, sequence, setOf, utf8 } from '../testing/der.ts';
import { type CertificateRequest, createAuthority, issueCertificate, keyPair } from '../testing/index.ts';
import { extension } from '../testing/issue.ts';
import { factsOf, toPem } from '../x509/certificate-facts.ts';
import { pemBlocks } from '../x509/pem.ts';
import { createTrustStore } from './trust-store.ts';
import { createChainJudge } from './verify-chain.ts';

setFlagsFromString('--expose-gc');
const gc: () => void = runInNewContext('gc');
const authority = createAuthority();
const judge = createChainJudge(createTrustStore({ anchorsPem: authority.root.pem }));
const DAY_MS = 86_400_000;
const MAX_MS = 2_000;

const issue = (request: Partial<CertificateRequest>): string =>
  issueCertificate({ subject: { CN: 'a.test' }, san: ['a.test'], ...request }, authority.intermediate).chainPem;

/** Judges a chain and reads its facts; fails if that takes too long. */
const look = (pems: string, host = 'a.test') => {
  const chain = judge.readChain(pemBlocks(pems));
  if (chain === undefined) throw new Error('The test provides no certificate.');
  const startedAt = cpuMs();
  const verdict = judge.verifyChain({ chain, host, now: new Date() });
  const facts = factsOf(chain[0]);
  expect(cpuMs() - startedAt).toBeLessThan(MAX_MS);
  return { ...verdict, facts };
};

/** Changes the bytes of a certificate at known offsets. The broken signature does not matter to these tests. */
const changed = (pem: string, change: (bytes: Buffer) => Buffer): string => toPem(change(pemBlocks(pem)[0] ?? Buffer.alloc(0)));

describe('a hostile certificate', () => {
  it('with 65,000 alternative names: the last one counts, and 10,000 are shown', () => {
    const san = Array.from({ length: 65_000 }, (_, n) => `n${n}.test`);
    const pem = issue({ san: [...san, 'a.test'] });
    expect(look(pem).reasons).toEqual([]);
    expect(look(pem, 'b.test').reasons).toEqual(['hostname_mismatch']);
    expect(look(pem).facts.san).toHaveLength(10_000);
  });

  it('with a subject of 64 KB: truncated', () => {
    const { reasons, facts } = look(issue({ subject: { CN: 'x'.repeat(65_000), O: 'y'.repeat(500) } }));
    expect(reasons).toEqual([]);
    expect(facts.subject.length).toBeLessThanOrEqual(1_000);
    expect(facts.subjectCommonName?.length).toBeLessThanOrEqual(255);
  });

  it('with a subject of 10,000 parts', () => {
    const part = setOf(sequence(objectIdentifier('2.5.4.11'), utf8('x')));
    const flood = sequence(...Array.from({ length: 10_000 }, () => part));
    const san = extension('2.5.29.17', sequence(explicit(4, flood), der(0x82, Buffer.from('a.test'))));
    expect(look(issue({ san: [], extensions: [san] })).reasons).toEqual([]);
  });

  it.each([
    ['NUL', 'bank.test\0.evil.test'],
    ['a direction override', 'evil\u202Etset.knab'],
    ['script', '<script>alert(1)</script>'],
    ['line breaks', 'x\r\nSet-Cookie: y'],
    ['an escape sequence', '\u001b[31mred'],
    ['a lone surrogate', '\uD800'],
  ])('with %s in its names: the character is replaced', (_, CN) => {
    const { facts } = look(issue({ subject: { CN, O: CN } }));
    for (const text of [facts.subject, facts.subjectCommonName ?? '', ...facts.san]) expect(text).not.toMatch(/[\p{Cc}\p{Cs}\u202E]/u);
  });

  it('with a negative serial number: malformed, and shown as is', () => {
    const { reasons, facts } = look(issue({ serial: Buffer.from([0xff, 0x7f]) }));
    expect([reasons, facts.serialNumber]).toEqual([['malformed'], '-81']);
  });

  it('with a serial number of 10 KB: malformed, and truncated', () => {
    const { reasons, facts } = look(issue({ serial: Buffer.alloc(10_000, 0x41) }));
    expect(reasons).toEqual(['malformed']);
    expect(facts.serialNumber.length).toBeLessThanOrEqual(100);
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['an indefinite length', (bytes) => Buffer.concat([Buffer.from([0x30, 0x80]), bytes.subarray(4), Buffer.from([0, 0])])],
    ['a length of eight bytes', (bytes) => Buffer.concat([Buffer.from('3088000000000000', 'hex'), bytes.subarray(2)])],
    ['a length of 4 GB', (bytes) => Buffer.concat([Buffer.from('3084ffffffff', 'hex'), bytes.subarray(4)])],
    ['trailing bytes', (bytes) => Buffer.concat([bytes, Buffer.from([0])])],
    ['a missing second half', (bytes) => bytes.subarray(0, bytes.length / 2)],
    ['no contents', () => Buffer.from('3000', 'hex')],
    ['10,000 levels of nesting', () => Buffer.alloc(20_000, Buffer.from('3080', 'hex'))],
    ['text', () => Buffer.from('<html></html>')],
  ])('with %s: malformed', (_, change) => {
    const { reasons, facts } = look(changed(issue({}), change));
    expect(reasons).toEqual(['malformed']);
    expect(facts.fingerprint256).toMatch(/^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/);
  });

  it('with a length in BER: malformed, but every field is shown', () => {
    const ber = changed(issue({}), (bytes) => Buffer.concat([Buffer.from('308300', 'hex'), bytes.subarray(2)]));
    const { reasons, facts } = look(ber + authority.intermediate.pem);
    expect([reasons, facts.san]).toEqual([['malformed'], ['a.test']]);
  });

  it.each<[string, Buffer]>([
    ['a purpose of 10 KB', extension('2.5.29.37', sequence(der(0x06, Buffer.alloc(10_000, 0x81))))],
    ['10,000 purposes', extension('2.5.29.37', sequence(...Array.from({ length: 10_000 }, () => objectIdentifier('1.2.3'))))],
    [
      'deeply nested names',
      extension(
        '2.5.29.17',
        Array.from({ length: 2_000 }).reduce<Buffer>((inner) => explicit(4, inner), sequence()),
      ),
    ],
  ])('with %s: malformed', (_, added) => {
    expect(look(issue({ purpose: null, san: [], extensions: [added] })).reasons).toContain('malformed');
  });

  it('with a purpose made from a UUID: read as usual', () => {
    const uuid = der(0x06, Buffer.from('6983ffffffffffffffffffffffffffffffff7f', 'hex'));
    expect(look(issue({ purpose: null, extensions: [extension('2.5.29.37', sequence(uuid))] })).reasons).toEqual(['wrong_purpose']);
  });

  it('with 1,000 extensions: malformed', () => {
    const extensions = Array.from({ length: 1_000 }, (_, n) => extension(`1.2.3.${n}`, sequence()));
    expect(look(issue({ extensions })).reasons).toContain('malformed');
  });

  it('with a meaningless RSA key of 16,384 bits', () => {
    const modulus = Buffer.alloc(2_049, 0xff);
    modulus[0] = 0;
    const numbers = sequence(der(0x02, modulus), der(0x02, Buffer.from([1, 0, 1])));
    const spki = sequence(sequence(objectIdentifier('1.2.840.113549.1.1.1'), der(5)), der(3, Buffer.from([0]), numbers));
    expect(look(issue({ key: { ...keyPair(), spki } })).facts).toMatchObject({ keyType: 'RSA', keyBits: 16_384 });
  });
});

describe('a hostile chain is judged in bounded time', () => {
  it('of 1 MB of alternative issuers', () => {
    const crowd = Array.from(
      { length: 40 },
      (_, n) =>
        issueCertificate({
          subject: authority.intermediate.subject,
          isCa: true,
          key: keyPair('P-256', `crowd ${n % 4}`),
          san: ['x'.repeat(25_000)],
        }).pem,
    );
    const pem = authority.issue('a.test').pem + crowd.join('');
    expect(pem.length).toBeGreaterThan(1_000_000);
    expect(look(pem).reasons).toEqual(['incomplete_chain']);
    expect(look(pem + authority.intermediate.pem).reasons).toEqual([]);
  });

  it('of large issuers, without caching any', async () => {
    const big = issueCertificate(
      { subject: { CN: 'big' }, isCa: true, key: keyPair('P-256', 'big'), san: Array.from({ length: 50_000 }, (_, n) => `n${n}.test`) },
      authority.root,
    );
    const chains = Array.from({ length: 20 }, () =>
      pemBlocks(issueCertificate({ subject: { CN: 'a.test' }, san: ['a.test'] }, big).chainPem),
    );
    const before = process.memoryUsage().arrayBuffers;
    for (const ders of chains) {
      const chain = judge.readChain(ders);
      if (chain === undefined) throw new Error('no chain');
      expect(judge.verifyChain({ chain, host: 'a.test', now: new Date() }).reasons).toEqual([]);
    }
    const kept = (): number => {
      gc();
      return process.memoryUsage().arrayBuffers - before;
    };
    // Buffers are freed by a separate thread, after the collection that found them.
    await expect.poll(kept).toBeLessThan(3_000_000);
  });

  it('of certificates that all appear to issue each other', () => {
    const key = keyPair('P-384', 'ring');
    const subject = { CN: 'ring' };
    const ring = Array.from({ length: 90 }, () => issueCertificate({ subject, key, isCa: true }, { ...authority.root, subject, key }).pem);
    const leaf = issueCertificate({ subject: { CN: 'a.test' }, san: ['a.test'] }, { ...authority.root, subject, key }).pem;
    expect(look(leaf + ring.join('')).reasons).toContain('untrusted_root');
  });

  it('of authorities that all cross-signed each other', () => {
    const names = Array.from({ length: 9 }, (_, n) => ({ subject: { CN: `mesh ${n}` }, key: keyPair('P-256', `mesh ${n}`) }));
    const mesh = names.flatMap((one) =>
      names.flatMap((other) => (one === other ? [] : [issueCertificate({ ...one, isCa: true }, { ...authority.root, ...other }).pem])),
    );
    const [first = { subject: {}, key: keyPair() }] = names;
    const leaf = issueCertificate({ subject: { CN: 'a.test' }, san: ['a.test'] }, { ...authority.root, ...first }).pem;
    const { reasons } = look(leaf + mesh.join(''));
    expect(reasons).toEqual(['untrusted_root']);
  });

  it('with the earliest and latest possible dates', () => {
    const far = { notBefore: new Date(Date.now() - 50 * 365 * DAY_MS), notAfter: new Date('9999-12-31T23:59:59Z') };
    expect(look(issue(far))).toMatchObject({ reasons: [], warnings: [] });
  });
});
