import { Paper } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { problemOfCall } from '../../api/problem.ts';
import { useTRPC } from '../../api/trpc.ts';
import { Banner } from '../../ui/banner/banner.tsx';
import { Field, Form, SubmitButton } from '../../ui/form/form.tsx';
import { useForm } from '../../ui/form/use-form.tsx';
import { emailProblem, resetRequestText, texts } from './account-texts.ts';

/** Opens below the sign-in form, with the address typed there; it never says whether an account exists. */
export function ForgotPasswordForm({ initialEmail }: { readonly initialEmail: string }) {
  const request = useMutation(useTRPC().accounts.requestPasswordReset.mutationOptions());
  const [sent, setSent] = useState(false);
  const form = useForm({
    initial: { email: initialEmail },
    check: ({ email }) => emailProblem(email),
    failed: texts.resetFailedNetwork,
    submit: async ({ email }) => {
      setSent(false);
      try {
        await request.mutateAsync({ email });
      } catch (error) {
        if (!resetRequestText(problemOfCall(error)).sent) throw error;
      }
      setSent(true);
    },
    problems: (error) => ({ form: resetRequestText(problemOfCall(error)).text }),
  });
  return (
    <Paper p="md">
      <Form form={form} label="Forgot Password">
        <Field {...form.field('email')} kind="email" label="Email" required size="lg" autoFocus />
        <SubmitButton form={form} variant="default" fullWidth busyText="Sending...">
          Send Reset Link
        </SubmitButton>
        <Banner tone="valid" role="status">
          {sent ? texts.resetSent : null}
        </Banner>
      </Form>
    </Paper>
  );
}
