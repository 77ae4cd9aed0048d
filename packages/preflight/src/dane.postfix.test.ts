import { createHash, X509Certificate } from 'node:crypto';
import { type DaneEndpoint, judgePreflight, type RenewalFinding } from '@notafter/domain';
import { createDirectProbe, type Probe, probeKeyTypes } from '@notafter/tls';
import { createAuthority, type Issued, issueCertificate, keyPair, patient } from '@notafter/tls/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPreflight } from './create-preflight.ts';
import { type SignedZone, type SignedZones, startSignedZones, type ZoneFault } from './testing/index.ts';
import { type PostfixServer, startPostfix } from './testing/postfix.ts';

// TLSA records in zones that BIND signs, against chains that Postfix serves by STARTTLS.

const now = new Date();
const DAY_MS = 86_400_000;
const days = (count: number): Date => new Date(now.getTime() + count * DAY_MS);
const date = (instant: Date): string => instant.toISOString().slice(0, 10);

const authority = createAuthority({ name: 'DANE' });
const endingAt = days(40);
const ending = issueCertificate(
  { subject: { CN: 'DANE R2', O: 'DANE' }, isCa: true, key: keyPair('P-256', 'dane ending'), notAfter: endingAt },
  authority.root,
);
const issue = (name: string, keyKind: 'P-256' | 'RSA-2048'): Issued =>
  issueCertificate(
    { subject: { CN: name }, san: [name], key: keyPair(keyKind, `dane ${keyKind}`), notBefore: days(-10), notAfter: days(80) },
    ending,
  );

const tlsa = (pem: string, usage: number, selector: number, matching: number): string => {
  const certificate = new X509Certificate(pem);
  const data = selector === 0 ? certificate.raw : certificate.publicKey.export({ type: 'spki', format: 'der' });
  const hash = [null, 'sha256', 'sha512'][matching] ?? null;
  return `_25._tcp.mx TLSA ${usage} ${selector} ${matching} ${(hash === null ? data : createHash(hash).update(data).digest()).toString('hex')}`;
};

/** Named differently from its zone: what mail servers look up is the MX host. */
const MX = 'mx.mail.example';
const leaf = { ecdsa: issue(MX, 'P-256'), rsa: issue(MX, 'RSA-2048') };
const other = issueCertificate({ subject: { CN: 'another' }, key: keyPair('P-256', 'dane another') }, authority.root);

interface Case {
  readonly name: string;
  /** Records of the zone of the MX host. */
  readonly records: readonly string[];
  readonly zone?: ZoneFault;
  /** ECDSA alone by default. */
  readonly serves?: 'ecdsa' | 'rsa' | 'both';
  readonly expected: readonly (readonly [RenewalFinding['code'], RenewalFinding['severity'], (host: string) => string])[];
}

const undelivered = 'Mail servers that check DANE do not deliver to it.';
const mismatch = (keyType: string): Case['expected'][number] => [
  'dane_mismatch',
  'blocking',
  (host) =>
    `No TLSA record of _25._tcp.${host} matches the ${keyType} certificate that ${host}:25 serves. ${undelivered} Publish a record that matches it.`,
];
const pinsKey = (fields: string, keyType = 'ECDSA'): Case['expected'][number] => [
  'dane_pins_key',
  'notice',
  (host) =>
    `The TLSA record ${fields} of _25._tcp.${host} is pinned to the present ${keyType} key of ${host}:25. Keep the key when you renew, or publish the next key’s record first.`,
];
const pinsCertificate = (fields: string): Case['expected'][number] => [
  'dane_pins_certificate',
  'warning',
  (host) =>
    `The TLSA record ${fields} of _25._tcp.${host} matches only the present ECDSA certificate of ${host}:25, so the next renewal breaks it. Publish the record of the next certificate before you install it.`,
];
const unusable = (fields: string): Case['expected'][number] => [
  'dane_unusable',
  'notice',
  (host) =>
    `No TLSA record of _25._tcp.${host} can be used (${fields}), so clients ignore them and only require encryption. Publish 3 1 1.`,
];

const cases: readonly Case[] = [
  { name: 'clean', records: [tlsa(authority.root.pem, 2, 1, 1)], expected: [] },
  { name: 'clean-certificate', records: [tlsa(authority.root.pem, 2, 0, 2)], expected: [] },
  { name: 'rolled', records: [tlsa(leaf.ecdsa.pem, 3, 1, 1), tlsa(other.pem, 3, 1, 1)], expected: [] },
  { name: 'none', records: [], expected: [] },
  { name: 'other-key', records: [tlsa(other.pem, 3, 1, 1)], expected: [mismatch('ECDSA')] },
  { name: 'other-issuer', records: [tlsa(other.pem, 2, 1, 1)], expected: [mismatch('ECDSA')] },
  { name: 'leaf-as-issuer', records: [tlsa(leaf.ecdsa.pem, 2, 1, 1)], expected: [mismatch('ECDSA')] },
  { name: 'one-key-of-two', serves: 'both', records: [tlsa(leaf.ecdsa.pem, 3, 1, 1)], expected: [mismatch('RSA'), pinsKey('3 1 1')] },
  {
    name: 'both-keys',
    serves: 'both',
    records: [tlsa(leaf.ecdsa.pem, 3, 1, 1), tlsa(leaf.rsa.pem, 3, 1, 1)],
    expected: [pinsKey('3 1 1'), pinsKey('3 1 1', 'RSA')],
  },
  { name: 'key', records: [tlsa(leaf.ecdsa.pem, 3, 1, 1)], expected: [pinsKey('3 1 1')] },
  { name: 'rsa-key', serves: 'rsa', records: [tlsa(leaf.rsa.pem, 3, 1, 2)], expected: [pinsKey('3 1 2', 'RSA')] },
  { name: 'whole-key', records: [tlsa(leaf.ecdsa.pem, 3, 1, 0)], expected: [pinsKey('3 1 0')] },
  { name: 'certificate', records: [tlsa(leaf.ecdsa.pem, 3, 0, 1)], expected: [pinsCertificate('3 0 1')] },
  { name: 'whole-certificate', records: [tlsa(leaf.ecdsa.pem, 3, 0, 0)], expected: [pinsCertificate('3 0 0')] },
  {
    name: 'issuer-ending',
    records: [tlsa(ending.pem, 2, 1, 1)],
    expected: [
      [
        'dane_issuer_ending',
        'warning',
        (host) =>
          `The TLSA record 2 1 1 of _25._tcp.${host} names an issuer that ends on ${date(endingAt)}, before the next certificate of ${host}:25 would. Publish the record of its successor before you renew.`,
      ],
    ],
  },
  { name: 'web-usage', records: [tlsa(leaf.ecdsa.pem, 1, 1, 1)], expected: [unusable('1 1 1')] },
  { name: 'short', records: ['_25._tcp.mx TLSA 3 1 1 abcdef'], expected: [unusable('3 1 1')] },
  {
    name: 'unsigned',
    records: [tlsa(other.pem, 3, 1, 1)],
    zone: { kind: 'unsigned' },
    expected: [
      [
        'dane_unsigned',
        'notice',
        (host) => `The TLSA records of _25._tcp.${host} are not signed with DNSSEC, so clients ignore them. Sign the zone, or remove them.`,
      ],
    ],
  },
  {
    name: 'expired',
    records: [tlsa(leaf.ecdsa.pem, 3, 1, 1)],
    zone: { kind: 'expired' },
    expected: [
      [
        'dane_unavailable',
        'blocking',
        (host) =>
          `The TLSA records of _25._tcp.${host} cannot be read because DNSSEC validation fails: a signature has expired. ${undelivered} Repair the zone.`,
      ],
    ],
  },
  {
    name: 'lame-records',
    records: ['_25._tcp.mx CNAME tlsa.lame.example.'],
    expected: [
      [
        'dane_unavailable',
        'blocking',
        (host) =>
          `The TLSA records of _25._tcp.${host} cannot be read because the name servers answer SERVFAIL. ${undelivered} Repair the zone.`,
      ],
    ],
  },
];

const hostOf = ({ name }: Case): string => `mx.${name}.example`;
/** The domain whose mail the host takes; always signed. */
const domainOf = ({ name }: Case): string => `mail-of-${name}.example`;
const zones: readonly SignedZone[] = [
  { name: 'lame.example', records: [], fault: { kind: 'lame' } },
  ...cases.flatMap((each): SignedZone[] => [
    { name: `${each.name}.example`, records: ['mx A 127.0.0.1', ...each.records], fault: each.zone ?? { kind: 'none' } },
    { name: domainOf(each), records: [`@ MX 10 ${hostOf(each)}.`] },
  ]),
];

let served: SignedZones;
let postfix: Readonly<Record<'ecdsa' | 'rsa' | 'both', PostfixServer>>;
let probe: Probe;
beforeAll(async () => {
  served = await startSignedZones(zones);
  const start = (...served: readonly Issued[]) =>
    startPostfix(
      served.map((issued) => ({
        keyPem: issued.key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        chainPem: `${issued.pem}\n${ending.pem}\n${authority.root.pem}`,
      })),
    );
  postfix = { ecdsa: await start(leaf.ecdsa), rsa: await start(leaf.rsa), both: await start(leaf.ecdsa, leaf.rsa) };
  probe = createDirectProbe({ dnsServers: [], targetAllow: ['127.0.0.0/8'], crlCheck: false, ...patient });
});
afterAll(async () => {
  await Promise.all([served.close(), ...Object.values(postfix).map((server) => server.close())]);
});

const chainsOf = (serves: Case['serves'] = 'ecdsa') => {
  const { address, port } = postfix[serves];
  return (endpoint: DaneEndpoint) => probeKeyTypes(probe, { ...endpoint, host: MX, port, address });
};

const judge = async (each: Case, resolver = served.validating): Promise<readonly RenewalFinding[]> => {
  const { dnsTimeoutMs } = patient;
  const preflight = createPreflight({ dnsServers: [resolver], dnsTimeoutMs, signedNames: ['example'], probeChains: chainsOf(each.serves) });
  const facts = await preflight.look({ domain: domainOf(each), names: [], endpoints: [] });
  return judgePreflight({ ...facts, registration: { kind: 'unknown', reason: '', isTransient: false } }, now).findings;
};

it.each(cases.map((each) => [each.name, each] as const))('judges the TLSA records of a mail server: %s', async (_name, each) => {
  const findings = await judge(each);
  expect(findings.map(({ code, severity, text }) => [code, severity, text])).toEqual(
    each.expected.map(([code, severity, text]) => [code, severity, text(hostOf(each))]),
  );
});

it('says nothing about TLSA records if the resolver does not validate', async () => {
  for (const each of cases) expect(await judge(each, served.plain)).toEqual([]);
});
