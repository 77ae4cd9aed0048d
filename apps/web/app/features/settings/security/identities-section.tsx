import { Stack } from '@mantine/core';
import { type IdentityView, identityProviderTitles } from '@notafter/domain';
import { useSearchParams } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { Banner } from '../../../ui/banner/banner.tsx';
import { RowButton } from '../../../ui/buttons/buttons.tsx';
import { useDialog } from '../../../ui/dialog/use-dialog.tsx';
import { Item, ItemList } from '../../../ui/item-list/item-list.tsx';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { QueryPanel } from '../../../ui/query-panel/query-panel.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { linkedNotice, oauthFailure } from '../../accounts/oauth-texts.ts';

const ProveDialog = lazyDialog(() => import('./prove-dialog.tsx'));

type Ask = (provider: IdentityView['provider']) => void;

/** The dialogs that link and remove an account. */
function useIdentityDialogs() {
  const { identities } = useTRPC();
  const [dialog, open] = useDialog();
  const begin = useAction(identities.link.mutationOptions(), { failed: 'Failed to link the account' });
  const end = useAction(identities.remove.mutationOptions(), {
    done: 'Account removed',
    failed: 'Failed to remove the account',
    refresh: [identities.list.pathFilter()],
  });
  const link: Ask = (provider) =>
    open((close) => (
      <ProveDialog
        title={`Link ${identityProviderTitles[provider]}`}
        action="Continue"
        busyAction="Continuing..."
        failed="Failed to link the account"
        onConfirm={async (proof) => globalThis.location.assign((await begin.send({ provider, ...proof })).url)}
        onClose={close}
      >
        {`You go to ${identityProviderTitles[provider]} and return here. You can then sign in with that account.`}
      </ProveDialog>
    ));
  const remove: Ask = (provider) =>
    open((close) => (
      <ProveDialog
        title={`Remove ${identityProviderTitles[provider]}`}
        action="Remove"
        busyAction="Removing..."
        danger
        failed="Failed to remove the account"
        onConfirm={(proof) => end.send({ provider, ...proof })}
        onClose={close}
      >
        {`This ${identityProviderTitles[provider]} account can no longer be used to sign in. You stay signed in here.`}
      </ProveDialog>
    ));
  return { dialog, link, remove };
}

/** The linked accounts that a person signs in with. Nothing where this installation offers none. */
export function IdentitiesSection() {
  const [search] = useSearchParams();
  const list = useQuery(useTRPC().identities.list.queryOptions());
  const { dialog, link, remove } = useIdentityDialogs();
  const outcome = outcomeOf(oauthFailure(search), linkedNotice(search));
  if (list.data === undefined && !list.isError) return null;
  if (list.data?.identities.length === 0 && outcome === null) return null;
  return (
    <Stack gap="sm">
      {outcome}
      <Panel title="Linked Accounts">
        <QueryPanel query={list} failed="Failed to load linked accounts" unaffected="They still sign you in.">
          {({ identities }) => (
            <ItemList>
              {identities.map((identity) => (
                <IdentityItem key={identity.provider} identity={identity} onLink={link} onRemove={remove} />
              ))}
            </ItemList>
          )}
        </QueryPanel>
      </Panel>
      {dialog}
    </Stack>
  );
}

const outcomeOf = (failure: string | null, notice: string | null): ReactNode => {
  if (failure !== null) return <Outcome key={failure} tone="expired" text={failure} />;
  return notice === null ? null : <Outcome tone="valid" text={notice} />;
};

/** Comes into view: the person returns from another site to the top of a long screen. */
function Outcome({ tone, text }: { readonly tone: 'expired' | 'valid'; readonly text: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} style={{ outline: 'none' }}>
      <Banner tone={tone} role={tone === 'expired' ? 'alert' : 'status'}>
        {text}
      </Banner>
    </div>
  );
}

interface IdentityItemProps {
  readonly identity: IdentityView;
  readonly onLink: Ask;
  readonly onRemove: Ask;
}

function IdentityItem({ identity: { provider, configured, linked }, onLink, onRemove }: IdentityItemProps) {
  const title = identityProviderTitles[provider];
  if (linked === null) {
    return (
      <Item title={title} action={<RowButton label={`Link ${title}`} onClick={() => onLink(provider)} />}>
        Not linked
      </Item>
    );
  }
  return (
    <Item title={title} action={linked.removable ? <RowButton label="Remove" of={title} onClick={() => onRemove(provider)} /> : null}>
      {linked.email}, linked <AbsoluteTime value={linked.linkedAt} />
      {configured ? null : '. This server no longer offers it.'}
      {linked.removable ? null : '. Your only way to sign in: set a password or add a passkey before you remove it.'}
    </Item>
  );
}
