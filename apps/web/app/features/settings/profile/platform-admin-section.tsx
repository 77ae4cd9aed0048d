import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { Banner } from '../../../ui/banner/banner.tsx';
import { failureText } from '../../../ui/form/failure-text.ts';
import { Item, ItemList } from '../../../ui/item-list/item-list.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import type { Profile } from './types.ts';

/** For an administrator that the operator listed. The right starts when they confirm their mailbox in a session. */
export function PlatformAdminSection({ profile: { platformAdmin, email } }: { readonly profile: Profile }) {
  const { mutate, data, error, isPending } = useMutation(useTRPC().accounts.requestMailboxProof.mutationOptions());
  if (platformAdmin === 'none') return null;
  const unproven = platformAdmin === 'unproven';
  return (
    <Panel title="Administration">
      <ItemList>
        <Item
          title={unproven ? 'Confirm your mailbox' : 'Mailbox confirmed'}
          action={
            unproven ? (
              <Button size="sm" variant="default" disabled={isPending} onClick={() => mutate()}>
                {isPending ? 'Sending...' : 'Send Confirmation Link'}
              </Button>
            ) : null
          }
        >
          {unproven
            ? `${email} is listed as an administrator of this installation. To get access, open the link we send there in this browser.`
            : 'You are an administrator of this installation.'}
        </Item>
      </ItemList>
      {data === undefined ? null : (
        <Banner tone="info" role="status">
          {data.message}
        </Banner>
      )}
      {error === null ? null : (
        <Banner tone="expired" role="alert">
          {failureText(error, 'Failed to send the link')}
        </Banner>
      )}
    </Panel>
  );
}
