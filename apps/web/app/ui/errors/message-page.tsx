import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { type MarkTone, StatusMark } from '../status/status-mark.tsx';

interface MessagePageProps {
  readonly tone: MarkTone;
  readonly title: string;
  readonly text: ReactNode;
  readonly action?: ReactNode;
  /** `h1` if no other heading is above it. */
  readonly heading?: 'h1' | 'h2';
}

/** A whole screen, or the space of one, that has only a sentence and a next step. */
export function MessagePage({ tone, title, text, action, heading = 'h2' }: MessagePageProps) {
  return (
    <Stack align="center" justify="center" gap="xs" mih="min(60vh, 480px)" px="lg" py={48} ta="center">
      <StatusMark tone={tone} />
      <Title order={heading === 'h1' ? 1 : 2} size="h1" mt="xxs">
        {title}
      </Title>
      <Text maw={440} mb={action === undefined ? 0 : 'sm'}>
        {text}
      </Text>
      {action}
    </Stack>
  );
}
