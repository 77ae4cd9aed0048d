import type { VerdictWarning } from '@notafter/domain';

/** A sentence for a warning told without one. */
export const warningTexts = {
  chain_order: 'The certificates were not sent in the order of the chain.',
  extra_certificate: 'Certificates were sent that the chain does not need.',
  invalid_san: 'One of its alternative names is not a host name; clients pass over it.',
  lifetime_too_long: 'It lives longer than browsers accept for its day of issue.',
  missing_sct: 'It holds no proof that it was logged (SCT); Chrome and Safari refuse it.',
  must_staple: 'It demands a stapled OCSP answer and the server sent none.',
  stale_staple: 'The stapled OCSP answer is out of date.',
  invalid_staple: 'The stapled OCSP answer cannot be believed.',
  stale_crl: 'The revocation list is out of date.',
  revocation_unknown: 'Whether it was revoked could not be determined.',
  old_protocol: 'The server spoke TLS 1.1 or older.',
  weak_cipher: 'The cipher suite is weak.',
  no_forward_secrecy: 'Recorded traffic can be read by whoever gets the key later.',
  different_certificates: 'Other addresses of the name serve another certificate.',
} as const satisfies Record<VerdictWarning, string>;
