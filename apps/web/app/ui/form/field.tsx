import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../icons.tsx';

const kinds = {
  text: { autoComplete: 'off' },
  email: { type: 'email', autoComplete: 'email' },
  /** Of an authenticator app, or a recovery code. */
  code: { autoComplete: 'one-time-code', spellCheck: false, maxLength: 100 },
  /** A stored secret that is shown masked. It is selected on focus, because typing replaces all of it. */
  masked: {
    autoComplete: 'off',
    spellCheck: false,
    onFocus: (event) => event.currentTarget.select(),
    styles: { input: { fontFamily: 'var(--na-mono)' } },
  },
} as const satisfies Record<string, TextInputProps>;

interface FieldProps extends TextInputProps {
  readonly kind?: keyof typeof kinds | 'password';
}

/** A line of text with its label: `<Field {...form.field('email')} kind="email" label="Email" />`. */
export function Field({ kind = 'text', ...input }: FieldProps) {
  return kind === 'password' ? <PasswordField {...input} /> : <TextInput {...kinds[kind]} {...input} />;
}

/** A password with a button that shows it; the button does not move the caret. */
function PasswordField(input: TextInputProps) {
  const [shown, setShown] = useState(false);
  return (
    <TextInput
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
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
      {...input}
    />
  );
}
