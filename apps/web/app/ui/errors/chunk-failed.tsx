import { Button } from '@mantine/core';
import { Icon } from '../icons.tsx';
import { MessagePage } from './message-page.tsx';

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
