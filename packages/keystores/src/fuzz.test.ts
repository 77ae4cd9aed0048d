import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { problemCodes } from './reading.ts';
import { javaKeystores } from './testing/java-keystores.ts';
import { authority, contentsOfBytes, derOf, leaf, openssl, temporaryFolder, writeSample } from './testing/sample-files.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const samples = (): readonly { readonly name: string; readonly bytes: Buffer }[] => {
  const folder = temporaryFolder();
  const key = writeSample('key.pem', leaf.key.privatePem, folder);
  const chain = writeSample('chain.pem', leaf.chainPem, folder);
  const pkcs12 = (...options: readonly string[]): Buffer =>
    openssl('pkcs12', '-export', '-inkey', key, '-in', chain, '-passout', 'pass:changeit', '-iter', '1', ...options);
  const user = { 'client-certificate-data': base64(leaf.pem), 'client-key-data': base64(leaf.key.privatePem) };
  const cluster = { server: 'https://cluster', 'certificate-authority-data': base64(authority.root.pem) };
  const config = { contexts: [], clusters: [{ name: 'c', cluster }], users: [{ name: 'u', user }] };
  return [
    { name: 'pem', bytes: Buffer.from(leaf.key.privatePem + leaf.chainPem) },
    { name: 'der', bytes: derOf(leaf) },
    { name: 'pkcs7', bytes: openssl('crl2pkcs7', '-nocrl', '-certfile', chain, '-outform', 'DER') },
    { name: 'streamed pkcs7', bytes: openssl('cms', '-sign', '-stream', '-outform', 'DER', '-signer', chain, '-inkey', key, '-in', chain) },
    { name: 'pkcs12', bytes: pkcs12() },
    { name: 'plain pkcs12', bytes: pkcs12('-certpbe', 'NONE', '-keypbe', 'NONE') },
    { name: 'legacy pkcs12', bytes: pkcs12('-legacy') },
    { name: 'jks', bytes: Buffer.from(javaKeystores.jks, 'base64') },
    { name: 'jceks', bytes: Buffer.from(javaKeystores.jceks, 'base64') },
    { name: 'kubeconfig', bytes: Buffer.from(stringify(config)) },
  ];
};

const RUNS = 300;
const SLOW_MS = 20_000;

describe('changed files', () => {
  it(`are read or have a problem, each of ${RUNS} variants of each format, and never take long`, async () => {
    const change = fc.record({ at: fc.nat(), to: fc.nat(255), kind: fc.constantFrom('set', 'cut', 'repeat', 'remove') });
    for (const { name, bytes } of samples()) {
      const property = fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
        let changed = Buffer.from(bytes);
        for (const { at, to, kind } of changes) {
          const where = at % Math.max(1, changed.length);
          const [before, after] = [changed.subarray(0, where), changed.subarray(where)];
          if (kind === 'set' && after.length > 0) changed.writeUInt8(to, where);
          else if (kind === 'cut') changed = Buffer.from(before);
          else if (kind === 'repeat') changed = Buffer.concat([before, after.subarray(0, to), after]);
          else changed = Buffer.concat([before, after.subarray(to % 8)]);
        }
        const started = performance.now();
        const { problem } = await contentsOfBytes(changed, 'changeit');
        expect(problem === null || problemCodes.includes(problem.code), name).toBe(true);
        expect(performance.now() - started, name).toBeLessThan(SLOW_MS);
      });
      await fc.assert(property, { numRuns: RUNS });
    }
  });
});
