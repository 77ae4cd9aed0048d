import { z } from 'zod';
import { emailInput } from '../email.input.ts';
import { lineInput } from '../id.input.ts';
import { NAME_MAX_LENGTH, PASSWORD_MAX_LENGTH } from './limits.ts';

const password = z.string().min(1, 'Please fill out all fields.').max(PASSWORD_MAX_LENGTH, `has at most ${PASSWORD_MAX_LENGTH} characters`);
const name = lineInput(NAME_MAX_LENGTH).min(1, 'Please fill out all fields.');

export const registerInput = z.object({ firstName: name, lastName: name, email: emailInput, password });
export type RegisterInput = z.infer<typeof registerInput>;

export const loginInput = z.object({ email: emailInput, password });
export type LoginInput = z.infer<typeof loginInput>;

/** A one-time link's token as in the address: `<id>.<HMAC>`. The use case validates its form. */
const token = z.string().min(1).max(200);

export const activateAccountInput = z.object({ token });
export type ActivateAccountInput = z.infer<typeof activateAccountInput>;

export const proveMailboxInput = z.object({ token });
export type ProveMailboxInput = z.infer<typeof proveMailboxInput>;

export const requestPasswordResetInput = z.object({ email: emailInput });
export type RequestPasswordResetInput = z.infer<typeof requestPasswordResetInput>;

/**
 * `endCredentials`: the person's tokens, and the API keys they made, end too. `removeSignInMethods`: so do their passkeys and linked
 * accounts, unless an authenticator app is set up.
 */
export const resetPasswordInput = z.object({
  token,
  password,
  endCredentials: z.boolean().optional(),
  removeSignInMethods: z.boolean().optional(),
});
export type ResetPasswordInput = z.infer<typeof resetPasswordInput>;

/** The SHA-256 (hex) of a member's address. */
export const getAvatarInput = z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/, 'is not the SHA-256 of an address') });
export type GetAvatarInput = z.infer<typeof getAvatarInput>;

/** `currentPassword` is required if the person has one; otherwise a `code` or a recent sign-in proves their identity. */
export const changePasswordInput = z.object({
  currentPassword: z.string().max(PASSWORD_MAX_LENGTH).nullish(),
  code: z.string().max(100).nullish(),
  password,
});
export type ChangePasswordInput = z.infer<typeof changePasswordInput>;

/** A session as in its person's list. The use case answers any other form as not found. */
export const endSessionInput = z.object({ handle: z.string().max(200) });
export type EndSessionInput = z.infer<typeof endSessionInput>;
