import { type ErrorCode, PASSWORD_MAX_LENGTH } from '@notafter/domain';
import { strictBody, textField } from '../../../wire/fields.ts';
import { takes } from '../../../wire/media.ts';

const CODE_MAX_LENGTH = 100;

export const codeField = (missing?: string) =>
  textField(missing)
    .max(CODE_MAX_LENGTH, `has at most ${CODE_MAX_LENGTH} characters`)
    .openapi({ description: 'What your authenticator app shows, or a recovery code.', example: '492039' });

export const givenPasswordField = () =>
  textField()
    .max(PASSWORD_MAX_LENGTH, `has at most ${PASSWORD_MAX_LENGTH} characters`)
    .openapi({ format: 'password', description: 'Your current password.' });

/** Proof for a change of sign-in settings: one of the two, or none right after signing in. */
export const proofShape = { password: givenPasswordField().nullish(), code: codeField().nullish() };

export const takesProof = () => takes(strictBody(proofShape).openapi('Proof'), { password: 'correct horse battery' });

/** Ends the description of every operation that takes a proof. */
export const PROOF_NEEDED = 'Send your `password`; without one, a `code` of your authenticator app; without either, sign in again first.';

export const proofErrors = ['current_password_wrong', 'second_factor_invalid', 'proof_required'] as const satisfies ErrorCode[];
