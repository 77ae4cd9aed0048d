import { Button } from '@mantine/core';
import { dateTimeText } from '@notafter/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { Banner } from '../../../ui/banner/banner.tsx';
import { failureText } from '../../../ui/form/failure-text.ts';
import { showError, showSuccess } from '../../../ui/toasts/show-toast.ts';
import css from './profile.module.css';
import type { PendingEmail } from './types.ts';

interface PendingEmailBannerProps {
  /** The address in force. */
  readonly email: string;
  readonly pending: PendingEmail;
}

/** Whose mail has still to be opened. */
const missingOf = (email: string, { email: wished, oldConfirmed, newConfirmed }: PendingEmail): string =>
  [...(oldConfirmed ? [] : [email]), ...(newConfirmed ? [] : [wished])].join(' and in the one to ');

/** An address that waits for its two mailboxes; until then nothing changes. */
export function PendingEmailBanner({ email, pending }: PendingEmailBannerProps) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { mutateAsync, isPending } = useMutation(trpc.profile.cancelEmailChange.mutationOptions());
  const cancel = async (): Promise<void> => {
    try {
      await mutateAsync();
      showSuccess('Your address stays as it is.');
    } catch (error) {
      showError(failureText(error, 'Failed to cancel the change'));
    }
    await queries.invalidateQueries(trpc.profile.get.queryFilter());
  };
  return (
    <Banner tone="info">
      <p>
        Your address changes to <strong>{pending.email}</strong> when you follow the link in the mail to {missingOf(email, pending)}, by{' '}
        {dateTimeText(pending.expiresAt)}.
      </p>
      <Button className={css.cancel ?? ''} size="sm" variant="default" disabled={isPending} onClick={() => void cancel()}>
        Cancel change
      </Button>
    </Banner>
  );
}
