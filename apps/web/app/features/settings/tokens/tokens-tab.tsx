import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { useSessionView } from '../../../shell/session.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { CopyButton } from '../../../ui/copy/copy-button.tsx';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { TableFoot } from '../../../ui/pager/table-foot.tsx';
import { usePages } from '../../../ui/pager/use-pages.ts';
import { Panel } from '../../../ui/panel/panel.tsx';
import { CredentialPanel } from '../credentials/credential-panel.tsx';
import css from '../credentials/credentials.module.css';
import { RevokeDialog } from '../credentials/revoke-dialog.tsx';
import type { AddedToken, Token } from '../types.ts';
import { TokensTable } from './tokens-table.tsx';

const CreateTokenDialog = lazyDialog(() => import('./create-token-dialog.tsx'));
const SecretDialog = lazyDialog(() => import('../../../ui/dialog/secret-dialog.tsx'));

type Doing = { readonly what: 'create' } | { readonly what: 'revoke'; readonly token: Token } | null;

/** The person's own tokens, which scripts use in their name. */
export function TokensTab() {
  const trpc = useTRPC();
  const list = useQuery(trpc.settings.tokens.queryOptions());
  const refresh = [trpc.settings.tokens.pathFilter()];
  const add = useAction(trpc.settings.addToken.mutationOptions(), { failed: 'Failed to create token', refresh });
  const revoke = useAction(trpc.settings.revokeToken.mutationOptions(), { failed: 'Failed to revoke token', refresh });
  const [doing, setDoing] = useState<Doing>(null);
  const [added, setAdded] = useState<AddedToken | null>(null);
  const stop = (): void => setDoing(null);
  const tokens = list.data?.tokens;
  const pages = usePages(tokens ?? []);
  return (
    <div className={css.stack}>
      <OrganizationId />
      <CredentialPanel
        title="Tokens"
        create="Create Token"
        onCreate={() => setDoing({ what: 'create' })}
        list={list}
        count={tokens?.length}
        failedText="Failed to fetch tokens"
        empty={{ title: 'No tokens found', text: 'Create one for a script, the command line or a collector. It acts as you.' }}
      >
        <TokensTable tokens={pages.shown} onRevoke={(token) => setDoing({ what: 'revoke', token })} />
        <TableFoot pages={pages} />
      </CredentialPanel>
      {doing?.what === 'create' ? (
        <CreateTokenDialog
          onClose={stop}
          onCreate={async (token) => {
            setAdded(await add.send(token));
            stop();
          }}
        />
      ) : null}
      {doing?.what === 'revoke' ? (
        <RevokeDialog kind="token" name={doing.token.name} onClose={stop} onConfirm={() => revoke.send({ id: doing.token.id })} />
      ) : null}
      {added === null ? null : (
        <SecretDialog
          title="Token created"
          label="Token"
          secret={added.secret}
          text={
            <>
              Copy <strong>{added.token.name}</strong> now. It is stored as a hash and cannot be shown again.
            </>
          }
          onClose={() => setAdded(null)}
        />
      )}
    </div>
  );
}

function OrganizationId() {
  const orgId = useSessionView()?.orgId;
  if (orgId === undefined) return null;
  return (
    <Panel label="Organization ID">
      <div className={css.organization}>
        <strong>Organization ID</strong>
        <code>
          {orgId}
          <CopyButton value={orgId} label="Copy organization ID" />
        </code>
        <p>Scripts send it in the org-id header, beside their token.</p>
      </div>
    </Panel>
  );
}
