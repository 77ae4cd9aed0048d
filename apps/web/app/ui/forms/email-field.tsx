import { TextInput } from '@mantine/core';
import type { Ref } from 'react';
import { fieldError } from './field-error.tsx';

interface EmailFieldProps {
  readonly label: string;
  /** `username` where a password manager pairs it with a password; `webauthn` where it may offer a passkey instead. */
  readonly autoComplete: 'username' | 'username webauthn' | 'email';
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
  readonly inputRef?: Ref<HTMLInputElement>;
}

export function EmailField({ label, autoComplete, value, onChange, error, inputRef }: EmailFieldProps) {
  return (
    <TextInput
      label={label}
      name="email"
      type="email"
      autoComplete={autoComplete}
      required
      withAsterisk={false}
      size="lg"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={fieldError(error)}
      {...(inputRef === undefined ? {} : { ref: inputRef })}
    />
  );
}
