import { Anchor, Box, Button, Text } from '@mantine/core';
import { type PendingLinkView, readSecondFactorFragment } from '@notafter/domain';
import { Link, useNavigate, useSearchParams } from '@remix-run/react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { problemOfCall } from '../../api/problem.ts';
import { useTRPC } from '../../api/trpc.ts';
import type { OauthProviders } from '../../load-context.ts';
import { Banner } from '../../ui/banner/banner.tsx';
import { Field, Form } from '../../ui/form/form.tsx';
import { useForm } from '../../ui/form/use-form.tsx';
import { lazyPart } from '../../ui/lazy/lazy.tsx';
import { AccountTitle } from './account-parts.tsx';
import { emailProblem, signInText, texts } from './account-texts.ts';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import { oauthFailure, pendingLinkNotice } from './oauth-texts.ts';
import { ProviderButtons } from './provider-buttons.tsx';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';

const SecondStep = lazyPart(() => import('./second-step.tsx'));

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
    // It is worth a first factor: it must not stay in the history or on the screen.
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
  const [resetting, setResetting] = useState(false);
  const login = useMutation(useTRPC().accounts.login.mutationOptions());
  const passkey = usePasskeySignIn({ offered: passkeys, onSignedIn });
  const form = useForm({
    initial: { email, password: '' },
    check: (values) => ({ ...emailProblem(values.email), ...(values.password === '' ? { password: texts.passwordMissing } : {}) }),
    failed: 'Failed to sign in',
    submit: async (values) => {
      passkey.forget();
      setEmail(values.email);
      const result = await login.mutateAsync(values);
      if (result.state === 'second-factor') onSecondFactor(result.question.challenge);
      else onSignedIn();
      return 'leaving';
    },
    problems: (error) => ({ form: signInText(problemOfCall(error)) }),
    focus: 'password',
  });
  const failure = passkey.failure ?? (form.failure === null ? (earlierFailure ?? oauthFailure(search)) : null);
  const notice = failure === null && form.failure === null && pendingLink !== null ? pendingLinkNotice(pendingLink) : null;
  const busy = form.busy || passkey.busy;

  return (
    <>
      <AccountTitle>Welcome Back</AccountTitle>
      <Banner tone="expired" role="alert">
        {failure}
      </Banner>
      <Banner tone="info" role="status">
        {notice}
      </Banner>
      <Form form={{ ...form, busy }} look="screen" action="Sign In" busyAction="Signing in...">
        <Field {...form.field('email')} kind="email" label="Email" autoComplete="username webauthn" required size="lg" />
        <Box pos="relative">
          <Field {...form.field('password')} kind="password" label="Password" autoComplete="current-password" required size="lg" />
          {/* Beside the label for the eye, after the field for the Tab key. */}
          <Anchor
            component="button"
            type="button"
            size="sm"
            pos="absolute"
            top={0}
            right={0}
            aria-expanded={resetting}
            aria-controls="forgot-password"
            onClick={() => setResetting(!resetting)}
          >
            Forgot Password?
          </Anchor>
        </Box>
      </Form>
      <div id="forgot-password" hidden={!resetting}>
        {resetting ? <ForgotPasswordForm initialEmail={form.values.email} /> : null}
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
                form.clear();
                passkey.ask();
              }}
            >
              Sign in with a passkey
            </Button>
          ) : undefined
        }
      />
      <Text size="sm">
        Don't have an account?{' '}
        <Anchor component={Link} to="/signup" inherit underline="always">
          Sign up
        </Anchor>
      </Text>
    </>
  );
}
