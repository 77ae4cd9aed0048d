import { Anchor, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { problemOfCall } from '../../api/problem.ts';
import { useTRPC } from '../../api/trpc.ts';
import { Field, Form } from '../../ui/form/form.tsx';
import { useForm } from '../../ui/form/use-form.tsx';
import { AccountTitle } from './account-parts.tsx';

interface SecondStepProps {
  /** The answer of the first step. */
  readonly challenge: string;
  readonly onSignedIn: () => void;
  /** Goes back to the first step, with a text if this one cannot be finished. */
  readonly onBack: (failure: string | null) => void;
}

const kinds = {
  app: {
    label: 'Code',
    help: 'Open your authenticator app and enter the six digits it shows for Notafter.',
    missing: 'Enter the code.',
    other: 'Use a recovery code',
  },
  recovery: {
    label: 'Recovery code',
    help: 'Enter one of the recovery codes you saved when you set up the app. Each code works once.',
    missing: 'Enter a recovery code.',
    other: 'Use the authenticator app',
  },
} as const;

/** The second step of signing in, in place of the first. */
export default function SecondStep({ challenge, onSignedIn, onBack }: SecondStepProps) {
  const finish = useMutation(useTRPC().signIn.finish.mutationOptions());
  const [kind, setKind] = useState<keyof typeof kinds>('app');
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => (code.trim() === '' ? { code: kinds[kind].missing } : {}),
    failed: 'Failed to sign in',
    submit: async ({ code }) => {
      await finish.mutateAsync({ challenge, code });
      onSignedIn();
      return 'leaving';
    },
    problems: (error) => {
      const { code, message } = problemOfCall(error);
      if (code === 'second_factor_expired' || code === 'organization_disabled') onBack(message);
      return code === 'second_factor_invalid' ? { code: message } : { form: message };
    },
    focus: 'code',
  });
  const switchKind = (): void => {
    form.clear();
    form.set({ code: '' });
    setKind(kind === 'app' ? 'recovery' : 'app');
  };
  return (
    <>
      <AccountTitle>Two-factor authentication</AccountTitle>
      <Form form={form} look="screen" action="Sign In" busyAction="Signing in...">
        <Field
          key={kind}
          {...form.field('code')}
          kind="code"
          label={kinds[kind].label}
          description={kinds[kind].help}
          {...(kind === 'app' ? { inputMode: 'numeric' } : { autoComplete: 'off', autoCapitalize: 'characters' })}
          required
          size="lg"
          autoFocus
        />
      </Form>
      <Group justify="space-between" gap="xs">
        <Anchor component="button" type="button" size="sm" onClick={switchKind}>
          {kinds[kind].other}
        </Anchor>
        <Anchor component="button" type="button" size="sm" onClick={() => onBack(null)}>
          Back to sign in
        </Anchor>
      </Group>
    </>
  );
}
