import { Button, UnstyledButton } from '@mantine/core';
import { looksLikeEmail, type PendingLinkView, readSecondFactorFragment } from '@notafter/domain';
import { Link, useNavigate, useSearchParams } from '@remix-run/react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { problemOfCall } from '../../api/problem.ts';
import { useTRPC } from '../../api/trpc.ts';
import type { OauthProviders } from '../../load-context.ts';
import { Banner } from '../../ui/banner/banner.tsx';
import { EmailField } from '../../ui/forms/email-field.tsx';
import { focusAndSelect } from '../../ui/forms/focus.ts';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { laterPart } from '../../ui/later/later.tsx';
import { signInText, texts } from './account-texts.ts';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import css from './forms.module.css';
import { oauthFailure, pendingLinkNotice } from './oauth-texts.ts';
import { ProviderButtons } from './provider-buttons.tsx';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';

const SecondStep = laterPart(() => import('./second-step.tsx'));

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

interface SignInFormProps {
  readonly oauth: OauthProviders;
  /** Whether this site can have passkeys. */
  readonly passkeys: boolean;
  /** The account elsewhere that signing in links. */
  readonly pendingLink?: PendingLinkView | null;
}

/** Both steps of signing in. The second one begins where the first, here or at a provider, was not enough. */
export function SignInForm({ oauth, passkeys, pendingLink = null }: SignInFormProps) {
  const navigate = useNavigate();
  const [challenge, setChallenge] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [email, setEmail] = useState(pendingLink?.email ?? '');
  useEffect(() => {
    const handed = readSecondFactorFragment(globalThis.location.hash);
    if (handed === null) return;
    setChallenge(handed);
    // It is worth a first factor: not for the history, nor for whoever looks over a shoulder.
    globalThis.history.replaceState(globalThis.history.state, '', globalThis.location.pathname + globalThis.location.search);
  }, []);
  const signedIn = (): void => void navigate('/certificates');

  if (challenge !== null) {
    return (
      <SecondStep
        challenge={challenge}
        onSignedIn={signedIn}
        onBack={(text) => {
          setChallenge(null);
          setFailure(text);
        }}
      />
    );
  }
  return (
    <FirstStep
      oauth={oauth}
      passkeys={passkeys}
      pendingLink={pendingLink}
      earlierFailure={failure}
      email={email}
      setEmail={setEmail}
      onSignedIn={signedIn}
      onSecondFactor={setChallenge}
    />
  );
}

interface FirstStepProps extends SignInFormProps {
  /** Why the second step led back here. */
  readonly earlierFailure: string | null;
  readonly email: string;
  readonly setEmail: (email: string) => void;
  readonly onSignedIn: () => void;
  readonly onSecondFactor: (challenge: string) => void;
}

function FirstStep({ oauth, passkeys, pendingLink = null, earlierFailure, email, setEmail, onSignedIn, onSecondFactor }: FirstStepProps) {
  const [search] = useSearchParams();
  const trpc = useTRPC();
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const [resetting, setResetting] = useState(false);
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const login = useMutation(
    trpc.accounts.login.mutationOptions({
      onSuccess: (result) => (result.state === 'second-factor' ? onSecondFactor(result.question.challenge) : onSignedIn()),
      onError: () => focusAndSelect(passwordInput.current),
    }),
  );

  const passkey = usePasskeySignIn({ offered: passkeys, onSignedIn });

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    passkey.forget();
    const found = judge(email, password);
    setErrors(found);
    if (found.email !== undefined) emailInput.current?.focus();
    else if (found.password !== undefined) passwordInput.current?.focus();
    else login.mutate({ email, password });
  };

  const refused = login.error === null ? null : signInText(problemOfCall(login.error));
  const failure = passkey.failure ?? refused ?? earlierFailure ?? oauthFailure(search);
  const notice = failure === null && pendingLink !== null ? pendingLinkNotice(pendingLink) : null;
  // Signed in, until the next screen is there: the button stays busy and cannot be pressed again.
  const busy = login.isPending || login.isSuccess || passkey.busy;

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
        <EmailField
          label="Email"
          autoComplete="username webauthn"
          value={email}
          onChange={setEmail}
          error={errors.email}
          inputRef={emailInput}
        />
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
      <ProviderButtons
        oauth={oauth}
        first={
          passkeys ? (
            <Button
              variant="default"
              size="lg"
              fullWidth
              aria-disabled={busy}
              onClick={() => {
                if (busy) return;
                login.reset();
                passkey.ask();
              }}
            >
              Sign in with a passkey
            </Button>
          ) : undefined
        }
      />
      <p className={css.small}>
        Don't have an account? <Link to="/signup">Sign up</Link>
      </p>
    </>
  );
}
