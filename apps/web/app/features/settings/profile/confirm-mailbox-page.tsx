import { Button, Stack } from '@mantine/core';
import { Link } from '@remix-run/react';
import { useMutation } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { Banner } from '../../../ui/banner/banner.tsx';
import { failureText } from '../../../ui/form/failure-text.ts';
import { AccountTitle } from '../../accounts/account-parts.tsx';

interface ConfirmMailboxPageProps {
  readonly token: string;
  readonly signedIn: boolean;
}

/** Reached from a mail. Only the button confirms, and only in a session of the person it was mailed to. */
export function ConfirmMailboxPage({ token, signedIn }: ConfirmMailboxPageProps) {
  const { mutate, data, error, isPending } = useMutation(useTRPC().accounts.proveMailbox.mutationOptions());
  return (
    <Stack gap="md" align="flex-start" aria-live="polite">
      <AccountTitle>Confirm Mailbox</AccountTitle>
      <Banner tone="expired" role="alert">
        {error === null ? null : failureText(error, 'Failed to confirm the mailbox')}
      </Banner>
      {data !== undefined ? (
        <>
          <Banner tone="valid" role="status">
            {data.message}
          </Banner>
          <p>Review your passkeys, linked accounts and tokens: revoke what you did not add.</p>
          <Button component={Link} to="/settings?tab=0" variant="default" size="lg">
            Open profile
          </Button>
        </>
      ) : signedIn ? (
        <>
          <p>Confirm that this mailbox is yours. All other sessions will be signed out.</p>
          <Button size="lg" disabled={isPending} onClick={() => mutate({ token })}>
            {isPending ? 'Confirming...' : 'Confirm'}
          </Button>
        </>
      ) : (
        <>
          <Banner tone="info">Sign in first, then open the link again in this browser.</Banner>
          <Button component={Link} to="/" variant="default" size="lg">
            Sign in
          </Button>
        </>
      )}
    </Stack>
  );
}
