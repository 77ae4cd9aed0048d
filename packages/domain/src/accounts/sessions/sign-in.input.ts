import { z } from 'zod';
import { idInput, lineInput } from '../../id.input.ts';
import { PASSKEY_NAME_MAX_LENGTH, PASSWORD_MAX_LENGTH } from '../limits.ts';

/** Characters; a credential's id has at most 1023 bytes (WebAuthn Level 3, 4), the rest leaves room for browsers. */
const CREDENTIAL_ID_MAX = 1400;
const CLIENT_DATA_MAX = 4_000;
const AUTHENTICATOR_DATA_MAX = 8_000;
const ATTESTATION_MAX = 60_000;

const base64url = (max: number) =>
  z
    .string()
    .max(max, `has at most ${max} characters`)
    .regex(/^[A-Za-z0-9_-]*$/, 'is not Base64url');

const credential = { id: base64url(CREDENTIAL_ID_MAX), rawId: base64url(CREDENTIAL_ID_MAX), type: z.literal('public-key') };

const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(CLIENT_DATA_MAX),
    attestationObject: base64url(ATTESTATION_MAX),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,30}$/, 'is not a transport'))
      .max(10)
      .readonly()
      .optional(),
  }),
});

const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(CLIENT_DATA_MAX),
    authenticatorData: base64url(AUTHENTICATOR_DATA_MAX),
    signature: base64url(AUTHENTICATOR_DATA_MAX),
    userHandle: base64url(200).optional(),
  }),
});

/** Typed by a person: a code of the app, or a recovery code. The use case validates its form. */
const code = z.string().max(100, 'has at most 100 characters');

/** A change of sign-in settings requires another proof of identity: the password, a code, or a recent sign-in. */
export const proofInput = z.object({ password: z.string().max(PASSWORD_MAX_LENGTH).nullish(), code: code.nullish() });
export type ProofInput = z.infer<typeof proofInput>;

const name = lineInput(PASSKEY_NAME_MAX_LENGTH).min(1, 'Enter a name.');
const challengeId = idInput<'auth-challenge'>();

export const addPasskeyInput = z.object({ challengeId, name, answer: registration });
export type AddPasskeyInput = z.infer<typeof addPasskeyInput>;

export const renamePasskeyInput = z.object({ id: idInput<'passkey'>(), name });
export type RenamePasskeyInput = z.infer<typeof renamePasskeyInput>;

export const removePasskeyInput = proofInput.extend({ id: idInput<'passkey'>() });
export type RemovePasskeyInput = z.infer<typeof removePasskeyInput>;

export const confirmTotpInput = z.object({ code });
export type ConfirmTotpInput = z.infer<typeof confirmTotpInput>;

export const loginWithPasskeyInput = z.object({ challengeId, answer: assertion });
export type LoginWithPasskeyInput = z.infer<typeof loginWithPasskeyInput>;

/** `challenge` as the first step returned it. */
export const finishLoginInput = z.object({ challenge: z.string().max(200), code });
export type FinishLoginInput = z.infer<typeof finishLoginInput>;
