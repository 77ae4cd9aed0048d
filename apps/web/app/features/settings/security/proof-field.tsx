import { Anchor, TextInput } from '@mantine/core';
import { fieldError } from '../../../ui/forms/field-error.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import css from './security.module.css';
import type { ProofState } from './use-proof.ts';

/** Asks once more who somebody is; nothing where having just signed in has to do. */
export function ProofField({ proof: { kind, typed, problems, hasOther, set, switchKind } }: { readonly proof: ProofState }) {
  if (kind === 'sign-in') return <p className={css.quiet}>You have no password. This works for 15 minutes after you signed in.</p>;
  return (
    <div className={css.proof}>
      {kind === 'password' ? (
        <PasswordField
          label="Current Password"
          name="current-password"
          autoComplete="current-password"
          value={typed}
          onChange={set}
          error={problems.field}
        />
      ) : (
        <TextInput
          label="Code"
          description="From your authenticator app, or a recovery code."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          name="code"
          autoComplete="one-time-code"
          spellCheck={false}
          size="lg"
          maxLength={100}
          value={typed}
          onChange={(event) => set(event.currentTarget.value)}
          error={fieldError(problems.field)}
        />
      )}
      {hasOther ? (
        <Anchor component="button" type="button" size="sm" onClick={switchKind}>
          {kind === 'password' ? 'Use a code instead' : 'Use your password instead'}
        </Anchor>
      ) : null}
    </div>
  );
}
