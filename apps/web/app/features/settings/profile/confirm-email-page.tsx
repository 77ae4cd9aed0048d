import { Button, Stack } from '@mantine/core';
import { Link } from '@remix-run/react';
import { useMutation } from '@tanstack/react-query';
import { problemOfCall } from '../../../api/problem.ts';
import { useTRPC } from '../../../api/trpc.ts';
import { Banner } from '../../../ui/banner/banner.tsx';
import { failureText } from '../../../ui/form/failure-text.ts';
import { AccountTitle } from '../../accounts/account-parts.tsx';
import type { EmailChange } from './types.ts';

interface ConfirmEmailPageProps {
  readonly token: string;
  /** Null where the link is not genuine, or its change is gone. */
  readonly change: EmailChange | null;
}

/** Reached from a mail, signed in or not: the link itself says who may. Only the button confirms. */
export function ConfirmEmailPage({ token, change }: ConfirmEmailPageProps) {
  const trpc = useTRPC();
  const { mutate, data, error, isPending } = useMutation(trpc.profile.confirmEmailChange.mutationOptions());
  const shown = data ?? change;
  const gone = shown === null || (error !== null && problemOfCall(error).code === 'link_invalid');
  return (
    <Stack gap="md" align="flex-start" aria-live="polite">
      <AccountTitle>Confirm Email</AccountTitle>
      {gone ? (
        <Banner tone="expired">This link is no longer valid. The change was canceled or replaced by another one.</Banner>
      ) : (
        <>
          <Banner tone="expired" role="alert">
            {error === null ? null : failureText(error, 'Failed to confirm the address')}
          </Banner>
          <State change={shown} busy={isPending} onConfirm={() => mutate({ token })} />
        </>
      )}
    </Stack>
  );
}

interface StateProps {
  readonly change: EmailChange;
  readonly busy: boolean;
  readonly onConfirm: () => void;
}

function State({ change: { side, newEmail, state, confirmed }, busy, onConfirm }: StateProps) {
  if (state === 'in-force') {
    return (
      <>
        <Banner tone="valid" role="status">
          Your account now uses {newEmail}. Sign in with this address.
        </Banner>
        <Button component={Link} to="/certificates" variant="default" size="lg">
          Continue
        </Button>
      </>
    );
  }
  if (state === 'expired') {
    return <Banner tone="expired">This link has expired. Change the address again in your profile.</Banner>;
  }
  if (confirmed) {
    return (
      <Banner tone="info" role="status">
        You confirmed from this address. Now open the email we sent to {side === 'old' ? newEmail : 'your current address'}. The change
        takes effect when both addresses have confirmed.
      </Banner>
    );
  }
  return (
    <>
      <p>
        {side === 'old' ? (
          <>
            Change the address of your account to <strong>{newEmail}</strong>?
          </>
        ) : (
          <>
            Make <strong>{newEmail}</strong> the address of your account?
          </>
        )}{' '}
        When both addresses have confirmed, you sign in with the new one and all other sessions are signed out.
      </p>
      <Button size="lg" onClick={onConfirm} disabled={busy}>
        {busy ? 'Confirming...' : 'Confirm'}
      </Button>
    </>
  );
}
