import { z } from 'zod';
import { idInput, lineInput } from '../id.input.ts';
import { apiKeyLifetimes, CREDENTIAL_NAME_MAX_LENGTH } from './credentials.ts';

const name = lineInput(CREDENTIAL_NAME_MAX_LENGTH).min(1, 'Enter a name.');

export const addTokenInput = z.object({ name });
export type AddTokenInput = z.infer<typeof addTokenInput>;

export const tokenIdInput = z.object({ id: idInput<'token'>() });
export type TokenIdInput = z.infer<typeof tokenIdInput>;

export const addApiKeyInput = z.object({
  name,
  expiresIn: z.literal(apiKeyLifetimes),
  permissions: z
    .object({ read: z.boolean(), write: z.boolean() })
    .refine(({ read, write }) => read || write, 'Choose at least one permission.'),
});
export type AddApiKeyInput = z.infer<typeof addApiKeyInput>;

export const apiKeyIdInput = z.object({ id: idInput<'api-key'>() });
export type ApiKeyIdInput = z.infer<typeof apiKeyIdInput>;
