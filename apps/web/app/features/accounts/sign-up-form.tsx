import { Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from '@remix-run/react';
import { useState } from 'react';
import type { OauthProviders } from '../../load-context.ts';
import { Banner } from '../../ui/banner/banner.tsx';
import { AccountTitle, Outcome } from './account-parts.tsx';
import css from './accounts.module.css';
import { ProviderButtons } from './provider-buttons.tsx';
import { SignUpDetails } from './sign-up-details.tsx';
import { SignUpEmail } from './sign-up-email.tsx';
import { useRedirectHomeAfter } from './use-redirect-home-after.ts';

/** Spec 1 section 9. */
const REDIRECT_MS = 3000;

const steps = ['Email', 'Details'] as const;

/** Two steps: the address, then name and password. */
export function SignUpForm({ oauth }: { readonly oauth: OauthProviders }) {
  const [email, setEmail] = useState('');
  const [step, setStep] = useState<0 | 1>(0);
  const [message, setMessage] = useState<string>();
  useRedirectHomeAfter(REDIRECT_MS, message !== undefined);
  if (message !== undefined) {
    return (
      <Outcome title="Get Started">
        <Banner tone="valid" role="status">
          {message}
        </Banner>
        <Group>
          <Button component={Link} to="/" variant="default" size="lg">
            Sign in
          </Button>
        </Group>
      </Outcome>
    );
  }
  return (
    <>
      <AccountTitle>Get Started</AccountTitle>
      <Group component="ol" gap="md" className={css.steps ?? ''}>
        {steps.map((name, index) => (
          <li key={name} data-done={index < step} {...(index === step ? { 'aria-current': 'step' as const } : {})}>
            <span aria-hidden="true">{index + 1}</span>
            {name}
          </li>
        ))}
      </Group>
      {step === 0 ? (
        <>
          <SignUpEmail
            email={email}
            onContinue={(typed) => {
              setEmail(typed);
              setStep(1);
            }}
          />
          <ProviderButtons oauth={oauth} />
        </>
      ) : (
        <SignUpDetails email={email} onBack={() => setStep(0)} onDone={setMessage} />
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
