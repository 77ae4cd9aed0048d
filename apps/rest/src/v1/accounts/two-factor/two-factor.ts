import { createRoute, z } from '@hono/zod-openapi';
import { beginTotp, confirmTotp, getTwoFactor, removeTotp, renewRecoveryCodes } from '@notafter/features';
import { bodyErrors, errorResponses, memberErrors } from '../../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { instant, strictBody } from '../../../wire/fields.ts';
import { answers, takes } from '../../../wire/media.ts';
import { saysMessage } from '../../../wire/message.ts';
import { isoOrNull } from '../../certificates/certificate-wire.ts';
import { codeField, PROOF_NEEDED, proofErrors, takesProof } from '../sessions/proof-wire.ts';

const path = '/v1/accounts/two-factor';
const REMOVED = 'Authenticator app removed';

const recoveryCodes = z
  .object({
    recovery_codes: z.array(z.string()).openapi({ description: 'Each works once. They are shown only now.', example: ['k3f9-2mxq-7tzp'] }),
  })
  .openapi('RecoveryCodes');

const getRoute = createRoute({
  method: 'get',
  path,
  operationId: 'getTwoFactor',
  tags: ['Security'],
  summary: 'Get the state of your second factor',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  responses: {
    200: answers(
      'The state.',
      z
        .object({
          app_since: instant().nullable().openapi({ description: 'When the authenticator app was set up; null if it was not.' }),
          recovery_codes_left: z.int().openapi({ example: 10 }),
          proof: z
            .enum(['password', 'code', 'sign-in'])
            .openapi({ description: 'What changes of how you sign in ask for. `sign-in`: sign in again first.' }),
        })
        .openapi('TwoFactor'),
    ),
    ...errorResponses(...memberErrors),
  },
});

const beginRoute = createRoute({
  method: 'post',
  path: `${path}/app`,
  operationId: 'beginTotp',
  tags: ['Security'],
  summary: 'Set up an authenticator app',
  description: `Answers the secret for the app (TOTP, RFC 6238). It counts once a code confirms it. ${PROOF_NEEDED}`,
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { body: takesProof() },
  responses: {
    200: answers(
      'Not in force yet.',
      z
        .object({
          secret: z.string().openapi({ description: 'Base32, for typing. It is shown only now.', example: 'JBSWY3DPEHPK3PXP' }),
          uri: z
            .string()
            .openapi({ description: 'For a QR code.', example: 'otpauth://totp/Notafter:ada%40example.com?secret=JBSWY3DPEHPK3PXP' }),
        })
        .openapi('AuthenticatorSetUp'),
    ),
    ...errorResponses(...proofErrors, 'two_factor_exists'),
  },
});

const confirmRoute = createRoute({
  method: 'post',
  path: `${path}/app/confirm`,
  operationId: 'confirmTotp',
  tags: ['Security'],
  summary: 'Confirm an authenticator app',
  description: 'With a code that the app shows. From then on nobody signs in with the password alone.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { body: takes(strictBody({ code: codeField() }).openapi('AuthenticatorCode'), { code: '492039' }) },
  responses: {
    200: answers('In force.', recoveryCodes),
    ...errorResponses(...bodyErrors, ...memberErrors, 'second_factor_invalid', 'two_factor_exists', 'two_factor_absent'),
  },
});

const removeRoute = createRoute({
  method: 'post',
  path: `${path}/app/remove`,
  operationId: 'removeTotp',
  tags: ['Security'],
  summary: 'Remove the authenticator app',
  description: `And its recovery codes. ${PROOF_NEEDED}`,
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { body: takesProof() },
  responses: { 200: saysMessage(REMOVED), ...errorResponses(...proofErrors, 'two_factor_absent') },
});

const renewRoute = createRoute({
  method: 'post',
  path: `${path}/recovery-codes`,
  operationId: 'renewRecoveryCodes',
  tags: ['Security'],
  summary: 'Replace your recovery codes',
  description: `The old ones end. ${PROOF_NEEDED}`,
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { body: takesProof() },
  responses: { 200: answers('The new codes.', recoveryCodes), ...errorResponses(...proofErrors, 'two_factor_absent') },
});

export const serveTwoFactor = (app: RestRouter): void => {
  app.openapi(getRoute, async (c) => {
    const { appSince, recoveryCodesLeft, proof } = await getTwoFactor(c.get('org'));
    return c.json({ app_since: isoOrNull(appSince), recovery_codes_left: recoveryCodesLeft, proof }, 200);
  });
  app.openapi(beginRoute, async (c) => {
    const { secret, uri } = await beginTotp(c.get('org'), c.req.valid('json'));
    return c.json({ secret, uri }, 200);
  });
  app.openapi(confirmRoute, async (c) => {
    const codes = await confirmTotp(c.get('org'), c.req.valid('json'));
    return c.json({ recovery_codes: [...codes.recoveryCodes] }, 200);
  });
  app.openapi(removeRoute, async (c) => {
    await removeTotp(c.get('org'), c.req.valid('json'));
    return c.json({ message: REMOVED }, 200);
  });
  app.openapi(renewRoute, async (c) => {
    const codes = await renewRecoveryCodes(c.get('org'), c.req.valid('json'));
    return c.json({ recovery_codes: [...codes.recoveryCodes] }, 200);
  });
};
