import { z } from 'zod';
import { idInput, lineInput } from '../id.input.ts';
import {
  ALLOWED_ADDRESSES_MAX,
  CREDENTIAL_NAME_MAX_LENGTH,
  credentialLifetimes,
  OVERLAP_HOURS_DEFAULT,
  OVERLAP_HOURS_MAX,
} from './credentials.ts';

const name = lineInput(CREDENTIAL_NAME_MAX_LENGTH).min(1, 'Enter a name.');

export const addTokenInput = z.object({ name, expiresIn: z.literal(credentialLifetimes).optional() });
export type AddTokenInput = z.infer<typeof addTokenInput>;

export const tokenIdInput = z.object({ id: idInput<'token'>() });
export type TokenIdInput = z.infer<typeof tokenIdInput>;

/** An IPv4 or IPv6 address, or a range of them in CIDR notation. */
export const addressRangeInput = z
  .string()
  .trim()
  .pipe(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'must be an IP address or a CIDR'));

/** Where an API key may be used from; none: from anywhere. */
export const allowedAddressesInput = z
  .array(addressRangeInput)
  .max(ALLOWED_ADDRESSES_MAX, `has at most ${ALLOWED_ADDRESSES_MAX} entries`)
  .transform((addresses) => [...new Set(addresses)]);

/** Which tags certificates can have is checked with the environment. */
const SCOPE_TEXT_MAX_LENGTH = 256;

const scopeInput = z.union([
  z.object({ environmentId: idInput<'environment'>() }),
  z.object({ tag: z.object({ name: lineInput(SCOPE_TEXT_MAX_LENGTH).min(1), value: lineInput(SCOPE_TEXT_MAX_LENGTH).min(1) }) }),
]);

export const addApiKeyInput = z.object({
  name,
  expiresIn: z.literal(credentialLifetimes),
  permissions: z
    .object({ read: z.boolean(), write: z.boolean(), delete: z.boolean().optional() })
    .refine((chosen) => chosen.read || chosen.write || chosen.delete === true, 'Choose at least one permission.'),
  scope: scopeInput.nullable().optional(),
  allowedAddresses: allowedAddressesInput.optional(),
});
export type AddApiKeyInput = z.infer<typeof addApiKeyInput>;

export const apiKeyIdInput = z.object({ id: idInput<'api-key'>() });
export type ApiKeyIdInput = z.infer<typeof apiKeyIdInput>;

const overlapHoursInput = z
  .int(`must be a whole number from 0 to ${OVERLAP_HOURS_MAX}`)
  .min(0, `must be a whole number from 0 to ${OVERLAP_HOURS_MAX}`)
  .max(OVERLAP_HOURS_MAX, `must be a whole number from 0 to ${OVERLAP_HOURS_MAX}`)
  .default(OVERLAP_HOURS_DEFAULT);

export const rotateApiKeyInput = z.object({ ...apiKeyIdInput.shape, overlapHours: overlapHoursInput });
export type RotateApiKeyInput = z.infer<typeof rotateApiKeyInput>;
