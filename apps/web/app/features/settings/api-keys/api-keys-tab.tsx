import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { useMay, useSessionView } from '../../../shell/session.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { Count } from '../../../ui/badge/badge.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { TableFoot } from '../../../ui/pager/table-foot.tsx';
import { usePages } from '../../../ui/pager/use-pages.ts';
import { Panel } from '../../../ui/panel/panel.tsx';
import { QueryPanel } from '../../../ui/query-panel/query-panel.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { UpgradeLink } from '../../billing/upgrade-link.tsx';
import { credentialColumns, RowAction } from '../credentials/credential-columns.tsx';
import { RevokeDialog } from '../credentials/revoke-dialog.tsx';
import type { AddedApiKey, ApiKey } from '../types.ts';
import { limitWords, permissionWords } from './key-texts.ts';

const CreateKeyDialog = lazyDialog(() => import('./create-key-dialog.tsx'));
const RotateKeyDialog = lazyDialog(() => import('./rotate-key-dialog.tsx'));
const CreatedKey = lazyDialog(() => import('./created-key.tsx'));

/** The organization's API keys. Viewers see them, admins change them. */
export function ApiKeysTab() {
  const hasApiKeys = useSessionView()?.entitlements.apiKeys ?? false;
  if (!hasApiKeys) {
    return (
      <Panel title="API Keys">
        <Stack gap="sm" align="flex-start" p="md">
          <p>API keys are only available for Professional and Business plans</p>
          <UpgradeLink />
        </Stack>
      </Panel>
    );
  }
  return <OwnKeys />;
}

type Doing = { readonly what: 'create' } | { readonly what: 'rotate' | 'revoke'; readonly apiKey: ApiKey } | null;
type Act = (what: 'rotate' | 'revoke', apiKey: ApiKey) => void;

const columnsOf = (onAct: Act | null) =>
  credentialColumns<ApiKey>({
    secret: 'Key',
    limits: (apiKey) => <Limits apiKey={apiKey} />,
    more: [
      {
        id: 'permissions',
        header: 'Permissions',
        cell: ({ row }) => permissionWords(row.original.permissions),
        meta: { width: 142, look: 'small' },
      },
    ],
    actions: {
      width: onAct === null ? 16 : 150,
      of: (apiKey) =>
        onAct === null || apiKey.status === 'revoked' ? null : (
          <>
            {apiKey.status !== 'active' || apiKey.replacedBy !== null ? null : (
              <RowAction verb="Rotate" name={apiKey.name} onClick={() => onAct('rotate', apiKey)} />
            )}
            <RowAction verb="Revoke" name={apiKey.name} onClick={() => onAct('revoke', apiKey)} />
          </>
        ),
    },
  });

/** The limits of a key, and whether another one replaces it. */
function Limits({ apiKey }: { readonly apiKey: ApiKey }) {
  const words = [apiKey.replacedBy === null ? null : 'Rotated', limitWords(apiKey)].filter((one) => one !== null).join(', ');
  if (words === '') return null;
  return (
    <Text component="span" size="xs" c="dimmed" display="block" title={[words, ...apiKey.allowedAddresses].join('\n')}>
      {words}
    </Text>
  );
}

function OwnKeys() {
  const trpc = useTRPC();
  const list = useQuery(trpc.settings.apiKeys.queryOptions());
  const refresh = [trpc.settings.apiKeys.pathFilter()];
  const add = useAction(trpc.settings.addApiKey.mutationOptions(), { failed: 'Failed to create API key', refresh });
  const rotate = useAction(trpc.settings.rotateApiKey.mutationOptions(), { failed: 'Failed to rotate API key', refresh });
  const revoke = useAction(trpc.settings.revokeApiKey.mutationOptions(), { failed: 'Failed to revoke API key', refresh });
  const mayChange = useMay('settings/add-api-key');
  const [doing, setDoing] = useState<Doing>(null);
  const [added, setAdded] = useState<AddedApiKey | null>(null);
  const columns = useMemo(() => columnsOf(mayChange ? (what, apiKey) => setDoing({ what, apiKey }) : null), [mayChange]);
  const stop = (): void => setDoing(null);
  const apiKeys = list.data?.apiKeys;
  const pages = usePages(apiKeys ?? []);
  return (
    <>
      <Panel
        title="API Keys"
        count={apiKeys === undefined ? null : <Count>{apiKeys.length}</Count>}
        aside={
          mayChange ? (
            <Button size="sm" leftSection={<Icon name="plus" small />} onClick={() => setDoing({ what: 'create' })}>
              Create API Key
            </Button>
          ) : null
        }
      >
        <QueryPanel
          query={list}
          failed="Failed to fetch API keys"
          unaffected="The keys still work."
          isEmpty={(data) => data.apiKeys.length === 0}
          empty={
            <EmptyState
              plain
              title="No API keys found"
              text={
                mayChange
                  ? 'Create one for a program that reads or changes certificates. It belongs to the organization.'
                  : 'Admins create API keys for programs that read or change certificates.'
              }
            />
          }
        >
          {() => (
            <DataTable
              label="API keys"
              columns={columns}
              rows={pages.shown}
              rowKey={({ id }) => id}
              rowLook={({ status }) => ({ muted: status === 'revoked' })}
              cardsBelow={1060}
              foot={<TableFoot pages={pages} />}
            />
          )}
        </QueryPanel>
      </Panel>
      {doing?.what === 'create' ? (
        <CreateKeyDialog
          onClose={stop}
          onCreate={async (key) => {
            setAdded(await add.send(key));
            stop();
          }}
        />
      ) : null}
      {doing?.what === 'rotate' ? (
        <RotateKeyDialog
          apiKey={doing.apiKey}
          onClose={stop}
          onRotate={async (overlapHours) => {
            setAdded(await rotate.send({ id: doing.apiKey.id, overlapHours }));
            stop();
          }}
        />
      ) : null}
      {doing?.what === 'revoke' ? (
        <RevokeDialog kind="API key" name={doing.apiKey.name} onClose={stop} onConfirm={() => revoke.send({ id: doing.apiKey.id })} />
      ) : null}
      {added === null ? null : <CreatedKey added={added} onClose={() => setAdded(null)} />}
    </>
  );
}
