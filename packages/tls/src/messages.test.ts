import type { CertificateFacts, Observation, ServedObservation } from '@notafter/domain';
import { expect, it } from 'vitest';
import { AnswerReader, AnswerWriter } from './messages.ts';
import { createAuthority } from './testing/index.ts';
import { Certificate } from './x509/certificate.ts';
import { factsOf } from './x509/certificate-facts.ts';
import { pemBlocks } from './x509/pem.ts';

const authority = createAuthority();
const read = (pem: string): CertificateFacts => factsOf(new Certificate(pemBlocks(pem)[0] ?? Buffer.alloc(0)));
const issuer = read(authority.intermediate.pem);
const root = read(authority.root.pem);
const served = (leaf: CertificateFacts): Observation => {
  const observation: Omit<ServedObservation, 'warnings' | 'revocation'> = {
    kind: 'served',
    target: { host: 'a.test', port: 443 },
    address: '192.0.2.1',
    chain: [leaf, issuer],
    root,
    reasons: ['expired'],
    protocol: 'TLSv1.3',
    cipher: 'TLS_AES_128_GCM_SHA256',
    handshakeMs: 3,
  };
  return { ...observation, warnings: [], revocation: { status: 'not_checked', source: null, detail: '', checkedAt: null } };
};

it('transfers every certificate once and every observation in full', () => {
  const writer = new AnswerWriter();
  const reader = new AnswerReader();
  const leaf = read(authority.issue('a.test').pem);
  const seen = served(leaf);
  writer.add(1, seen);
  writer.add(2, seen);
  const first = structuredClone(writer.take());
  expect(first.certificates).toHaveLength(3);
  expect(reader.read(first)).toEqual([
    { id: 1, observation: seen },
    { id: 2, observation: seen },
  ]);
  writer.add(3, seen);
  writer.addFault(4, 'no ports');
  const second = structuredClone(writer.take());
  expect(second.certificates).toEqual([]);
  expect(reader.read(second)).toEqual([
    { id: 3, observation: seen },
    { id: 4, fault: 'no ports' },
  ]);
  const other = read(authority.issue('b.test').pem);
  const addresses = {
    set: 'two',
    group: 'X25519',
    seen: [
      { kind: 'served', address: '192.0.2.1', certificate: leaf, reasons: [] },
      { kind: 'served', address: '192.0.2.2', certificate: other, reasons: ['hostname_mismatch'] },
      { kind: 'unreachable', address: '192.0.2.3', reason: 'refused', detail: 'Connection refused.' },
    ],
  } as const;
  writer.add(5, seen, addresses);
  const third = structuredClone(writer.take());
  expect(third.certificates).toHaveLength(1);
  expect(reader.read(third)).toEqual([{ id: 5, observation: { ...seen, addresses } }]);
  expect(writer.isEmpty).toBe(true);
});

it('evicts on both sides together, and sends an evicted certificate again', () => {
  const writer = new AnswerWriter();
  const reader = new AnswerReader();
  const leaves = Array.from({ length: 15_100 }, (_, n) => ({ ...issuer, serialNumber: String(n) }));
  let forgotten = 0;
  for (const [id, leaf] of [...leaves, ...leaves.slice(0, 5)].entries()) {
    writer.add(id, served(leaf));
    const message = writer.take();
    forgotten += message.forgotten.length;
    expect(reader.read(message)).toEqual([{ id, observation: served(leaf) }]);
  }
  expect(forgotten).toBe(107);
});
