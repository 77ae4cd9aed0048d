import { z } from 'zod';
import { idInput, lineInput } from '../id.input.ts';
import { credentialLifetimes, CREDENTIAL_NAME_MAX_LENGTH } from './credentials.ts';

const name = lineInput(CREDENTIAL_NAME_MAX_LENGTH).min(1, 'Enter a name.');

export const addTokenInput = z.object({ name });
export type AddTokenInput = z.infer<typeof addTokenInput>;

export const tokenIdInput = z.object({ id: idInput<'token'>() });
export type TokenIdInput = z.infer<typeof tokenIdInput>;

export const addApiKeyInput = z.object({
  name,
  expiresIn: z.literal(credentialLifetimes),
  permissions: z
    .object({ read: z.boolean(), write: z.boolean(), delete: z.boolean().optional() })
    .refine((chosen) => chosen.read || chosen.write || chosen.delete === true, 'Choose at least one permission.'),
});
export type AddApiKeyInput = z.input<typeof addApiKeyInput>;

export const apiKeyIdInput = z.object({ id: idInput<'api-key'>() });
export type ApiKeyIdInput = z.infer<typeof apiKeyIdInput>;
