import { useState } from 'react';
import { useSessionView } from '../../../shell/session.ts';
import { CopyButton } from '../../../ui/copy/copy-button.tsx';
import { laterDialog } from '../../../ui/later/later.tsx';
import { TableFoot } from '../../../ui/pager/table-foot.tsx';
import { usePages } from '../../../ui/pager/use-pages.ts';
import { Panel } from '../../../ui/panel/panel.tsx';
import { CredentialPanel } from '../credentials/credential-panel.tsx';
import css from '../credentials/credentials.module.css';
import { RevokeDialog } from '../credentials/revoke-dialog.tsx';
import type { AddedToken, Token } from '../types.ts';
import { TokensTable } from './tokens-table.tsx';
import { useTokens } from './use-tokens.ts';

const CreateTokenDialog = laterDialog(() => import('./create-token-dialog.tsx'));
const ShowOnceDialog = laterDialog(() => import('../../../ui/show-once/show-once-dialog.tsx'));

type Doing = { readonly what: 'create' } | { readonly what: 'revoke'; readonly token: Token } | null;

/** What scripts act with in a person's name. */
export function TokensTab() {
  const { list, failure, busy, add, revoke } = useTokens();
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
        failure={failure}
      >
        <TokensTable tokens={pages.shown} onRevoke={(token) => setDoing({ what: 'revoke', token })} />
        <TableFoot pages={pages} />
      </CredentialPanel>
      {doing?.what === 'create' ? (
        <CreateTokenDialog
          busy={busy}
          onClose={stop}
          onCreate={async (name, expiresIn) => {
            setAdded(await add(name, expiresIn));
            stop();
          }}
        />
      ) : null}
      {doing?.what === 'revoke' ? (
        <RevokeDialog
          kind="token"
          name={doing.token.name}
          busy={busy}
          onClose={stop}
          onConfirm={() => void revoke(doing.token).then(stop)}
        />
      ) : null}
      {added === null ? null : (
        <ShowOnceDialog
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
