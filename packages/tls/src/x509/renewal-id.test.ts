import { expect, it } from 'vitest';
import { issueCertificate } from '../testing/index.ts';
import { renewalIdOf } from './renewal-id.ts';

/** RFC 9773 appendix A. */
const example = `-----BEGIN CERTIFICATE-----
MIIBQzCB66ADAgECAgUAh2VDITAKBggqhkjOPQQDAjAVMRMwEQYDVQQDEwpFeGFt
cGxlIENBMCIYDzAwMDEwMTAxMDAwMDAwWhgPMDAwMTAxMDEwMDAwMDBaMBYxFDAS
BgNVBAMTC2V4YW1wbGUuY29tMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEeBZu
7cbpAYNXZLbbh8rNIzuOoqOOtmxA1v7cRm//AwyMwWxyHz4zfwmBhcSrf47NUAFf
qzLQ2PPQxdTXREYEnKMjMCEwHwYDVR0jBBgwFoAUaYhba4dGQEHhs3uEe6CuLN4B
yNQwCgYIKoZIzj0EAwIDRwAwRAIge09+S5TZAlw5tgtiVvuERV6cT4mfutXIlwTb
+FYN/8oCIClDsqBklhB9KAelFiYt9+6FDj3z4KGVelYM5MdsO3pK
-----END CERTIFICATE-----`;

it('joins the issuer’s key and the serial number, with the zero of its sign', () => {
  expect(renewalIdOf(example)).toBe('aYhba4dGQEHhs3uEe6CuLN4ByNQ.AIdlQyE');
});

it('keeps a serial number as it is in the certificate', () => {
  const issuer = issueCertificate({ subject: { CN: 'R1' }, isCa: true });
  const serialPart = (serial: Uint8Array): string | undefined =>
    renewalIdOf(issueCertificate({ subject: { CN: 'a.test' }, serial }, issuer).pem)?.split('.')[1];
  expect(serialPart(Uint8Array.of(0x01))).toBe('AQ');
  expect(serialPart(Uint8Array.of(0x00, 0xff))).toBe('AP8');
});

it.each([['no PEM'], ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----']])('%j has none', (pem) => {
  expect(renewalIdOf(pem)).toBeNull();
});
