import { Button } from '@mantine/core';
import { Icon } from '../icons.tsx';
import { MessagePage } from './message-page.tsx';

interface ChunkFailedProps {
  /** Where Reload leads; the present address when left out. */
  readonly href?: string | undefined;
  readonly heading?: 'h1' | 'h2';
}

/** A part of the program did not arrive, mostly because a newer version was installed meanwhile. */
export function ChunkFailed({ href, heading = 'h2' }: ChunkFailedProps) {
  const reload = (): void => {
    if (href === undefined) window.location.reload();
    else window.location.assign(href);
  };
  return (
    <MessagePage
      tone="expired"
      heading={heading}
      title="Loading chunk failed"
      text="A part of this screen did not arrive. Monitoring goes on."
      action={
        <Button variant="default" leftSection={<Icon name="refresh" small />} onClick={reload}>
          Reload
        </Button>
      }
    />
  );
}
