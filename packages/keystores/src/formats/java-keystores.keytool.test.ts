import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { authority, contentsOfBytes, leaf, openssl, summaryOf, temporaryFolder, writeSample } from '../testing/sample-files.ts';

const { root, intermediate } = authority;
const PASSWORD = 'open sesame';
const keytool = (...args: readonly string[]): void => void execFileSync('keytool', args, { stdio: 'ignore' });

/** A keystore of this type by keytool, with the server's key and chain and a trusted root. */
const keystoreOf = (type: string): Buffer => {
  const folder = temporaryFolder();
  const source = join(folder, 'source.p12');
  const all = writeSample('all.pem', leaf.key.privatePem + leaf.chainPem, folder);
  writeSample('source.p12', openssl('pkcs12', '-export', '-in', all, '-name', 'server', '-passout', `pass:${PASSWORD}`), folder);
  const path = join(folder, 'keystore');
  const target = ['-deststoretype', type, '-deststorepass', PASSWORD];
  keytool('-importkeystore', '-noprompt', '-srckeystore', source, '-srcstorepass', PASSWORD, '-destkeystore', path, ...target);
  const store = ['-keystore', path, '-storetype', type, '-storepass', PASSWORD];
  keytool('-importcert', '-noprompt', '-alias', 'corporate-root', '-file', writeSample('root.pem', root.pem, folder), ...store);
  if (type !== 'JKS') keytool('-genseckey', '-alias', 'session', '-keyalg', 'AES', '-keysize', '128', '-keypass', PASSWORD, ...store);
  return readFileSync(path);
};

describe("keystores of this machine's keytool", () => {
  it.each([
    { type: 'JKS', format: 'jks' },
    { type: 'JCEKS', format: 'jks' },
    { type: 'PKCS12', format: 'pkcs12' },
  ])('of type $type have their entries read', async ({ type, format }) => {
    const bytes = keystoreOf(type);
    const contents = await contentsOfBytes(bytes, PASSWORD);
    const certificates = contents.certificates.toSorted((one, other) => String(one.alias).localeCompare(String(other.alias)));
    expect(summaryOf({ ...contents, certificates }, { root, intermediate, leaf })).toEqual({
      format,
      problem: null,
      certificates: [
        { alias: 'corporate-root', role: 'authority', der: 'root', chain: [], hasKey: false },
        { alias: 'server', role: 'certificate', der: 'leaf', chain: expect.arrayContaining(['intermediate']), hasKey: true },
      ],
    });
    expect((await contentsOfBytes(bytes, 'wrong')).problem?.code).toBe('wrong_password');
  });
});
