import { Anchor, Text } from '@mantine/core';
import { Link } from '@remix-run/react';
import { useMutation } from '@tanstack/react-query';
import { problemOfCall } from '../../api/problem.ts';
import { useTRPC } from '../../api/trpc.ts';
import { Field, Form } from '../../ui/form/form.tsx';
import { useForm } from '../../ui/form/use-form.tsx';
import { PasswordStrength } from '../../ui/forms/password-strength.tsx';
import { AccountTitle, Outcome, useRedirectHomeAfter } from '../accounts/account-parts.tsx';
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

/** Only the button accepts the invitation, so that a mail scanner that opens the page does not use it up. */
export function CreatePasswordForm({ prefilled }: { readonly prefilled: Prefilled }) {
  const accept = useMutation(useTRPC().team.acceptInvitation.mutationOptions());
  useRedirectHomeAfter(REDIRECT_MS, accept.isSuccess);
  const form = useForm({
    initial: { ...prefilled, password: '' },
    check: ({ email, orgId, code, password }) => {
      const found = {
        ...(email.trim() === '' ? { email: true as const } : {}),
        ...(orgId.trim() === '' ? { orgId: true as const } : {}),
        ...(code.trim() === '' ? { code: true as const } : {}),
        ...(password === '' ? { password: true as const } : {}),
      };
      return Object.keys(found).length === 0 ? {} : { ...found, form: texts.fillAll };
    },
    failed: texts.acceptFailed,
    submit: ({ email, orgId, code, password }) =>
      accept.mutateAsync({ email: email.trim(), orgId: orgId.trim(), code: code.trim(), password }),
    problems: (error) => {
      const { field, text } = acceptFailureOf(problemOfCall(error));
      return { [field]: text };
    },
  });
  if (accept.isSuccess) return <Outcome title="Activate Account" message={accept.data.message} next="Click here to log in" />;
  const failure = accept.error === null ? null : acceptFailureOf(problemOfCall(accept.error));
  return (
    <>
      <AccountTitle>Activate Account</AccountTitle>
      <Text size="sm">You are invited to a team. Choose a password to join it.</Text>
      <Form
        form={form}
        tone={failure?.field === 'form' ? failure.tone : 'expired'}
        look="screen"
        action="Activate Account"
        busyAction="Activating..."
      >
        <Field {...form.field('email')} kind="email" label="Email" autoComplete="username" required size="lg" />
        <Field {...form.field('orgId')} label="Organization ID" spellCheck={false} required size="lg" />
        <Field {...form.field('code')} label="Confirmation Code" spellCheck={false} maxLength={CODE_MAX} required size="lg" />
        <Field {...form.field('password')} kind="password" label="Password" autoComplete="new-password" required size="lg" />
        <PasswordStrength password={form.values.password} known={[form.values.email]} />
      </Form>
      <Text size="sm">
        Already have an account?{' '}
        <Anchor component={Link} to="/" inherit underline="always">
          Click here to log in
        </Anchor>
      </Text>
    </>
  );
}
