/** A certificate as PEM (RFC 7468) from its DER in Base64. */
export const certificatePem = (base64: string): string =>
  `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`;
