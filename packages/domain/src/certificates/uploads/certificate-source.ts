/**
 * Where the facts of a certificate come from: checks of an endpoint, a file that a person uploaded, a date that a person entered, or a
 * file that a collector reads.
 */
export const certificateSources = ['endpoint', 'upload', 'date', 'file'] as const;
export type CertificateSource = (typeof certificateSources)[number];

/** Of the name of an upload or a date: as long as a host name can be. */
export const MONITORED_NAME_MAX_LENGTH = 253;
/** Of the issuer or note of a date. */
export const DATE_ISSUER_MAX_LENGTH = 100;
