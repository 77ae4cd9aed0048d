import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { CertificateIssuer, KeyAndCertificate, NewCertificate } from '@notafter/domain';

/** ub-common-name of RFC 5280. */
const MAX_COMMON_NAME = 64;
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** Loaded with the first certificate: the library takes 70 ms and some 10 MB. */
const loadX509 = async () => {
  await import('reflect-metadata');
  return import('@peculiar/x509');
};

/** X.509 has whole seconds. */
const toSecond = (date: Date): Date => new Date(Math.floor(date.getTime() / 1000) * 1000);

/** 127 random bits: positive, at most 16 bytes, and not predictable. */
const createSerial = (): string => {
  const bytes = randomBytes(16);
  // The first byte must be neither zero, which DER forbids, nor negative.
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes.toString('hex');
};

const createKeys = () => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

const toPem = (label: string, bytes: ArrayBuffer): string =>
  `-----BEGIN ${label}-----\n${Buffer.from(bytes).toString('base64').replace(/.{64}/g, '$&\n').trimEnd()}\n-----END ${label}-----\n`;

const keyPem = async (key: CryptoKey): Promise<string> => toPem('PRIVATE KEY', await crypto.subtle.exportKey('pkcs8', key));

const readKey = (pem: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('pkcs8', Buffer.from(pem.replace(/-----[^-]+-----/g, ''), 'base64'), algorithm, false, ['sign']);

const assertDates = ({ notBefore, notAfter }: { readonly notBefore: Date; readonly notAfter: Date }): void => {
  if (!(toSecond(notBefore) < toSecond(notAfter))) throw new Error('A certificate must end after it begins.');
};

const createAuthority: CertificateIssuer['createAuthority'] = async (name, validity) => {
  if (name === '' || [...name].length > MAX_COMMON_NAME) throw new Error(`The name of a CA must have 1 to ${MAX_COMMON_NAME} characters.`);
  assertDates(validity);
  const x509 = await loadX509();
  const keys = await createKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: createSerial(),
      name: new x509.Name([{ CN: [{ utf8String: name }] }]),
      notBefore: toSecond(validity.notBefore),
      notAfter: toSecond(validity.notAfter),
      signingAlgorithm: algorithm,
      keys,
      extensions: [
        // Servers' certificates only: no CA below it.
        new x509.BasicConstraintsExtension(true, 0, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey, false, crypto),
      ],
    },
    crypto,
  );
  return { certificate: toPem('CERTIFICATE', certificate.rawData), key: await keyPem(keys.privateKey) };
};

const sign = async (authority: KeyAndCertificate, wanted: NewCertificate, publicKey: CryptoKey): Promise<string> => {
  const names = [...new Set(wanted.names)];
  const [first] = names;
  if (first === undefined) throw new Error('A certificate needs a name.');
  assertDates(wanted);
  const x509 = await loadX509();
  const issuer = new x509.X509Certificate(authority.certificate);
  if (toSecond(wanted.notAfter) > issuer.notAfter) throw new Error('A certificate must not outlive its CA.');
  const hasCommonName = first.length <= MAX_COMMON_NAME;
  const certificate = await x509.X509CertificateGenerator.create(
    {
      serialNumber: createSerial(),
      subject: new x509.Name(hasCommonName ? [{ CN: [{ utf8String: first }] }] : []),
      issuer: issuer.subjectName,
      notBefore: toSecond(wanted.notBefore),
      notAfter: toSecond(wanted.notAfter),
      signingAlgorithm: algorithm,
      publicKey,
      signingKey: await readKey(authority.key),
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
        await x509.SubjectKeyIdentifierExtension.create(publicKey, false, crypto),
        await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey, false, crypto),
        // RFC 5280, 4.2.1.6: critical where the subject is empty.
        new x509.SubjectAlternativeNameExtension(
          names.map((value) => ({ type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const), value })),
          !hasCommonName,
        ),
      ],
    },
    crypto,
  );
  return toPem('CERTIFICATE', certificate.rawData);
};

const issue = async (authority: KeyAndCertificate, wanted: NewCertificate): Promise<KeyAndCertificate> => {
  const keys = await createKeys();
  return { certificate: await sign(authority, wanted, keys.publicKey), key: await keyPem(keys.privateKey) };
};

const readPublicKey = (spki: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('spki', Buffer.from(spki, 'base64'), algorithm, true, ['verify']);

const readRequest = async (text: string): Promise<string | null> => {
  const x509 = await loadX509();
  try {
    const request = new x509.Pkcs10CertificateRequest(text);
    if (!(await request.verify(crypto))) return null;
    const spki = Buffer.from(request.publicKey.rawData).toString('base64');
    await readPublicKey(spki);
    return spki;
  } catch {
    // Whatever a stranger sends: not DER, another curve, a signature of another form.
    return null;
  }
};

const issueFor = async (authority: KeyAndCertificate, wanted: NewCertificate, publicKey: string): Promise<string> =>
  sign(authority, wanted, await readPublicKey(publicKey));

/** Creates P-256 keys and signs certificates of a private CA (RFC 5280). The CA may sign servers' certificates only. */
export const createCertificateIssuer = (): CertificateIssuer => ({ createAuthority, issue, readRequest, issueFor });
