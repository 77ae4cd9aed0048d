import { UnstyledButton } from '@mantine/core';
import { looksLikeEmail } from '@notafter/domain';
import { Link, useNavigate, useSearchParams } from '@remix-run/react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { problemOfCall } from '../../api/problem.ts';
import { useTRPC } from '../../api/trpc.ts';
import type { OauthProviders } from '../../load-context.ts';
import { Banner } from '../../ui/banner/banner.tsx';
import { EmailField } from '../../ui/forms/email-field.tsx';
import { focusAndSelect } from '../../ui/forms/focus.ts';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { signInText, texts } from './account-texts.ts';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import css from './forms.module.css';
import { oauthFailure, pendingLinkNotice } from './oauth-texts.ts';
import { ProviderButtons } from './provider-buttons.tsx';

interface Errors {
  readonly email?: string;
  readonly password?: string;
}

const judge = (email: string, password: string): Errors => {
  const address = email.trim();
  return {
    ...(address === '' ? { email: texts.emailMissing } : looksLikeEmail(address) ? {} : { email: texts.emailInvalid }),
    ...(password === '' ? { password: texts.passwordMissing } : {}),
  };
};

export function SignInForm({ oauth }: { readonly oauth: OauthProviders }) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const trpc = useTRPC();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const [resetting, setResetting] = useState(false);
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const login = useMutation(
    trpc.accounts.login.mutationOptions({
      onSuccess: () => navigate('/certificates'),
      onError: () => focusAndSelect(passwordInput.current),
    }),
  );

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const found = judge(email, password);
    setErrors(found);
    if (found.email !== undefined) emailInput.current?.focus();
    else if (found.password !== undefined) passwordInput.current?.focus();
    else login.mutate({ email, password });
  };

  const failure = login.error === null ? oauthFailure(search) : signInText(problemOfCall(login.error));
  const notice = failure === null ? pendingLinkNotice(search) : null;
  // Signed in, until the next screen is there: the button stays busy and cannot be pressed again.
  const busy = login.isPending || login.isSuccess;

  return (
    <>
      <h1 className={css.title}>Welcome Back</h1>
      {failure === null ? null : (
        <Banner tone="expired" role="alert">
          {failure}
        </Banner>
      )}
      {notice === null ? null : (
        <Banner tone="info" role="status">
          {notice}
        </Banner>
      )}
      <form className={css.form} method="post" noValidate onSubmit={submit}>
        <EmailField label="Email" autoComplete="username" value={email} onChange={setEmail} error={errors.email} inputRef={emailInput} />
        <div className={css.password}>
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
            error={errors.password}
            inputRef={passwordInput}
          />
          <UnstyledButton
            className={css.forgot ?? ''}
            aria-expanded={resetting}
            aria-controls="forgot-password"
            onClick={() => setResetting(!resetting)}
          >
            Forgot Password?
          </UnstyledButton>
        </div>
        <SubmitButton size="lg" busy={busy} busyText="Signing in...">
          Sign In
        </SubmitButton>
      </form>
      <div id="forgot-password" hidden={!resetting}>
        {resetting ? <ForgotPasswordForm initialEmail={email} /> : null}
      </div>
      <ProviderButtons oauth={oauth} />
      <p className={css.small}>
        Don't have an account? <Link to="/signup">Sign up</Link>
      </p>
    </>
  );
}
