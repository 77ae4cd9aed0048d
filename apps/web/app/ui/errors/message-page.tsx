import { Button, Stack, Text, Title } from '@mantine/core';
import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Icon } from '../icons.tsx';
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

interface NotFoundProps {
  readonly title?: string;
  readonly heading?: 'h1' | 'h2';
}

export function NotFound({ title = 'Page not found', heading = 'h2' }: NotFoundProps) {
  return (
    <MessagePage
      tone="unreachable"
      heading={heading}
      title={title}
      text="The address may be mistyped, or what it led to was removed."
      action={
        <Button component={Link} to="/certificates" variant="default">
          Go to Certificates
        </Button>
      }
    />
  );
}

interface ChunkFailedProps {
  /** Where Reload leads. */
  readonly href: string;
  readonly heading: 'h1' | 'h2';
}

/** A screen's code did not load, usually because a newer version was installed. */
export const ChunkFailed = ({ href, heading }: ChunkFailedProps) => (
  <MessagePage
    tone="expired"
    heading={heading}
    title="Loading chunk failed"
    text="A part of this screen did not load. Monitoring continues."
    action={
      <Button variant="default" leftSection={<Icon name="refresh" small />} onClick={() => window.location.assign(href)}>
        Reload
      </Button>
    }
  />
);
