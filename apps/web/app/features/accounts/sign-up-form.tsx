import { Button } from '@mantine/core';
import { Link } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import type { OauthProviders } from '../../load-context.ts';
import { Banner } from '../../ui/banner/banner.tsx';
import css from './forms.module.css';
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
  if (message !== undefined) return <SignedUp message={message} />;
  return (
    <>
      <h1 className={css.title}>Get Started</h1>
      <ol className={css.steps}>
        {steps.map((name, index) => (
          <li key={name} data-done={index < step} {...(index === step ? { 'aria-current': 'step' as const } : {})}>
            <span aria-hidden="true">{index + 1}</span>
            {name}
          </li>
        ))}
      </ol>
      {step === 0 ? (
        <>
          <SignUpEmail email={email} onChange={setEmail} onContinue={() => setStep(1)} />
          <ProviderButtons oauth={oauth} />
        </>
      ) : (
        <SignUpDetails email={email} onBack={() => setStep(0)} onDone={setMessage} />
      )}
      <p className={css.small}>
        Already have an account? <Link to="/">Sign in</Link>
      </p>
    </>
  );
}

function SignedUp({ message }: { readonly message: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div className={css.done} ref={place} tabIndex={-1}>
      <h1 className={css.title}>Get Started</h1>
      <Banner tone="valid" role="status">
        {message}
      </Banner>
      <Button component={Link} to="/" variant="default" size="lg">
        Sign in
      </Button>
    </div>
  );
}
