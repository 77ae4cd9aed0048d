import { Anchor, Button, Group, SimpleGrid, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { problemOfCall } from '../../api/problem.ts';
import { useTRPC } from '../../api/trpc.ts';
import { Field, Form } from '../../ui/form/form.tsx';
import { useForm } from '../../ui/form/use-form.tsx';
import { PasswordStrength } from '../../ui/forms/password-strength.tsx';
import { registrationText, texts } from './account-texts.ts';

interface SignUpDetailsProps {
  readonly email: string;
  readonly onBack: () => void;
  /** Takes the server's message when the account exists. */
  readonly onDone: (message: string) => void;
}

const blanks = ({ firstName, lastName, password }: { firstName: string; lastName: string; password: string }) => ({
  ...(firstName.trim() === '' ? { firstName: true as const } : {}),
  ...(lastName.trim() === '' ? { lastName: true as const } : {}),
  ...(password === '' ? { password: true as const } : {}),
});

export function SignUpDetails({ email, onBack, onDone }: SignUpDetailsProps) {
  const register = useMutation(useTRPC().accounts.register.mutationOptions());
  const form = useForm({
    initial: { firstName: '', lastName: '', password: '' },
    check: (values) => {
      const found = blanks(values);
      return Object.keys(found).length === 0 ? {} : { ...found, form: texts.fillAll };
    },
    failed: texts.registrationFailed,
    submit: async (values) => onDone((await register.mutateAsync({ ...values, email })).message),
    problems: (error) => {
      const { field, text } = registrationText(problemOfCall(error));
      return { [field]: text };
    },
  });
  const { firstName, lastName, password } = form.values;
  return (
    <Form form={form} look="screen" action="Create Account" busyAction="Creating account...">
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text fw={500} c="var(--na-text)" style={{ overflowWrap: 'anywhere' }}>
          {email.trim()}
        </Text>
        <Button variant="subtle" color="gray" size="sm" flex="none" onClick={onBack}>
          Change
        </Button>
      </Group>
      <input type="hidden" name="email" autoComplete="username" value={email.trim()} readOnly />
      <SimpleGrid cols={2} spacing="md">
        <Field {...form.field('firstName')} label="First Name" autoComplete="given-name" required size="lg" autoFocus />
        <Field {...form.field('lastName')} label="Last Name" autoComplete="family-name" required size="lg" />
      </SimpleGrid>
      <Field {...form.field('password')} kind="password" label="Password" autoComplete="new-password" required size="lg" />
      <PasswordStrength password={password} known={[firstName, lastName, email]} />
      <Text size="sm">
        By creating an account you agree to the{' '}
        <Anchor href="/terms" target="_blank" rel="noopener" inherit underline="always">
          Terms
        </Anchor>
        .
      </Text>
    </Form>
  );
}
