import { Stack, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

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
  readonly children: ReactNode;
}

/** Replaces a form that is done. It takes the focus, so that screen readers read it. */
export function Outcome({ title, children }: OutcomeProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <Stack ref={place} gap="md" tabIndex={-1} style={{ outline: 'none' }}>
      <AccountTitle>{title}</AccountTitle>
      {children}
    </Stack>
  );
}
