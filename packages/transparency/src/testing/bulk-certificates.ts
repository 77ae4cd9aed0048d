import { generateKeyPairSync, hash, randomBytes } from 'node:crypto';
import { der } from '@notafter/tls/testing';

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
const hex = (text: string): Buffer => Buffer.from(text, 'hex');
const ecdsaWithSha256 = hex('300a06082a8648ce3d040302');
const spki = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'der' });
const version3 = hex('a003020102');
const text = (oid: string, value: string): Buffer => der(0x31, sequence(hex(oid), der(0x0c, Buffer.from(value))));
const extension = (oid: string, ...value: readonly Uint8Array[]): Buffer => sequence(hex(oid), ...value);
const octets = (...parts: readonly Uint8Array[]): Buffer => der(0x04, ...parts);

const ISSUER = sequence(text('0603550406', 'US'), text('060355040a', 'Bulk Trust'), text('0603550403', 'BT1'));
const critical = hex('0101ff');
const poison = extension('060a2b06010401d679020403', critical, octets(hex('0500')));
const url = (path: string): Buffer => der(0x86, Buffer.from(`http://bulk-trust.test/${path}`));
/** The usual extensions of certificates of public CAs. */
const usual = [
  extension('0603551d0f', critical, octets(hex('03020780'))),
  extension('0603551d25', octets(sequence(hex('06082b06010505070301')))),
  extension('0603551d13', critical, octets(hex('3000'))),
  extension('0603551d23', octets(sequence(der(0x80, Buffer.alloc(20, 9))))),
  extension('06082b06010505070101', octets(sequence(sequence(hex('06082b06010505073002'), url('bt1.cer'))))),
  extension('0603551d20', octets(sequence(sequence(hex('060667810c010201'))))),
  extension('0603551d1f', octets(sequence(sequence(der(0xa0, der(0xa0, url('bt1/17.crl'))))))),
];
const time = (date: Date): Buffer => der(0x17, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));

export interface BulkCertificate {
  readonly certificate: Buffer;
  readonly precertificate: Buffer;
  /** Of both, without poison and timestamps. */
  readonly tbs: Buffer;
  readonly tbsSha256: string;
  readonly names: readonly string[];
  /** SHA-256 of the issuer's key. */
  readonly issuerKeyHash: Buffer;
}

export interface BulkRequest {
  /** Distinguishes certificates with the same names. */
  readonly serial: number;
  readonly names: readonly string[];
  /** Default: the first name. */
  readonly commonName?: string | readonly string[];
  readonly notBefore?: Date;
  readonly days?: number;
  /** SHA-256 of the issuer's key, in the entry of a precertificate. */
  readonly issuerKeyHash?: Buffer;
  /** Fills keys, identifiers and signatures with random bytes, which compress as badly as real ones. */
  readonly isRandom?: boolean;
}

const bulkIssuerKeyHash = hash('sha256', 'the key of the issuer', 'buffer');

/** Makes a certificate of the usual size, with its precertificate. Nothing is signed, which logs do not look at: it takes some 20 us. */
export const bulkCertificate = ({
  serial,
  names,
  commonName = names[0],
  notBefore = new Date('2026-11-01T00:00:00Z'),
  days = 47,
  issuerKeyHash = bulkIssuerKeyHash,
  isRandom = false,
}: BulkRequest): BulkCertificate => {
  const filled = (bytes: number): Buffer => (isRandom ? randomBytes(bytes) : Buffer.alloc(bytes, 0x11));
  const number = filled(18);
  number[0] = 0x11;
  number.writeUIntBE(serial, 12, 6);
  const key = Buffer.concat([spki.subarray(0, -64), filled(64)]);
  const keyIdentifier = extension('0603551d0e', octets(octets(filled(20))));
  // Two timestamps, and the signature of an issuer with an RSA key; nobody checks them.
  const timestamps = extension('060a2b06010401d679020402', octets(octets(filled(242))));
  const alternativeNames = extension('0603551d11', octets(sequence(...names.map((name) => der(0x82, Buffer.from(name, 'latin1'))))));
  const subject = commonName === undefined ? sequence() : sequence(...[commonName].flat().map((each) => text('0603550403', each)));
  const validity = sequence(time(notBefore), time(new Date(notBefore.getTime() + days * 86_400_000)));
  const before = [version3, der(0x02, number), ecdsaWithSha256, ISSUER, validity, subject, key];
  const tbsWith = (...more: readonly Buffer[]): Buffer =>
    sequence(...before, der(0xa3, sequence(...usual, keyIdentifier, alternativeNames, ...more)));
  const signed = (tbs: Buffer): Buffer => sequence(tbs, ecdsaWithSha256, der(0x03, Buffer.from([0]), filled(256)));
  const tbs = tbsWith();
  return {
    certificate: signed(tbsWith(timestamps)),
    precertificate: signed(tbsWith(poison)),
    tbs,
    tbsSha256: hash('sha256', tbs, 'hex'),
    names,
    issuerKeyHash,
  };
};
