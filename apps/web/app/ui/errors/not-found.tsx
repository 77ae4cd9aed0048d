import { Button } from '@mantine/core';
import { Link } from '@remix-run/react';
import { MessagePage } from './message-page.tsx';

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
