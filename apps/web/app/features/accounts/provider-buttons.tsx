import { Button, Divider, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { OauthProviders } from '../../load-context.ts';

const providers = [
  { key: 'github', name: 'GitHub', href: '/v1/auth/github' },
  { key: 'google', name: 'Google', href: '/v1/auth/google' },
] as const;

interface ProviderButtonsProps {
  readonly oauth: OauthProviders;
  /** Another way to sign in, above the providers. */
  readonly first?: ReactNode;
}

/** Signs in with another account: full page loads, because the provider's page comes next. */
export function ProviderButtons({ oauth, first }: ProviderButtonsProps) {
  const offered = providers.filter(({ key }) => oauth[key]);
  if (offered.length === 0 && first === undefined) return null;
  return (
    <>
      <Divider label="or" color="var(--na-border)" styles={{ label: { fontSize: 'var(--mantine-font-size-sm)' } }} />
      <Stack gap="xs">
        {first}
        {offered.map(({ key, name, href }) => (
          <Button key={key} component="a" href={href} variant="default" size="lg" fullWidth>
            Continue with {name}
          </Button>
        ))}
      </Stack>
    </>
  );
}
