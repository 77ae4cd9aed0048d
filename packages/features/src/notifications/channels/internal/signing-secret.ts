import { randomBytes } from 'node:crypto';

/** Standard Webhooks 1.0: `whsec_` and the base64 of 24 to 64 bytes. */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
