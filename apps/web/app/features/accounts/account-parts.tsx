import { Button, Group, Stack, Title } from '@mantine/core';
import { Link, useNavigate } from '@remix-run/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Banner } from '../../ui/banner/banner.tsx';

/** The heading of an account screen. */
export function AccountTitle({ children }: { readonly children: ReactNode }) {
  return (
    <Title order={1} fz="figure" lh="figure" lts="-0.015em">
      {children}
    </Title>
  );
}

interface OutcomeProps {
  readonly title: string;
  readonly message: string;
  /** Further notes. */
  readonly children?: ReactNode;
  /** Of the button that leads to `/`. */
  readonly next?: string;
}

/** Replaces a form that is done. It takes the focus, so that screen readers read it. */
export function Outcome({ title, message, children, next = 'Sign in' }: OutcomeProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <Stack ref={place} gap="md" tabIndex={-1} style={{ outline: 'none' }}>
      <AccountTitle>{title}</AccountTitle>
      <Banner tone="valid" role="status">
        {message}
      </Banner>
      {children}
      <Group>
        <Button component={Link} to="/" variant="default" size="lg">
          {next}
        </Button>
      </Group>
    </Stack>
  );
}

/** Redirects to `/` a while after `when` became true, unless the person has left by then. */
export function useRedirectHomeAfter(delayMs: number, when: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!when) return;
    const timer = window.setTimeout(() => navigate('/'), delayMs);
    return () => window.clearTimeout(timer);
  }, [when, delayMs, navigate]);
}
