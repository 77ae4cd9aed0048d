import { Button, TextInput } from '@mantine/core';
import { Link } from '@remix-run/react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { problemOfCall } from '../../api/problem.ts';
import { useTRPC } from '../../api/trpc.ts';
import { Banner } from '../../ui/banner/banner.tsx';
import { EmailField } from '../../ui/forms/email-field.tsx';
import { fieldError } from '../../ui/forms/field-error.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { PasswordStrength } from '../../ui/forms/password-strength.tsx';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import css from '../accounts/forms.module.css';
import { useRedirectHomeAfter } from '../accounts/use-redirect-home-after.ts';
import { acceptFailureOf } from './accept-failure.ts';
import { texts } from './team-texts.ts';

const REDIRECT_MS = 3000;
/** As the server has it. */
const CODE_MAX = 200;

export interface Prefilled {
  readonly email: string;
  readonly orgId: string;
  readonly code: string;
}

/** Opening the page uses nothing up: only the button does, so that a scanner of mail takes nobody's place. */
export function CreatePasswordForm({ prefilled }: { readonly prefilled: Prefilled }) {
  const trpc = useTRPC();
  const accept = useMutation(trpc.team.acceptInvitation.mutationOptions());
  const [email, setEmail] = useState(prefilled.email);
  const [orgId, setOrgId] = useState(prefilled.orgId);
  const [code, setCode] = useState(prefilled.code);
  const [password, setPassword] = useState('');
  const [incomplete, setIncomplete] = useState(false);
  const emailInput = useRef<HTMLInputElement>(null);
  const orgInput = useRef<HTMLInputElement>(null);
  const codeInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const done = useRef<HTMLDivElement>(null);
  useRedirectHomeAfter(REDIRECT_MS, accept.isSuccess);
  useEffect(() => {
    if (accept.isSuccess) done.current?.focus();
  }, [accept.isSuccess]);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    accept.reset();
    const input = { email: email.trim(), orgId: orgId.trim(), code: code.trim(), password };
    const empty = [
      { value: input.email, field: emailInput },
      { value: input.orgId, field: orgInput },
      { value: input.code, field: codeInput },
      { value: password, field: passwordInput },
    ].find(({ value }) => value === '');
    setIncomplete(empty !== undefined);
    if (empty === undefined) accept.mutate(input);
    else empty.field.current?.focus();
  };

  if (accept.isSuccess) {
    return (
      <div className={css.done} ref={done} tabIndex={-1}>
        <h1 className={css.title}>Activate Account</h1>
        <Banner tone="valid" role="status">
          {accept.data.message}
        </Banner>
        <Button component={Link} to="/" variant="default" size="lg">
          Click here to log in
        </Button>
      </div>
    );
  }

  const failure = accept.error === null ? null : acceptFailureOf(problemOfCall(accept.error));
  const errorAt = (field: 'email' | 'orgId' | 'code' | 'password', value: string) =>
    failure?.field === field ? failure.text : incomplete && value.trim() === '';
  const emailError = errorAt('email', email);
  return (
    <>
      <h1 className={css.title}>Activate Account</h1>
      <p className={css.small}>You are invited to a team. Choose a password to join it.</p>
      {incomplete ? (
        <Banner tone="expired" role="alert">
          {texts.fillAll}
        </Banner>
      ) : failure?.field === 'form' ? (
        <Banner tone={failure.tone} role="alert">
          {failure.text}
        </Banner>
      ) : null}
      <form className={css.form} method="post" noValidate onSubmit={submit}>
        <EmailField
          label="Email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
          error={typeof emailError === 'string' ? emailError : undefined}
          inputRef={emailInput}
        />
        <TextInput
          label="Organization ID"
          name="org_id"
          autoComplete="off"
          spellCheck={false}
          required
          withAsterisk={false}
          size="lg"
          value={orgId}
          onChange={(event) => setOrgId(event.currentTarget.value)}
          error={fieldError(errorAt('orgId', orgId))}
          ref={orgInput}
        />
        <TextInput
          label="Confirmation Code"
          name="code"
          autoComplete="off"
          spellCheck={false}
          required
          withAsterisk={false}
          size="lg"
          maxLength={CODE_MAX}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={fieldError(errorAt('code', code))}
          ref={codeInput}
        />
        <div>
          <PasswordField
            label="Password"
            name="new-password"
            autoComplete="new-password"
            value={password}
            onChange={setPassword}
            error={errorAt('password', password)}
            inputRef={passwordInput}
          />
          <PasswordStrength password={password} known={[email]} />
        </div>
        <SubmitButton size="lg" busy={accept.isPending} busyText="Activating...">
          Activate Account
        </SubmitButton>
      </form>
      <p className={css.small}>
        Already have an account? <Link to="/">Click here to log in</Link>
      </p>
    </>
  );
}
