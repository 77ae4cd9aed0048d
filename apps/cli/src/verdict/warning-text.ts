import type { VerdictWarning } from '@notafter/domain';

/** Sentence for a warning without a finding. */
export const warningTexts = {
  chain_order: 'The server sent the certificates out of order.',
  extra_certificate: 'The server sent certificates that the chain does not need.',
  invalid_san: 'A subject alternative name is not a valid host name; clients ignore it.',
  lifetime_too_long: "The certificate's lifetime exceeds the limit of browsers for its issue date.",
  missing_sct: 'The certificate has no proof of logging (SCT). Chrome and Safari reject it.',
  must_staple: 'The certificate requires a stapled OCSP response, but the server sent none.',
  stale_staple: 'The stapled OCSP response is out of date.',
  invalid_staple: 'The stapled OCSP response is not valid.',
  stale_crl: 'The CRL is out of date.',
  revocation_unknown: 'The revocation status is unknown.',
  old_protocol: 'The server negotiated TLS 1.1 or older.',
  weak_cipher: 'The cipher suite is weak.',
  no_forward_secrecy: "The cipher suite has no forward secrecy: recorded traffic can be decrypted later with the server's key.",
  different_certificates: 'Other addresses of this name serve a different certificate.',
} as const satisfies Record<VerdictWarning, string>;
