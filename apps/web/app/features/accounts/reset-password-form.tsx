import { Anchor, Checkbox, Stack } from '@mantine/core';
import { dateTimeText } from '@notafter/domain';
import { Link } from '@remix-run/react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { problemOfCall } from '../../api/problem.ts';
import { type Outputs, useTRPC } from '../../api/trpc.ts';
import { Field, Form } from '../../ui/form/form.tsx';
import { useForm } from '../../ui/form/use-form.tsx';
import { PasswordStrength } from '../../ui/forms/password-strength.tsx';
import { AccountTitle, Outcome, useRedirectHomeAfter } from './account-parts.tsx';
import { newPasswordText, texts } from './account-texts.ts';

type ResetPassword = Outputs['accounts']['resetPassword'];

/** Spec 1 section 9. */
const REDIRECT_MS = 2000;

/** Returns the first problem, in the specification's order; the server judges the rest. */
const check = ({ password, confirmation }: { readonly password: string; readonly confirmation: string }) => {
  if (password === '') return { password: texts.fillAll };
  if (confirmation === '') return { confirmation: texts.fillAll };
  return password === confirmation ? {} : { confirmation: texts.passwordsDiffer };
};

export function ResetPasswordForm({ token }: { readonly token: string }) {
  const reset = useMutation(useTRPC().accounts.resetPassword.mutationOptions());
  const [done, setDone] = useState<ResetPassword | null>(null);
  const form = useForm({
    initial: { password: '', confirmation: '', endCredentials: false, removeSignInMethods: false },
    check,
    failed: texts.newPasswordFailed,
    submit: async ({ confirmation: _, ...values }) => setDone(await reset.mutateAsync({ token, ...values })),
    problems: (error) => {
      const { field, text } = newPasswordText(problemOfCall(error));
      return { [field]: text };
    },
  });
  if (done !== null) return <PasswordReset done={done} />;
  return (
    <>
      <AccountTitle>Reset Password</AccountTitle>
      <Form form={form} look="screen" action="Reset Password" busyAction="Resetting...">
        <Field {...form.field('password')} kind="password" label="New Password" autoComplete="new-password" required size="lg" />
        <PasswordStrength password={form.values.password} />
        <Field {...form.field('confirmation')} kind="password" label="Confirm Password" autoComplete="new-password" required size="lg" />
        <Checkbox
          {...form.box('endCredentials')}
          label="Also revoke my tokens and the API keys I created"
          description="All sessions end in any case. Choose this if someone else may have used your account."
        />
        <Checkbox
          {...form.box('removeSignInMethods')}
          label="Also remove my passkeys and linked GitHub and Google accounts"
          description="If your account has an authenticator app, they stay. You can remove them after you sign in with a code."
        />
      </Form>
      <Anchor component={Link} to="/" size="sm" underline="always">
        Back to sign in
      </Anchor>
    </>
  );
}

/** A person with something left to read leaves with a click, others are redirected. */
function PasswordReset({ done: { message, remaining, remainingSignInMethods } }: { readonly done: ResetPassword }) {
  const nothingRemains = remaining.length === 0 && remainingSignInMethods.length === 0;
  useRedirectHomeAfter(REDIRECT_MS, nothingRemains);
  return (
    <Outcome title="Reset Password" message={nothingRemains ? message : 'Password reset successfully!'}>
      <RemainingCredentials remaining={remaining} />
      <RemainingSignInMethods remainingSignInMethods={remainingSignInMethods} />
    </Outcome>
  );
}

function Remaining({ lead, children }: { readonly lead: string; readonly children: ReactNode }) {
  return (
    <Stack gap="xs">
      <p>{lead}</p>
      <Stack component="ul" gap="xxs" pl="lg" style={{ listStyle: 'disc', overflowWrap: 'anywhere' }}>
        {children}
      </Stack>
    </Stack>
  );
}

/** Credentials that a stranger who had the account could still use. */
function RemainingCredentials({ remaining }: Pick<ResetPassword, 'remaining'>) {
  if (remaining.length === 0) return null;
  return (
    <Remaining lead="These tokens and API keys still work. Sign in and revoke the ones you don't recognize in Settings.">
      {remaining.map(({ kind, name, ending, createdAt }) => (
        <li key={`${kind} ${name} ${ending}`}>
          {kind === 'token' ? 'Token' : 'API key'} <strong>{name}</strong> (…{ending}), created {dateTimeText(createdAt)}
        </li>
      ))}
    </Remaining>
  );
}

const methodWords = {
  passkey: 'Passkey',
  github: 'GitHub account',
  google: 'Google account',
  'authenticator-app': 'Authenticator app',
} as const;

/** A stranger's passkey, linked account or authenticator app would outlive the reset unnoticed. */
function RemainingSignInMethods({ remainingSignInMethods: remaining }: Pick<ResetPassword, 'remainingSignInMethods'>) {
  if (remaining.length === 0) return null;
  const hasApp = remaining.some(({ kind }) => kind === 'authenticator-app');
  return (
    <Remaining
      lead={
        hasApp
          ? "Your authenticator app stays on, so you sign in with a code. Then remove what you don't recognize in Settings. If you did not set up the app, contact your Notafter administrator."
          : "These ways to sign in still work. Sign in and remove the ones you don't recognize in Settings."
      }
    >
      {remaining.map(({ kind, name, since }) => (
        <li key={`${kind} ${name ?? ''} ${since.getTime()}`}>
          {methodWords[kind]}
          {name === null ? null : (
            <>
              {' '}
              <strong>{name}</strong>
            </>
          )}
          , added {dateTimeText(since)}
        </li>
      ))}
    </Remaining>
  );
}
