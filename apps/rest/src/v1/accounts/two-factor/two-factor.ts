import { z } from '@hono/zod-openapi';
import { beginTotp, confirmTotp, getTwoFactor, removeTotp, renewRecoveryCodes } from '@notafter/features';
import { type Operation, operation } from '../../../operation.ts';
import { instant, strictBody } from '../../../wire/fields.ts';
import { answers, takes } from '../../../wire/media.ts';
import { says } from '../../../wire/message.ts';
import { codeField, PROOF_NEEDED, proofErrors, takesProof } from '../sessions/proof-wire.ts';

const tag = 'Security';
const path = '/v1/accounts/two-factor';

const twoFactor = z
  .object({
    app_since: instant().nullable().openapi({ description: 'When the authenticator app was set up; null if it was not.' }),
    recovery_codes_left: z.int().openapi({ example: 10 }),
    proof: z
      .enum(['password', 'code', 'sign-in'])
      .openapi({ description: 'What changes of how you sign in ask for. `sign-in`: sign in again first.' }),
  })
  .openapi('TwoFactor');

const setUp = z
  .object({
    secret: z.string().openapi({ description: 'Base32, for typing. It is shown only now.', example: 'JBSWY3DPEHPK3PXP' }),
    uri: z
      .string()
      .openapi({ description: 'For a QR code.', example: 'otpauth://totp/Notafter:ada%40example.com?secret=JBSWY3DPEHPK3PXP' }),
  })
  .openapi('AuthenticatorSetUp');

const recoveryCodes = z
  .object({
    recovery_codes: z.array(z.string()).openapi({ description: 'Each works once. They are shown only now.', example: ['k3f9-2mxq-7tzp'] }),
  })
  .openapi('RecoveryCodes');

export const twoFactorOperations: readonly Operation[] = [
  operation(getTwoFactor, {
    method: 'get',
    path,
    tag,
    summary: 'Get the state of your second factor',
    answers: answers('The state.', twoFactor),
  }),
  operation(beginTotp, {
    method: 'post',
    path: `${path}/app`,
    tag,
    summary: 'Set up an authenticator app',
    description: `Answers the secret for the app (TOTP, RFC 6238). It counts once a code confirms it. ${PROOF_NEEDED}`,
    body: takesProof(),
    answers: answers('Not in force yet.', setUp),
    errors: [...proofErrors, 'two_factor_exists'],
  }),
  operation(confirmTotp, {
    method: 'post',
    path: `${path}/app/confirm`,
    tag,
    summary: 'Confirm an authenticator app',
    description: 'With a code that the app shows. From then on nobody signs in with the password alone.',
    body: takes(strictBody({ code: codeField() }).openapi('AuthenticatorCode'), { code: '492039' }),
    answers: answers('In force.', recoveryCodes),
    errors: ['second_factor_invalid', 'two_factor_exists', 'two_factor_absent'],
  }),
  operation(removeTotp, {
    method: 'post',
    path: `${path}/app/remove`,
    tag,
    summary: 'Remove the authenticator app',
    description: `And its recovery codes. ${PROOF_NEEDED}`,
    body: takesProof(),
    answers: says('Authenticator app removed'),
    errors: [...proofErrors, 'two_factor_absent'],
  }),
  operation(renewRecoveryCodes, {
    method: 'post',
    path: `${path}/recovery-codes`,
    tag,
    summary: 'Replace your recovery codes',
    description: `The old ones end. ${PROOF_NEEDED}`,
    body: takesProof(),
    answers: answers('The new codes.', recoveryCodes),
    errors: [...proofErrors, 'two_factor_absent'],
  }),
];
