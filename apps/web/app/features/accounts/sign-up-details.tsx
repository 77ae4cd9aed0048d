import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { problemOfCall } from '../../api/problem.ts';
import { useTRPC } from '../../api/trpc.ts';
import { Banner } from '../../ui/banner/banner.tsx';
import { focusAndSelect } from '../../ui/forms/focus.ts';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { PasswordStrength } from '../../ui/forms/password-strength.tsx';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { registrationText, texts } from './account-texts.ts';
import css from './forms.module.css';

interface SignUpDetailsProps {
  readonly email: string;
  readonly onBack: () => void;
  /** Called with the server's message once the account exists. */
  readonly onDone: (message: string) => void;
}

export function SignUpDetails({ email, onBack, onDone }: SignUpDetailsProps) {
  const trpc = useTRPC();
  const [firstName, setFirstName] = useState('');
  const [lastName, setLastName] = useState('');
  const [password, setPassword] = useState('');
  const [incomplete, setIncomplete] = useState(false);
  const firstInput = useRef<HTMLInputElement>(null);
  const lastInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const register = useMutation(
    trpc.accounts.register.mutationOptions({
      onSuccess: ({ message }) => onDone(message),
      onError: (error) => {
        if (registrationText(problemOfCall(error)).field === 'password') focusAndSelect(passwordInput.current);
      },
    }),
  );
  useEffect(() => firstInput.current?.focus(), []);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    register.reset();
    const empty = [
      { value: firstName.trim(), input: firstInput },
      { value: lastName.trim(), input: lastInput },
      { value: password, input: passwordInput },
    ].find(({ value }) => value === '');
    setIncomplete(empty !== undefined);
    if (empty === undefined) register.mutate({ firstName, lastName, email, password });
    else empty.input.current?.focus();
  };

  const failure = register.error === null ? null : registrationText(problemOfCall(register.error));
  const formText = incomplete ? texts.fillAll : failure?.field === 'form' ? failure.text : null;

  return (
    <form className={css.form} method="post" noValidate onSubmit={submit}>
      <div className={css.chosen}>
        <strong>{email.trim()}</strong>
        <Button variant="subtle" color="gray" size="sm" onClick={onBack}>
          Change
        </Button>
      </div>
      <input type="hidden" name="email" autoComplete="username" value={email.trim()} readOnly />
      {formText === null ? null : (
        <Banner tone="expired" role="alert">
          {formText}
        </Banner>
      )}
      <div className={css.names}>
        <TextInput
          label="First Name"
          name="given-name"
          autoComplete="given-name"
          required
          withAsterisk={false}
          size="lg"
          value={firstName}
          onChange={(event) => setFirstName(event.currentTarget.value)}
          error={incomplete && firstName.trim() === ''}
          ref={firstInput}
        />
        <TextInput
          label="Last Name"
          name="family-name"
          autoComplete="family-name"
          required
          withAsterisk={false}
          size="lg"
          value={lastName}
          onChange={(event) => setLastName(event.currentTarget.value)}
          error={incomplete && lastName.trim() === ''}
          ref={lastInput}
        />
      </div>
      <PasswordField
        label="Password"
        name="new-password"
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
        error={failure?.field === 'password' ? failure.text : incomplete && password === ''}
        inputRef={passwordInput}
      />
      <PasswordStrength password={password} known={[firstName, lastName, email]} />
      <p className={css.small}>
        By creating an account you agree to the{' '}
        <a href="/terms" target="_blank" rel="noopener">
          Terms
        </a>
        .
      </p>
      <SubmitButton size="lg" busy={register.isPending} busyText="Creating account...">
        Create Account
      </SubmitButton>
    </form>
  );
}
