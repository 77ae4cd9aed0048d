import { Anchor, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { problemOfCall } from '../../api/problem.ts';
import { useTRPC } from '../../api/trpc.ts';
import { Banner } from '../../ui/banner/banner.tsx';
import { fieldError } from '../../ui/forms/field-error.tsx';
import { focusAndSelect } from '../../ui/forms/focus.ts';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import css from './forms.module.css';

interface SecondStepProps {
  /** What the first step answered. */
  readonly challenge: string;
  readonly onSignedIn: () => void;
  /** Back to the first step; with a text where this one cannot be finished any more. */
  readonly onBack: (failure: string | null) => void;
}

const kinds = {
  app: {
    label: 'Code',
    help: 'Open your authenticator app and enter the six digits it shows for Notafter.',
    missing: 'Enter the code.',
    other: 'Use a recovery code',
  },
  recovery: {
    label: 'Recovery code',
    help: 'Enter one of the codes you kept when you set the app up. Each works once.',
    missing: 'Enter a recovery code.',
    other: 'Use the authenticator app',
  },
} as const;

/** The second step of signing in, in the first one's place. */
export default function SecondStep({ challenge, onSignedIn, onBack }: SecondStepProps) {
  const trpc = useTRPC();
  const [kind, setKind] = useState<keyof typeof kinds>('app');
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const finish = useMutation(
    trpc.signIn.finish.mutationOptions({
      onSuccess: onSignedIn,
      onError: (error) => {
        const { code: failed, message } = problemOfCall(error);
        if (failed === 'second_factor_expired' || failed === 'organization_disabled') onBack(message);
        else focusAndSelect(input.current);
      },
    }),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the other kind of code the field is another one.
  useEffect(() => input.current?.focus(), [kind]);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    finish.reset();
    setMissing(code.trim() === '');
    if (code.trim() === '') input.current?.focus();
    else finish.mutate({ challenge, code });
  };
  const switchKind = (): void => {
    finish.reset();
    setCode('');
    setMissing(false);
    setKind(kind === 'app' ? 'recovery' : 'app');
  };

  const problem = finish.error === null ? null : problemOfCall(finish.error);
  const ofField = problem?.code === 'second_factor_invalid' ? problem.message : missing ? kinds[kind].missing : undefined;
  return (
    <>
      <h1 className={css.title}>Two-factor authentication</h1>
      {problem === null || problem.code === 'second_factor_invalid' ? null : (
        <Banner tone="expired" role="alert">
          {problem.message}
        </Banner>
      )}
      <form className={css.form} method="post" noValidate onSubmit={submit}>
        <TextInput
          key={kind}
          label={kinds[kind].label}
          description={kinds[kind].help}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          name={kind === 'app' ? 'code' : 'recovery-code'}
          {...(kind === 'app'
            ? { autoComplete: 'one-time-code', inputMode: 'numeric' }
            : { autoComplete: 'off', autoCapitalize: 'characters' })}
          spellCheck={false}
          required
          withAsterisk={false}
          size="lg"
          maxLength={100}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={fieldError(ofField)}
          ref={input}
        />
        <SubmitButton size="lg" busy={finish.isPending || finish.isSuccess} busyText="Signing in...">
          Sign In
        </SubmitButton>
      </form>
      <p className={css.choices}>
        <Anchor component="button" type="button" size="sm" onClick={switchKind}>
          {kinds[kind].other}
        </Anchor>
        <Anchor component="button" type="button" size="sm" onClick={() => onBack(null)}>
          Back to sign in
        </Anchor>
      </p>
    </>
  );
}
