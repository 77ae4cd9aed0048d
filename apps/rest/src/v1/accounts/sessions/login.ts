import { z } from '@hono/zod-openapi';
import { DomainError, type ErrorCode, toErrorEnvelope } from '@notafter/domain';
import { finishLogin, getSession, login, logout } from '@notafter/features';
import { operation } from '../../../operation.ts';
import { accountBody, emailField, passwordField, rowId, textField } from '../../../wire/fields.ts';
import { type Answers, answers, takes } from '../../../wire/media.ts';
import { saysMessage } from '../../../wire/message.ts';
import { mapperTo } from '../../../wire/names.ts';
import { signedInAnswer, signedInUser, wireUser } from '../account-wire.ts';

const BLANK = 'Please fill out all fields.';
const SIGNED_OUT = 'You are signed out.';
const refusedAccount = ['not_activated', 'organization_disabled', 'rate_limited'] as const satisfies ErrorCode[];
/** An account with a second factor gets another answer. */
const signedInOrAsked: Answers<unknown> = signedInAnswer;
const toSignedIn = mapperTo(signedInAnswer.content['application/json'].schema);

export const loginOperation = operation(login, {
  method: 'post',
  path: '/v1/accounts/login',
  tag: 'Accounts',
  summary: 'Sign in',
  description:
    'Sets the session cookie. An account with an authenticator app gets none yet: 401 `second_factor_required` with a `challenge` for `/v1/accounts/login/second-factor`. Attempts are limited per address and per account.',
  body: takes(accountBody({ email: emailField(), password: passwordField() }).openapi('Credentials'), {
    email: 'ada@example.com',
    password: 'correct horse battery',
  }),
  answers: signedInOrAsked,
  errors: ['invalid_credentials', 'second_factor_required', ...refusedAccount],
  respond: (result, _given, c) => {
    if (result.state === 'second-factor') {
      const { challenge, expiresAt } = result.question;
      const { details: _none, ...envelope } = toErrorEnvelope(new DomainError('second_factor_required'), c.env.request.requestId);
      return c.json({ ...envelope, challenge, expires_at: expiresAt.toISOString() }, 401);
    }
    const { user, orgId, session } = result;
    c.env.session.set(session.token, session.expiresAt);
    return c.json(toSignedIn(signedInUser(user, orgId)), 200);
  },
});

export const finishLoginOperation = operation(finishLogin, {
  method: 'post',
  path: '/v1/accounts/login/second-factor',
  tag: 'Accounts',
  summary: 'Sign in, second step',
  description:
    'For accounts with an authenticator app: `challenge` is what `/v1/accounts/login` answered with `second_factor_required`, good for five minutes and one sign-in; `code` is what the app shows, or a recovery code. Sets the session cookie. Attempts are limited per challenge and per account.',
  body: takes(
    accountBody({
      challenge: textField(BLANK).min(1, BLANK).max(200),
      code: textField(BLANK).min(1, BLANK).max(100),
    }).openapi('SecondFactor'),
    { challenge: '01989f0a-7c1e-7b42-9f60-3d1c5a2b8e10.Yx3k', code: '492039' },
  ),
  answers: signedInAnswer,
  view: ({ user, orgId, session }, _given, c) => {
    c.env.session.set(session.token, session.expiresAt);
    return signedInUser(user, orgId);
  },
  errors: ['second_factor_invalid', 'second_factor_expired', ...refusedAccount],
});

const session = z
  .object({
    org_id: rowId(),
    org_name: z.string().openapi({ example: 'Example' }),
    plan: z.string().openapi({ example: 'Forever Free' }),
    email: z.string().openapi({ example: 'ada@example.com' }),
    user: wireUser,
  })
  .openapi('Session');

export const getSessionOperation = operation(getSession, {
  method: 'get',
  path: '/v1/accounts/session',
  tag: 'Accounts',
  summary: 'Who is signed in',
  answers: answers('The person and their organization.', session),
  view: ({ orgId, user, ...found }) => ({ ...found, orgId, email: user.email, ...signedInUser(user, orgId) }),
});

export const logoutOperation = operation(logout, {
  method: 'post',
  path: '/v1/accounts/logout',
  tag: 'Accounts',
  summary: 'Sign out',
  description: 'Ends this session and takes the cookie away. Without a session it does nothing and answers the same.',
  sessionOptional: true,
  answers: saysMessage(SIGNED_OUT),
  view: (_none, _given, c) => {
    c.env.session.clear();
    return { message: SIGNED_OUT };
  },
  errors: ['cross_site'],
});
