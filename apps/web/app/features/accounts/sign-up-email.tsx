import { looksLikeEmail } from '@notafter/domain';
import { Field } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useForm } from '../../ui/form/use-form.tsx';
import { texts } from './account-texts.ts';

interface SignUpEmailProps {
  readonly email: string;
  readonly onContinue: (email: string) => void;
}

export function SignUpEmail({ email, onContinue }: SignUpEmailProps) {
  const form = useForm({
    initial: { email },
    check: (values) => (looksLikeEmail(values.email.trim()) ? {} : { email: texts.emailInvalid }),
    failed: texts.registrationFailed,
    submit: async (values) => onContinue(values.email),
  });
  return (
    <Form form={form}>
      <Field {...form.field('email')} kind="email" label="Work Email" required size="lg" />
      <SubmitButton form={form} size="lg" fullWidth busyText="Continue">
        Continue
      </SubmitButton>
    </Form>
  );
}
