import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { OauthProviders } from '../../load-context.ts';
import css from './forms.module.css';

const providers = [
  { key: 'github', name: 'GitHub', href: '/v1/auth/github' },
  { key: 'google', name: 'Google', href: '/v1/auth/google' },
] as const;

interface ProviderButtonsProps {
  readonly oauth: OauthProviders;
  /** Another way in, before them. */
  readonly first?: ReactNode;
}

/** Sign-in by another account: full page loads, since the provider's page comes next. Nothing where there is no other way in. */
export function ProviderButtons({ oauth, first }: ProviderButtonsProps) {
  const offered = providers.filter(({ key }) => oauth[key]);
  if (offered.length === 0 && first === undefined) return null;
  return (
    <>
      <p className={css.or}>or</p>
      <div className={css.providers}>
        {first}
        {offered.map(({ key, name, href }) => (
          <Button key={key} component="a" href={href} variant="default" size="lg" fullWidth>
            Continue with {name}
          </Button>
        ))}
      </div>
    </>
  );
}
