import { useMutation } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { Banner } from '../../../ui/banner/banner.tsx';
import { RowButton } from '../../../ui/buttons/buttons.tsx';
import { failureText } from '../../../ui/form/failure-text.ts';
import { Item, ItemList } from '../../../ui/item-list/item-list.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import type { Profile } from './types.ts';

/** For an administrator that the operator listed. The right starts when they confirm their mailbox in a session. */
export function PlatformAdminSection({ profile: { platformAdmin, email } }: { readonly profile: Profile }) {
  const { mutate, data, error, isPending } = useMutation(useTRPC().accounts.requestMailboxProof.mutationOptions());
  if (platformAdmin === 'none') return null;
  const send = <RowButton label={isPending ? 'Sending...' : 'Send Confirmation Link'} disabled={isPending} onClick={() => mutate()} />;
  return (
    <Panel title="Administration">
      <ItemList>
        {platformAdmin === 'unproven' ? (
          <Item title="Confirm your mailbox" action={send}>
            {email} is listed as an administrator of this installation. To get access, open the link we send there in this browser.
          </Item>
        ) : (
          <Item title="Mailbox confirmed">You are an administrator of this installation.</Item>
        )}
      </ItemList>
      <Banner tone="info" role="status">
        {data?.message ?? null}
      </Banner>
      <Banner tone="expired" role="alert">
        {error === null ? null : failureText(error, 'Failed to send the link')}
      </Banner>
    </Panel>
  );
}
