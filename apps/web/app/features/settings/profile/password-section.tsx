import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useRef } from 'react';
import { fieldError } from '../../../ui/forms/field-error.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { PasswordStrength } from '../../../ui/forms/password-strength.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import css from './profile.module.css';
import type { Profile } from './types.ts';
import { type PasswordFieldName, usePasswordForm } from './use-password-form.ts';

const leads = {
  password: 'A new password signs you out in every other browser. Tokens go on working.',
  code: 'You sign in by other means. With a password you can sign in with your email address too.',
  'sign-in':
    'You sign in by other means. With a password you can sign in with your email address too. It can be set for 15 minutes after you signed in.',
} as const satisfies Record<Profile['proof'], string>;

/** Changes the password, or sets the first one of who came from elsewhere. */
export function PasswordSection({ profile }: { readonly profile: Profile }) {
  const { proof, email, firstName, lastName } = profile;
  const hasPassword = proof === 'password';
  const form = usePasswordForm(proof);
  const element = useRef<HTMLFormElement>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await form.submit()) return;
    // The errors stand there after the next frame.
    requestAnimationFrame(() => element.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus());
  };
  const field = (name: PasswordFieldName) => ({
    size: 'md' as const,
    value: form.fields[name],
    onChange: (value: string) => form.set(name, value),
    error: form.wrong[name],
  });
  return (
    <Panel title="Password">
      <form ref={element} aria-label="Password" noValidate onSubmit={(event) => void submit(event)}>
        <div className={css.fields}>
          <p className={css.quiet}>{leads[proof]}</p>
          {/* Password managers pair the new password with this address. */}
          <input
            className={css.hidden}
            type="email"
            name="username"
            autoComplete="username"
            value={email}
            readOnly
            tabIndex={-1}
            aria-hidden
          />
          {hasPassword ? (
            <PasswordField label="Current Password" name="current" autoComplete="current-password" {...field('current')} />
          ) : null}
          {proof === 'code' ? (
            <TextInput
              label="Code"
              name="code"
              description="From your authenticator app, or a recovery code."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              autoComplete="one-time-code"
              maxLength={100}
              value={form.fields.code}
              onChange={(event) => form.set('code', event.currentTarget.value)}
              error={fieldError(form.wrong.code)}
            />
          ) : null}
          <div className={css.pair}>
            <div>
              <PasswordField label="New Password" name="new-password" autoComplete="new-password" {...field('next')} />
              <PasswordStrength password={form.fields.next} known={[email, firstName, lastName]} />
            </div>
            <PasswordField label="Confirm Password" name="confirm-password" autoComplete="new-password" {...field('again')} />
          </div>
        </div>
        <div className={css.foot}>
          <Button type="submit" variant="default" disabled={form.busy}>
            {form.busy ? 'Saving...' : hasPassword ? 'Change Password' : 'Set Password'}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
