import { ActionIcon, Button, type ButtonProps, Group, Stack, TextInput, type TextInputProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Banner } from '../banner/banner.tsx';
import { Icon } from '../icons.tsx';
import css from './form.module.css';
import type { FormState } from './use-form.tsx';

/** The submit button of a form that fills a panel is in the panel's foot, filled or plain; of one that fills a screen, below the fields. */
const looks = {
  panel: {},
  plain: { variant: 'default' },
  screen: { size: 'lg', fullWidth: true },
} as const satisfies Record<string, ButtonProps>;

interface FormProps {
  readonly form: FormState;
  /** Names the form, unless a dialog around it does. */
  readonly label?: string;
  /** Of the banner. */
  readonly tone?: 'expired' | 'warning';
  /** The verb of its submit button. A form without one has a `SubmitButton` elsewhere, or cannot be submitted. */
  readonly action?: string | undefined;
  /** Replaces `action` meanwhile, e.g. `Saving...`. */
  readonly busyAction?: string;
  readonly look?: keyof typeof looks;
  /** The fields, one below the other. */
  readonly children: ReactNode;
}

/**
 * The app's only `<form>`. Shows the form's own problem above the fields. It posts, so that a password submitted before the
 * script runs does not get into the address.
 */
export function Form({ form, label, tone = 'expired', action, busyAction = 'Saving...', look = 'panel', children }: FormProps) {
  const hasFoot = action !== undefined && look !== 'screen';
  const button =
    action === undefined ? null : (
      <SubmitButton form={form} busyText={busyAction} {...looks[look]}>
        {action}
      </SubmitButton>
    );
  return (
    <form
      ref={form.element}
      id={form.id}
      aria-label={label}
      method="post"
      noValidate
      onSubmit={form.busy ? (event) => event.preventDefault() : form.onSubmit}
    >
      <Stack gap="md" p={hasFoot ? 'md' : 0}>
        <Banner tone={tone} role="alert">
          {form.failure}
        </Banner>
        {children}
        {hasFoot ? null : button}
      </Stack>
      {hasFoot ? (
        <Group className={css.foot ?? ''} justify="flex-end" px="md" py="sm">
          {button}
        </Group>
      ) : null}
    </form>
  );
}

interface SubmitButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'color' | 'fullWidth' | 'disabled'> {
  readonly form: FormState;
  /** Replaces the label meanwhile, e.g. `Saving...`. */
  readonly busyText: string;
  readonly children: string;
}

/** Submits its form, from inside of it or from a dialog's foot. It keeps the focus while the form is busy. */
export function SubmitButton({ form, busyText, children, ...button }: SubmitButtonProps) {
  return (
    <Button type="submit" form={form.id} aria-disabled={form.busy} {...(form.busy ? { 'data-disabled': true } : {})} {...button}>
      {form.busy ? busyText : children}
    </Button>
  );
}

const kinds = {
  text: { autoComplete: 'off' },
  email: { type: 'email', autoComplete: 'email' },
  /** Text that has to be exact. */
  exact: { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, styles: { input: { fontFamily: 'var(--na-mono)' } } },
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
