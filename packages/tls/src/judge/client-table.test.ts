import { rootCertificates } from 'node:tls';
import { clientTable } from '@notafter/domain/client-table';
import { expect, it } from 'vitest';
import { Certificate } from '../x509/certificate.ts';
import { pemBlocks } from '../x509/pem.ts';

const shipped = rootCertificates.flatMap(pemBlocks).map((der) => new Certificate(der));

it('the table of clients knows every root of Node, with a key no younger than its certificate', () => {
  const keys = new Map(clientTable.roots.map(({ sha256, key }) => [sha256, key]));
  const unknown = shipped.filter(({ sha256 }) => !keys.has(sha256)).map(({ sha256 }) => sha256);
  expect(unknown).toEqual([]);
  for (const { sha256, notBefore } of shipped) expect(Date.parse(keys.get(sha256) ?? '')).toBeLessThanOrEqual(notBefore);
});

it('the same key has the same date under every certificate', () => {
  const keys = new Map(clientTable.roots.map(({ sha256, key }) => [sha256, key]));
  const bySpki = new Map<string, Set<string | undefined>>();
  for (const { spki, sha256 } of shipped) {
    const id = spki.toString('base64');
    bySpki.set(id, (bySpki.get(id) ?? new Set()).add(keys.get(sha256)));
  }
  expect([...bySpki.values()].filter(({ size }) => size > 1)).toEqual([]);
});
