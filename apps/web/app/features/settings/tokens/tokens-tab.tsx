import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { useSessionView } from '../../../shell/session.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { Count } from '../../../ui/badge/badge.tsx';
import { CopyButton } from '../../../ui/copy/copy-button.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { TableFoot } from '../../../ui/pager/table-foot.tsx';
import { usePages } from '../../../ui/pager/use-pages.ts';
import { Panel } from '../../../ui/panel/panel.tsx';
import { QueryPanel } from '../../../ui/query-panel/query-panel.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { credentialColumns, RowAction } from '../credentials/credential-columns.tsx';
import { RevokeDialog } from '../credentials/revoke-dialog.tsx';
import type { AddedToken, Token } from '../types.ts';

const CreateTokenDialog = lazyDialog(() => import('./create-token-dialog.tsx'));
const SecretDialog = lazyDialog(() => import('../../../ui/dialog/secret-dialog.tsx'));

type Doing = { readonly what: 'create' } | { readonly what: 'revoke'; readonly token: Token } | null;

const columnsOf = (onRevoke: (token: Token) => void) =>
  credentialColumns<Token>({
    secret: 'Token',
    actions: {
      width: 86,
      of: (token) => (token.status === 'revoked' ? null : <RowAction verb="Revoke" name={token.name} onClick={() => onRevoke(token)} />),
    },
  });

/** The person's own tokens, which scripts use in their name. */
export function TokensTab() {
  const trpc = useTRPC();
  const list = useQuery(trpc.settings.tokens.queryOptions());
  const refresh = [trpc.settings.tokens.pathFilter()];
  const add = useAction(trpc.settings.addToken.mutationOptions(), { failed: 'Failed to create token', refresh });
  const revoke = useAction(trpc.settings.revokeToken.mutationOptions(), { failed: 'Failed to revoke token', refresh });
  const [doing, setDoing] = useState<Doing>(null);
  const [added, setAdded] = useState<AddedToken | null>(null);
  const [columns] = useState(() => columnsOf((token) => setDoing({ what: 'revoke', token })));
  const stop = (): void => setDoing(null);
  const tokens = list.data?.tokens;
  const pages = usePages(tokens ?? []);
  return (
    <Stack gap="md">
      <OrganizationId />
      <Panel
        title="Tokens"
        count={tokens === undefined ? null : <Count>{tokens.length}</Count>}
        aside={
          <Button size="sm" leftSection={<Icon name="plus" small />} onClick={() => setDoing({ what: 'create' })}>
            Create Token
          </Button>
        }
      >
        <QueryPanel
          query={list}
          failed="Failed to fetch tokens"
          unaffected="Your tokens still work."
          isEmpty={(data) => data.tokens.length === 0}
          empty={
            <EmptyState plain title="No tokens found" text="Create one for a script, the command line or a collector. It acts as you." />
          }
        >
          {() => (
            <DataTable
              label="Tokens"
              columns={columns}
              rows={pages.shown}
              rowKey={({ id }) => id}
              rowLook={({ status }) => ({ muted: status === 'revoked' })}
              cardsBelow={920}
              foot={<TableFoot pages={pages} />}
            />
          )}
        </QueryPanel>
      </Panel>
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
    </Stack>
  );
}

function OrganizationId() {
  const orgId = useSessionView()?.orgId;
  if (orgId === undefined) return null;
  return (
    <Panel label="Organization ID">
      <Group gap="sm" px="md" py="sm">
        <strong>Organization ID</strong>
        <Group gap="xxs" wrap="nowrap">
          <Code>{orgId}</Code>
          <CopyButton value={orgId} label="Copy organization ID" />
        </Group>
        <Text size="sm" c="dimmed">
          Scripts send it in the org-id header, beside their token.
        </Text>
      </Group>
    </Panel>
  );
}
