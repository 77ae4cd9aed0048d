import { Button, Stack } from '@mantine/core';
import { type IdentityProviderName, type IdentityView, identityProviderTitles } from '@notafter/domain';
import { useSearchParams } from '@remix-run/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Banner } from '../../../ui/banner/banner.tsx';
import { Item, ItemList } from '../../../ui/item-list/item-list.tsx';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { QueryPanel } from '../../../ui/query-panel/query-panel.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { linkedNotice, oauthFailure } from '../../accounts/oauth-texts.ts';
import { useIdentities } from './use-identities.ts';

const ProveDialog = lazyDialog(() => import('./prove-dialog.tsx'));

type Asked = { readonly what: 'link' | 'remove'; readonly provider: IdentityProviderName } | null;

/** The accounts elsewhere that a person signs in with. Nothing where this installation offers none. */
export function IdentitiesSection() {
  const [search] = useSearchParams();
  const { list, twoFactor, link, remove } = useIdentities();
  const [asked, setAsked] = useState<Asked>(null);
  const stop = (): void => setAsked(null);
  const identities = list.data?.identities;
  const outcome = outcomeOf(oauthFailure(search), linkedNotice(search));
  if (identities === undefined && !list.isError) return null;
  if (identities?.length === 0 && outcome === null) return null;
  return (
    <Stack gap="sm">
      {outcome}
      <Panel title="Linked Accounts">
        <QueryPanel query={list} failed="Failed to load linked accounts" unaffected="They still sign you in.">
          {(data) => (
            <ItemList>
              {data.identities.map((identity) => (
                <IdentityItem
                  key={identity.provider}
                  identity={identity}
                  onAsk={(what) => setAsked({ what, provider: identity.provider })}
                />
              ))}
            </ItemList>
          )}
        </QueryPanel>
      </Panel>
      {asked === null || twoFactor === undefined ? null : asked.what === 'link' ? (
        <ProveDialog
          title={`Link ${identityProviderTitles[asked.provider]}`}
          action="Continue"
          busyAction="Continuing..."
          failed="Failed to link the account"
          view={twoFactor}
          onConfirm={(proof) => link(asked.provider, proof)}
          onClose={stop}
        >
          {`You go to ${identityProviderTitles[asked.provider]} and come back here. From then on that account signs you in.`}
        </ProveDialog>
      ) : (
        <ProveDialog
          title={`Remove ${identityProviderTitles[asked.provider]}`}
          action="Remove"
          busyAction="Removing..."
          danger
          failed="Failed to remove the account"
          view={twoFactor}
          onConfirm={(proof) => remove(asked.provider, proof)}
          onClose={stop}
        >
          {`This ${identityProviderTitles[asked.provider]} account no longer signs you in. You stay signed in here.`}
        </ProveDialog>
      )}
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
  readonly onAsk: (what: 'link' | 'remove') => void;
}

function IdentityItem({ identity: { provider, configured, linked }, onAsk }: IdentityItemProps) {
  const title = identityProviderTitles[provider];
  return (
    <Item
      title={title}
      action={
        linked === null ? (
          <Button size="sm" variant="default" onClick={() => onAsk('link')}>
            {`Link ${title}`}
          </Button>
        ) : linked.removable ? (
          <Button size="sm" variant="default" onClick={() => onAsk('remove')} aria-label={`Remove ${title}`}>
            Remove
          </Button>
        ) : null
      }
    >
      {linked === null ? (
        'Not linked'
      ) : (
        <>
          {linked.email}, linked <AbsoluteTime value={linked.linkedAt} />
          {configured ? null : '. This server no longer offers it.'}
          {linked.removable ? null : '. Your only way to sign in: set a password or add a passkey before you remove it.'}
        </>
      )}
    </Item>
  );
}
