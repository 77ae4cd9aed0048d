import { Anchor, Group, Text } from '@mantine/core';
import { looksLikeEmail } from '@notafter/domain';
import { Link } from '@remix-run/react';
import { useState } from 'react';
import type { OauthProviders } from '../../load-context.ts';
import { Field, Form } from '../../ui/form/form.tsx';
import { useForm } from '../../ui/form/use-form.tsx';
import { AccountTitle, Outcome, useRedirectHomeAfter } from './account-parts.tsx';
import { texts } from './account-texts.ts';
import css from './accounts.module.css';
import { ProviderButtons } from './provider-buttons.tsx';
import { SignUpDetails } from './sign-up-details.tsx';

/** Spec 1 section 9. */
const REDIRECT_MS = 3000;

const steps = ['Email', 'Details'] as const;

/** Two steps: the address, then name and password. */
export function SignUpForm({ oauth }: { readonly oauth: OauthProviders }) {
  const [step, setStep] = useState<0 | 1>(0);
  const [message, setMessage] = useState<string>();
  const form = useForm({
    initial: { email: '' },
    check: ({ email }) => (looksLikeEmail(email.trim()) ? {} : { email: texts.emailInvalid }),
    failed: texts.registrationFailed,
    submit: async () => setStep(1),
  });
  useRedirectHomeAfter(REDIRECT_MS, message !== undefined);
  if (message !== undefined) return <Outcome title="Get Started" message={message} />;
  return (
    <>
      <AccountTitle>Get Started</AccountTitle>
      <Group component="ol" gap="md" className={css.steps ?? ''}>
        {steps.map((name, index) => (
          <li key={name} data-done={index < step} aria-current={index === step ? 'step' : undefined}>
            <span aria-hidden="true">{index + 1}</span>
            {name}
          </li>
        ))}
      </Group>
      {step === 0 ? (
        <>
          <Form form={form} look="screen" action="Continue" busyAction="Continue">
            <Field {...form.field('email')} kind="email" label="Work Email" required size="lg" />
          </Form>
          <ProviderButtons oauth={oauth} />
        </>
      ) : (
        <SignUpDetails email={form.values.email} onBack={() => setStep(0)} onDone={setMessage} />
      )}
      <Text size="sm">
        Already have an account?{' '}
        <Anchor component={Link} to="/" inherit underline="always">
          Sign in
        </Anchor>
      </Text>
    </>
  );
}
