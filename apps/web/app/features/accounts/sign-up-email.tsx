import { Button } from '@mantine/core';
import { looksLikeEmail } from '@notafter/domain';
import { type FormEvent, useRef, useState } from 'react';
import { EmailField } from '../../ui/forms/email-field.tsx';
import { texts } from './account-texts.ts';
import css from './forms.module.css';

interface SignUpEmailProps {
  readonly email: string;
  readonly onChange: (email: string) => void;
  readonly onContinue: () => void;
}

export function SignUpEmail({ email, onChange, onContinue }: SignUpEmailProps) {
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const valid = looksLikeEmail(email.trim());
    setError(valid ? undefined : texts.emailInvalid);
    if (valid) onContinue();
    else input.current?.focus();
  };
  return (
    <form className={css.form} method="post" noValidate onSubmit={submit}>
      <EmailField label="Work Email" autoComplete="email" value={email} onChange={onChange} error={error} inputRef={input} />
      <Button type="submit" size="lg" fullWidth>
        Continue
      </Button>
    </form>
  );
}
