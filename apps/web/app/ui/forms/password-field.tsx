import { ActionIcon, TextInput } from '@mantine/core';
import { type Ref, useState } from 'react';
import { Icon } from '../icons.tsx';
import { fieldError } from './field-error.tsx';

interface PasswordFieldProps {
  readonly label: string;
  readonly name: string;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The text, or just that it is wrong where the form says why. */
  readonly error?: string | boolean | undefined;
  readonly description?: string;
  readonly size?: 'md' | 'lg';
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** A password with a button that shows it; the button keeps the caret where it is. */
export function PasswordField({
  label,
  name,
  autoComplete,
  value,
  onChange,
  error,
  description,
  size = 'lg',
  inputRef,
}: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <TextInput
      label={label}
      name={name}
      type={shown ? 'text' : 'password'}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      required
      withAsterisk={false}
      size={size}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={fieldError(error)}
      {...(description === undefined ? {} : { description })}
      {...(inputRef === undefined ? {} : { ref: inputRef })}
      rightSectionWidth={44}
      rightSection={
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setShown(!shown)}
          aria-label={shown ? 'Hide password' : 'Show password'}
          aria-pressed={shown}
        >
          <Icon name={shown ? 'eyeOff' : 'eye'} />
        </ActionIcon>
      }
    />
  );
}
