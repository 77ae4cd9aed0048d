import { Button } from '@mantine/core';
import { isRouteErrorResponse, useRevalidator, useRouteError } from '@remix-run/react';
import { Icon } from '../icons.tsx';
import { MessagePage, NotFound } from './message-page.tsx';

const answeredText = (body: unknown): string | null =>
  typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string' ? body.message : null;

/** The content of an error boundary: not found, not allowed, or a screen that did not load. */
export function RouteError({ heading = 'h2' }: { readonly heading?: 'h1' | 'h2' }) {
  const error = useRouteError();
  const revalidator = useRevalidator();
  if (isRouteErrorResponse(error)) {
    const text = answeredText(error.data);
    if (error.status === 404) return <NotFound heading={heading} {...(text === null ? {} : { title: text })} />;
    if (error.status < 500)
      return (
        <MessagePage heading={heading} tone="unreachable" title={text ?? 'This is not possible'} text="Go back and try another way." />
      );
  }
  const retry = (): void => {
    void revalidator.revalidate();
  };
  return (
    <MessagePage
      tone="expired"
      heading={heading}
      title="This screen did not load"
      text="The server could not answer. Monitoring goes on."
      action={
        <Button variant="default" leftSection={<Icon name="refresh" small />} onClick={retry} loading={revalidator.state === 'loading'}>
          Retry
        </Button>
      }
    />
  );
}
