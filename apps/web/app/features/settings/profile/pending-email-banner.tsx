import { Button } from '@mantine/core';
import { dateTimeText } from '@notafter/domain';
import { useTRPC } from '../../../api/trpc.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { Banner } from '../../../ui/banner/banner.tsx';
import type { PendingEmail } from './types.ts';

interface PendingEmailBannerProps {
  /** The address in force. */
  readonly email: string;
  readonly pending: PendingEmail;
}

/** Returns the mailboxes that have not confirmed. */
const missingOf = (email: string, { email: wished, oldConfirmed, newConfirmed }: PendingEmail): string =>
  [...(oldConfirmed ? [] : [email]), ...(newConfirmed ? [] : [wished])].join(' and to ');

/** A new address that both mailboxes have to confirm. */
export function PendingEmailBanner({ email, pending }: PendingEmailBannerProps) {
  const trpc = useTRPC();
  const cancel = useAction(trpc.profile.cancelEmailChange.mutationOptions(), {
    done: 'Email change canceled.',
    failed: 'Failed to cancel the change',
    refresh: [trpc.profile.get.queryFilter()],
  });
  return (
    <Banner tone="info">
      <p>
        Your email changes to <strong>{pending.email}</strong> when you open the link we sent to {missingOf(email, pending)}, by{' '}
        {dateTimeText(pending.expiresAt)}.
      </p>
      <Button mt="xs" size="sm" variant="default" disabled={cancel.pending} onClick={() => void cancel.run()}>
        Cancel change
      </Button>
    </Banner>
  );
}
