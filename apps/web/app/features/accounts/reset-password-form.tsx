import { Button, Checkbox } from '@mantine/core';
import { dateTimeText } from '@notafter/domain';
import type { AppRouter } from '@notafter/trpc';
import { Link } from '@remix-run/react';
import { useMutation } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { problemOfCall } from '../../api/problem.ts';
import { useTRPC } from '../../api/trpc.ts';
import { Banner } from '../../ui/banner/banner.tsx';
import { focusAndSelect } from '../../ui/forms/focus.ts';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { PasswordStrength } from '../../ui/forms/password-strength.tsx';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { newPasswordText, texts } from './account-texts.ts';
import css from './forms.module.css';
import { useRedirectHomeAfter } from './use-redirect-home-after.ts';

type ResetPassword = inferRouterOutputs<AppRouter>['accounts']['resetPassword'];

/** Spec 1 section 9. */
const REDIRECT_MS = 2000;

/** The first thing to change, in the specification's order, and the field it stands in; the server judges the rest. */
const judge = (password: string, confirmation: string): { field: 'password' | 'confirmation'; text: string } | null => {
  if (password === '') return { field: 'password', text: texts.fillAll };
  if (confirmation === '') return { field: 'confirmation', text: texts.fillAll };
  return password === confirmation ? null : { field: 'confirmation', text: texts.passwordsDiffer };
};

export function ResetPasswordForm({ token }: { readonly token: string }) {
  const trpc = useTRPC();
  const reset = useMutation(
    trpc.accounts.resetPassword.mutationOptions({
      onError: (refusal) => {
        if (newPasswordText(problemOfCall(refusal)).field === 'password') focusAndSelect(passwordInput.current);
      },
    }),
  );
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [endCredentials, setEndCredentials] = useState(false);
  const [removeSignInMethods, setRemoveSignInMethods] = useState(false);
  const [error, setError] = useState<ReturnType<typeof judge>>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const confirmationInput = useRef<HTMLInputElement>(null);
  const done = useRef<HTMLDivElement>(null);
  // Who has something left to read is led on by their own click.
  const nothingRemains = reset.data?.remaining.length === 0 && reset.data.remainingSignInMethods.length === 0;
  useRedirectHomeAfter(REDIRECT_MS, nothingRemains);
  useEffect(() => {
    if (reset.isSuccess) done.current?.focus();
  }, [reset.isSuccess]);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    reset.reset();
    const found = judge(password, confirmation);
    setError(found);
    if (found === null) reset.mutate({ token, password, endCredentials, removeSignInMethods });
    else (found.field === 'password' ? passwordInput : confirmationInput).current?.focus();
  };

  if (reset.isSuccess) {
    return (
      <div className={css.done} ref={done} tabIndex={-1}>
        <h1 className={css.title}>Reset Password</h1>
        <Banner tone="valid" role="status">
          {nothingRemains ? reset.data.message : 'Password reset successfully!'}
        </Banner>
        <RemainingCredentials remaining={reset.data.remaining} />
        <RemainingSignInMethods remaining={reset.data.remainingSignInMethods} />
        <Button component={Link} to="/" variant="default" size="lg">
          Sign in
        </Button>
      </div>
    );
  }

  const failure = reset.error === null ? null : newPasswordText(problemOfCall(reset.error));
  return (
    <>
      <h1 className={css.title}>Reset Password</h1>
      {failure?.field === 'form' ? (
        <Banner tone="expired" role="alert">
          {failure.text}
        </Banner>
      ) : null}
      <form className={css.form} method="post" noValidate onSubmit={submit}>
        <PasswordField
          label="New Password"
          name="new-password"
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          error={[failure, error].find((wrong) => wrong?.field === 'password')?.text}
          inputRef={passwordInput}
        />
        <PasswordStrength password={password} />
        <PasswordField
          label="Confirm Password"
          name="confirm-password"
          autoComplete="new-password"
          value={confirmation}
          onChange={setConfirmation}
          error={error?.field === 'confirmation' ? error.text : undefined}
          inputRef={confirmationInput}
        />
        <Checkbox
          label="Also revoke my tokens and the API keys I created"
          description="All sessions end in any case. Choose this if someone else may have used your account."
          checked={endCredentials}
          onChange={(event) => setEndCredentials(event.currentTarget.checked)}
        />
        <Checkbox
          label="Also remove my passkeys and linked GitHub and Google accounts"
          description="If your account has an authenticator app, they stay. You can remove them after you sign in with a code."
          checked={removeSignInMethods}
          onChange={(event) => setRemoveSignInMethods(event.currentTarget.checked)}
        />
        <SubmitButton size="lg" busy={reset.isPending} busyText="Resetting...">
          Reset Password
        </SubmitButton>
      </form>
      <p className={css.small}>
        <Link to="/">Back to sign in</Link>
      </p>
    </>
  );
}

interface RemainingCredentialsProps {
  readonly remaining: ResetPassword['remaining'];
}

/** What a stranger who had the account could still use. */
function RemainingCredentials({ remaining }: RemainingCredentialsProps) {
  if (remaining.length === 0) return null;
  return (
    <div className={css.remaining}>
      <p>These tokens and API keys still work. Sign in and revoke the ones you don't recognize in Settings.</p>
      <ul>
        {remaining.map(({ kind, name, ending, createdAt }) => (
          <li key={`${kind} ${name} ${ending}`}>
            {kind === 'token' ? 'Token' : 'API key'} <strong>{name}</strong> (…{ending}), created {dateTimeText(createdAt)}
          </li>
        ))}
      </ul>
    </div>
  );
}

const methodWords = {
  passkey: 'Passkey',
  github: 'GitHub account',
  google: 'Google account',
  'authenticator-app': 'Authenticator app',
} as const;

interface RemainingSignInMethodsProps {
  readonly remaining: ResetPassword['remainingSignInMethods'];
}

/** A stranger's passkey, linked account or authenticator app would outlive the reset unnoticed. */
function RemainingSignInMethods({ remaining }: RemainingSignInMethodsProps) {
  if (remaining.length === 0) return null;
  const hasApp = remaining.some(({ kind }) => kind === 'authenticator-app');
  return (
    <div className={css.remaining}>
      <p>
        {hasApp
          ? "Your authenticator app stays on, so you sign in with a code. Then remove what you don't recognize in Settings. If you did not set up the app, contact your Notafter administrator."
          : "These ways to sign in still work. Sign in and remove the ones you don't recognize in Settings."}
      </p>
      <ul>
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
      </ul>
    </div>
  );
}
