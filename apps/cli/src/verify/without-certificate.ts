import type { VerdictReason } from '@notafter/domain';
import type { Statement } from '../verdict/statement.ts';

const takeOut = (command: string): string => `Extract the certificates: openssl ${command}`;
const whole = 'Use a PEM file with -----BEGIN CERTIFICATE----- blocks, or one certificate in DER.';

/** Common mistakes, by PEM label. */
const labels: readonly (readonly [pattern: RegExp, holds: string, fix: string])[] = [
  [/-----BEGIN PKCS7-----/, 'a PKCS #7 bundle', takeOut('pkcs7 -print_certs -in FILE')],
  [/-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----/, 'a truncated certificate', 'Copy it again, including -----END CERTIFICATE-----.'],
  [/-----BEGIN (?:NEW )?CERTIFICATE REQUEST-----/, 'a signing request', 'Use the certificate that the CA issued for it.'],
  [/-----BEGIN X509 CRL-----/, 'a revocation list', 'Pass the chain here and the CRL with --crl.'],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----/, 'a private key', 'Use the certificate that belongs to it, and keep the key on its server.'],
];

const signedData = Buffer.from('06092a864886f70d010702', 'hex');
const data = Buffer.from('06092a864886f70d010701', 'hex');
/** Both are near the start, after lengths and a version. */
const HEAD_BYTES = 40;

/** Returns why a file has nothing to verify; null if it may hold one certificate in DER. */
export const withoutCertificate = (file: Buffer): Statement<VerdictReason> | null => {
  const statement = (text: string, fix: string): Statement<VerdictReason> => ({ code: 'malformed', text, fix });
  if (file.length === 0) return statement('The file is empty.', whole);
  const head = file.subarray(0, HEAD_BYTES);
  if (head.includes(signedData)) return statement('The file is a PKCS #7 bundle.', takeOut('pkcs7 -inform DER -print_certs -in FILE'));
  if (head.includes(data)) return statement('The file is a PKCS #12 store.', takeOut('pkcs12 -nokeys -in FILE'));
  if (file[0] === 0x30) return null;
  if ((head[0] === 0xff && head[1] === 0xfe) || head[1] === 0)
    return statement('The file is UTF-16 text.', 'Save it as plain text or UTF-8.');
  const [, holds, fix] = labels.find(([pattern]) => pattern.test(file.toString('latin1'))) ?? [];
  return holds === undefined || fix === undefined
    ? statement('The file contains no certificate.', whole)
    : statement(`The file contains ${holds}, but no complete certificate.`, fix);
};
