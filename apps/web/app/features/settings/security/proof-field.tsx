import { Anchor, Stack, Text } from '@mantine/core';
import { Field } from '../../../ui/form/field.tsx';
import type { ProofState } from './use-proof.ts';

/** Asks for the password or a code; a person without a password only has to have signed in recently. */
export function ProofField({ proof: { form, kind, switchKind } }: { readonly proof: ProofState }) {
  if (kind === 'sign-in') {
    return (
      <Text size="sm" c="dimmed">
        You have no password. This works for 15 minutes after you signed in.
      </Text>
    );
  }
  return (
    <Stack gap="xs">
      {kind === 'password' ? (
        <Field {...form.field('proof')} kind="password" label="Current Password" autoComplete="current-password" size="lg" />
      ) : (
        <Field {...form.field('proof')} kind="code" label="Code" description="From your authenticator app, or a recovery code." size="lg" />
      )}
      {switchKind === null ? null : (
        <Anchor component="button" type="button" size="sm" ta="start" onClick={switchKind}>
          {kind === 'password' ? 'Use a code instead' : 'Use your password instead'}
        </Anchor>
      )}
    </Stack>
  );
}
