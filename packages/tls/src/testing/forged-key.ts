import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { bitString, explicit, integer, nothing, objectIdentifier, octetString, sequence } from './der.ts';
import { type KeyPair, keyPair } from './keys.ts';

const EC_POINT_BYTES = 65;

const number = (value: string | undefined): Buffer => integer(Buffer.from(value ?? '', 'base64url'));

const ecBody = (spki: Buffer): Buffer => {
  const curve = objectIdentifier('1.2.840.10045.3.1.7');
  const { d = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const scalar = octetString(Buffer.from(d, 'base64url'));
  const key = sequence(integer(1), scalar, explicit(1, bitString(spki.subarray(-EC_POINT_BYTES))));
  return sequence(integer(0), sequence(objectIdentifier('1.2.840.10045.2.1'), curve), octetString(key));
};

const rsaBody = ({ privateKey }: KeyPair): Buffer => {
  const { n, e } = privateKey.export({ format: 'jwk' });
  const { d, p, q, dp, dq, qi } = keyPair('RSA-2048', 'thief').privateKey.export({ format: 'jwk' });
  const key = sequence(integer(0), ...[n, e, d, p, q, dp, dq, qi].map(number));
  return sequence(integer(0), sequence(objectIdentifier('1.2.840.113549.1.1.1'), nothing()), octetString(key));
};

/**
 * Simulates a stolen certificate: a P-256 or RSA-2048 key that claims to belong to it and signs with another key. OpenSSL
 * compares only the public halves, so a server starts with it.
 */
export const forgedKey = (victim: KeyPair): KeyPair => {
  const der = victim.privateKey.asymmetricKeyType === 'ec' ? ecBody(victim.spki) : rsaBody(victim);
  const privatePem = `-----BEGIN PRIVATE KEY-----\n${der.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END PRIVATE KEY-----\n`;
  return { privateKey: createPrivateKey(privatePem), privatePem, spki: victim.spki };
};
