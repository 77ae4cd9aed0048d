import type { VerdictReason } from '@notafter/domain';
import type { Statement } from '../verdict/statement.ts';

const takeOut = (command: string): string => `Take the certificates out of it: openssl ${command}`;
const whole = 'Give a PEM file with -----BEGIN CERTIFICATE----- blocks, or one certificate in DER.';

/** What people hand in instead, by its PEM label. */
const labels: readonly (readonly [pattern: RegExp, holds: string, fix: string])[] = [
  [/-----BEGIN PKCS7-----/, 'a PKCS #7 bundle', takeOut('pkcs7 -print_certs -in FILE')],
  [/-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----/, 'a certificate that breaks off', 'Copy it again, down to -----END CERTIFICATE-----.'],
  [/-----BEGIN (?:NEW )?CERTIFICATE REQUEST-----/, 'a signing request', 'Give the certificate that the authority made of it.'],
  [/-----BEGIN X509 CRL-----/, 'a revocation list', 'Give the chain here, and the list by --crl.'],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----/, 'a private key', 'Give the certificate that belongs to it; the key stays on its server.'],
];

const signedData = Buffer.from('06092a864886f70d010702', 'hex');
const data = Buffer.from('06092a864886f70d010701', 'hex');
/** Both stand near the start, behind lengths and a version. */
const HEAD_BYTES = 40;

/** Why a file has nothing to judge, in words; null where one certificate in DER may be in it. */
export const withoutCertificate = (file: Buffer): Statement<VerdictReason> | null => {
  const statement = (text: string, fix: string): Statement<VerdictReason> => ({ code: 'malformed', text, fix });
  if (file.length === 0) return statement('The file is empty.', whole);
  const head = file.subarray(0, HEAD_BYTES);
  if (head.includes(signedData)) return statement('The file holds a PKCS #7 bundle.', takeOut('pkcs7 -inform DER -print_certs -in FILE'));
  if (head.includes(data)) return statement('The file holds a PKCS #12 store.', takeOut('pkcs12 -nokeys -in FILE'));
  if (file[0] === 0x30) return null;
  if ((head[0] === 0xff && head[1] === 0xfe) || head[1] === 0)
    return statement('The file is text in UTF-16.', 'Save it as plain text or UTF-8.');
  const [, holds, fix] = labels.find(([pattern]) => pattern.test(file.toString('latin1'))) ?? [];
  return holds === undefined || fix === undefined
    ? statement('The file holds no certificate.', whole)
    : statement(`The file holds ${holds}, and no whole certificate.`, fix);
};
